import { use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { AppError } from '../../lib/contracts/errors.ts';
import type { AppEvent, HomeStatus } from '../../lib/contracts/messages.ts';
import { useBridge } from './bridge.ts';
import { createDocumentEvents } from './document-events.ts';
import { type DocumentRowOf, documentsShown, isToBeMended } from './documents-state.ts';
import { createGathering, type Gathering } from './gathering.ts';
import { isPassing } from './passing.ts';
import { Shown } from './shown.ts';
import { type DocumentsReading, useDocumentsReading } from './use-documents-reading.ts';
import { useReachedAgain } from './use-reached-again.ts';

/** Rows shown at first, and with each wish for more. */
const portion = 50;
/** Pages that one wish for more may take, whatever a service makes of it. */
const mostPages = 20;
/** A Memory that takes longer than this no longer holds the others up, in milliseconds. */
const patienceMs = 700;
/** Many saves may arrive one right after the other; what they change is read once. */
const changesGapMs = 700;

export type DocumentsHook = Pick<DocumentsReading, 'since' | 'readAt' | 'drop'> & {
  /** Null while nothing can be shown yet. */
  rows: readonly DocumentRowOf[] | null;
  /** How many are shown at most. */
  limit: number;
  /** There is more than is shown, or may be. */
  hasMore: boolean;
  /** A service has more than can be shown, and no way to ask for it. */
  isCut: boolean;
  isAddingMore: boolean;
  more: () => void;
  /** Why none of it can be read now. */
  error: AppError | null;
  /** The Memories that did not answer, where others may have. */
  unanswered: readonly { memoryId: string; error: AppError }[];
  refresh: () => void;
  /** Asks those again that did not answer. */
  again: () => void;
};

/**
 * What the Memories of a home hold, or one of them. Asked for once this is mounted, and again where something changes,
 * as soon as it is shown.
 */
export function useDocuments(home: HomeStatus, memoryId: string | null): DocumentsHook {
  const connectionId = home.connectionId ?? '';
  const reading = useDocumentsReading(connectionId);
  const { state, current, since, readAt, readAll, readMemories, readPage, drop } = reading;
  const ids = useMemo(() => home.memories.map(({ id }) => id), [home.memories]);
  useChanges(connectionId, ids, reading);

  const inFilter = useMemo(() => (memoryId === null ? ids : [memoryId]), [ids, memoryId]);
  const shown = useMemo(() => documentsShown(state, inFilter), [state, inFilter]);
  const [grown, setGrown] = useState({ memoryId, limit: portion });
  const limit = grown.memoryId === memoryId ? grown.limit : portion;
  const [isAddingMore, setIsAddingMore] = useState(false);
  const more = useCallback(async () => {
    const goal = limit + portion;
    setIsAddingMore(true);
    for (let page = 0; page < mostPages; page += 1) {
      const { rows, next } = documentsShown(current(), inFilter);
      const cursor = next === null ? null : (current().parts.get(next)?.cursor ?? null);
      if (rows.length >= goal || next === null || cursor === null) break;
      await readPage(next, cursor);
    }
    setIsAddingMore(false);
    setGrown({ memoryId, limit: goal });
  }, [current, inFilter, limit, memoryId, readPage]);

  const parts = inFilter.map((id) => state.parts.get(id));
  const isBegun = parts.some((part) => part?.isRead);
  const isWhole = isBegun && parts.every((part) => part?.isRead);
  const isPatient = usePatience(isBegun && !isWhole);

  const unanswered = inFilter.flatMap((id) => {
    const error = state.parts.get(id)?.error ?? null;
    return error === null ? [] : [{ memoryId: id, error }];
  });
  const again = useCallback(() => {
    if (current().error !== null) return void readAll();
    const failed = [...current().parts].filter(([, { error }]) => error !== null);
    return void readMemories(failed.map(([id]) => id));
  }, [current, readAll, readMemories]);
  const errors = [state.error, ...unanswered.map(({ error }) => error)];
  useReachedAgain(
    since === null && errors.some((error) => error !== null && isPassing(error)),
    again,
  );

  return {
    rows: isWhole || (isBegun && !isPatient) ? shown.rows.slice(0, limit) : null,
    limit,
    hasMore: shown.rows.length > limit || shown.next !== null,
    isCut: parts.some((part) => part?.isCut),
    isAddingMore,
    more: useCallback(() => void more(), [more]),
    error: state.error,
    unanswered,
    since,
    readAt,
    refresh: useCallback(() => void readAll(), [readAll]),
    again,
    drop,
  };
}

/** Reads at first, and what has changed since, gathered, once it is shown. */
function useChanges(
  connectionId: string,
  ids: readonly string[],
  { state, current, readAll, readMemories }: DocumentsReading,
): void {
  const { onEvent } = useBridge();
  const isShown = use(Shown);
  const isShownRef = useRef(isShown);
  const dueRef = useRef(nothingDue);
  const gatheringRef = useRef<Gathering>(null);

  const readDue = useCallback(() => {
    if (!isShownRef.current) return;
    const { all, ifAmiss, memories } = dueRef.current;
    dueRef.current = nothingDue;
    if (all || (ifAmiss && isToBeMended(current()))) void readAll();
    else if (memories.size > 0) void readMemories([...memories]);
  }, [current, readAll, readMemories]);

  useEffect(() => {
    const gathering = createGathering(readDue, changesGapMs);
    gatheringRef.current = gathering;
    const changedBy = createDocumentEvents(connectionId);
    const stop = onEvent((event) => {
      const changed = changedBy(event);
      const { all, ifAmiss, memories } = dueRef.current;
      if (changed === 'all') dueRef.current = { ...dueRef.current, all: true };
      else if (changed !== null)
        dueRef.current = { all, ifAmiss, memories: new Set([...memories, changed.memoryId]) };
      else if (isGivenBack(event)) dueRef.current = { all, memories, ifAmiss: true };
      else return;
      gathering.note();
    });
    void readAll();
    return () => {
      gatheringRef.current = null;
      gathering.stop();
      stop();
    };
  }, [connectionId, onEvent, readAll, readDue]);

  useEffect(() => {
    isShownRef.current = isShown;
    readDue();
  }, [isShown, readDue]);

  // A Memory was made, or came into reach, since it was asked which there are.
  const isNews = state.parts.size > 0 && ids.some((id) => !state.parts.has(id));
  useEffect(() => {
    if (!isNews) return;
    dueRef.current = { ...dueRef.current, all: true };
    gatheringRef.current?.note();
  }, [isNews]);
}

type Due = { all: boolean; ifAmiss: boolean; memories: ReadonlySet<string> };
const nothingDue: Due = { all: false, ifAmiss: false, memories: new Set() };

/** What was refused may be answered now, unless the event says that it is withdrawn. */
function isGivenBack(event: AppEvent): boolean {
  if (event.event !== 'home.changed') return false;
  return !event.home.withdrawn.some(({ access }) => access === 'all');
}

/** Says whether there is still patience with those that are waited for. */
function usePatience(isWaiting: boolean): boolean {
  const [isPatient, setIsPatient] = useState(true);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setIsPatient(false), patienceMs);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return isPatient;
}
