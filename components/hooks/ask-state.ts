/** The questions of one session, each as it is asked, waited for, answered, stopped or failed. Pure. */
import type { AppError } from '../../lib/contracts/errors.ts';
import type { AskedAnswer, CallWait } from '../../lib/contracts/recall.ts';

export type AskPhase =
  | {
      status: 'asking';
      askId: string;
      /** Milliseconds since the epoch. */
      since: number;
      /** Why it is not under way; null while it is. */
      wait: CallWait | null;
    }
  | { status: 'answered'; answer: AskedAnswer }
  | { status: 'failed'; error: AppError }
  | { status: 'stopped' };

export type AskTurn = {
  /** Stays the same when the question is asked again. */
  key: string;
  message: string;
  phase: AskPhase;
};

export type AskAction =
  | { type: 'asked'; key: string; message: string; askId: string; now: number }
  | { type: 'waiting'; askId: string; wait: CallWait | null }
  | { type: 'answered'; askId: string; answer: AskedAnswer }
  | { type: 'failed'; askId: string; error: AppError }
  | { type: 'stopped'; askId: string };

/** Gives the questions, newest last; what comes for one that was stopped or asked again changes nothing. */
export function askReducer(turns: readonly AskTurn[], action: AskAction): readonly AskTurn[] {
  if (action.type === 'asked') {
    const { key, message, askId, now } = action;
    const turn: AskTurn = {
      key,
      message,
      phase: { status: 'asking', askId, since: now, wait: null },
    };
    const isThere = turns.some((one) => one.key === key);
    return isThere ? turns.map((one) => (one.key === key ? turn : one)) : [...turns, turn];
  }
  return turns.map((turn) =>
    turn.phase.status === 'asking' && turn.phase.askId === action.askId
      ? { ...turn, phase: phaseAfter(turn.phase, action) }
      : turn,
  );
}

function phaseAfter(
  phase: Extract<AskPhase, { status: 'asking' }>,
  action: Exclude<AskAction, { type: 'asked' }>,
): AskPhase {
  switch (action.type) {
    case 'waiting':
      return { ...phase, wait: action.wait };
    case 'answered':
      return { status: 'answered', answer: action.answer };
    case 'failed':
      // Whoever stopped it, there is nothing to put right.
      if (action.error.code === 'memory.aborted') return { status: 'stopped' };
      return { status: 'failed', error: action.error };
    case 'stopped':
      return { status: 'stopped' };
  }
}
