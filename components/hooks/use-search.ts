import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { useBridge } from './bridge.ts';
import { searchAtFirst, type SearchPhase, searchReducer } from './search-state.ts';

/** From the last key to the search, in milliseconds. */
const typingPauseMs = 120;
/** Several pages may be learned one right after the other; they are searched once. */
const learnedPauseMs = 600;

export type SearchHook = {
  /** What stands in the box. */
  typed: string;
  /** Searches once the typing pauses. */
  type: (typed: string) => void;
  /** Searches at once. */
  searchFor: (typed: string) => void;
  phase: SearchPhase;
  /** Asks the same again. */
  again: () => void;
  stop: () => void;
};

/**
 * Searches as the person types; each search cancels the one before it. An answer that misses pages still being
 * learned is renewed when one of them is learned.
 */
export function useSearch(): SearchHook {
  const { ask, newId, now, onEvent } = useBridge();
  const [typed, setTyped] = useState('');
  const [phase, dispatch] = useReducer(searchReducer, searchAtFirst);
  const timerRef = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The search that is under way and the words last asked for. */
  const runningRef = useRef<string | null>(null);
  const askedRef = useRef('');

  const cancelRunning = useCallback(() => {
    clearTimeout(timerRef.current);
    if (runningRef.current !== null) void ask('recall.cancel', { searchId: runningRef.current });
    runningRef.current = null;
  }, [ask]);

  const start = useCallback(
    async (q: string) => {
      cancelRunning();
      const searchId = newId();
      runningRef.current = searchId;
      askedRef.current = q;
      dispatch({ type: 'started', q, searchId, now: now() });
      const answer = await ask('recall.search', { searchId, q });
      if (runningRef.current === searchId) runningRef.current = null;
      if (answer.ok) dispatch({ type: 'answered', searchId, outcome: answer.value });
      else dispatch({ type: 'failed', searchId, error: answer.error });
    },
    [ask, newId, now, cancelRunning],
  );

  const clear = useCallback(() => {
    cancelRunning();
    askedRef.current = '';
    dispatch({ type: 'cleared' });
  }, [cancelRunning]);

  const type = useCallback(
    (words: string) => {
      setTyped(words);
      clearTimeout(timerRef.current);
      const q = words.trim();
      if (q === '') clear();
      else if (q !== askedRef.current)
        timerRef.current = setTimeout(() => void start(q), typingPauseMs);
    },
    [clear, start],
  );

  const searchFor = useCallback(
    (words: string) => {
      setTyped(words);
      const q = words.trim();
      if (q === '') clear();
      else void start(q);
    },
    [clear, start],
  );

  const again = useCallback(() => {
    if (askedRef.current !== '') void start(askedRef.current);
  }, [start]);

  const stop = useCallback(() => {
    cancelRunning();
    dispatch({ type: 'stopped' });
  }, [cancelRunning]);

  useEffect(() => {
    // A page that closes unmounts nothing.
    addEventListener('pagehide', cancelRunning);
    return () => {
      removeEventListener('pagehide', cancelRunning);
      cancelRunning();
    };
  }, [cancelRunning]);

  useEffect(
    () =>
      onEvent((event) => {
        if (event.event !== 'call.waiting') return;
        dispatch({ type: 'waiting', searchId: event.callId, wait: event.wait });
      }),
    [onEvent],
  );

  const missesSome = phase.status === 'answered' && phase.outcome.stillLearning > 0;
  useEffect(() => {
    if (!missesSome) return undefined;
    let pause: ReturnType<typeof setTimeout>;
    const stopListening = onEvent((event) => {
      if (event.event !== 'outbox.changed' || event.item.state.status !== 'learned') return;
      clearTimeout(pause);
      pause = setTimeout(again, learnedPauseMs);
    });
    return () => {
      clearTimeout(pause);
      stopListening();
    };
  }, [missesSome, onEvent, again]);

  return { typed, type, searchFor, phase, again, stop };
}
