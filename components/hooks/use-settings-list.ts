import { useCallback, useEffect, useRef, useState } from 'react';
import type { AppError } from '../../lib/contracts/errors.ts';
import type { AppEvent } from '../../lib/contracts/messages.ts';
import type { Result } from '../../lib/contracts/result.ts';
import { type Bridge, useBridge } from './bridge.ts';

export type Listing<T> =
  | { status: 'loading' }
  | { status: 'failed'; error: AppError }
  | { status: 'ready'; items: readonly T[] };

/**
 * One of the owner's lists, asked for by `ask`, and again after each event that makes it stale;
 * `reload` shows the last one until the next is there.
 */
export function useSettingsList<T>(
  ask: (bridge: Bridge) => Promise<Result<T[], AppError>>,
  isStaleAfter: (event: AppEvent) => boolean,
) {
  const bridge = useBridge();
  const [listing, setListing] = useState<Listing<T>>({ status: 'loading' });

  const newest = useRef(0);

  const reload = useCallback(async () => {
    newest.current += 1;
    const turn = newest.current;
    const answer = await ask(bridge);
    // Of questions asked at the same time only the last one is sure to know everything.
    if (turn === newest.current) setListing(listingOf(answer));
  }, [ask, bridge]);

  useEffect(() => {
    void reload();
    return bridge.onEvent((event) => {
      if (isStaleAfter(event)) void reload();
    });
  }, [bridge, reload, isStaleAfter]);

  return { listing, reload };
}

function listingOf<T>(answer: Result<T[], AppError>): Listing<T> {
  return answer.ok
    ? { status: 'ready', items: answer.value }
    : { status: 'failed', error: answer.error };
}
