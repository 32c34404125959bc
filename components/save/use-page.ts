import { useEffect, useSyncExternalStore } from 'react';
import type { OutboxView } from '../../lib/outbox/model.ts';
import { useBridge, type Bridge } from '../app/bridge.ts';
import type { AppEvent, PageDescription } from '../../lib/messaging/messages.ts';
import type { AppError } from '../../lib/contract/errors.ts';

export type PageHook = ReturnType<typeof usePage>;

const renewEveryMs = 1_000;

export function usePage(watch: PageWatch) {
  const { ask } = useBridge();
  const state = useSyncExternalStore(watch.subscribe, watch.state);
  const { hear, reload, inWindow } = watch;

  const watchedId =
    state.status === 'ready' ? (state.page.saves.find(isUnfinished)?.id ?? null) : null;
  useEffect(() => {
    if (watchedId === null) return undefined;
    const renew = async () => {
      const renewed = await ask('outbox.get', { id: watchedId });
      if (renewed.ok && renewed.value !== null) {
        hear({ event: 'outbox.changed', item: renewed.value });
      }
    };
    // Renew now, since earlier events are lost, and then regularly, since a stopped background sends no events.
    void renew();
    const timer = setInterval(() => void renew(), renewEveryMs);
    return () => clearInterval(timer);
  }, [ask, hear, watchedId]);

  return { state, inWindow, reload, hear };
}

function isUnfinished({ kind, state }: OutboxView): boolean {
  // `accepted` is the final status of a note.
  if (kind === 'note' && state.status === 'accepted') return false;
  return ['requested', 'captured', 'sending', 'accepted', 'learning'].includes(state.status);
}

export type PageWatch = ReturnType<typeof createPageWatch>;

/** Watches the active page. Starts before the popup renders, and never stops. */
export function createPageWatch({
  ask,
  activeTab,
  onEvent,
}: Pick<Bridge, 'ask' | 'activeTab' | 'onEvent'>) {
  let state = pageAtFirst;
  let windowId: number | null = null;
  const listeners = new Set<() => void>();

  function dispatch(action: PageAction): void {
    state = pageReducer(state, action);
    for (const listener of listeners) listener();
  }

  async function describe(): Promise<void> {
    // The background finds the active tab itself, which saves a round trip.
    const described = await ask('page.describe', { tabId: null });
    if (!described.ok) return dispatch({ type: 'failed', error: described.error });
    return dispatch({ type: 'described', page: described.value });
  }

  async function findWindow(): Promise<number | null> {
    windowId = (await activeTab())?.windowId ?? null;
    return windowId;
  }

  const hear = (event: AppEvent) => dispatch({ type: 'heard', event });
  onEvent(hear);
  const answered = describe();
  const finding = findWindow();

  return {
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /**
     * Calls `act` with the window’s id, at once if it is known. Otherwise Chromium waits for it; Firefox opens its sidebar
     * only within the click or key event.
     */
    inWindow: (act: (windowId: number) => void): void => {
      if (windowId !== null) act(windowId);
      else if (!import.meta.env.FIREFOX) void finding.then((found) => found !== null && act(found));
    },
    /** Resolves with the first response, even if it is an error. */
    answered,
    reload: () => {
      dispatch({ type: 'asked' });
      void describe();
    },
    hear,
  };
}

export type PageState =
  /** `early` contains events that arrived before the description. The description may be older than these events. */
  | { status: 'loading'; early: readonly AppEvent[] }
  | { status: 'failed'; error: AppError }
  | { status: 'ready'; page: PageDescription };

type PageAction =
  | { type: 'asked' }
  | { type: 'described'; page: PageDescription }
  | { type: 'failed'; error: AppError }
  | { type: 'heard'; event: AppEvent };

export const pageAtFirst: PageState = { status: 'loading', early: [] };

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
    default:
      return page;
  }
}

/** Returns whether a save is of this page. Reading may change the address, so ids are compared as well. */
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
