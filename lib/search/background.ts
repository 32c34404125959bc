/** Searches in the background, and keeps the history of searches. */
import { ok } from '../contract/result.ts';
import type { MemoryClient } from '../memory-client/client.ts';
import { takeQuery } from '../browser/surfaces.ts';
import { getTab, openTab } from '../browser/tabs.ts';
import type { AppEvent } from '../messaging/messages.ts';
import type { Handlers } from '../messaging/router.ts';
import type { HitPorts } from './model.ts';
import { createSearchHistoryStore } from './history-store.ts';
import { createHistory } from './history.ts';
import type { searchMessages } from './messages.ts';
import { type PageAboutPorts, readPageAbout, createSearch } from './search.ts';

export type SearchModuleOptions = {
  /** The client of the active connection; null if there is none. */
  client: () => Promise<MemoryClient | null>;
  findHighlight: HitPorts['findHighlight'];
  /** How many saves of the active connection are not searchable yet. */
  countLearning: () => Promise<number>;
  previews: PageAboutPorts['previews'];
  announce: (event: AppEvent) => void;
  report: (cause: unknown) => void;
};

type SearchHandlers = Pick<Handlers, 'panel.take' | keyof typeof searchMessages>;

export function createSearchModule({
  client,
  findHighlight,
  countLearning,
  previews,
  announce,
  report,
}: SearchModuleOptions) {
  const recall = createSearch({
    client,
    findHighlight,
    countLearning,
    openTab,
    waiting: (callId, wait) => announce({ event: 'call.waiting', callId, wait }),
    now: Date.now,
  });
  const history = createHistory({
    store: createSearchHistoryStore(() => report(new Error('search-history.corrupt'))),
    changed: (now) => announce({ event: 'history.changed', history: now }),
    now: Date.now,
  });

  const handlers: SearchHandlers = {
    'search.run': (query) => recall.search(query),
    'search.cancel': async ({ searchId }) => {
      recall.cancel(searchId);
      return ok({});
    },
    'search.related': ({ tabId, ...query }) =>
      recall.about({ ...query, readPage: () => readPageAbout(tabId, { getTab, previews }) }),
    'search.more': (query) => recall.more(query),
    'search.open': ({ hit }) => recall.open(hit),
    'history.read': async () => ok(await history.read()),
    'history.change': async (change) => ok(await history.change(change)),
    'panel.take': async ({ windowId }) => ok({ q: await takeQuery(windowId) }),
  };

  return { search: recall.search, cancel: recall.cancel, open: recall.open, handlers };
}
