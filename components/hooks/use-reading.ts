import { use, useCallback, useEffect, useReducer, useRef } from 'react';
import type { AppError } from '../../lib/contracts/errors.ts';
import type { AppEvent } from '../../lib/contracts/messages.ts';
import type { Result } from '../../lib/contracts/result.ts';
import { type Bridge, useBridge } from './bridge.ts';
import {
  mayBeReadAgain,
  type Reading,
  type ReadingAction,
  readingReducer,
  unread,
} from './reading-state.ts';
import { Shown } from './shown.ts';
import { useReachedAgain } from './use-reached-again.ts';

export type ReadingHook<T> = {
  reading: Reading<T>;
  /** Asks the service itself again. */
  refresh: () => void;
  /** To be called where the person comes back to it. */
  comeToFront: () => void;
};

export type ReadingTerms<T> = {
  /** `refresh` has the service itself asked, and not what was read from it earlier in this session. */
  ask: (bridge: Bridge, refresh: boolean) => Promise<Result<T, AppError>>;
  /** Whether an event makes it worth while to ask again: from what was read, or of the service. */
  askedAgainAfter: (event: AppEvent, reading: Reading<T>) => 'no' | 'read' | 'refresh';
};

/**
 * Something of the memory that is read when it is first shown, and kept in view until it is read again. Since the service
 * may be asked for that, what an event makes worth while to read waits until it is shown.
 */
export function useReading<T>({ ask, askedAgainAfter }: ReadingTerms<T>): ReadingHook<T> {
  const bridge = useBridge();
  const [reading, dispatch] = useReducer<Reading<T>, [ReadingAction<T>]>(readingReducer, unread);
  const newestRef = useRef(0);
  const isShown = use(Shown);
  const isShownRef = useRef(isShown);
  const dueRef = useRef<'no' | 'read' | 'refresh'>('no');
  const readingRef = useRef(reading);
  useEffect(() => {
    readingRef.current = reading;
  }, [reading]);

  const read = useCallback(
    async (refresh: boolean) => {
      newestRef.current += 1;
      const turn = newestRef.current;
      dispatch({ type: 'asked', now: bridge.now() });
      const answer = await ask(bridge, refresh);
      if (turn !== newestRef.current) return;
      if (answer.ok) dispatch({ type: 'read', value: answer.value });
      else dispatch({ type: 'failed', error: answer.error });
    },
    [ask, bridge],
  );

  useEffect(() => {
    void read(false);
    return bridge.onEvent((event) => {
      const next = askedAgainAfter(event, readingRef.current);
      if (next === 'no') return;
      if (isShownRef.current) void read(next === 'refresh');
      else if (dueRef.current !== 'refresh') dueRef.current = next;
    });
  }, [bridge, read, askedAgainAfter]);

  useEffect(() => {
    isShownRef.current = isShown;
    const due = dueRef.current;
    if (!isShown || due === 'no') return;
    dueRef.current = 'no';
    void read(due === 'refresh');
  }, [isShown, read]);

  const refresh = useCallback(() => void read(true), [read]);
  const comeToFront = useReachedAgain(mayBeReadAgain(reading), refresh);
  return { reading, refresh, comeToFront };
}
