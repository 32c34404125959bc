/** Why a call waits, and when it is made again, as text. */
import type { CallWait } from '../../lib/search/model.ts';
import { t, plural } from '../../lib/i18n/i18n.ts';
import { seconds } from '../../lib/i18n/time.ts';

/** Gives the reason, without a countdown. */
export function waitReason(wait: CallWait): string {
  switch (wait.reason) {
    case 'turn':
      return t('ask_waiting_turn');
    case 'rate-limit':
      return wait.limitPerMin === null
        ? t('ask_waiting_limitUnknown')
        : plural(wait.limitPerMin, 'ask_waiting_limit');
    case 'turns-exhausted':
      return t('ask_waiting_busy');
    case 'retry':
      return t('ask_waiting_retry');
  }
}

/** Gives when the call is made again; null if nobody knows. `now` in milliseconds since the epoch. */
export function waitNext(wait: CallWait, now: number): string | null {
  if (wait.reason === 'turn') return null;
  const left = Math.ceil((wait.until - now) / 1_000);
  return left > 0
    ? t('ask_waiting_tryingIn', { count: seconds(left) })
    : t('ask_waiting_tryingNow');
}
