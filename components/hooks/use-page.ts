import { useEffect, useSyncExternalStore } from 'react';
import type { OutboxView } from '../../lib/contracts/outbox.ts';
import { useBridge } from './bridge.ts';
import type { PageState } from './page-state.ts';
import type { PageWatch } from './page-watch.ts';

export type PageHook = Pick<PageWatch, 'windowId' | 'reload' | 'hear'> & { state: PageState };

const renewEveryMs = 1_000;

/** The page in front, and what is saved of it, kept true while the popup is open. */
export function usePage(watch: PageWatch): PageHook {
  const { ask } = useBridge();
  const state = useSyncExternalStore(watch.subscribe, watch.state);
  const { hear, reload, windowId } = watch;

  const watchedId = unfinishedId(state);
  useEffect(() => {
    if (watchedId === null) return undefined;
    const renew = async () => {
      const renewed = await ask('outbox.get', { id: watchedId });
      if (renewed.ok && renewed.value !== null) {
        hear({ event: 'outbox.changed', item: renewed.value });
      }
    };
    // Once at first: what it became while the description was on its way was told to nobody. And now and then: a
    // background that ended over its work tells nothing more, and being asked brings the next one to go on with it.
    void renew();
    const timer = setInterval(() => void renew(), renewEveryMs);
    return () => clearInterval(timer);
  }, [ask, hear, watchedId]);

  return { state, windowId, reload, hear };
}

function unfinishedId(state: PageState): string | null {
  if (state.status !== 'ready') return null;
  return state.page.saves.find(isUnfinished)?.id ?? null;
}

function isUnfinished({ kind, state }: OutboxView): boolean {
  // A note ends at accepted, so there is nothing more to hear of it.
  if (kind === 'note' && state.status === 'accepted') return false;
  return ['requested', 'captured', 'sending', 'accepted', 'learning'].includes(state.status);
}
