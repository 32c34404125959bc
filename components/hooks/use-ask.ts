import { useCallback, useEffect, useReducer, useRef } from 'react';
import type { MemoryChoice } from '../../lib/contracts/settings.ts';
import { askReducer, type AskTurn } from './ask-state.ts';
import { useBridge } from './bridge.ts';

export type AskHook = {
  /** Newest last. */
  turns: readonly AskTurn[];
  /** Sends what was typed and nothing of the questions before it. */
  put: (message: string) => void;
  again: (turn: AskTurn) => void;
  stop: (turn: AskTurn) => void;
};

/**
 * The questions put to the memory while the surface is open; those still open when it closes are given up. Their answers
 * follow what becomes of the Memories; null while those are not known.
 */
export function useAsk(memories: readonly MemoryChoice[] | null): AskHook {
  const { ask, newId, now, onEvent } = useBridge();
  const [turns, dispatch] = useReducer(askReducer, []);
  const runningRef = useRef(new Set<string>());

  const start = useCallback(
    async (message: string, key?: string) => {
      const askId = newId();
      runningRef.current.add(askId);
      dispatch({ type: 'asked', key: key ?? askId, message, askId, now: now() });
      const answer = await ask('ask.ask', { askId, message });
      runningRef.current.delete(askId);
      if (answer.ok) dispatch({ type: 'answered', askId, answer: answer.value });
      else dispatch({ type: 'failed', askId, error: answer.error });
    },
    [ask, newId, now],
  );

  const put = useCallback(
    (typed: string) => {
      const message = typed.trim();
      if (message !== '') void start(message);
    },
    [start],
  );

  const again = useCallback(({ message, key }: AskTurn) => void start(message, key), [start]);

  const stop = useCallback(
    ({ phase }: AskTurn) => {
      if (phase.status !== 'asking') return;
      runningRef.current.delete(phase.askId);
      dispatch({ type: 'stopped', askId: phase.askId });
      void ask('ask.cancel', { askId: phase.askId });
    },
    [ask],
  );

  useEffect(
    () =>
      onEvent((event) => {
        if (event.event !== 'call.waiting') return;
        dispatch({ type: 'waiting', askId: event.callId, wait: event.wait });
      }),
    [onEvent],
  );

  const memoriesRef = useRef(memories);
  useEffect(() => {
    const before = memoriesRef.current;
    if (memories === null || memories === before) return;
    memoriesRef.current = memories;
    if (before !== null) dispatch({ type: 'memories', change: { before, after: memories } });
  }, [memories]);

  // A turn nobody waits for any more would keep others waiting.
  useEffect(() => {
    const running = runningRef.current;
    const giveUp = () => {
      for (const askId of running) void ask('ask.cancel', { askId });
      running.clear();
    };
    window.addEventListener('pagehide', giveUp);
    return () => {
      window.removeEventListener('pagehide', giveUp);
      giveUp();
    };
  }, [ask]);

  return { turns, put, again, stop };
}
