import { useCallback, useEffect, useState } from 'react';
import type { AppError } from '../../lib/contracts/errors.ts';
import type { Result } from '../../lib/contracts/result.ts';
import { type Bridge, useBridge } from './bridge.ts';

export type Listing<T> =
  | { status: 'loading' }
  | { status: 'failed'; error: AppError }
  | { status: 'ready'; items: readonly T[] };

/** One of the owner's lists, asked for by `ask`; `reload` shows the last one until the next is there. */
export function useSettingsList<T>(ask: (bridge: Bridge) => Promise<Result<T[], AppError>>) {
  const bridge = useBridge();
  const [listing, setListing] = useState<Listing<T>>({ status: 'loading' });

  const reload = useCallback(
    () => ask(bridge).then((answer) => setListing(listingOf(answer))),
    [ask, bridge],
  );

  useEffect(() => {
    void reload();
    return bridge.onEvent(({ event }) => {
      if (event === 'home.changed') void reload();
    });
  }, [bridge, reload]);

  return { listing, reload };
}

function listingOf<T>(answer: Result<T[], AppError>): Listing<T> {
  return answer.ok
    ? { status: 'ready', items: answer.value }
    : { status: 'failed', error: answer.error };
}
