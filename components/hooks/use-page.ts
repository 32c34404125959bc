import { type RefObject, useCallback, useEffect, useReducer, useRef } from 'react';
import type { AppError } from '../../lib/contracts/errors.ts';
import type { AppEvent } from '../../lib/contracts/messages.ts';
import type { OutboxView } from '../../lib/contracts/outbox.ts';
import { useBridge } from './bridge.ts';
import { pageAtFirst, pageReducer, type PageState } from './page-state.ts';

export type PageHook = {
  state: PageState;
  /** Null until the browser has said so; read when a click has to open the side panel at once. */
  windowIdRef: RefObject<number | null>;
  reload: () => void;
  /** Takes what an answer told, as though it had been announced. */
  hear: (event: AppEvent) => void;
};

const renewEveryMs = 1_000;

const noTab: AppError = {
  code: 'page.gone',
  message: 'The window has no tab.',
  retryable: true,
};

/** Describes the page in front, and keeps the description true while the popup is open. */
export function usePage(): PageHook {
  const { ask, activeTab, onEvent } = useBridge();
  const [state, dispatch] = useReducer(pageReducer, pageAtFirst);
  const windowIdRef = useRef<number | null>(null);

  const describe = useCallback(async () => {
    const tab = await activeTab();
    if (tab === null) return dispatch({ type: 'failed', error: noTab });
    windowIdRef.current = tab.windowId;
    const described = await ask('page.describe', { tabId: tab.id });
    if (!described.ok) return dispatch({ type: 'failed', error: described.error });
    dispatch({ type: 'described', page: described.value });
    return undefined;
  }, [ask, activeTab]);

  const watchedId = unfinishedId(state);
  useEffect(() => {
    if (watchedId === null) return undefined;
    const renew = async () => {
      const renewed = await ask('outbox.get', { id: watchedId });
      if (renewed.ok && renewed.value !== null) {
        dispatch({ type: 'heard', event: { event: 'outbox.changed', item: renewed.value } });
      }
    };
    // Once at first: what it became while the description was on its way was told to nobody. And now and then: a
    // background that ended over its work tells nothing more, and being asked brings the next one to go on with it.
    void renew();
    const timer = setInterval(() => void renew(), renewEveryMs);
    return () => clearInterval(timer);
  }, [ask, watchedId]);

  useEffect(() => {
    const stop = onEvent((event) => dispatch({ type: 'heard', event }));
    void describe();
    return stop;
  }, [onEvent, describe]);

  const reload = useCallback(() => {
    dispatch({ type: 'asked' });
    void describe();
  }, [describe]);

  const hear = useCallback((event: AppEvent) => dispatch({ type: 'heard', event }), []);

  return { state, windowIdRef, reload, hear };
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
