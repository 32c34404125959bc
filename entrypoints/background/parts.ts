/** Builds the parts of the background and joins them. */
import type { AppEvent } from '../../lib/contracts/messages.ts';
import type { OutboxItem } from '../../lib/contracts/outbox.ts';
import { activeHome } from '../../lib/core/connections/connections.ts';
import { viewOf } from '../../lib/core/outbox/view.ts';
import { createOwnership } from '../../lib/features/connections/ownership.ts';
import { createHome } from '../../lib/features/home/home.ts';
import { createOutbox } from '../../lib/features/outbox/outbox.ts';
import { createOwn } from '../../lib/features/own/own.ts';
import { createRecall } from '../../lib/features/recall/recall.ts';
import { createOwnerTransfer } from '../../lib/memory/owner-transfer.ts';
import { createOwnerClient } from '../../lib/memory/owner.ts';
import { createRestClient } from '../../lib/memory/rest.ts';
import { createDatabaseOpener } from '../../lib/platform/database.ts';
import { askHomePage } from '../../lib/platform/device-home/home-page.ts';
import {
  createFileFetch,
  createWireFetch,
  deviceHomeBaseUrl,
} from '../../lib/platform/device-home/wire-fetch.ts';
import { createHighlightStore } from '../../lib/platform/highlight-store.ts';
import type { Logger } from '../../lib/platform/logger.ts';
import { createOutboxStore } from '../../lib/platform/outbox-store.ts';
import { readPage, readSelection } from '../../lib/platform/page-reader.ts';
import { createSettingsStore } from '../../lib/platform/settings-store.ts';
import { sleep } from '../../lib/platform/sleep.ts';
import { openTab } from '../../lib/platform/tabs.ts';
import { createWake, stayAwake } from '../../lib/platform/wake.ts';
import { createConnecting } from './connecting.ts';
import { showOutcome } from './outcome-badge.ts';

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
    changed: () => tellOfHomes(),
  });
  const { clients } = connecting;

  const wakeAt = createWake(() => work());
  const outbox = createOutbox({
    store,
    highlights,
    readPage,
    readSelection,
    clientOf: clients.byId,
    wakeAt,
    changed: (item: OutboxItem) => {
      announce({ event: 'outbox.changed', item: viewOf(item) });
      void showOutcome(item);
    },
    removed: (id) => announce({ event: 'outbox.removed', id }),
    now: Date.now,
  });
  const owner = createOwnerClient(device);
  const home = createHome({
    settings,
    clientOf: clients.of,
    owner,
    changed: (status) => announce({ event: 'home.changed', home: status }),
    newId: () => crypto.randomUUID(),
    now: Date.now,
  });
  const own = createOwn({
    isAtHome: async () => activeHome(await settings.read())?.connection.kind === 'device',
    owner,
    transfer: createOwnerTransfer(createFileFetch((request) => stayAwake(askHomePage(request)))),
    forgetMemory: outbox.forgetMemory,
    refresh: home.listMemories,
    rulesChanged: () => announce({ event: 'rules.changed' }),
    newId: () => crypto.randomUUID(),
  });
  const recall = createRecall({
    client: async () => clients.byId((await settings.read()).activeId ?? ''),
    findHighlight: (note) => highlights.find(note),
    countLearning: async () => (await store.active()).filter(({ kind }) => kind === 'page').length,
    openTab,
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

  /** What had paused for want of a credential goes on. */
  async function goOn(connectionId: string): Promise<void> {
    for (const id of await ownership.paused(connectionId)) await outbox.retry(id, null);
    work();
  }

  /** Carries on with whatever the outbox holds; safe to call at any time. */
  function work(): void {
    stayAwake(outbox.resume()).catch((cause: unknown) => log.warn('outbox.resume', {}, cause));
  }

  return {
    settings,
    store,
    outbox,
    home,
    own,
    recall,
    ownership,
    connecting,
    goOn,
    work,
    forgotten: tellOfHomes,
  };
}
