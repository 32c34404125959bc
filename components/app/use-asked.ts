import { useCallback, useEffect, useRef, useState } from 'react';
import type { AppError } from '../../lib/contract/errors.ts';
import type { AppEvent } from '../../lib/messaging/messages.ts';
import type { Result } from '../../lib/contract/result.ts';
import { type Bridge, useBridge } from './bridge.ts';

export type Asked<T> =
  | { status: 'loading' }
  | { status: 'failed'; error: AppError }
  | { status: 'ready'; value: T };

/**
 * Asks the background by `ask`, again after each event that makes the answer stale, and when the person comes back to
 * the page, since the browser tells nobody of some changes. The last answer stands until the next is there.
 */
export function useAsked<T>(
  ask: (bridge: Bridge) => Promise<Result<T, AppError>>,
  isStaleAfter: (event: AppEvent) => boolean = never,
) {
  const bridge = useBridge();
  const [state, setState] = useState<Asked<T>>({ status: 'loading' });
  const newest = useRef(0);

  const take = useCallback((answer: Result<T, AppError>) => {
    setState(
      answer.ok
        ? { status: 'ready', value: answer.value }
        : { status: 'failed', error: answer.error },
    );
  }, []);

  const reload = useCallback(async () => {
    newest.current += 1;
    const turn = newest.current;
    const answer = await ask(bridge);
    if (turn === newest.current) take(answer);
  }, [bridge, ask, take]);

  useEffect(() => {
    const look = () => void reload();
    look();
    window.addEventListener('focus', look);
    const stop = bridge.onEvent((event) => {
      if (isStaleAfter(event)) look();
    });
    return () => {
      window.removeEventListener('focus', look);
      stop();
    };
  }, [bridge, reload, isStaleAfter]);

  /** Shows the result of a change, and drops the answer to any earlier question. */
  const show = useCallback(
    (answer: Result<T, AppError>) => {
      newest.current += 1;
      take(answer);
    },
    [take],
  );

  return { state, reload, show };
}

function never(): boolean {
  return false;
}
