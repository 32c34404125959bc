import { useCallback, useEffect, useRef, useState } from 'react';
import type { AppError } from '../../lib/contract/errors.ts';
import type { PageHighlights } from '../../lib/highlights/model.ts';
import type { AppEvent } from '../../lib/messaging/messages.ts';
import { useBridge } from '../app/bridge.ts';

export type HighlightsState =
  | { status: 'loading' }
  | { status: 'failed'; error: AppError }
  | { status: 'ready'; tabId: number; shown: PageHighlights };

export type HighlightsHook = {
  state: HighlightsState;
  reload: () => void;
  /** Why the last thing asked did not happen. */
  error: AppError | null;
  /** Gives null where it could not be asked. */
  reveal: (id: string) => Promise<boolean | null>;
  draw: () => Promise<boolean>;
  setMarked: (id: string, isMarked: boolean) => Promise<boolean>;
};

const noTab: AppError = { code: 'page.gone', message: 'The window has no tab.', retryable: true };

/** The highlights of the page in front, whichever that is. */
export function useHighlights(): HighlightsHook {
  const { ask, activeTab, onEvent, onFrontPageChange } = useBridge();
  const [state, setState] = useState<HighlightsState>({ status: 'loading' });
  const [error, setError] = useState<AppError | null>(null);
  const latestRef = useRef(0);
  const tabId = state.status === 'ready' ? state.tabId : null;

  const load = useCallback(async () => {
    latestRef.current += 1;
    const mine = latestRef.current;
    const tab = await activeTab();
    const found = tab === null ? null : await ask('highlights.of-page', { tabId: tab.id });
    // Another page came to the front meanwhile.
    if (mine !== latestRef.current) return;
    if (tab === null || found === null) setState({ status: 'failed', error: noTab });
    else if (found.ok) setState({ status: 'ready', tabId: tab.id, shown: found.value });
    else setState({ status: 'failed', error: found.error });
  }, [ask, activeTab]);

  useEffect(() => {
    const look = () => void load();
    const stopEvents = onEvent((event) => {
      if (concerns(event)) look();
    });
    const stopPages = onFrontPageChange(() => {
      setError(null);
      look();
    });
    look();
    return () => {
      stopEvents();
      stopPages();
    };
  }, [load, onEvent, onFrontPageChange]);

  const reload = useCallback(() => {
    setState({ status: 'loading' });
    void load();
  }, [load]);

  const reveal = useCallback(
    async (id: string) => {
      if (tabId === null) return null;
      const revealed = await ask('highlights.reveal', { tabId, id });
      setError(revealed.ok ? null : revealed.error);
      return revealed.ok ? revealed.value.isThere : null;
    },
    [ask, tabId],
  );

  const draw = useCallback(async () => {
    if (tabId === null) return false;
    const drawn = await ask('highlights.draw', { tabId });
    setError(drawn.ok ? null : drawn.error);
    return drawn.ok;
  }, [ask, tabId]);

  const setMarked = useCallback(
    async (id: string, isMarked: boolean) => {
      const told = await ask(isMarked ? 'highlights.show' : 'highlights.hide', { id });
      setError(told.ok ? null : told.error);
      await load();
      return told.ok;
    },
    [ask, load],
  );

  return { state, reload, error, reveal, draw, setMarked };
}

function concerns({ event }: AppEvent): boolean {
  return (
    event === 'highlights.changed' ||
    event === 'sites.changed' ||
    event === 'outbox.changed' ||
    event === 'outbox.removed' ||
    event === 'everything.forgotten'
  );
}
