/** When an item of the outbox is looked at again. All times are milliseconds. */
import type { AppError } from '../../contracts/errors.ts';
import type { OutboxItem } from '../../contracts/outbox.ts';

/** Growing gaps between questions after a document's learning; the last one is followed by none. */
const pollDelaysMs = [
  200, 400, 800, 1_500, 3_000, 6_000, 12_000, 30_000, 60_000, 120_000, 300_000, 900_000, 3_600_000,
] as const;

/** The gap before the question after `polls` questions, or null where the questions are used up. */
export function pollDelayMs(polls: number): number | null {
  return pollDelaysMs[polls] ?? null;
}

const sendDelaysMs = [5_000, 15_000, 60_000, 300_000, 900_000] as const;
const longestSendDelayMs = 3_600_000;

/** The gap before sending again after `attempt` sendings (from 1), each of which the client had retried itself. */
export function sendDelayMs(attempt: number): number {
  return sendDelaysMs[attempt - 1] ?? longestSendDelayMs;
}

/** What an error means for the item that met it. */
export type Verdict = 'wait' | 'refuse' | 'pause';

/** Waits where another try may succeed, pauses where the credential was withdrawn, refuses the rest. */
export function verdictOn(error: AppError): Verdict {
  switch (error.code) {
    case 'memory.unauthorized':
    case 'memory.unauthenticated':
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
    default:
      return 'refuse';
  }
}

/** The moment from which the item can be worked on; null where it rests until the person acts. */
export function dueAt({ state, createdAt }: OutboxItem): number | null {
  switch (state.status) {
    case 'requested':
    case 'captured':
    case 'sending':
      return createdAt;
    case 'waiting':
      return state.until;
    case 'learning':
      return state.nextPollAt;
    default:
      return null;
  }
}
