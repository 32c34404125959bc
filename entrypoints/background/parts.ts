/** Builds the parts of the background and joins them. */
import type { AppEvent } from '../../lib/contracts/messages.ts';
import type { OutboxItem } from '../../lib/contracts/outbox.ts';
import { originPattern } from '../../lib/core/connections/origins.ts';
import { activeHome, homeOf } from '../../lib/core/connections/connections.ts';
import { type KeptItem, viewOf } from '../../lib/core/outbox/view.ts';
import { createOwnership } from '../../lib/features/connections/ownership.ts';
import { createDeletion } from '../../lib/features/deletion/deletion.ts';
import { createHome } from '../../lib/features/home/home.ts';
import { createLearned } from '../../lib/features/learned/learned.ts';
import { createOutbox } from '../../lib/features/outbox/outbox.ts';
import { createOwn } from '../../lib/features/own/own.ts';
import { createOwnerTransfer } from '../../lib/memory/owner-transfer.ts';
import { createOwnerClient } from '../../lib/memory/owner.ts';
import { createRestClient } from '../../lib/memory/rest.ts';
import { createAskedStore } from '../../lib/platform/asked-store.ts';
import { createDatabaseOpener } from '../../lib/platform/database.ts';
import { askHomePage } from '../../lib/platform/device-home/home-page.ts';
import {
  createFileFetch,
  createWireFetch,
  deviceHomeBaseUrl,
} from '../../lib/platform/device-home/wire-fetch.ts';
import { createHighlightStore } from '../../lib/platform/highlight-store.ts';
import { learnedStore } from '../../lib/platform/learned-store.ts';
import type { Logger } from '../../lib/platform/logger.ts';
import { watchWhileOffline } from '../../lib/platform/network.ts';
import { createOutboxStore } from '../../lib/platform/outbox-store.ts';
import { readPage, readSelection } from '../../lib/platform/page-reader.ts';
import { createSettingsStore } from '../../lib/platform/settings-store.ts';
import { sleep } from '../../lib/platform/sleep.ts';
import { createWake, stayAwake } from '../../lib/platform/wake.ts';
import { createCapturing } from './capturing.ts';
import { createBatching } from './batching.ts';
import { createConnecting } from './connecting.ts';
import { createHighlighting } from './highlighting.ts';
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
  const settings = createSettingsStore(() => log.warn('settings.corrupt'));
  const store = createOutboxStore(database, (rows) => log.warn('outbox.corrupt', { rows }));
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
    servesMarks: (origin) => highlighting.sites.isOn(originPattern(origin)),
  });
  const { clients } = connecting;

  const badge = createOutcomeBadge((pageKey) => store.ofPage(pageKey));
  const learned = createLearned({
    store: learnedStore,
    announce: () => announce({ event: 'learned.news' }),
  });
  const wakeAt = createWake(() => work());
  const outbox = createOutbox({
    store,
    highlights,
    readPage,
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
      noteLearned(item, before).catch(reportNews);
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
    work: () => work(),
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
  const deletion = createDeletion({
    store,
    highlights,
    asked: createAskedStore(),
    clientOf: clients.byId,
    removed: (item) => tellRemoved(item.id, item),
    report: (cause) => log.warn('deletion.asked', {}, cause),
  });
  const owner = createOwnerClient(device);
  const home = createHome({
    settings,
    clientOf: clients.of,
    withdrawnFrom: async (connection) => {
      try {
        return await connecting.connections.withdrawnFrom(connection);
      } catch (cause) {
        // Storage is silent: the client sends nothing then, and the surfaces still show what they can.
        log.warn('withdrawals.unread', {}, cause);
        return [];
      }
    },
    owner,
    changed: (status) => announce({ event: 'home.changed', home: status }),
    newId: () => crypto.randomUUID(),
    now: Date.now,
  });
  const own = createOwn({
    isOwn: async (connectionId) =>
      homeOf(await settings.read(), connectionId)?.connection.kind === 'device',
    isAtHome: async () => activeHome(await settings.read())?.connection.kind === 'device',
    owner,
    transfer: createOwnerTransfer(createFileFetch((request) => stayAwake(askHomePage(request)))),
    forgetMemory: outbox.forgetMemory,
    refresh: async () => {
      await forgetReads();
      return home.listMemories();
    },
    rulesChanged: () => {
      forgetReads().then(() => announce({ event: 'rules.changed' }), reportReads);
    },
    newId: () => crypto.randomUUID(),
  });
  const recalling = createRecalling({
    settings,
    store,
    highlights,
    connecting,
    announce,
    report: reportReads,
  });
  const { profile } = recalling;
  const noting = createNoting({
    settings,
    store,
    outbox,
    clientOf: clients.byId,
    forgetProfile: profile.forget,
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
      work: () => work(),
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

  /** What nobody wants to be told is no news: it is not kept for later either. */
  async function noteLearned(item: OutboxItem, before: OutboxItem | null): Promise<void> {
    if ((await settings.options()).tellsLearned) await learned.note(item, before);
  }

  function reportTroubles(cause: unknown): void {
    log.warn('troubles', {}, cause);
  }

  function reportReads(cause: unknown): void {
    log.warn('session-reads', {}, cause);
  }

  /** The owner changed what this device's home would say. */
  async function forgetReads(): Promise<void> {
    await profile.forget((await settings.read()).activeId ?? '');
  }

  /** What had paused for want of a credential goes on. */
  async function goOn(connectionId: string): Promise<void> {
    for (const id of await ownership.paused(connectionId)) await outbox.retry(id, null);
    await batches.goOn(connectionId);
    work();
  }

  /** Asks for the Memories of the home in use, for which nobody waits. */
  function listInPassing(): void {
    stayAwake(home.listMemories()).catch((cause: unknown) => log.warn('memories.list', {}, cause));
  }

  /** The browser's permissions changed: surfaces tell it, and what paused for want of one goes on. */
  async function permitted(change: 'added' | 'removed'): Promise<void> {
    connecting.forgetPermissions();
    tellOfHomes();
    await highlighting.sites.reconcile();
    if (change === 'removed') return;
    for (const { connection } of (await settings.read()).homes) await goOn(connection.id);
  }

  /** Carries on with whatever the outbox holds; safe to call at any time. */
  function work(): void {
    stayAwake(outbox.resume()).catch((cause: unknown) => log.warn('outbox.resume', {}, cause));
  }

  /** Carries on with what is saved many at once, as far as it was not handed to the outbox; safe to call at any time. */
  function workOnBatches(): void {
    stayAwake(batches.work()).catch((cause: unknown) => log.warn('batches.work', {}, cause));
  }

  /** What waited for the network alone does not wait any longer. */
  async function online(): Promise<void> {
    await outbox.online();
    work();
  }

  return {
    settings,
    store,
    badge,
    outbox,
    capturing,
    deletion,
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
    goOn,
    permitted,
    listInPassing,
    online,
    work,
    workOnBatches,
    forgotten: () => announce({ event: 'everything.forgotten' }),
  };
}
