import { ok } from '../contract/result.ts';
import { openSearch, takeQuery } from '../browser/surfaces.ts';
import { getTab, openTab } from '../browser/tabs.ts';
import type { AppEvent } from '../messaging/messages.ts';
import { acknowledged, type Handlers } from '../messaging/router.ts';
import { createSearchHistoryStore } from './history-store.ts';
import { createHistory } from './history.ts';
import type { searchMessages } from './messages.ts';
import { createSearch, type PageAboutPorts, readPageAbout, type SearchPorts } from './search.ts';

export type SearchModuleOptions = Pick<
  SearchPorts,
  'client' | 'findHighlight' | 'countLearning'
> & {
  previews: PageAboutPorts['previews'];
  announce: (event: AppEvent) => void;
  report: (cause: unknown) => void;
};

export function createSearchModule({ previews, announce, report, ...ports }: SearchModuleOptions) {
  const search = createSearch({
    ...ports,
    openTab,
    waiting: (callId, wait) => announce({ event: 'call.waiting', callId, wait }),
    now: Date.now,
  });
  const history = createHistory({
    store: createSearchHistoryStore(() => report(new Error('search-history.corrupt'))),
    changed: (now) => announce({ event: 'history.changed', history: now }),
    now: Date.now,
  });

  const handlers: Pick<Handlers, 'panel.take' | keyof typeof searchMessages> = {
    'search.run': search.search,
    'search.cancel': acknowledged(({ searchId }) => search.cancel(searchId)),
    'search.related': ({ tabId, ...query }) =>
      search.about({ ...query, readPage: () => readPageAbout(tabId, { getTab, previews }) }),
    'search.more': search.more,
    'search.open': ({ hit }) => search.open(hit),
    'history.read': async () => ok(await history.read()),
    'history.change': async (change) => ok(await history.change(change)),
    'panel.take': async ({ windowId }) => ok({ q: await takeQuery(windowId) }),
  };

  /** Shows a search in the side panel of the window. Like `openSearch`, it must be called before anything is awaited. */
  async function show(q: string, windowId: number | null): Promise<void> {
    const offeredIn = await openSearch(q, windowId);
    if (offeredIn !== null) announce({ event: 'panel.offered', windowId: offeredIn });
  }

  return { search: search.search, cancel: search.cancel, open: search.open, show, handlers };
}
