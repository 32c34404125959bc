import { useEffect, useReducer, useRef } from 'react';
import type { MemoryChoice } from '../../lib/connections/model.ts';
import { useAppEvents, useBridge } from '../app/bridge.ts';
import { useOnLeave } from '../app/use-query.ts';
import type { AppError } from '../../lib/contract/errors.ts';
import type { CallWait } from '../../lib/search/model.ts';
import type { AskedAnswer } from '../../lib/ask/model.ts';

/** Asks questions, and cancels pending ones when the surface closes. `memories` is null while unknown. */
export function useAsk(memories: readonly MemoryChoice[] | null) {
  const { ask, newId, now } = useBridge();
  const [turns, dispatch] = useReducer(askReducer, []);
  const runningRef = useRef(new Set<string>());

  const start = async (message: string, key?: string) => {
    const askId = newId();
    runningRef.current.add(askId);
    dispatch({ type: 'asked', key: key ?? askId, message, askId, now: now() });
    const answer = await ask('ask.ask', { askId, message });
    runningRef.current.delete(askId);
    if (answer.ok) dispatch({ type: 'answered', askId, answer: answer.value });
    else dispatch({ type: 'failed', askId, error: answer.error, now: now() });
  };

  const stop = ({ phase }: AskTurn) => {
    if (phase.status !== 'asking') return;
    runningRef.current.delete(phase.askId);
    dispatch({ type: 'stopped', askId: phase.askId });
    void ask('ask.cancel', { askId: phase.askId });
  };

  useAppEvents((event) => {
    if (event.event === 'call.waiting')
      dispatch({ type: 'waiting', askId: event.callId, wait: event.wait });
    if (event.event === 'ask.text')
      dispatch({ type: 'text', askId: event.askId, text: event.text });
  });

  const memoriesRef = useRef(memories);
  useEffect(() => {
    const before = memoriesRef.current;
    if (memories === null || memories === before) return;
    memoriesRef.current = memories;
    if (before !== null) dispatch({ type: 'memories', change: { before, after: memories } });
  }, [memories]);

  // Cancels on close, because an abandoned question would block others.
  useOnLeave(() => {
    for (const askId of runningRef.current) void ask('ask.cancel', { askId });
    runningRef.current.clear();
  });

  return {
    turns,
    /** Sends a question on its own, without the earlier ones. */
    put: (message: string) => void start(message),
    again: ({ message, key }: AskTurn) => void start(message, key),
    stop,
  };
}

export type AskPhase =
  /** `wait` is why the question is waiting; null while it runs. `text` is the part of the answer that has arrived. */
  | { status: 'asking'; askId: string; since: number; wait: CallWait | null; text?: string }
  | { status: 'answered'; answer: AskedAnswer }
  | { status: 'failed'; error: AppError; at: number; text?: string }
  | { status: 'stopped'; text?: string }
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
  | { type: 'text'; askId: string; text: string }
  | { type: 'answered'; askId: string; answer: AskedAnswer }
  | { type: 'failed'; askId: string; error: AppError; now: number }
  | { type: 'stopped'; askId: string }
  | { type: 'memories'; change: MemoryChange };

export function askReducer(turns: readonly AskTurn[], action: AskAction): readonly AskTurn[] {
  if (action.type === 'asked') {
    const { key, message, askId, now } = action;
    const phase: AskPhase = { status: 'asking', askId, since: now, wait: null };
    const turn = { key, message, phase };
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
  const arrived = phase.text === undefined ? {} : { text: phase.text };
  switch (action.type) {
    case 'waiting':
      return { ...phase, wait: action.wait };
    case 'text':
      return { ...phase, text: (phase.text ?? '') + action.text };
    case 'answered':
      return { status: 'answered', answer: action.answer };
    case 'failed':
      // A canceled question isn't an error.
      if (action.error.code === 'memory.aborted') return { status: 'stopped', ...arrived };
      return { status: 'failed', error: action.error, at: action.now, ...arrived };
    case 'stopped':
      return { status: 'stopped', ...arrived };
  }
}

function phaseIn(phase: AskPhase, change: MemoryChange): AskPhase {
  if (phase.status !== 'answered') return phase;
  const answer = answerAfter(phase.answer, change);
  return answer === null ? { status: 'gone' } : { status: 'answered', answer };
}

type MemoryChange = { before: readonly MemoryChoice[]; after: readonly MemoryChoice[] };

/**
 * Updates the Memory names in an answer; null if a Memory it uses was deleted. Sources are matched by name, as they
 * have no id.
 */
export function answerAfter(answer: AskedAnswer, { before, after }: MemoryChange) {
  const namesNow = new Map(after.map(({ id, name }) => [id, name]));
  const sources = answer.sources.map((source) => {
    const meant = before.filter(({ name }) => name === source.memory);
    const names = new Set(meant.flatMap(({ id }) => namesNow.get(id) ?? []));
    if (meant.length > 0 && names.size === 0) return null;
    const [only] = names;
    return only === undefined || names.size > 1 ? source : { ...source, memory: only };
  });
  const kept = sources.filter((source) => source !== null);
  return kept.length === sources.length ? { ...answer, sources: kept } : null;
}
