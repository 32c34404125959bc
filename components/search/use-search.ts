import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { useBridge } from '../app/bridge.ts';
import { type AboutPage, isRetryable, searchAtFirst, searchReducer } from './search-state.ts';
import { useRetryWhenReachable } from '../app/use-query.ts';

const typingPauseMs = 120;
/** Several pages can be indexed in a row. */
const learnedPauseMs = 600;

/** Repeats when a missed page is indexed, the Memories change or a failed service responds (`memories`: `memoriesKey`). */
export function useSearch(memories: string | null) {
  const { ask, newId, now, onEvent } = useBridge();
  const [typed, setTyped] = useState('');
  const [phase, dispatch] = useReducer(searchReducer, searchAtFirst);
  const timerRef = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [memoryId, setMemoryId] = useState<string | null>(null);
  const [isNarrowingNews, setIsNarrowingNews] = useState(false);
  const runningRef = useRef<string | null>(null);
  const askedRef = useRef<Question>(nothing);
  const memoryRef = useRef<string | null>(null);

  const cancelRunning = useCallback(() => {
    clearTimeout(timerRef.current);
    if (runningRef.current !== null) void ask('search.cancel', { searchId: runningRef.current });
    runningRef.current = null;
  }, [ask]);

  const start = useCallback(
    async (question: Question, { isAutomatic = false } = {}) => {
      cancelRunning();
      const { q, about } = question;
      const searchId = newId();
      runningRef.current = searchId;
      askedRef.current = question;
      dispatch({ type: 'started', q, about, searchId, now: now(), isAutomatic });
      const memory = memoryRef.current === null ? {} : { memoryId: memoryRef.current };
      const answer = await (about === null
        ? ask('search.run', { searchId, q, ...memory })
        : ask('search.related', { searchId, tabId: about.tabId, ...memory }));
      if (runningRef.current === searchId) runningRef.current = null;
      if (answer.ok) dispatch({ type: 'answered', searchId, outcome: answer.value });
      else dispatch({ type: 'failed', searchId, error: answer.error });
    },
    [ask, newId, now, cancelRunning],
  );

  const clear = useCallback(() => {
    cancelRunning();
    askedRef.current = nothing;
    dispatch({ type: 'cleared' });
  }, [cancelRunning]);

  const searchFor = useCallback(
    (text: string, pauseMs = 0) => {
      setTyped(text);
      setIsNarrowingNews(false);
      clearTimeout(timerRef.current);
      const q = text.trim();
      if (q === '') clear();
      else if (pauseMs === 0) void start({ q, about: null });
      else if (q !== askedRef.current.q)
        timerRef.current = setTimeout(() => void start({ q, about: null }), pauseMs);
    },
    [clear, start],
  );
  const type = useCallback((text: string) => searchFor(text, typingPauseMs), [searchFor]);

  const searchAbout = useCallback(
    (about: AboutPage) => {
      setTyped('');
      setIsNarrowingNews(false);
      void start({ q: '', about });
    },
    [start],
  );

  const narrowTo = useCallback(
    (id: string | null) => {
      memoryRef.current = id;
      setMemoryId(id);
      setIsNarrowingNews(true);
      const q = typed.trim();
      // The pause after typing may not be over.
      if (q !== '') void start({ q, about: null });
      else if (askedRef.current.about !== null) void start(askedRef.current);
    },
    [start, typed],
  );

  const again = useCallback(() => {
    if (askedRef.current !== nothing) void start(askedRef.current);
  }, [start]);

  const stop = useCallback(() => {
    cancelRunning();
    dispatch({ type: 'stopped' });
  }, [cancelRunning]);

  useEffect(() => {
    // Closing a page unmounts nothing.
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

  const repeat = useCallback(() => {
    void start(askedRef.current, { isAutomatic: true });
  }, [start]);

  const memoriesRef = useRef(memories);
  const dependsOnMemories = phase.status === 'answered' || phase.status === 'asking';
  useEffect(() => {
    const before = memoriesRef.current;
    if (memories === null || memories === before) return;
    memoriesRef.current = memories;
    if (before !== null && dependsOnMemories) repeat();
  }, [memories, dependsOnMemories, repeat]);

  const onReturn = useRetryWhenReachable(isRetryable(phase), repeat);
  return {
    typed,
    type,
    searchFor,
    /** Clears the search box. */
    searchAbout,
    /** Null for all. */
    memoryId,
    narrowTo,
    isNarrowingNews,
    phase,
    again,
    /** Call when the person returns to the search, to retry. */
    onReturn,
    stop,
  };
}

type Question = { q: string; about: AboutPage | null };
const nothing: Question = { q: '', about: null };
