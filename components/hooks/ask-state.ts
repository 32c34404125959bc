/** The questions of one session, each as it is asked, waited for, answered, stopped or failed. Pure. */
import type { AppError } from '../../lib/contracts/errors.ts';
import type { AskedAnswer, CallWait } from '../../lib/contracts/recall.ts';
import { answerAfter, type MemoryChange } from './answer-memories.ts';

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
  | { status: 'stopped' }
  /** A Memory that the answer rested on is there no longer. */
  | { status: 'gone' };

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
  | { type: 'stopped'; askId: string }
  | { type: 'memories'; change: MemoryChange };

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
  if (action.type === 'memories') {
    return turns.map((turn) => ({ ...turn, phase: phaseIn(turn.phase, action.change) }));
  }
  return turns.map((turn) =>
    turn.phase.status === 'asking' && turn.phase.askId === action.askId
      ? { ...turn, phase: phaseAfter(turn.phase, action) }
      : turn,
  );
}

function phaseAfter(
  phase: Extract<AskPhase, { status: 'asking' }>,
  action: Exclude<AskAction, { type: 'asked' | 'memories' }>,
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

function phaseIn(phase: AskPhase, change: MemoryChange): AskPhase {
  if (phase.status !== 'answered') return phase;
  const answer = answerAfter(phase.answer, change);
  return answer === null ? { status: 'gone' } : { status: 'answered', answer };
}
