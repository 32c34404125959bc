import type { CallWait } from '../../lib/search/model.ts';
import { t } from '../../lib/i18n/i18n.ts';
import { seconds } from '../../lib/i18n/time.ts';

/** Describes why a call is waiting, without a countdown. */
export function waitReason(wait: CallWait): string {
  switch (wait.reason) {
    case 'rate-limit':
      return t('errors_memory_rate_limited_title');
    case 'turn':
    case 'turns-exhausted':
      return t('ask_waiting_busy');
    case 'retry':
      return t('ask_waiting_retry');
  }
}

/** Describes when the call will be retried; null if unknown. `now` is in milliseconds since the epoch. */
export function waitNext(wait: CallWait, now: number): string | null {
  if (wait.reason === 'turn') return null;
  const left = Math.ceil((wait.until - now) / 1_000);
  return left > 0
    ? t('ask_waiting_tryingIn', { count: seconds(left) })
    : t('ask_waiting_tryingNow');
}
