/** Why a call waits, and when it is made again, in words. Pure. */
import type { CallWait } from '../../lib/contracts/recall.ts';
import { askWords } from '../words/ask.ts';

/** Gives the reason, without the seconds that pass. */
export function waitReason(wait: CallWait): string {
  const { turn, limit, limitUnknown, busy, retry } = askWords.waiting;
  switch (wait.reason) {
    case 'turn':
      return turn;
    case 'rate-limit':
      return wait.limitPerMin === null ? limitUnknown : limit(wait.limitPerMin);
    case 'turns-exhausted':
      return busy;
    case 'retry':
      return retry;
  }
}

/** Gives when it is made again; null where nobody knows. `now` in milliseconds since the epoch. */
export function waitNext(wait: CallWait, now: number): string | null {
  if (wait.reason === 'turn') return null;
  const { askingIn, askingNow, tryingIn, tryingNow } = askWords.waiting;
  const left = Math.ceil((wait.until - now) / 1_000);
  if (wait.reason === 'retry') return left > 0 ? tryingIn(left) : tryingNow;
  return left > 0 ? askingIn(left) : askingNow;
}
