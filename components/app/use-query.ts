import {
  createContext,
  type RefObject,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { AppError } from '../../lib/contract/errors.ts';
import type { Result } from '../../lib/contract/result.ts';
import type { AppEvent } from '../../lib/messaging/messages.ts';
import { type Bridge, useBridge } from './bridge.ts';
import { isTransient } from '../../lib/contract/errors.ts';
import { createThrottle, type Throttle } from './throttle.ts';

/** `since`: start of the running read, in milliseconds since the epoch. */
export type QueryState<T> =
  | { status: 'idle' }
  | { status: 'loading'; since: number }
  | { status: 'ready'; value: T; since: number | null }
  /** `value` is from the last successful read. */
  | { status: 'failed'; error: AppError; value: T | null; since: number | null };

/** `signal` aborts when the result is no longer needed; `isFresh` bypasses caches. */
export type Read<T> = (
  bridge: Bridge,
  how: { signal: AbortSignal; isFresh: boolean },
) => Promise<Result<T, AppError>>;

/** What an event does to a query; an object has the new value. */
export type Reaction<T> = null | 'reload' | 'refresh' | { value: T };

export type QueryOptions<T> = {
  onEvent?: (event: AppEvent, state: QueryState<T>) => Reaction<T>;
  /** Events within this time lead to one read. */
  eventGapMs?: number;
  /** For changes that browsers send no event for. */
  reloadsOnFocus?: boolean;
  /** After a transient error. */
  retriesWhenReachable?: boolean;
  /** Every few seconds. */
  pollsWhile?: (value: T) => boolean;
};

export type Query<T> = {
  state: QueryState<T>;
  /** Keeps the last value until the new one arrives. */
  reload: () => Promise<void>;
  /** Reloads, bypassing caches. */
  refresh: () => void;
  /** Also drops a running read; a function changes the value, if any. */
  set: (value: T | ((value: T) => T)) => void;
  /** Call when the person returns to this part of the surface, to retry. */
  onReturn: () => void;
};

/** Hidden views defer reads caused by events. */
export const IsVisible = createContext(true);

/** Only the newest read counts. A new `read` starts over, so memoize it. Null reads nothing. */
export function useQuery<T>(read: Read<T> | null, options: QueryOptions<T> = {}): Query<T> {
  const bridge = useBridge();
  const isVisible = use(IsVisible);
  const [entry, setEntry] = useState<Entry<T>>(() => entryFor(read, bridge.now()));
  if (entry.read !== read) setEntry(entryFor(read, bridge.now()));
  const { state } = entry;
  const latest = useLatest({ options, state, isVisible });
  const runRef = useRef<AbortController>(null);
  const dueRef = useRef<'reload' | 'refresh' | null>(null);

  const start = useCallback(
    async (isFresh: boolean) => {
      runRef.current?.abort();
      if (read === null) return;
      const run = new AbortController();
      runRef.current = run;
      const change = (next: (before: QueryState<T>) => QueryState<T>) =>
        setEntry((before) => (before.read === read ? { read, state: next(before.state) } : before));
      const now = bridge.now();
      change((before) =>
        before.status === 'idle' ? { status: 'loading', since: now } : { ...before, since: now },
      );
      const answer = await read(bridge, { signal: run.signal, isFresh });
      if (run.signal.aborted) return;
      runRef.current = null;
      change((before) => stateAfter(before, answer));
    },
    [bridge, read],
  );
  const reload = useCallback(() => start(false), [start]);
  const refresh = useCallback(() => void start(true), [start]);

  const set = useCallback((value: T | ((value: T) => T)) => {
    if (isChange(value)) {
      setEntry((before) => {
        if (!('value' in before.state) || before.state.value === null) return before;
        return { ...before, state: { ...before.state, value: value(before.state.value) } };
      });
      return;
    }
    runRef.current?.abort();
    runRef.current = null;
    setEntry((before) => ({ ...before, state: { status: 'ready', value, since: null } }));
  }, []);

  useEffect(() => {
    void start(false);
    const abort = () => runRef.current?.abort();
    // Closing a page unmounts nothing.
    const restart = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void start(false);
    };
    addEventListener('pagehide', abort);
    addEventListener('pageshow', restart);
    return () => {
      removeEventListener('pagehide', abort);
      removeEventListener('pageshow', restart);
      abort();
    };
  }, [start]);

  const readDue = useCallback(() => {
    const due = dueRef.current;
    if (due === null || !latest.current.isVisible) return;
    dueRef.current = null;
    void start(due === 'refresh');
  }, [latest, start]);
  const { eventGapMs } = options;
  useEffect(() => {
    if (read === null) return undefined;
    const throttle = eventGapMs === undefined ? null : createThrottle(readDue, eventGapMs);
    const stop = bridge.onEvent((event) => {
      const reaction = latest.current.options.onEvent?.(event, latest.current.state) ?? null;
      if (reaction === null) return;
      if (typeof reaction === 'object') return set(reaction.value);
      if (dueRef.current !== 'refresh') dueRef.current = reaction;
      if (throttle === null) readDue();
      else throttle.trigger();
    });
    return () => {
      stop();
      throttle?.cancel();
      dueRef.current = null;
    };
  }, [bridge, read, eventGapMs, latest, readDue, set]);
  useEffect(() => {
    if (isVisible) readDue();
  }, [isVisible, readDue]);

  const reloadsOnFocus = options.reloadsOnFocus === true && read !== null;
  useEffect(() => {
    if (!reloadsOnFocus) return undefined;
    const onFocus = () => void start(false);
    addEventListener('focus', onFocus);
    return () => removeEventListener('focus', onFocus);
  }, [reloadsOnFocus, start]);

  const isRetrying = options.retriesWhenReachable === true && isWorthRetrying(state);
  const onReturn = useRetryWhenReachable(isRetrying, refresh);
  usePolling(state.status === 'ready' && options.pollsWhile?.(state.value) === true, reload);
  return useMemo(
    () => ({ state, reload, refresh, set, onReturn }),
    [state, reload, refresh, set, onReturn],
  );
}

type Entry<T> = { read: Read<T> | null; state: QueryState<T> };

function entryFor<T>(read: Read<T> | null, now: number): Entry<T> {
  return { read, state: read === null ? { status: 'idle' } : { status: 'loading', since: now } };
}

function stateAfter<T>(before: QueryState<T>, answer: Result<T, AppError>): QueryState<T> {
  if (answer.ok) return { status: 'ready', value: answer.value, since: null };
  const { error } = answer;
  // Hide data that the key can no longer access.
  const value = error.code === 'memory.unauthorized' ? null : lastValue(before);
  return { status: 'failed', error, value, since: null };
}

/** Null if nothing was read. */
export function lastValue<T>(state: QueryState<T>): T | null {
  return 'value' in state ? state.value : null;
}

/** Start of the running read, in milliseconds since the epoch; null if there is none. */
export function waitingSince(state: QueryState<unknown>): number | null {
  return 'since' in state ? state.since : null;
}

const slowAfterMs = 2_000;

/** In whole seconds; null if the read isn't slow. */
export function slowSeconds(since: number | null, now: number): number | null {
  return since === null || now - since < slowAfterMs ? null : Math.floor((now - since) / 1_000);
}

function isWorthRetrying(state: QueryState<unknown>): boolean {
  return state.status === 'failed' && state.since === null && isTransient(state.error);
}

function isChange<T>(value: T | ((value: T) => T)): value is (value: T) => T {
  return typeof value === 'function';
}

/** Lets callbacks read the value of the last render. */
function useLatest<T>(value: T): RefObject<T> {
  const ref = useRef(value);
  useLayoutEffect(() => {
    ref.current = value;
  });
  return ref;
}

/** A window coming to the front fires several events. */
const retryGapMs = 400;

/** Retries when the service is probably reachable. Call the result when the person returns within the surface. */
export function useRetryWhenReachable(isWaiting: boolean, retry: () => void): () => void {
  const { onEvent } = useBridge();
  const throttleRef = useRef<Throttle>(null);

  useEffect(() => {
    if (!isWaiting) return undefined;
    const { trigger, cancel } = createThrottle(retry, retryGapMs);
    throttleRef.current = { trigger, cancel };
    const onVisibility = () => {
      if (document.visibilityState === 'visible') trigger();
    };
    addEventListener('online', trigger);
    addEventListener('focus', trigger);
    document.addEventListener('visibilitychange', onVisibility);
    const stop = onEvent((event) => {
      if (provesReachable(event)) trigger();
    });
    return () => {
      throttleRef.current = null;
      cancel();
      removeEventListener('online', trigger);
      removeEventListener('focus', trigger);
      document.removeEventListener('visibilitychange', onVisibility);
      stop();
    };
  }, [isWaiting, retry, onEvent]);
  return useCallback(() => throttleRef.current?.trigger(), []);
}

/** Whether the event is sent only after the service has responded. */
function provesReachable(event: AppEvent): boolean {
  switch (event.event) {
    case 'connection.status-changed':
    case 'connections.changed':
    case 'learned.news':
      return true;
    case 'outbox.changed':
      return ['learning', 'learned'].includes(event.item.state.status);
    default:
      return false;
  }
}

const pollEveryMs = 5_000;

/** A background that ended sends no events; polling starts it again, so that it resumes its work. */
export function usePolling(isActive: boolean, poll: () => Promise<void>): void {
  useEffect(() => {
    if (!isActive) return undefined;
    const timer = setInterval(() => {
      if (!document.hidden) void poll();
    }, pollEveryMs);
    return () => clearInterval(timer);
  }, [isActive, poll]);
}
