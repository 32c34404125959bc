/** When an item of the outbox is looked at again, and in which line. All times are milliseconds. */
import type { AppError } from '../../contracts/errors.ts';
import type { OutboxItem } from '../../contracts/outbox.ts';

/** Growing gaps between questions after a document's learning; the last one is followed by none. */
const pollDelaysMs = [
  200, 400, 800, 1_500, 3_000, 6_000, 12_000, 30_000, 60_000, 120_000, 300_000, 900_000, 3_600_000,
] as const;

/** How long a discarded item can be had back. */
export const undoMs = 600_000;

/** The gap before the question after `polls` questions, or null where the questions are used up. */
export function pollDelayMs(polls: number): number | null {
  return pollDelaysMs[polls] ?? null;
}

const sendDelaysMs = [5_000, 15_000, 60_000, 300_000, 900_000] as const;
const longestSendDelayMs = 3_600_000;
/** A limiter counts by the minute (contract, section 8): sooner would be refused again. */
const limiterDelayMs = 60_000;
/** A service that asks for a longer pause is asked again after a day all the same. */
const longestPauseMs = 86_400_000;

/**
 * The gap before sending again after `attempt` sendings (from 1), each of which the client may have retried itself. It
 * is no shorter than what the service asked for with `error`.
 */
export function sendDelayMs(attempt: number, error: AppError): number {
  const ownMs = sendDelaysMs[Math.max(0, attempt - 1)] ?? longestSendDelayMs;
  return Math.max(ownMs, Math.min(pauseAskedFor(error), longestPauseMs));
}

function pauseAskedFor(error: AppError): number {
  const leastMs = error.code === 'memory.rate-limited' ? limiterDelayMs : 0;
  if (!('details' in error) || typeof error.details !== 'object' || error.details === null) {
    return leastMs;
  }
  const seconds = 'retry_after' in error.details ? error.details.retry_after : null;
  const isPause = typeof seconds === 'number' && Number.isFinite(seconds);
  return isPause ? Math.max(leastMs, seconds * 1000) : leastMs;
}

/** What an error means for the item that met it. */
export type Verdict = 'wait' | 'refuse' | 'pause';

/** A service under maintenance points elsewhere for a while; one that goes on with it has moved. */
const mostRedirects = 3;

/**
 * Waits where another try may succeed, pauses where the credential was withdrawn, refuses the rest. `attempt` counts the
 * sendings, from 1.
 */
export function verdictOn(error: AppError, attempt: number): Verdict {
  switch (error.code) {
    case 'memory.unauthorized':
    case 'memory.unauthenticated':
    case 'memory.not-permitted':
      return 'pause';
    case 'memory.unreachable':
    case 'memory.timeout':
    case 'memory.aborted':
    case 'memory.malformed':
    case 'memory.conflict':
    case 'memory.rate-limited':
    case 'memory.turns-exhausted':
    case 'memory.server':
    case 'home.failed':
      return 'wait';
    case 'memory.redirected':
      return attempt > mostRedirects ? 'refuse' : 'wait';
    default:
      return 'refuse';
  }
}

/** Whether being online again may be all that was missing. */
export function isOffline({ code }: AppError): boolean {
  return code === 'memory.unreachable' || code === 'memory.timeout';
}

/** Whether the service may have done what failed in this way. */
export function leavesOutcomeUnknown({ code }: AppError): boolean {
  switch (code) {
    case 'memory.unreachable':
    case 'memory.timeout':
    case 'memory.aborted':
    case 'memory.malformed':
    case 'memory.redirected':
    case 'memory.server':
      return true;
    default:
      return false;
  }
}

/** The moment from which the item can be worked on; null where it rests until the person acts. */
export function dueAt({ state, createdAt, heldUntil }: OutboxItem): number | null {
  switch (state.status) {
    case 'captured':
      return heldUntil ?? createdAt;
    case 'requested':
    case 'sending':
      return createdAt;
    case 'waiting':
    case 'discarded':
      return state.until;
    case 'learning':
      return state.nextPollAt;
    default:
      return null;
  }
}

/**
 * The line an item stands in for its next step. A page is read before its tab is closed, whatever is being sent, and no
 * home that is slow to answer holds up what is meant for another.
 */
export function laneOf({ state, connectionId }: OutboxItem): string {
  if (state.status === 'requested') return 'reading';
  const { watching, sending } = lanesOf(connectionId);
  return state.status === 'learning' ? watching : sending;
}

/** The lines of a home. */
export function lanesOf(connectionId: string): { sending: string; watching: string } {
  return { sending: `sending ${connectionId}`, watching: `watching ${connectionId}` };
}
