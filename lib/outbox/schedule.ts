/** All times are milliseconds. */
import type { AppError } from '../contract/errors.ts';
import type { OutboxItem } from './model.ts';

/** Between polls of a document's learning. */
const pollDelaysMs = [
  200, 400, 800, 1_500, 3_000, 6_000, 12_000, 30_000, 60_000, 120_000, 300_000, 900_000, 3_600_000,
] as const;

/** Null after the last poll. */
export function pollDelayMs(polls: number): number | null {
  return pollDelaysMs[polls] ?? null;
}

const sendDelaysMs = [5_000, 15_000, 60_000, 300_000, 900_000] as const;
const longestSendDelayMs = 3_600_000;
/** The service limits requests per minute (contract, section 8). */
const limiterDelayMs = 60_000;
/** Upper bound for a delay that a service asks for. */
const longestPauseMs = 86_400_000;

/** `attempt` counts from 1. At least what the service asked for in `error`. */
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

export type Verdict = 'wait' | 'refuse' | 'pause';

/** Maintenance redirects for a while; a service that keeps redirecting has moved. */
const mostRedirects = 3;

/** `wait` if it can succeed later, `pause` if the credential was withdrawn. */
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
    case 'connection.failed':
      return 'wait';
    case 'memory.redirected':
      return attempt > mostRedirects ? 'refuse' : 'wait';
    default:
      return 'refuse';
  }
}

/** Null if it waits for the person. */
export function dueAt(item: OutboxItem): number | null {
  const { state, createdAt } = item;
  switch (state.status) {
    case 'captured':
      return item.kind === 'note' ? (item.heldUntil ?? createdAt) : createdAt;
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

/** Separate lanes for reading and each connection, so that a slow one doesn't block the others. */
export function laneOf({ state, connectionId }: OutboxItem): string {
  if (state.status === 'requested') return 'reading';
  const { watching, sending } = lanesOf(connectionId);
  return state.status === 'learning' ? watching : sending;
}

export function lanesOf(connectionId: string): { sending: string; watching: string } {
  return { sending: `sending ${connectionId}`, watching: `watching ${connectionId}` };
}
