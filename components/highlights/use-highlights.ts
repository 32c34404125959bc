import { useCallback, useEffect, useState } from 'react';
import { type AppError, appError } from '../../lib/contract/errors.ts';
import { err, ok, type Result } from '../../lib/contract/result.ts';
import type { PageHighlights } from '../../lib/highlights/model.ts';
import { useBridge } from '../app/bridge.ts';
import { type QueryOptions, type Read, useQuery } from '../app/use-query.ts';

export type HighlightsHook = ReturnType<typeof useHighlights>;
type TabHighlights = { tabId: number; shown: PageHighlights };

/** `error` is from the last action. */
export function useHighlights() {
  const { ask, onFrontPageChange } = useBridge();
  const { state, reload } = useQuery(readHighlights, options);
  const [error, setError] = useState<AppError | null>(null);
  const tabId = state.status === 'ready' ? state.value.tabId : null;

  useEffect(
    () =>
      onFrontPageChange(() => {
        setError(null);
        void reload();
      }),
    [onFrontPageChange, reload],
  );

  const report = useCallback(<T>(result: Result<T, AppError>) => {
    setError(result.ok ? null : result.error);
    return result;
  }, []);

  /** Returns whether the highlight is on the page; null if unknown. */
  const reveal = useCallback(
    async (id: string) => {
      if (tabId === null) return null;
      const revealed = report(await ask('highlights.reveal', { tabId, id }));
      return revealed.ok ? revealed.value.isThere : null;
    },
    [ask, report, tabId],
  );

  const draw = useCallback(async () => {
    if (tabId !== null) report(await ask('highlights.draw', { tabId }));
  }, [ask, report, tabId]);

  const setVisible = useCallback(
    async (id: string, isVisible: boolean) => {
      const name = isVisible ? 'highlights.show' : 'highlights.hide';
      const { ok: isDone } = report(await ask(name, { id }));
      await reload();
      return isDone;
    },
    [ask, reload, report],
  );
  return { state, reload, error, reveal, draw, setVisible };
}

const readHighlights: Read<TabHighlights> = async ({ ask, activeTab }) => {
  const tab = await activeTab();
  if (tab === null) return err(noTab);
  const found = await ask('highlights.of-page', { tabId: tab.id });
  return found.ok ? ok({ tabId: tab.id, shown: found.value }) : found;
};

const noTab = appError('page.gone', 'The window has no tab.', true);

const staleAfter: ReadonlySet<string> = new Set([
  'highlights.changed',
  'sites.changed',
  'outbox.changed',
  'outbox.removed',
  'everything.forgotten',
]);

const options: QueryOptions<TabHighlights> = {
  onEvent: ({ event }) => (staleAfter.has(event) ? 'reload' : null),
};
