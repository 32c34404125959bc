import { useEffect, useSyncExternalStore } from 'react';
import type { OutboxView } from '../../lib/outbox/model.ts';
import { useBridge, type Bridge } from '../app/bridge.ts';
import type { AppEvent, PageDescription } from '../../lib/messaging/messages.ts';
import type { AppError } from '../../lib/contract/errors.ts';

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

export type PageWatch = {
  state: () => PageState;
  /** Calls the listener at every change until the returned function is called. */
  subscribe: (listener: () => void) => () => void;
  /** The window of the page; null until the browser has said so. */
  windowId: () => number | null;
  reload: () => void;
  /** Kept once the first answer is here, whatever it says. */
  answered: Promise<void>;
  /** Takes what an answer told, as though it had been announced. */
  hear: (event: AppEvent) => void;
};

/** Begins to watch; the popup makes one, which lasts as long as it does. */
export function createPageWatch({
  ask,
  activeTab,
  onEvent,
}: Pick<Bridge, 'ask' | 'activeTab' | 'onEvent'>): PageWatch {
  let state = pageAtFirst;
  let windowId: number | null = null;
  const listeners = new Set<() => void>();

  function dispatch(action: PageAction): void {
    state = pageReducer(state, action);
    for (const listener of listeners) listener();
  }

  async function describe(): Promise<void> {
    // The background finds the tab in front itself: to find it here first would be one wait more.
    const described = await ask('page.describe', { tabId: null });
    if (!described.ok) return dispatch({ type: 'failed', error: described.error });
    return dispatch({ type: 'described', page: described.value });
  }

  async function findWindow(): Promise<void> {
    windowId = (await activeTab())?.windowId ?? null;
  }

  const hear = (event: AppEvent) => dispatch({ type: 'heard', event });
  onEvent(hear);
  const answered = describe();
  void findWindow();

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    windowId: () => windowId,
    answered,
    reload() {
      dispatch({ type: 'asked' });
      void describe();
    },
    hear,
  };
}

export type PageState =
  /** `early` holds what arrived before the description, which may be older than it. */
  | { status: 'loading'; early: readonly AppEvent[] }
  | { status: 'failed'; error: AppError }
  | { status: 'ready'; page: PageDescription };

type PageAction =
  | { type: 'asked' }
  | { type: 'described'; page: PageDescription }
  | { type: 'failed'; error: AppError }
  | { type: 'heard'; event: AppEvent };

export const pageAtFirst: PageState = { status: 'loading', early: [] };

/** Gives the state after an action. */
export function pageReducer(state: PageState, action: PageAction): PageState {
  switch (action.type) {
    case 'asked':
      return pageAtFirst;
    case 'failed':
      return { status: 'failed', error: action.error };
    case 'described': {
      const early = state.status === 'loading' ? state.early : [];
      return { status: 'ready', page: early.reduce(pageAfter, action.page) };
    }
    case 'heard':
      if (state.status === 'loading') return { ...state, early: [...state.early, action.event] };
      if (state.status === 'ready') return { ...state, page: pageAfter(state.page, action.event) };
      return state;
  }
}

function pageAfter(page: PageDescription, event: AppEvent): PageDescription {
  switch (event.event) {
    case 'outbox.changed':
      return isOfPage(page, event.item) ? withSave(page, event.item) : page;
    case 'outbox.removed':
      return { ...page, saves: page.saves.filter(({ id }) => id !== event.id) };
    case 'connection.status-changed':
      return { ...page, connection: event.connection };
    case 'connections.changed':
    case 'rules.changed':
    case 'profile.changed':
    case 'call.waiting':
    case 'facts.changed':
    case 'facts.removed':
    case 'history.changed':
    case 'learned.news':
    case 'highlights.changed':
    case 'sites.changed':
    case 'batches.changed':
    case 'everything.forgotten':
    case 'panel.offered':
    case 'preview.progress':
      return page;
  }
}

/** Reading a page may correct its address, so a save that is known by its id stays with the page. */
function isOfPage({ tab, saves }: PageDescription, item: OutboxView): boolean {
  if (item.kind === 'note' && item.isWritten === true) return false;
  return (
    item.source.url === tab.url ||
    saves.some(
      ({ id, customId }) => id === item.id || (customId !== null && customId === item.customId),
    )
  );
}

function withSave(page: PageDescription, item: OutboxView): PageDescription {
  const known = page.saves.find(({ id }) => id === item.id);
  if (known !== undefined && known.updatedAt > item.updatedAt) return page;
  const others = page.saves.filter(({ id }) => id !== item.id);
  const saves = [item, ...others].sort((a, b) => b.createdAt - a.createdAt);
  return { ...page, saves };
}
