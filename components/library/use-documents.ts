import { use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { AppError } from '../../lib/contract/errors.ts';
import type { AppEvent, ConnectionStatus } from '../../lib/messaging/messages.ts';
import { useBridge } from '../app/bridge.ts';
import {
  type DocumentRowOf,
  documentsShown,
  isToBeMended,
  documentsReducer,
  type DocumentsAction,
  type DocumentsState,
  noDocuments,
} from './documents-state.ts';
import { createThrottle, type Throttle } from '../app/throttle.ts';
import { isTransient } from '../app/error-text.ts';
import { IsVisible, useRetryWhenReachable } from '../app/use-query.ts';
import { inLanes } from '../app/in-lanes.ts';
import type { LiveStatus } from '../../lib/outbox/model.ts';

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
 * What the Memories of a connection hold, or one of them. Asked for once this is mounted, and again where something changes,
 * as soon as it is shown.
 */
export function useDocuments(connection: ConnectionStatus, memoryId: string | null): DocumentsHook {
  const connectionId = connection.connectionId ?? '';
  const reading = useDocumentsReading(connectionId);
  const { state, current, since, readAt, readAll, readMemories, readPage, drop } = reading;
  const ids = useMemo(() => connection.memories.map(({ id }) => id), [connection.memories]);
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
  useRetryWhenReachable(
    since === null && errors.some((error) => error !== null && isTransient(error)),
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
  const isShown = use(IsVisible);
  const isShownRef = useRef(isShown);
  const dueRef = useRef(nothingDue);
  const gatheringRef = useRef<Throttle>(null);

  const readDue = useCallback(() => {
    if (!isShownRef.current) return;
    const { all, ifAmiss, memories } = dueRef.current;
    dueRef.current = nothingDue;
    if (all || (ifAmiss && isToBeMended(current()))) void readAll();
    else if (memories.size > 0) void readMemories([...memories]);
  }, [current, readAll, readMemories]);

  useEffect(() => {
    const gathering = createThrottle(readDue, changesGapMs);
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
      gathering.trigger();
    });
    void readAll();
    return () => {
      gatheringRef.current = null;
      gathering.cancel();
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
    gatheringRef.current?.trigger();
  }, [isNews]);
}

type Due = { all: boolean; ifAmiss: boolean; memories: ReadonlySet<string> };
const nothingDue: Due = { all: false, ifAmiss: false, memories: new Set() };

/** What was refused may be answered now, unless the event says that it is withdrawn. */
function isGivenBack(event: AppEvent): boolean {
  if (event.event !== 'connection.status-changed') return false;
  return !event.connection.withdrawn.some(({ access }) => access === 'all');
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

type DocumentsReading = {
  state: DocumentsState;
  /** The same, as it is at any moment between two drawings. */
  current: () => DocumentsState;
  /** Since when an answer is waited for, in milliseconds since the epoch; null where none is. */
  since: number | null;
  /** When it was read last, in milliseconds since the epoch. */
  readAt: number | null;
  /** Asks which Memories there are, then each for the newest it holds. */
  readAll: () => Promise<void>;
  /** Asks these Memories for the newest they hold. */
  readMemories: (ids: readonly string[]) => Promise<void>;
  readPage: (memoryId: string, cursor: string | null) => Promise<void>;
  /** Takes out a document that is gone from its Memory. */
  drop: (documentId: string) => void;
};

/**
 * Reads what the Memories of a connection hold. Which Memories there are is asked first each time: to ask for one that is out
 * of reach by now would cost the key all that it may.
 */
function useDocumentsReading(connectionId: string): DocumentsReading {
  const { ask, now } = useBridge();
  const [state, setState] = useState(noDocuments);
  const stateRef = useRef(state);
  // Requested right away; say nothing about the list until it arrives.
  const [since, setSince] = useState<number | null>(now);
  const [readAt, setReadAt] = useState<number | null>(null);
  const underWayRef = useRef(0);

  const apply = useCallback((action: DocumentsAction) => {
    stateRef.current = documentsReducer(stateRef.current, action);
    setState(stateRef.current);
  }, []);

  const during = useCallback(
    async (work: () => Promise<void>) => {
      underWayRef.current += 1;
      setSince((before) => before ?? now());
      await work();
      underWayRef.current -= 1;
      if (underWayRef.current > 0) return;
      setSince(null);
      const { error, parts } = stateRef.current;
      const isRead = error === null && [...parts.values()].some((part) => part.error === null);
      if (isRead) setReadAt(now());
    },
    [now],
  );

  const readPage = useCallback(
    async (memoryId: string, cursor: string | null) => {
      const listed = await ask('documents.list', { connectionId, memoryId, cursor });
      if (listed.ok) apply({ type: 'part-read', id: memoryId, cursor, list: listed.value });
      else apply({ type: 'part-failed', id: memoryId, error: listed.error });
    },
    [ask, apply, connectionId],
  );

  const readMemories = useCallback(
    (ids: readonly string[]) => during(() => inLanes(ids, (id) => readPage(id, null))),
    [during, readPage],
  );

  const readAll = useCallback(
    () =>
      during(async () => {
        const listed = await ask('memories.list', {});
        if (!listed.ok) {
          apply({ type: 'failed', error: listed.error });
          return;
        }
        const { connectionId: inUse, memories } = listed.value;
        // Another connection has come into use meanwhile, and with it another view than this.
        if (inUse !== connectionId) return;
        const ids = memories.map(({ id }) => id);
        apply({ type: 'memories', ids });
        await inLanes(ids, (id) => readPage(id, null));
      }),
    [ask, apply, connectionId, during, readPage],
  );

  const current = useCallback(() => stateRef.current, []);
  const drop = useCallback((documentId: string) => apply({ type: 'deleted', documentId }), [apply]);
  return { state, current, since, readAt, readAll, readMemories, readPage, drop };
}

/** All of the connection, or one Memory in it. */
type ChangedDocuments = 'all' | { memoryId: string };

/** Makes what tells of one connection; it remembers how each save stood, since most of its steps change nothing in a list. */
export function createDocumentEvents(
  connectionId: string,
): (event: AppEvent) => ChangedDocuments | null {
  const standing = new Map<string, LiveStatus>();
  return (event) => {
    if (event.event === 'profile.changed') return 'all';
    if (event.event !== 'outbox.changed') return null;
    const { id, kind, state, container, connectionId: connection } = event.item;
    if (connection !== connectionId || kind === 'note' || !isListed.has(state.status)) return null;
    if (standing.get(id) === state.status) return null;
    standing.set(id, state.status);
    return { memoryId: container.id };
  };
}

/** The service has taken it, or says something else of it now. */
const isListed: ReadonlySet<LiveStatus> = new Set(['learning', 'learned', 'failed', 'canceled']);
