import type { CallWait } from '../../lib/search/model.ts';
import { t } from '../../lib/i18n/i18n.ts';
import { seconds } from '../../lib/i18n/time.ts';

const reasons: Record<CallWait['reason'], string> = {
  'rate-limit': t('errors_memory_rate_limited_title'),
  turn: t('ask_waiting_busy'),
  'turns-exhausted': t('ask_waiting_busy'),
  retry: t('ask_waiting_retry'),
};

/** Describes why a call is waiting, without a countdown. */
export function waitReason({ reason }: CallWait): string {
  return reasons[reason];
}

/** Describes when the call will be retried; null if unknown. `now` is in milliseconds since the epoch. */
export function waitNext(wait: CallWait, now: number): string | null {
  if (wait.reason === 'turn') return null;
  const left = Math.ceil((wait.until - now) / 1_000);
  return left > 0
    ? t('ask_waiting_tryingIn', { count: seconds(left) })
    : t('ask_waiting_tryingNow');
}
