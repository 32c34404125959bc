/** Builds what draws marks on pages: what their scripts may ask, where they run, and what the surfaces are told. */
import type { AppEvent } from '../../lib/contracts/messages.ts';
import type { OutboxItem } from '../../lib/contracts/outbox.ts';
import { ok, type Result } from '../../lib/contracts/result.ts';
import { unneeded } from '../../lib/core/connections/origins.ts';
import { isKept } from '../../lib/core/outbox/view.ts';
import { createHighlights } from '../../lib/features/highlights/highlights.ts';
import { createMarks, type PagePlace } from '../../lib/features/highlights/marks.ts';
import type { HighlightPorts } from '../../lib/features/highlights/ports.ts';
import { highlightsOf } from '../../lib/features/highlights/shown-marks.ts';
import { createSites } from '../../lib/features/highlights/sites.ts';
import type { createOutbox } from '../../lib/features/outbox/outbox.ts';
import { destinationOf } from '../../lib/features/save/destination.ts';
import type { PageHandlers } from '../../lib/messaging/page-router.ts';
import type { HighlightStore } from '../../lib/platform/highlight-store.ts';
import { injectMarks, registerMarks, tabsAtSite } from '../../lib/platform/mark-scripts.ts';
import type { OutboxStore } from '../../lib/platform/outbox-store.ts';
import { commandPage } from '../../lib/platform/page-commands.ts';
import type { SettingsStore } from '../../lib/platform/settings-store.ts';
import { createShownTabStore } from '../../lib/platform/shown-tab-store.ts';
import { grantedSites, isSiteGranted, releaseSite } from '../../lib/platform/site-permission.ts';
import { createSiteWishStore } from '../../lib/platform/site-wish-store.ts';
import { sleep } from '../../lib/platform/sleep.ts';
import { shortcuts } from '../../lib/platform/surfaces.ts';
import { getTab } from '../../lib/platform/tabs.ts';

export type HighlightingOptions = {
  settings: SettingsStore;
  store: OutboxStore;
  highlights: HighlightStore;
  outbox: Pick<ReturnType<typeof createOutbox>, 'request' | 'discard'>;
  announce: (event: AppEvent) => void;
  work: () => void;
  report: (what: string, cause?: unknown) => void;
};

export type Highlighting = ReturnType<typeof createHighlighting>;

export function createHighlighting({
  settings,
  store,
  highlights,
  outbox,
  announce,
  work,
  report,
}: HighlightingOptions) {
  const tabs = createShownTabStore();
  const placings = new Map<number, Set<() => void>>();
  const ports: HighlightPorts = {
    highlights,
    itemsOf: async (ids) =>
      (await Promise.all(ids.map((id) => store.get(id)))).flatMap((item) => item ?? []),
    request: outbox.request,
    discard: outbox.discard,
    place: async () => destinationOf(await settings.read(), null),
    work,
    getTab,
    tabs,
    inject: injectMarks,
    command: commandPage,
    changed: (pageKey) => announce({ event: 'highlights.changed', pageKey }),
    now: Date.now,
  };

  const sites = createSites({
    ...ports,
    wishes: createSiteWishStore(() => report('highlight-sites.corrupt')),
    isGranted: isSiteGranted,
    granted: async () => {
      const kept = await settings.read();
      const patterns = await grantedSites();
      return patterns.filter((pattern) => unneeded([new URL(pattern).origin], kept).length > 0);
    },
    release: async (pattern) => {
      const origin = new URL(pattern).origin;
      if (unneeded([origin], await settings.read()).length > 0) await releaseSite(pattern);
    },
    register: registerMarks,
    tabsAt: tabsAtSite,
    changed: () => announce({ event: 'sites.changed' }),
  });
  const marks = createMarks(ports);
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

  async function placed(input: Parameters<typeof marks.placed>[0], from: PagePlace) {
    await marks.placed(input, from);
    for (const tell of placings.get(from.tabId) ?? []) tell();
  }

  /** A note's row is another: its marks follow, and one whose words were only just read is drawn where it was made. */
  async function noteChanged(item: OutboxItem, before: OutboxItem | null): Promise<void> {
    if (item.kind !== 'note') return;
    const { tabId } = item.source;
    const isNew = item.material !== null && (before?.material ?? null) === null;
    const wasRead = isNew && (before === null || before.state.status === 'requested');
    // Only where the click still lets the page be read; elsewhere the mark waits for the next one.
    if (wasRead && tabId !== null) await shown.draw(tabId);
    const isBack = before !== null && !isKept(before) && isKept(item);
    if (wasRead || isBack) await shown.noteChanged(item);
  }

  const pageHandlers: PageHandlers = {
    'marks.list': async (_, from) => ok({ marks: await marks.list(from) }),
    'marks.keep': (selection, from) => marks.keep(selection, from),
    'marks.undo': async ({ id }, from) => done(await marks.undo(id, from)),
    'marks.unmark': async ({ id }, from) => done(await marks.setMarked(id, false, from)),
    'marks.mark': async ({ id }, from) => done(await marks.setMarked(id, true, from)),
    'marks.keys': async () => {
      const command = (await shortcuts()).find(({ name }) => name === 'save-selection');
      return ok({ keys: command?.shortcut ?? '' });
    },
    'marks.placed': async (input, from) => {
      await placed(input, from);
      return ok({});
    },
  };

  function done<E>(result: Result<null, E>): Result<Record<string, never>, E> {
    return result.ok ? ok({}) : result;
  }

  return {
    ...shown,
    sites,
    pageHandlers,
    highlightsOf: (pageKey: string) => highlightsOf(pageKey, ports),
    noteChanged,
    noteGone: shown.noteChanged,
    noteReworded: shown.noteChanged,
    tabs,
  };
}
