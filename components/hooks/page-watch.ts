/**
 * What the popup knows of the page in front. It asks as it is made, before the popup is drawn, and hears what
 * happens from then on.
 */
import type { AppEvent } from '../../lib/contracts/messages.ts';
import type { Bridge } from './bridge.ts';
import { type PageAction, pageAtFirst, pageReducer, type PageState } from './page-state.ts';

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
