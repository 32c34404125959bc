import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { useBridge } from '../app/bridge.ts';
import { type AboutPage, isRetryable, searchAtFirst, searchReducer } from './search-state.ts';
import { useOnLeave, useRetryWhenReachable } from '../app/use-query.ts';

const typingPauseMs = 120;
/** Pages indexed within this time cause one search. */
const learnedPauseMs = 600;

/**
 * Repeats the search when a missed page is indexed, `memories` (see `memoriesKey`) changes or a failed service
 * responds.
 */
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

  const cancelRunning = () => {
    clearTimeout(timerRef.current);
    if (runningRef.current !== null) void ask('search.cancel', { searchId: runningRef.current });
    runningRef.current = null;
  };
  useOnLeave(cancelRunning);

  const start = async (question: Question, { isAutomatic = false } = {}) => {
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
  };

  const searchFor = (text: string, pauseMs = 0) => {
    setTyped(text);
    setIsNarrowingNews(false);
    clearTimeout(timerRef.current);
    const q = text.trim();
    if (q === '') {
      cancelRunning();
      askedRef.current = nothing;
      dispatch({ type: 'cleared' });
    } else if (pauseMs === 0) void start({ q, about: null });
    else if (q !== askedRef.current.q)
      timerRef.current = setTimeout(() => void start({ q, about: null }), pauseMs);
  };

  const narrowTo = (id: string | null) => {
    memoryRef.current = id;
    setMemoryId(id);
    setIsNarrowingNews(true);
    const q = typed.trim();
    // Searches for the typed text, which may not have been searched yet.
    if (q !== '') void start({ q, about: null });
    else if (askedRef.current.about !== null) void start(askedRef.current);
  };

  const again = () => {
    if (askedRef.current !== nothing) void start(askedRef.current);
  };

  useEffect(
    () =>
      onEvent((event) => {
        if (event.event !== 'call.waiting') return;
        dispatch({ type: 'waiting', searchId: event.callId, wait: event.wait });
      }),
    [onEvent],
  );

  const onLearned = useEffectEvent(again);
  const missesSome = phase.status === 'answered' && phase.outcome.stillLearning > 0;
  useEffect(() => {
    if (!missesSome) return undefined;
    let pause: ReturnType<typeof setTimeout>;
    const stopListening = onEvent((event) => {
      if (event.event !== 'outbox.changed' || event.item.state.status !== 'learned') return;
      clearTimeout(pause);
      pause = setTimeout(() => onLearned(), learnedPauseMs);
    });
    return () => {
      clearTimeout(pause);
      stopListening();
    };
  }, [missesSome, onEvent]);

  const repeat = () => void start(askedRef.current, { isAutomatic: true });
  const memoriesRef = useRef(memories);
  const onMemories = useEffectEvent(() => {
    if (phase.status === 'answered' || phase.status === 'asking') repeat();
  });
  useEffect(() => {
    const before = memoriesRef.current;
    if (memories === null || memories === before) return;
    memoriesRef.current = memories;
    if (before !== null) onMemories();
  }, [memories]);

  const onReturn = useRetryWhenReachable(isRetryable(phase), repeat);
  return {
    typed,
    type: (text: string) => searchFor(text, typingPauseMs),
    searchFor: (text: string) => searchFor(text),
    /** Searches for the content of a page, and clears the search box. */
    searchAbout: (about: AboutPage) => {
      setTyped('');
      setIsNarrowingNews(false);
      void start({ q: '', about });
    },
    /** The Memory that is searched; null for all. */
    memoryId,
    narrowTo,
    isNarrowingNews,
    phase,
    again,
    /** Retries a failed search. Call it when the person returns to the search. */
    onReturn,
    stop: () => {
      cancelRunning();
      dispatch({ type: 'stopped' });
    },
  };
}

type Question = { q: string; about: AboutPage | null };
const nothing: Question = { q: '', about: null };
