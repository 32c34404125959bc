import { useCallback, useEffect, useMemo, useState } from 'react';
import { type AppError, appError } from '../../lib/contract/errors.ts';
import { err, ok, type Result } from '../../lib/contract/result.ts';
import type { HighlightedPages, PageHighlights } from '../../lib/highlights/model.ts';
import type { AppEvent } from '../../lib/messaging/messages.ts';
import type { HighlightColor } from '../../lib/outbox/model.ts';
import { useBridge } from '../app/bridge.ts';
import { deletionSteps } from '../app/deletion-steps.ts';
import { lastValue, type Read, useQuery } from '../app/use-query.ts';

export type HighlightsHook = ReturnType<typeof useHighlights>;
type HighlightChange = 'highlights.show' | 'highlights.hide' | 'outbox.discard' | 'outbox.restore';
type TabHighlights = { tabId: number; shown: PageHighlights };

/** Pages listed at first, and added each time. */
const portion = 30;
const all = 100_000;

/** Manages the highlights of the active page and of all others. `error` is from the last action. */
export function useHighlights() {
  const { ask, onFrontPageChange } = useBridge();
  const { state, reload } = useQuery(readHighlights, { reloadsOn });
  const [most, setMost] = useState(portion);
  const readPages = useMemo<Read<HighlightedPages>>(
    () => (bridge) => bridge.ask('highlights.list-pages', { most }),
    [most],
  );
  const listed = useQuery(readPages, { reloadsOn, eventGapMs: 300 });
  const [error, setError] = useState<AppError | null>(null);
  const tabId = state.status === 'ready' ? state.value.tabId : null;
  // Listing more pages starts a new query. The shorter list stays until it completes.
  const [pages, setPages] = useState<HighlightedPages | null>(null);
  const latest = lastValue(listed.state);
  if (latest !== null && latest !== pages) setPages(latest);

  useEffect(
    () =>
      onFrontPageChange(() => {
        setError(null);
        void reload();
      }),
    [onFrontPageChange, reload],
  );

  const { reload: reloadPages } = listed;
  const reloadAll = useCallback(async () => {
    await Promise.all([reload(), reloadPages()]);
  }, [reload, reloadPages]);

  const commands = useMemo(() => {
    const report = <T>(result: Result<T, AppError>) => {
      setError(result.ok ? null : result.error);
      return result;
    };
    return {
      /** Scrolls to a highlight. Returns whether it is on the page; null if unknown. */
      reveal: async (id: string) => {
        if (tabId === null) return null;
        const revealed = report(await ask('highlights.reveal', { tabId, id }));
        return revealed.ok ? revealed.value.isThere : null;
      },
      draw: async () => {
        if (tabId !== null) report(await ask('highlights.draw', { tabId }));
      },
      /** Changes a highlight and shows the outcome or the error. Returns whether it succeeded. */
      change: async (name: HighlightChange, id: string) => {
        const { ok: isDone } = report(await ask(name, { id }));
        await reloadAll();
        return isDone;
      },
      setColor: async (id: string, color: HighlightColor) => {
        report(await ask('highlights.set-color', { id, color }));
        await reloadAll();
      },
      setComment: async (id: string, comment: string) => {
        const set = await ask('highlights.set-comment', { id, comment });
        if (set.ok) await reloadAll();
        return set;
      },
    };
  }, [ask, reloadAll, tabId]);

  const deletionOf = (id: string) =>
    deletionSteps(
      (confirm) => ask('saved.delete', { id, confirm }),
      () => void reloadAll(),
    );

  return {
    state,
    reload: reloadAll,
    error,
    pages,
    pagesError: listed.state.status === 'failed' ? listed.state.error : null,
    isAddingPages: listed.state.status === 'loading' && pages !== null,
    more: useCallback(() => setMost((before) => before + portion), []),
    listAll: useCallback(() => setMost(all), []),
    ...commands,
    deletionOf,
  };
}

const readHighlights: Read<TabHighlights> = async ({ ask, activeTab }) => {
  const tab = await activeTab();
  if (tab === null) return err(noTab);
  const found = await ask('highlights.of-page', { tabId: tab.id });
  return found.ok ? ok({ tabId: tab.id, shown: found.value }) : found;
};

const noTab = appError('page.gone', 'The window has no tab.', true);

const reloadsOn: readonly AppEvent['event'][] = [
  'highlights.changed',
  'sites.changed',
  'outbox.changed',
  'outbox.removed',
  'everything.forgotten',
];
