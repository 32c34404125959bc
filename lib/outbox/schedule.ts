/** All times are in milliseconds. */
import { retryAfterOf, type AppError, type AppErrorCode } from '../contract/errors.ts';
import type { OutboxItem } from './model.ts';

/** Delays between polls of a document's indexing status. */
const pollDelaysMs = [
  200, 400, 800, 1_500, 3_000, 6_000, 12_000, 30_000, 60_000, 120_000, 300_000, 900_000, 3_600_000,
] as const;

/** Returns null after the last poll. */
export function pollDelayMs(polls: number): number | null {
  return pollDelaysMs[polls] ?? null;
}

const sendDelaysMs = [5_000, 15_000, 60_000, 300_000, 900_000] as const;
const longestSendDelayMs = 3_600_000;
/** Delay after a rate limit, which counts requests per minute (contract, section 8). */
const limiterDelayMs = 60_000;
/** Maximum delay that a service can request. */
const longestPauseMs = 86_400_000;

/** Returns at least the delay the service requested in `error`. `attempt` counts from 1. */
export function sendDelayMs(attempt: number, error: AppError): number {
  const ownMs = sendDelaysMs[Math.max(0, attempt - 1)] ?? longestSendDelayMs;
  return Math.max(ownMs, Math.min(pauseAskedFor(error), longestPauseMs));
}

function pauseAskedFor(error: AppError): number {
  const leastMs = error.code === 'memory.rate-limited' ? limiterDelayMs : 0;
  return Math.max(leastMs, (retryAfterOf(error) ?? 0) * 1000);
}

export type Verdict = 'wait' | 'refuse' | 'pause';

/**
 * Number of redirected attempts to retry. Maintenance redirects for a while; a service that keeps redirecting has
 * moved.
 */
const mostRedirects = 3;

/** Every other error is final. */
const verdicts: Partial<Record<AppErrorCode, Verdict>> = {
  'memory.unauthorized': 'pause',
  'memory.unauthenticated': 'pause',
  'memory.not-permitted': 'pause',
  'memory.quota-exceeded': 'pause',
  'memory.unreachable': 'wait',
  'memory.timeout': 'wait',
  'memory.aborted': 'wait',
  'memory.malformed': 'wait',
  'memory.redirected': 'wait',
  'memory.conflict': 'wait',
  'memory.rate-limited': 'wait',
  'memory.turns-exhausted': 'wait',
  'memory.daily-limit': 'wait',
  'memory.server': 'wait',
  'connection.failed': 'wait',
};

/**
 * Returns `wait` if a later retry might succeed, or `pause` if someone has to change something at the service or here
 * first.
 */
export function verdictOn({ code }: AppError, attempt: number): Verdict {
  const hasMoved = code === 'memory.redirected' && attempt > mostRedirects;
  return hasMoved ? 'refuse' : (verdicts[code] ?? 'refuse');
}

/** Returns null if the item waits for the person. */
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

/** Reading has one lane; each connection has one for sending and one for polling, so none blocks the others. */
export function laneOf({ state, connectionId }: OutboxItem): string {
  if (state.status === 'requested') return 'reading';
  return `${state.status === 'learning' ? 'watching' : 'sending'} ${connectionId}`;
}
