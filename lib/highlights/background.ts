import type { AppEvent } from '../messaging/messages.ts';
import { type AsyncResult, ok } from '../contract/result.ts';
import { isLive, type OutboxItem } from '../outbox/model.ts';
import {
  createHighlights,
  createPageHighlights,
  type HighlightPorts,
  highlightsOf,
} from './highlights.ts';
import { readablePatternSchema } from './model.ts';
import { createSites, type SitePorts } from './sites.ts';
import type { PageHandlers, PageSender } from '../messaging/page-router.ts';
import { chosenColor, type HighlightStore, shownTabStore } from './store.ts';
import {
  injectHighlightScript,
  registerHighlightScripts,
  tabsAtSite,
} from '../browser/highlight-scripts.ts';
import {
  destinationOf,
  findConnection,
  type StoredConnections,
  unneededOrigins,
} from '../connections/model.ts';
import type { DeletionOutcome } from '../outbox/messages.ts';
import type { EventBus } from '../messaging/event-bus.ts';
import { empty, type Handlers } from '../messaging/router.ts';
import type { highlightMessages } from './messages.ts';
import { grantedPermissions, isSiteGranted, releaseSite } from '../browser/permissions.ts';
import { sleep } from '../async/sleep.ts';
import { shortcuts } from '../browser/surfaces.ts';
import { getTab, sendToPage } from '../browser/tabs.ts';

export type HighlightsModuleOptions = {
  readConnections: () => Promise<StoredConnections>;
  siteRequests: SitePorts['requests'];
  highlights: HighlightStore;
  outbox: Pick<HighlightPorts, 'request' | 'discard' | 'edit'> & {
    get: (id: string) => Promise<OutboxItem | null>;
    resume: () => void;
  };
  /** Deletes a note without asking for confirmation. */
  deleteNote: (id: string) => AsyncResult<DeletionOutcome>;
  /** Removes an entry from the bin of this device for good. */
  removeFromBin: (binId: string) => AsyncResult<unknown>;
  events: EventBus;
  announce: (event: AppEvent) => void;
};

export function createHighlightsModule({
  readConnections,
  siteRequests,
  highlights,
  outbox,
  deleteNote,
  removeFromBin,
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
    edit: outbox.edit,
    newId: () => crypto.randomUUID(),
    color: chosenColor,
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
    requests: siteRequests,
    isGranted: isSiteGranted,
    granted: async () => {
      const connections = await readConnections();
      const { origins } = await grantedPermissions();
      const patterns = origins.filter((each) => readablePatternSchema.safeParse(each).success);
      return patterns.filter(
        (pattern) => unneededOrigins([new URL(pattern).origin], connections).length > 0,
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
  const shown = createHighlights({ ...ports, siteStateOf: sites.siteStateOf, nextPlacing });

  async function nextPlacing(tabId: number, ms: number): Promise<void> {
    const timeout = new AbortController();
    const isPlaced = new Promise<void>((resolve) => {
      placings.set(tabId, (placings.get(tabId) ?? new Set()).add(resolve));
    });
    await Promise.race([isPlaced, sleep(ms, timeout.signal)]);
    timeout.abort();
    placings.delete(tabId);
  }

  async function placed(input: Parameters<typeof page.placed>[0], from: PageSender) {
    await page.placed(input, from);
    for (const resolve of placings.get(from.tabId) ?? []) resolve();
  }

  /** Updates open pages after a note is captured or restored, and draws the highlight of a newly captured note. */
  async function noteChanged(item: OutboxItem, before: OutboxItem | null): Promise<void> {
    if (item.kind !== 'note') return;
    const { tabId } = item.source;
    const isNew = item.material !== null && (before?.material ?? null) === null;
    if (isNew) await colorNew(item.id);
    const wasRead = isNew && (before === null || before.state.status === 'requested');
    // Works only while the click still grants access to the page. Otherwise, the highlight is drawn on the next click.
    if (wasRead && tabId !== null) await shown.draw(tabId);
    const isBack = before !== null && !isLive(before) && isLive(item);
    if (wasRead || isBack) await shown.noteChanged(item);
  }

  /** Gives highlights from the popup and the menu the color chosen last. */
  async function colorNew(id: string): Promise<void> {
    const highlight = await highlights.get(id);
    if (highlight !== null && highlight.color === undefined)
      await highlights.update(id, { color: await chosenColor.read() });
  }

  /**
   * On this device, deletes the earlier note once the note with the changed comment is stored, because the person owns
   * the service and requested the change. In a connected service, the person must confirm the deletion.
   */
  async function replaceEarlier({ id, connectionId, kind, state }: OutboxItem): Promise<void> {
    if (kind !== 'note' || state.status !== 'accepted') return;
    const replaces = (await highlights.get(id))?.replaces;
    const isOwn =
      findConnection(await readConnections(), connectionId)?.connection.kind === 'device';
    // A failure isn't reported: the panel offers to delete the note.
    if (replaces === undefined || !isOwn) return;
    const deleted = await deleteNote(replaces);
    // The bin is only for what the person deleted.
    if (deleted.ok && deleted.value.outcome === 'deleted' && deleted.value.binId !== undefined)
      await removeFromBin(deleted.value.binId);
  }

  events.on('outbox.item-changed', 'replaced-notes', ({ item }) => replaceEarlier(item));
  events.on('outbox.item-changed', 'marks', ({ item, before }) => noteChanged(item, before));
  events.on('outbox.item-edited', 'marks', ({ item }) => shown.noteChanged(item));
  events.on('outbox.item-removed', 'marks', async ({ item }) => {
    if (item !== null) await shown.noteChanged(item);
  });
  events.on('permissions.changed', 'permissions', sites.reconcile);

  const handlers: Pick<Handlers, keyof typeof highlightMessages> = {
    'highlights.of-page': ({ tabId }) => shown.ofPage(tabId),
    'highlights.list-pages': async ({ most }) => ok(await shown.listPages(most)),
    'highlights.set-color': ({ id, color }) => empty(shown.setColor(id, color)),
    'highlights.set-comment': ({ id, comment }) => shown.setComment(id, comment),
    'highlights.draw': ({ tabId }) => empty(shown.draw(tabId)),
    'highlights.reveal': ({ tabId, id }) => shown.reveal(tabId, id),
    'highlights.hide': ({ id }) => empty(shown.setVisible(id, false)),
    'highlights.show': ({ id }) => empty(shown.setVisible(id, true)),
    'sites.allow': ({ pattern }) => empty(sites.allow(pattern)),
    'sites.remove': ({ pattern }) => empty(sites.remove(pattern)),
    'sites.list': async () => ok({ sites: await sites.list() }),
    'sites.release': ({ pattern }) => empty(sites.releaseReadable(pattern)),
  };

  const pageHandlers: PageHandlers = {
    'highlights.list': async (_, from) => ok({ marks: await page.list(from) }),
    'highlights.save': (selection, from) => page.save(selection, from),
    'highlights.undo': ({ id }, from) => empty(page.undo(id, from)),
    'highlights.color': ({ id, color }, from) => empty(page.editorFor(from).setColor(id, color)),
    'highlights.comment': ({ id, comment }, from) => page.editorFor(from).setComment(id, comment),
    'highlights.remove': ({ id }, from) => empty(page.editorFor(from).setVisible(id, false)),
    'highlights.restore': ({ id }, from) => empty(page.editorFor(from).setVisible(id, true)),
    'highlights.shortcut': async () => {
      const command = (await shortcuts()).find(({ name }) => name === 'save-selection');
      return ok({ keys: command?.shortcut ?? '' });
    },
    'highlights.placed': (input, from) => empty(placed(input, from)),
  };
  return {
    /** Returns false if no page script responds. */
    compose: shown.compose,
    noteChanged: shown.noteChanged,
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
