/** Builds the parts of the background and joins them. */
import type { AppEvent } from '../../lib/contracts/messages.ts';
import type { OutboxItem } from '../../lib/contracts/outbox.ts';
import { originPattern } from '../../lib/core/connections/origins.ts';
import { homeOf } from '../../lib/core/connections/connections.ts';
import { type KeptItem, viewOf } from '../../lib/core/outbox/view.ts';
import { createOwnership } from '../../lib/features/connections/ownership.ts';
import { createDeletion } from '../../lib/features/deletion/deletion.ts';
import { createDocuments } from '../../lib/features/documents/documents.ts';
import { createLearned } from '../../lib/features/learned/learned.ts';
import { createOutbox } from '../../lib/features/outbox/outbox.ts';
import { createRestClient } from '../../lib/memory/rest.ts';
import { createAskedStore } from '../../lib/platform/asked-store.ts';
import { createDatabaseOpener } from '../../lib/platform/database.ts';
import { askHomePage } from '../../lib/platform/device-home/home-page.ts';
import { createWireFetch, deviceHomeBaseUrl } from '../../lib/platform/device-home/wire-fetch.ts';
import { createHighlightStore } from '../../lib/platform/highlight-store.ts';
import { learnedStore } from '../../lib/platform/learned-store.ts';
import type { Logger } from '../../lib/platform/logger.ts';
import { watchWhileOffline } from '../../lib/platform/network.ts';
import { createOutboxStore } from '../../lib/platform/outbox-store.ts';
import { readPage, readPageOnceShown, readSelection } from '../../lib/platform/page-reader.ts';
import { createSettingsStore } from '../../lib/platform/settings-store.ts';
import { sleep } from '../../lib/platform/sleep.ts';
import { createWake } from '../../lib/platform/wake.ts';
import { createCapturing } from './capturing.ts';
import { createBatching } from './batching.ts';
import { createConnecting } from './connecting.ts';
import { createGoingOn } from './going-on.ts';
import { createHighlighting } from './highlighting.ts';
import { createHousing } from './housing.ts';
import { createNoting } from './noting.ts';
import { createOutcomeBadge } from './outcome-badge.ts';
import { createRecalling } from './recalling.ts';
import { createSettling } from './settling.ts';

export type Parts = ReturnType<typeof createParts>;

export function createParts({
  log,
  announce,
}: {
  log: Logger;
  announce: (event: AppEvent) => void;
}) {
  const database = createDatabaseOpener();
  const settings = createSettingsStore(
    () => log.warn('settings.corrupt'),
    (before, after) => {
      badge.rename(before, after).catch((cause: unknown) => log.warn('badge', {}, cause));
    },
  );
  const store = createOutboxStore(database, (rows) => log.warn('outbox.corrupt', { rows }), {
    homes: settings.readOnce,
  });
  const highlights = createHighlightStore(database);

  const device = {
    baseUrl: deviceHomeBaseUrl,
    fetch: createWireFetch(askHomePage),
    sleep,
    random: Math.random,
  };
  const connecting = createConnecting({
    database,
    settings,
    device: createRestClient(device),
    log,
    changed: (connectionId) => {
      profile.tidy(connectionId).catch(reportReads);
      tellOfHomes();
    },
    reachedAgain: (connectionId, askedAt) => {
      goingOn
        .reachedAgain(connectionId, askedAt)
        .catch((cause: unknown) => log.warn('reached-again', {}, cause));
    },
    servesMarks: (origin) => highlighting.sites.isOn(originPattern(origin)),
  });
  const { clients } = connecting;

  const badge = createOutcomeBadge((pageKey) => store.ofPage(pageKey));
  const learned = createLearned({
    store: learnedStore,
    // A search finds nothing of another home than the one in use.
    isWanted: async (connectionId) =>
      (await settings.read()).activeId === connectionId && (await settings.options()).tellsLearned,
    announce: () => announce({ event: 'learned.news' }),
  });
  const wakeAt = createWake(() => goingOn.work());
  const outbox = createOutbox({
    store,
    highlights,
    readPage: readPageOnceShown,
    readSelection,
    mayFetch: connecting.mayFetch,
    clientOf: clients.byId,
    memoriesOf: async (connectionId) => homeOf(await settings.read(), connectionId)?.memories ?? [],
    wakeAt,
    sleep,
    changed: (item: KeptItem, before: OutboxItem | null) => {
      announce({ event: 'outbox.changed', item: viewOf(item) });
      if (item.state.status === 'waiting') {
        watchWhileOffline().catch((cause: unknown) => log.warn('network', {}, cause));
      }
      void badge.show(item);
      learned.note(item, before).catch(reportNews);
      settling.diagnostics.noteSave(item, before).catch(reportTroubles);
      batches.noteRow(item.id);
      highlighting.noteChanged(item, before).catch(reportMarks);
    },
    // In its own tab, where the person looks for what came of it.
    repeated: ({ source }, kept) => void badge.show({ ...kept, source }),
    removed: tellRemoved,
    report: (cause) => log.warn('outbox.step', {}, cause),
    now: Date.now,
  });
  const highlighting = createHighlighting({
    settings,
    store,
    highlights,
    outbox,
    announce,
    work: () => goingOn.work(),
    report: (what, cause) => log.warn(what, {}, cause),
  });
  const settling = createSettling({
    settings,
    store,
    markedSites: async () => (await highlighting.sites.list()).map(({ pattern }) => pattern),
  });
  const capturing = createCapturing({
    database,
    settings,
    store,
    outbox,
    readPage,
    highlightsOf: highlighting.highlightsOf,
    announce,
    report: (cause) => log.warn('previews', {}, cause),
  });
  const recalling = createRecalling({
    settings,
    store,
    highlights,
    connecting,
    announce,
    report: reportReads,
  });
  const { profile, memoriesChanged } = recalling;
  const deletion = createDeletion({
    store,
    highlights,
    asked: createAskedStore(),
    clientOf: clients.byId,
    memoriesChanged,
    removed: (item) => tellRemoved(item.id, item),
    report: (cause) => log.warn('deletion.asked', {}, cause),
  });
  const documents = createDocuments({ clientOf: clients.byId });
  const { home, own } = createHousing({
    settings,
    device,
    connecting,
    forgetMemory: outbox.forgetMemory,
    forgetReads: profile.forget,
    memoriesChanged,
    announce,
    log,
  });
  const noting = createNoting({
    settings,
    store,
    outbox,
    clientOf: clients.byId,
    memoriesChanged,
    announce,
    report: (cause) => log.warn('notes', {}, cause),
  });

  const batches = createBatching({
    database,
    settings,
    outbox: {
      get: (id) => store.get(id),
      unlearned: () => store.unlearned(),
      request: outbox.request,
      retry: outbox.retry,
      discard: outbox.discard,
      work: () => goingOn.work(),
    },
    tryAgain: connecting.connections.tryAgain,
    announce,
    log,
  });

  const ownership = createOwnership({
    store,
    readSettings: settings.read,
    changed: (item) => announce({ event: 'outbox.changed', item: viewOf(item) }),
    now: Date.now,
  });

  const goingOn = createGoingOn({
    settings,
    outbox,
    ownership,
    batches,
    home,
    connecting,
    highlighting,
    tellOfHomes,
    log,
  });

  function tellOfHomes(): void {
    announce({ event: 'connections.changed' });
    home.status().then(
      (status) => announce({ event: 'home.changed', home: status }),
      (cause: unknown) => log.warn('home.status', {}, cause),
    );
  }

  function tellRemoved(id: string, item: OutboxItem | null): void {
    announce({ event: 'outbox.removed', id });
    batches.noteRow(id);
    // Without the item it has only gone from the list: its page is as findable as before.
    if (item === null) return;
    void badge.clear(item);
    learned.forget(id).catch(reportNews);
    highlighting.noteGone(item).catch(reportMarks);
  }

  function reportMarks(cause: unknown): void {
    log.warn('marks', {}, cause);
  }

  function reportNews(cause: unknown): void {
    log.warn('learned.news', {}, cause);
  }

  function reportTroubles(cause: unknown): void {
    log.warn('troubles', {}, cause);
  }

  function reportReads(cause: unknown): void {
    log.warn('session-reads', {}, cause);
  }

  return {
    settings,
    store,
    badge,
    outbox,
    capturing,
    deletion,
    documents,
    learned,
    home,
    own,
    recall: recalling.recall,
    asking: recalling.asking,
    profile,
    ownership,
    batches,
    connecting,
    highlighting,
    settling,
    noting,
    ...goingOn,
    forgotten: () => announce({ event: 'everything.forgotten' }),
  };
}
