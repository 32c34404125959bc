import { useCallback, useEffect, useRef, useState } from 'react';
import type { AppError } from '../../lib/contract/errors.ts';
import type { AppEvent } from '../../lib/messaging/messages.ts';
import type { Result } from '../../lib/contract/result.ts';
import { type Bridge, useBridge } from '../app/bridge.ts';
import type { LiveStatus } from '../../lib/outbox/model.ts';

export type Listing<T> =
  | { status: 'loading' }
  | { status: 'failed'; error: AppError }
  | { status: 'ready'; items: readonly T[] };

/** Reads one of the owner's lists, and reads it again after each event that makes it stale. */
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
    // Of overlapping reads only the newest is certain to include every change.
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

const atRest: ReadonlySet<LiveStatus> = new Set([
  'accepted',
  'learned',
  'failed',
  'canceled',
  'unlearned',
]);

/** Whether an event can change the Memories or their counts. */
export function changesMemories(event: AppEvent): boolean {
  if (event.event === 'outbox.changed') return atRest.has(event.item.state.status);
  return event.event === 'connection.status-changed';
}

/** Whether an event can change the rules. An import of rules is reported as `home.changed`. */
export function changesRules({ event }: AppEvent): boolean {
  return event === 'rules.changed' || event === 'connection.status-changed';
}
