import { use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { AppEvent, ConnectionStatus } from '../../lib/messaging/messages.ts';
import { useBridge } from '../app/bridge.ts';
import {
  documentsShown,
  lacksAccess,
  documentsReducer,
  type DocumentsAction,
  noDocuments,
} from './documents-state.ts';
import { createThrottle, type Throttle } from '../app/throttle.ts';
import { isTransient } from '../../lib/contract/errors.ts';
import { IsVisible, useRetryWhenReachable } from '../app/use-query.ts';
import { inLanes } from '../app/in-lanes.ts';
import type { LiveStatus } from '../../lib/outbox/model.ts';

/** Rows shown initially, and added each time. */
const pageSize = 50;
/** Requests made to show more rows, however few each returns. */
const mostPages = 20;
/** How long the other Memories wait for a slow one, in milliseconds. */
const patienceMs = 700;
/** Saves often finish in a row; they cause one reload. */
const changesGapMs = 700;

export type DocumentsHook = ReturnType<typeof useDocuments>;

/** Documents in one Memory, or in all for null. Changes are loaded once the view is visible. */
export function useDocuments(connection: ConnectionStatus, memoryId: string | null) {
  const connectionId = connection.connectionId ?? '';
  const reading = useDocumentsReading(connectionId);
  const { state, current, since, readAt, readAll, readMemories, readPage, drop } = reading;
  const ids = useMemo(() => connection.memories.map(({ id }) => id), [connection.memories]);
  useChanges(connectionId, ids, reading);

  const inFilter = useMemo(() => (memoryId === null ? ids : [memoryId]), [ids, memoryId]);
  const shown = useMemo(() => documentsShown(state, inFilter), [state, inFilter]);
  const [grown, setGrown] = useState({ memoryId, limit: pageSize });
  const limit = grown.memoryId === memoryId ? grown.limit : pageSize;
  const [isAddingMore, setIsAddingMore] = useState(false);
  const more = useCallback(async () => {
    const goal = limit + pageSize;
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
    /** Null until something can be shown. */
    rows: isWhole || (isBegun && !isPatient) ? shown.rows.slice(0, limit) : null,
    limit,
    hasMore: shown.rows.length > limit || shown.next !== null,
    /** The service has more documents than it can list. */
    isCut: parts.some((part) => part?.isCut === true),
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

/** Loads everything, then changes, throttled and only while visible. */
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
    const { all, ifRefused, memories } = dueRef.current;
    dueRef.current = nothingDue;
    if (all || (ifRefused && lacksAccess(current()))) void readAll();
    else if (memories.size > 0) void readMemories([...memories]);
  }, [current, readAll, readMemories]);

  useEffect(() => {
    const gathering = createThrottle(readDue, changesGapMs);
    gatheringRef.current = gathering;
    const changedBy = createDocumentEvents(connectionId);
    const stop = onEvent((event) => {
      const changed = changedBy(event);
      const { all, ifRefused, memories } = dueRef.current;
      if (changed === 'all') dueRef.current = { ...dueRef.current, all: true };
      else if (changed !== null)
        dueRef.current = { all, ifRefused, memories: new Set([...memories, changed.memoryId]) };
      else if (canRestoreAccess(event)) dueRef.current = { all, memories, ifRefused: true };
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

  // A Memory was created, or shared with this key, since they were listed.
  const isNews = state.parts.size > 0 && ids.some((id) => !state.parts.has(id));
  useEffect(() => {
    if (!isNews) return;
    dueRef.current = { ...dueRef.current, all: true };
    gatheringRef.current?.trigger();
  }, [isNews]);
}

type Due = { all: boolean; ifRefused: boolean; memories: ReadonlySet<string> };
const nothingDue: Due = { all: false, ifRefused: false, memories: new Set() };

/** Whether withdrawn access may have been restored. */
function canRestoreAccess(event: AppEvent): boolean {
  if (event.event !== 'connection.status-changed') return false;
  return !event.connection.withdrawn.some(({ access }) => access === 'all');
}

function usePatience(isWaiting: boolean): boolean {
  const [isPatient, setIsPatient] = useState(true);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setIsPatient(false), patienceMs);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return isPatient;
}

type DocumentsReading = ReturnType<typeof useDocumentsReading>;

/** Lists the Memories first each time, because requesting an inaccessible Memory would block the key. */
function useDocumentsReading(connectionId: string) {
  const { ask, now } = useBridge();
  const [state, setState] = useState(noDocuments);
  const stateRef = useRef(state);
  const [since, setSince] = useState<number | null>(now);
  const [readAt, setReadAt] = useState<number | null>(null);
  const runningRef = useRef(0);

  const apply = useCallback((action: DocumentsAction) => {
    stateRef.current = documentsReducer(stateRef.current, action);
    setState(stateRef.current);
  }, []);

  const during = useCallback(
    async (work: () => Promise<void>) => {
      runningRef.current += 1;
      setSince((before) => before ?? now());
      await work();
      runningRef.current -= 1;
      if (runningRef.current > 0) return;
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
        if (!listed.ok) return apply({ type: 'failed', error: listed.error });
        const { connectionId: inUse, memories } = listed.value;
        // Another connection is active by now; this view is about to unmount.
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

/** Tracks each save's status, since most save events change no document. */
export function createDocumentEvents(connectionId: string) {
  const statuses = new Map<string, LiveStatus>();
  return (event: AppEvent) => {
    if (event.event === 'profile.changed') return 'all';
    if (event.event !== 'outbox.changed') return null;
    const { id, kind, state, container, connectionId: connection } = event.item;
    if (connection !== connectionId || kind === 'note' || !isListed.has(state.status)) return null;
    if (statuses.get(id) === state.status) return null;
    statuses.set(id, state.status);
    return { memoryId: container.id };
  };
}

const isListed: ReadonlySet<LiveStatus> = new Set(['learning', 'learned', 'failed', 'canceled']);
