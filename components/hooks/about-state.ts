/** The profile asked about something in particular, or not. Pure. */
import type { AppError } from '../../lib/contracts/errors.ts';
import type { ShownProfileItem } from '../../lib/contracts/recall.ts';

export type AboutPhase =
  | { status: 'closed' }
  /** `since` in milliseconds since the epoch. */
  | { status: 'asking'; q: string; askId: string; since: number }
  | { status: 'answered'; q: string; passages: readonly ShownProfileItem[] }
  | { status: 'failed'; q: string; error: AppError };

export type AboutAction =
  | { type: 'asked'; q: string; askId: string; now: number }
  | { type: 'answered'; askId: string; passages: readonly ShownProfileItem[] }
  | { type: 'failed'; askId: string; error: AppError }
  | { type: 'closed' };

export const aboutAtFirst: AboutPhase = { status: 'closed' };

/** Gives the phase after an action; answers to what was overtaken or closed change nothing. */
export function aboutReducer(phase: AboutPhase, action: AboutAction): AboutPhase {
  if (action.type === 'closed') return aboutAtFirst;
  if (action.type === 'asked') {
    return { status: 'asking', q: action.q, askId: action.askId, since: action.now };
  }
  if (phase.status !== 'asking' || phase.askId !== action.askId) return phase;
  return action.type === 'answered'
    ? { status: 'answered', q: phase.q, passages: action.passages }
    : { status: 'failed', q: phase.q, error: action.error };
}
