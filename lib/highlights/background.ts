/** Answers the page scripts and the surfaces, and decides where page scripts run. */
import type { AppEvent } from '../messaging/messages.ts';
import type { OutboxItem } from '../outbox/model.ts';
import { ok, type Result } from '../contract/result.ts';
import { unneededOrigins } from '../connections/model.ts';
import { isLive } from '../outbox/model.ts';
import {
  createHighlights,
  createPageHighlights,
  type PageSender,
  type HighlightPorts,
  highlightsOf,
} from './highlights.ts';
import { readablePatternSchema } from './model.ts';
import { createSites, type SitePorts } from './sites.ts';
import { destinationOf } from '../connections/model.ts';
import type { PageHandlers } from '../messaging/page-router.ts';
import { type HighlightStore, shownTabStore } from './store.ts';
import {
  injectHighlightScript,
  registerHighlightScripts,
  tabsAtSite,
} from '../browser/highlight-scripts.ts';
import type { StoredConnections } from '../connections/model.ts';
import type { EventBus } from '../messaging/event-bus.ts';
import type { Handlers } from '../messaging/router.ts';
import type { highlightMessages } from './messages.ts';
import { grantedPermissions, isSiteGranted, releaseSite } from '../browser/permissions.ts';
import { sleep } from '../async/sleep.ts';
import { shortcuts } from '../browser/surfaces.ts';
import { getTab, sendToPage } from '../browser/tabs.ts';

export type HighlightsModuleOptions = {
  readConnections: () => Promise<StoredConnections>;
  /** The sites where the person turned highlighting on. */
  wishes: SitePorts['wishes'];
  highlights: HighlightStore;
  outbox: Pick<HighlightPorts, 'request' | 'discard'> & {
    get: (id: string) => Promise<OutboxItem | null>;
    resume: () => void;
  };
  events: EventBus;
  announce: (event: AppEvent) => void;
};

type HighlightHandlers = Pick<Handlers, keyof typeof highlightMessages>;

export function createHighlightsModule({
  readConnections,
  wishes,
  highlights,
  outbox,
  events,
  announce,
}: HighlightsModuleOptions) {
  const tabs = shownTabStore;
  const placings = new Map<number, Set<() => void>>();
  const ports: HighlightPorts = {
    highlights,
    itemsOf: async (ids) =>
      (await Promise.all(ids.map((id) => outbox.get(id)))).flatMap((item) => item ?? []),
    request: outbox.request,
    discard: outbox.discard,
    place: async () => destinationOf(await readConnections(), null),
    work: outbox.resume,
    getTab,
    tabs,
    inject: injectHighlightScript,
    command: sendToPage,
    changed: (pageKey) => announce({ event: 'highlights.changed', pageKey }),
    now: Date.now,
  };

  const sites = createSites({
    ...ports,
    wishes,
    isGranted: isSiteGranted,
    granted: async () => {
      const kept = await readConnections();
      const { origins } = await grantedPermissions();
      const patterns = origins.filter((each) => readablePatternSchema.safeParse(each).success);
      return patterns.filter(
        (pattern) => unneededOrigins([new URL(pattern).origin], kept).length > 0,
      );
    },
    release: async (pattern) => {
      const origin = new URL(pattern).origin;
      if (unneededOrigins([origin], await readConnections()).length > 0) await releaseSite(pattern);
    },
    register: registerHighlightScripts,
    tabsAt: tabsAtSite,
    changed: () => announce({ event: 'sites.changed' }),
  });
  const page = createPageHighlights(ports);
  const shown = createHighlights({ ...ports, standingOf: sites.standingOf, nextPlacing });

  async function nextPlacing(tabId: number, ms: number): Promise<void> {
    const patience = new AbortController();
    const told = new Promise<void>((resolve) => {
      const waiting = placings.get(tabId) ?? new Set();
      placings.set(tabId, waiting.add(resolve));
    });
    await Promise.race([told, sleep(ms, patience.signal)]);
    patience.abort();
    placings.delete(tabId);
  }

  async function placed(input: Parameters<typeof page.placed>[0], from: PageSender) {
    await page.placed(input, from);
    for (const tell of placings.get(from.tabId) ?? []) tell();
  }

  /** Updates highlights when a note changes, and draws one whose text has just been read. */
  async function noteChanged(item: OutboxItem, before: OutboxItem | null): Promise<void> {
    if (item.kind !== 'note') return;
    const { tabId } = item.source;
    const isNew = item.material !== null && (before?.material ?? null) === null;
    const wasRead = isNew && (before === null || before.state.status === 'requested');
    // Possible only while the click still gives access to the page; otherwise drawn at the next one.
    if (wasRead && tabId !== null) await shown.draw(tabId);
    const isBack = before !== null && !isLive(before) && isLive(item);
    if (wasRead || isBack) await shown.noteChanged(item);
  }

  events.on('outbox.item-changed', 'marks', ({ item, before }) => noteChanged(item, before));
  events.on('outbox.item-edited', 'marks', ({ item }) => shown.noteChanged(item));
  events.on('outbox.item-removed', 'marks', async ({ item }) => {
    if (item !== null) await shown.noteChanged(item);
  });
  events.on('permissions.changed', 'permissions', sites.reconcile);

  const handlers: HighlightHandlers = {
    'highlights.of-page': ({ tabId }) => shown.ofPage(tabId),
    'highlights.draw': async ({ tabId }) => {
      const drawn = await shown.draw(tabId);
      return drawn.ok ? ok({}) : drawn;
    },
    'highlights.reveal': ({ tabId, id }) => shown.reveal(tabId, id),
    'highlights.hide': async ({ id }) => {
      await shown.setVisible(id, false);
      return ok({});
    },
    'highlights.show': async ({ id }) => {
      await shown.setVisible(id, true);
      return ok({});
    },
    'sites.allow': async ({ pattern }) => {
      await sites.allow(pattern);
      return ok({});
    },
    'sites.remove': async ({ pattern }) => {
      await sites.remove(pattern);
      return ok({});
    },
    'sites.list': async () => ok({ sites: await sites.list() }),
    'sites.release': async ({ pattern }) => {
      await sites.releaseReadable(pattern);
      return ok({});
    },
  };

  const pageHandlers: PageHandlers = {
    'highlights.list': async (_, from) => ok({ marks: await page.list(from) }),
    'highlights.save': (selection, from) => page.save(selection, from),
    'highlights.undo': async ({ id }, from) => done(await page.undo(id, from)),
    'highlights.remove': async ({ id }, from) => done(await page.setVisible(id, false, from)),
    'highlights.restore': async ({ id }, from) => done(await page.setVisible(id, true, from)),
    'highlights.shortcut': async () => {
      const command = (await shortcuts()).find(({ name }) => name === 'save-selection');
      return ok({ keys: command?.shortcut ?? '' });
    },
    'highlights.placed': async (input, from) => {
      await placed(input, from);
      return ok({});
    },
  };

  function done<E>(result: Result<null, E>): Result<Record<string, never>, E> {
    return result.ok ? ok({}) : result;
  }

  return {
    /** Opens the comment box on the page; false if no page script answers. */
    compose: shown.compose,
    highlightsOf: (pageKey: string) => highlightsOf(pageKey, ports),
    sitePatterns: async () => (await sites.list()).map(({ pattern }) => pattern),
    removeSites: sites.removeAll,
    reconcileSites: sites.reconcile,
    isAllowed: sites.admits,
    forgetTab: tabs.remove,
    handlers,
    pageHandlers,
  };
}
