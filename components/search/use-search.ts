import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { ok } from '../../lib/contract/result.ts';
import type { AppEvent } from '../../lib/messaging/messages.ts';
import type { CallWait } from '../../lib/search/model.ts';
import { useAppEvents } from '../app/bridge.ts';
import { type QueryState, type Read, useOnLeave, useQuery } from '../app/use-query.ts';
import { type AboutPage, type Answer, type Question, searchPhase } from './search-state.ts';

const typingPauseMs = 120;
/** Pages indexed within this time cause one search. */
const learnedPauseMs = 600;

/**
 * Repeats the search when a missed page is indexed, `memories` (see `memoriesKey`) changes or a failed service
 * responds.
 */
export function useSearch(memories: string | null) {
  const [typed, setTyped] = useState('');
  const timerRef = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [question, setQuestion] = useState<Question | null>(null);
  const [memoryId, setMemoryId] = useState<string | null>(null);
  const [isNarrowingNews, setIsNarrowingNews] = useState(false);
  const searchIdRef = useRef('');
  const [wait, setWait] = useState<CallWait | null>(null);

  const read = useMemo<Read<Answer> | null>(() => {
    if (question === null || question.isStopped) return null;
    const { q, about } = question;
    return async ({ ask, newId }, { signal }) => {
      const searchId = newId();
      searchIdRef.current = searchId;
      setWait(null);
      signal.addEventListener('abort', () => void ask('search.cancel', { searchId }));
      const memory = memoryId === null ? {} : { memoryId };
      const answer = await (about === null
        ? ask('search.run', { searchId, q, ...memory })
        : ask('search.related', { searchId, tabId: about.tabId, ...memory }));
      return answer.ok ? ok({ q: answer.value.about?.q ?? q, outcome: answer.value }) : answer;
    };
  }, [question, memoryId]);
  const { state, reload, onReturn } = useQuery(read, {
    eventGapMs: learnedPauseMs,
    onEvent: (event, known) => (findsMissing(event, known) ? 'reload' : null),
    retriesWhenReachable: true,
  });
  /** The last results, until a search fails or is stopped. */
  const [previous, setPrevious] = useState<Answer | null>(null);
  const last = state.status === 'ready' ? state.value : null;
  if (last !== previous && state.status !== 'loading') setPrevious(last);
  const phase = searchPhase(question, state, { wait, previous });

  const put = (next: Pick<Question, 'q' | 'about'> | null) => {
    clearTimeout(timerRef.current);
    setQuestion(next === null ? null : { ...next, isStopped: false });
  };
  useOnLeave(() => clearTimeout(timerRef.current));

  const searchFor = (text: string, pauseMs = 0) => {
    setTyped(text);
    setIsNarrowingNews(false);
    clearTimeout(timerRef.current);
    const q = text.trim();
    if (q === '') put(null);
    else if (pauseMs === 0) put({ q, about: null });
    else if (q !== question?.q)
      timerRef.current = setTimeout(() => put({ q, about: null }), pauseMs);
  };

  const narrowTo = (id: string | null) => {
    setMemoryId(id);
    setIsNarrowingNews(true);
    const q = typed.trim();
    // Searches for the typed text, which may not have been searched yet.
    if (q !== '') put({ q, about: null });
    else if (question?.about) put(question);
  };

  useAppEvents((event) => {
    if (event.event === 'call.waiting' && event.callId === searchIdRef.current) setWait(event.wait);
  });

  const memoriesRef = useRef(memories);
  const onMemories = useEffectEvent(() => {
    if (phase.status === 'answered' || phase.status === 'asking') void reload();
  });
  useEffect(() => {
    const before = memoriesRef.current;
    if (memories === null || memories === before) return;
    memoriesRef.current = memories;
    if (before !== null) onMemories();
  }, [memories]);

  return {
    typed,
    type: (text: string) => searchFor(text, typingPauseMs),
    searchFor: (text: string) => searchFor(text),
    /** Searches for the content of a page, and clears the search box. */
    searchAbout: (about: AboutPage) => {
      setTyped('');
      setIsNarrowingNews(false);
      put({ q: '', about });
    },
    /** The Memory that is searched; null for all. */
    memoryId,
    narrowTo,
    isNarrowingNews,
    phase,
    again: () => put(question),
    /** Retries a failed search. Call it when the person returns to the search. */
    onReturn,
    stop: () => {
      clearTimeout(timerRef.current);
      if (phase.status === 'asking')
        setQuestion({ q: phase.q, about: phase.about, isStopped: true });
    },
  };
}

/** Returns whether a page that the results may lack has been indexed. */
function findsMissing(event: AppEvent, state: QueryState<Answer>): boolean {
  if (event.event !== 'outbox.changed' || event.item.state.status !== 'learned') return false;
  return state.status === 'ready' && state.since === null && state.value.outcome.stillLearning > 0;
}
