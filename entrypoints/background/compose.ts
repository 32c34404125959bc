/**
 * Creates the background's modules. Each gets the earlier modules that it needs, and reaches later ones through the
 * event bus.
 */
import type { Logger } from '../../lib/browser/logger.ts';
import { askDeviceServicePage } from '../../lib/browser/offscreen.ts';
import { isSiteGranted } from '../../lib/browser/permissions.ts';
import { getTab } from '../../lib/browser/tabs.ts';
import { sleep } from '../../lib/async/sleep.ts';
import { createDatabaseOpener } from '../../lib/database/database.ts';
import { createWireFetch, deviceServiceBaseUrl } from '../../lib/device-service/wire-fetch.ts';
import { createRestClient } from '../../lib/memory-client/rest.ts';
import { createEventBus } from '../../lib/messaging/event-bus.ts';
import type { AppEvent } from '../../lib/messaging/messages.ts';
import type { Handlers } from '../../lib/messaging/router.ts';
import { createAddressBarModule } from '../../lib/address-bar/background.ts';
import { createAskModule } from '../../lib/ask/background.ts';
import { createBatchModule } from '../../lib/batch/background.ts';
import { createBinModule } from '../../lib/bin/background.ts';
import { createConnectionsStore } from '../../lib/connections/store.ts';
import { createConnectionsModule } from '../../lib/connections/background.ts';
import { originPattern } from '../../lib/url/origins.ts';
import { findConnection } from '../../lib/connections/model.ts';
import { createDiagnosticsModule } from '../../lib/diagnostics/background.ts';
import { createHighlightsModule } from '../../lib/highlights/background.ts';
import { createSiteRequestStore, createHighlightStore } from '../../lib/highlights/store.ts';
import { isSiteOn } from '../../lib/highlights/sites.ts';
import { createLibraryModule } from '../../lib/library/background.ts';
import { createMemoriesModule } from '../../lib/memories/background.ts';
import { createNotesModule } from '../../lib/notes/background.ts';
import { createOutboxModule } from '../../lib/outbox/background.ts';
import { viewOf } from '../../lib/outbox/model.ts';
import { createOwnership } from '../../lib/outbox/ownership.ts';
import { createOutboxStore } from '../../lib/outbox/store.ts';
import { createProfileModule } from '../../lib/profile/background.ts';
import { createSitePartStore } from '../../lib/save/site-part-store.ts';
import { createSaveModule } from '../../lib/save/background.ts';
import { readPage, readPageOnceShown, readSelection } from '../../lib/save/page-reader.ts';
import { createSearchModule } from '../../lib/search/background.ts';
import { createSettingsModule } from '../../lib/settings/background.ts';
import { createCaptureOptionsStore } from '../../lib/settings/store.ts';
import { createToolbarModule } from '../../lib/toolbar/background.ts';

export type Background = ReturnType<typeof compose>;

export function compose({ log, announce }: { log: Logger; announce: (event: AppEvent) => void }) {
  const report = (area: string) => (cause?: unknown) => log.warn(area, {}, cause);
  const events = createEventBus((area, cause) => log.warn(area, {}, cause));

  const database = createDatabaseOpener();
  const captureOptions = createCaptureOptionsStore(report('settings.corrupt'));
  const connectionStore = createConnectionsStore(
    report('settings.corrupt'),
    (before, after) => void events.emit('connections.stored', { before, after }),
  );
  const store = createOutboxStore(database, (rows) => log.warn('outbox.corrupt', { rows }), {
    connections: connectionStore.readOnce,
  });
  const highlightStore = createHighlightStore(database);
  const findHighlight = (note: Parameters<typeof highlightStore.find>[0]) =>
    highlightStore.find(note);
  const siteRequests = createSiteRequestStore(report('highlight-sites.corrupt'));
  const siteParts = createSitePartStore(report('settings.corrupt'));
  const readConnections = connectionStore.read;
  const activeId = async () => (await readConnections()).activeId ?? '';

  const device = {
    baseUrl: deviceServiceBaseUrl,
    fetch: createWireFetch(askDeviceServicePage),
    sleep,
    random: Math.random,
  };
  const ownership = createOwnership({
    store,
    readConnections,
    changed: (item) => announce({ event: 'outbox.changed', item: viewOf(item) }),
    now: Date.now,
  });
  const connections = createConnectionsModule({
    database,
    connectionStore,
    device: createRestClient(device),
    servesHighlights: (origin) =>
      isSiteOn(originPattern(origin), { requests: siteRequests, isGranted: isSiteGranted }),
    ownership,
    events,
    log,
  });
  const { clientOf } = connections;
  const client = async () => clientOf(await activeId());

  const sending = createOutboxModule({
    store,
    highlights: highlightStore,
    readPage: async ({ tabId, url }, part) => {
      const tab = tabId === null ? null : await getTab(tabId);
      const isPrivate = tab?.isPrivate ?? false;
      return readPageOnceShown({ tabId, part: part ?? (await siteParts.of({ url, isPrivate })) });
    },
    readSelection,
    mayFetch: connections.mayFetch,
    clientOf,
    memoriesOf: async (connectionId) =>
      findConnection(await readConnections(), connectionId)?.memories ?? [],
    pausedItems: ownership.paused,
    // Search covers only the active connection, so only its indexed pages are announced.
    isLearnedWanted: async (connectionId) =>
      (await activeId()) === connectionId && (await captureOptions.read()).tellsLearned,
    events,
    announce,
    log,
  });
  const outbox = { ...store, ...sending, work: sending.resume };

  const memories = createMemoriesModule({
    store: connectionStore,
    device,
    clientOf: connections.clientOfConnection,
    withdrawnFrom: connections.withdrawnFrom,
    highlightsAfter: (id, limit) => highlightStore.after(id, limit),
    outbox: { ...outbox, retry: sending.handlers['outbox.retry'] },
    events,
    announce,
    log,
  });
  const library = createLibraryModule({
    store,
    highlights: highlightStore,
    clientOf,
    isDevice: memories.isDevice,
    keepHighlight: memories.keepHighlight,
    report: report('deletion.asked'),
    events,
  });
  const highlights = createHighlightsModule({
    readConnections,
    siteRequests,
    highlights: highlightStore,
    outbox,
    deleteNote: (id) => library.handlers['saved.delete']({ id, confirm: true }),
    removeFromBin: memories.owner.removeFromBin,
    events,
    announce,
  });
  const bin = createBinModule({ ...memories, noteChanged: highlights.noteChanged });
  const save = createSaveModule({
    database,
    readConnections,
    offersSelection: async () => (await captureOptions.read()).offersSelection,
    outbox,
    clientOf,
    readPage,
    siteParts,
    highlightsOf: highlights.highlightsOf,
    connectionStatus: memories.status,
    announce,
    report: report('previews'),
  });
  const search = createSearchModule({
    client,
    findHighlight,
    countLearning: async () => store.countLearning(await activeId()),
    previews: save.previews,
    announce,
    report: report('session-reads'),
  });
  const ask = createAskModule({ client, findHighlight, announce });
  const profile = createProfileModule({
    reader: async () => {
      const connectionId = await activeId();
      const credentialId = await connections.credentialOf(connectionId);
      const reading = await clientOf(connectionId);
      return reading === null ? null : { connectionId, credentialId, client: reading };
    },
    credentialOf: connections.credentialOf,
    findHighlight,
    report: report('session-reads'),
    events,
    announce,
  });
  const notes = createNotesModule({
    readConnections,
    outbox,
    clientOf,
    events,
    announce,
    report: report('notes'),
  });
  const batches = createBatchModule({
    database,
    outbox,
    readConnections,
    isHighlightSite: async (origin) =>
      (await siteRequests.read()).some(({ pattern }) => pattern === originPattern(origin)),
    tryAgain: connections.tryAgain,
    events,
    announce,
    log,
  });
  const toolbar = createToolbarModule({
    savesOf: outbox.ofPage,
    activeConnection: activeId,
    saveTab: save.saveTab,
    saveLink: save.saveLink,
    compose: highlights.compose,
    showSearch: search.show,
    resumeOutbox: sending.resume,
    marksSaved: async () => (await captureOptions.read()).marksSaved,
    connectionStatus: memories.status,
    events,
  });
  const addressBar = createAddressBarModule({ readConnections, search, log });
  const options = createSettingsModule({
    options: captureOptions,
    readConnections,
    markedSites: highlights.sitePatterns,
    forgetting: [
      batches.abandonAll,
      memories.toServiceInTime,
      highlights.removeSites,
      connections.forgetAll,
    ],
    announce,
  });
  const diagnostics = createDiagnosticsModule({
    permissions: options.permissions.list,
    readConnections,
    countSaves: () => store.countByStatus(),
    events,
  });

  const handlers: Handlers = {
    ...ask.handlers,
    ...batches.handlers,
    ...bin.handlers,
    ...connections.handlers,
    ...diagnostics.handlers,
    ...highlights.handlers,
    ...library.handlers,
    ...memories.handlers,
    ...notes.handlers,
    ...options.handlers,
    ...profile.handlers,
    ...save.handlers,
    ...search.handlers,
    ...sending.handlers,
  };

  return {
    events,
    handlers,
    store,
    outbox: sending,
    connections,
    highlights,
    save,
    batches,
    toolbar,
    addressBar,
    permissions: options.permissions,
    diagnostics,
  };
}
