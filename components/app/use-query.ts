import {
  createContext,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type AppError, isTransient } from '../../lib/contract/errors.ts';
import type { Result } from '../../lib/contract/result.ts';
import type { AppEvent } from '../../lib/messaging/messages.ts';
import { type Bridge, useBridge } from './bridge.ts';
import { createThrottle, type Throttle } from './throttle.ts';

/** `since` is the start of the running read, in milliseconds since the epoch. */
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

/** How a query reacts to an event. An object contains the new value. */
export type Reaction<T> = null | 'reload' | 'refresh' | { value: T };

export type QueryOptions<T> = {
  /** Events after which to read again. */
  reloadsOn?: readonly AppEvent['event'][];
  /** Reacts to other events. */
  onEvent?: (event: AppEvent, state: QueryState<T>) => Reaction<T>;
  /** Events within this many milliseconds cause a single read. */
  eventGapMs?: number;
  /** Also reads when the window gets focus, for changes that fire no event. */
  reloadsOnFocus?: boolean;
  /** Retries after a transient error once the service is reachable. */
  retriesWhenReachable?: boolean;
};

export type Query<T> = {
  state: QueryState<T>;
  /** Reads again and keeps the last value until the new one arrives. */
  reload: () => Promise<void>;
  /** Reads again, bypassing caches. */
  refresh: () => void;
  /** Sets the value, or updates an existing value with a function. Drops a running read. */
  set: (value: T | ((value: T) => T)) => void;
  /** Retries a failed read. Call it when the person returns to this part of the surface. */
  onReturn: () => void;
};

/** Whether the view is visible. Hidden views defer reads caused by events. */
export const IsVisible = createContext(true);

/** Reads data and keeps it up to date. Memoize `read`: a new function starts over. Null reads nothing. */
export function useQuery<T>(read: Read<T> | null, options: QueryOptions<T> = {}): Query<T> {
  const bridge = useBridge();
  const isVisible = use(IsVisible);
  const [entry, setEntry] = useState<Entry<T>>(() => entryFor(read, bridge.now()));
  if (entry.read !== read) setEntry(entryFor(read, bridge.now()));
  const { state } = entry;
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
    // The page may have been restored from the back-forward cache; leaving it had aborted its read.
    const restart = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void start(false);
    };
    addEventListener('pageshow', restart);
    return () => removeEventListener('pageshow', restart);
  }, [start]);
  useOnLeave(() => runRef.current?.abort());

  const readDue = useEffectEvent(() => {
    const due = dueRef.current;
    if (due === null || !isVisible) return;
    dueRef.current = null;
    void start(due === 'refresh');
  });
  const reactionTo = useEffectEvent((event: AppEvent): Reaction<T> => {
    if (options.reloadsOn?.includes(event.event) === true) return 'reload';
    return options.onEvent?.(event, state) ?? null;
  });
  const { eventGapMs } = options;
  useEffect(() => {
    if (read === null) return undefined;
    const throttle = eventGapMs === undefined ? null : createThrottle(() => readDue(), eventGapMs);
    const stop = bridge.onEvent((event) => {
      const reaction = reactionTo(event);
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
  }, [bridge, read, eventGapMs, set]);
  useEffect(() => {
    if (isVisible) readDue();
  }, [isVisible]);

  const reloadsOnFocus = options.reloadsOnFocus === true && read !== null;
  useEffect(() => {
    if (!reloadsOnFocus) return undefined;
    const onFocus = () => void start(false);
    addEventListener('focus', onFocus);
    return () => removeEventListener('focus', onFocus);
  }, [reloadsOnFocus, start]);

  const isRetrying = options.retriesWhenReachable === true && isWorthRetrying(state);
  const onReturn = useRetryWhenReachable(isRetrying, refresh);
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

/** Returns the value of the last successful read; null if there is none. */
export function lastValue<T>(state: QueryState<T>): T | null {
  return 'value' in state ? state.value : null;
}

/** Returns the start of the running read, in milliseconds since the epoch; null if none is running. */
export function waitingSince(state: QueryState<unknown>): number | null {
  return 'since' in state ? state.since : null;
}

const slowAfterMs = 2_000;

/** Returns how long a slow read has taken, in whole seconds; null if it isn't slow. */
export function slowSeconds(since: number | null, now: number): number | null {
  return since === null || now - since < slowAfterMs ? null : Math.floor((now - since) / 1_000);
}

function isWorthRetrying(state: QueryState<unknown>): boolean {
  return state.status === 'failed' && state.since === null && isTransient(state.error);
}

function isChange<T>(value: T | ((value: T) => T)): value is (value: T) => T {
  return typeof value === 'function';
}

/** Calls `leave` on unmount, and when the page closes, which doesn't unmount its components. */
export function useOnLeave(leave: () => void): void {
  const onLeave = useEffectEvent(leave);
  useEffect(() => {
    const handle = () => onLeave();
    addEventListener('pagehide', handle);
    return () => {
      removeEventListener('pagehide', handle);
      handle();
    };
  }, []);
}

/** Several events fire when a window comes to the front; together they cause one retry. */
const retryGapMs = 400;

/** Retries when the service is probably reachable. Call the returned function when the person returns to the view. */
export function useRetryWhenReachable(isWaiting: boolean, retry: () => void): () => void {
  const { onEvent } = useBridge();
  const throttleRef = useRef<Throttle>(null);
  const onReachable = useEffectEvent(retry);

  useEffect(() => {
    if (!isWaiting) return undefined;
    const throttle = createThrottle(() => onReachable(), retryGapMs);
    throttleRef.current = throttle;
    const { trigger } = throttle;
    const listening = new AbortController();
    const { signal } = listening;
    addEventListener('online', trigger, { signal });
    addEventListener('focus', trigger, { signal });
    const onVisibility = () => {
      if (!document.hidden) trigger();
    };
    document.addEventListener('visibilitychange', onVisibility, { signal });
    const stop = onEvent((event) => {
      if (provesReachable(event)) trigger();
    });
    return () => {
      throttleRef.current = null;
      throttle.cancel();
      listening.abort();
      stop();
    };
  }, [isWaiting, onEvent]);
  return useCallback(() => throttleRef.current?.trigger(), []);
}

/** Returns whether the event suggests that the service is reachable. */
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

/** Polls while active. A stopped background sends no events; polling restarts it, so that it resumes its work. */
export function usePolling(isActive: boolean, poll: () => Promise<void>): void {
  useEffect(() => {
    if (!isActive) return undefined;
    const timer = setInterval(() => {
      if (!document.hidden) void poll();
    }, pollEveryMs);
    return () => clearInterval(timer);
  }, [isActive, poll]);
}
