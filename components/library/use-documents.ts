import { use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { AppEvent, ConnectionStatus } from '../../lib/messaging/messages.ts';
import { useBridge } from '../app/bridge.ts';
import {
  documentsShown,
  lacksAccess,
  documentsReducer,
  type DocumentsAction,
  listsAllOf,
  noDocuments,
} from './documents-state.ts';
import { createThrottle, type Throttle } from '../app/throttle.ts';
import { isTransient } from '../../lib/contract/errors.ts';
import { IsVisible, useRetryWhenReachable } from '../app/use-query.ts';
import { inLanes } from '../app/in-lanes.ts';
import type { LiveStatus } from '../../lib/outbox/model.ts';

/** Rows added each time. */
const pageSize = 50;
/** Maximum requests each time more rows are loaded, even if they add fewer than `pageSize`. */
const mostPages = 20;
/** How long the other Memories wait for a slow one, in milliseconds. */
const patienceMs = 700;
/** Saves often finish in quick succession; within this time they cause one reload. */
const changesGapMs = 700;

/**
 * Reads the documents in one Memory, or in all if `memoryId` is null. Reads nothing while `connection` is unknown.
 * Changes are loaded once the view is visible.
 */
export function useDocuments(connection: ConnectionStatus | null, memoryId: string | null) {
  const connectionId = connection?.connectionId ?? '';
  const memories = connection?.memories;
  const reading = useDocumentsReading(connectionId);
  const { state, current, since, readAll, readMemories, readPage, drop } = reading;
  const ids = useMemo(() => memories?.map(({ id }) => id) ?? [], [memories]);
  useChanges(connectionId, ids, reading);

  const inFilter = useMemo(() => (memoryId === null ? ids : [memoryId]), [ids, memoryId]);
  const all = useMemo(() => documentsShown(state, ids), [state, ids]);
  const shown = useMemo(
    () => (inFilter === ids ? all : documentsShown(state, inFilter)),
    [all, state, ids, inFilter],
  );
  const [isAddingMore, setIsAddingMore] = useState(false);
  const addingRef = useRef(false);
  const more = useCallback(async () => {
    if (addingRef.current) return;
    addingRef.current = true;
    setIsAddingMore(true);
    const goal = documentsShown(current(), inFilter).rows.length + pageSize;
    for (let page = 0; page < mostPages; page += 1) {
      const { rows, next } = documentsShown(current(), inFilter);
      const cursor = next === null ? null : (current().parts.get(next)?.cursor ?? null);
      if (rows.length >= goal || next === null || cursor === null) break;
      await readPage(next, cursor);
    }
    addingRef.current = false;
    setIsAddingMore(false);
  }, [current, inFilter, readPage]);

  const parts = inFilter.map((id) => state.parts.get(id));
  const isBegun = parts.some((part) => part?.isRead);
  const isWhole = isBegun && parts.every((part) => part?.isRead);
  const isPatient = usePatience(isBegun && !isWhole);
  const hasMore = shown.next !== null;
  // On this device, loading the remaining pages costs little and makes the total exact.
  const isShown = use(IsVisible);
  const readsOn = connection?.kind === 'device' && hasMore && since === null && isShown;
  useEffect(() => {
    if (readsOn && !isAddingMore) void more();
  }, [readsOn, isAddingMore, more]);

  const unanswered = inFilter.flatMap((id) => {
    const error = state.parts.get(id)?.error ?? null;
    return error === null ? [] : [{ memoryId: id, error }];
  });
  const again = () => {
    if (current().error !== null) return void readAll();
    const failed = [...current().parts].filter(([, { error }]) => error !== null);
    return void readMemories(failed.map(([id]) => id));
  };
  const errors = [state.error, ...unanswered.map(({ error }) => error)];
  useRetryWhenReachable(
    since === null && errors.some((error) => error !== null && isTransient(error)),
    again,
  );

  const isKnown = isWhole || (isBegun && !isPatient);
  return {
    /** Null until something can be shown. */
    rows: isKnown ? shown.rows : null,
    /** Older saves aren't shown yet, because older documents aren't loaded. */
    horizon: isKnown ? shown.horizon : Number.NEGATIVE_INFINITY,
    /** The rows of all Memories, regardless of the filter. */
    all,
    hasMore,
    /** Whether the service has more documents than can be listed. */
    isCut: parts.some((part) => part?.isCut === true),
    isAddingMore,
    more: useCallback(() => void more(), [more]),
    /** Returns whether a Memory certainly has no documents saved before this time other than those listed. */
    listsAllOf: useCallback((id: string, time: number) => listsAllOf(state, id, time), [state]),
    error: state.error,
    unanswered,
    since,
    refresh: () => void readAll(),
    again,
    drop,
  };
}

/** Loads everything at first, then only changes, throttled and only while visible. */
function useChanges(
  connectionId: string,
  ids: readonly string[],
  { state, current, readAll, readMemories }: ReturnType<typeof useDocumentsReading>,
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
    if (connectionId !== '') void readAll();
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

  // Whether a Memory was created, or shared with this key, since the documents were listed.
  const isNews = state.parts.size > 0 && ids.some((id) => !state.parts.has(id));
  useEffect(() => {
    if (!isNews) return;
    dueRef.current = { ...dueRef.current, all: true };
    gatheringRef.current?.trigger();
  }, [isNews]);
}

type Due = { all: boolean; ifRefused: boolean; memories: ReadonlySet<string> };
const nothingDue: Due = { all: false, ifRefused: false, memories: new Set() };

/** Returns whether withdrawn access may have been restored. */
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

/** Lists the Memories first each time, because requesting an inaccessible Memory would block the key. */
function useDocumentsReading(connectionId: string) {
  const { ask, now } = useBridge();
  const [state, setState] = useState(noDocuments);
  const stateRef = useRef(state);
  const [since, setSince] = useState<number | null>(now);
  const runningRef = useRef(0);

  const commands = useMemo(() => {
    const apply = (action: DocumentsAction) => {
      stateRef.current = documentsReducer(stateRef.current, action);
      setState(stateRef.current);
    };
    const during = async (work: () => Promise<void>) => {
      runningRef.current += 1;
      setSince((before) => before ?? now());
      await work();
      runningRef.current -= 1;
      if (runningRef.current === 0) setSince(null);
    };
    const readPage = async (memoryId: string, cursor: string | null) => {
      const askedAt = now();
      const listed = await ask('documents.list', { connectionId, memoryId, cursor });
      if (listed.ok)
        apply({ type: 'part-read', id: memoryId, cursor, list: listed.value, askedAt });
      else apply({ type: 'part-failed', id: memoryId, error: listed.error });
    };
    const readMemories = (ids: readonly string[]) =>
      during(() => inLanes(ids, (id) => readPage(id, null)));
    const readAll = () =>
      during(async () => {
        const listed = await ask('memories.list', {});
        if (!listed.ok) return apply({ type: 'failed', error: listed.error });
        const { connectionId: inUse, memories } = listed.value;
        // Another connection is active by now; this view is about to unmount.
        if (inUse !== connectionId) return;
        const ids = memories.map(({ id }) => id);
        apply({ type: 'memories', ids });
        await inLanes(ids, (id) => readPage(id, null));
      });
    const current = () => stateRef.current;
    const drop = (documentId: string) => apply({ type: 'deleted', documentId });
    return { current, readAll, readMemories, readPage, drop };
  }, [ask, connectionId, now]);
  return { state, since, ...commands };
}

/** Returns what an event changes. Tracks each save's status, since most save events change no document. */
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
