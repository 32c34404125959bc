import { appError } from '../contract/errors.ts';
import { err, ok } from '../contract/result.ts';
import { sleep } from '../async/sleep.ts';
import { watchBatches, stayAwake } from '../browser/alarms.ts';
import { allBookmarks, bookmarksIn } from '../browser/bookmarks.ts';
import type { Logger } from '../browser/logger.ts';
import {
  createOriginPermissions,
  releaseOrigin,
  releasePermission,
} from '../browser/permissions.ts';
import { getTab, tabsOfWindow } from '../browser/tabs.ts';
import type { KeepsakeDatabase } from '../database/database.ts';
import type { EventBus } from '../messaging/event-bus.ts';
import type { AppEvent } from '../messaging/messages.ts';
import type { Handlers } from '../messaging/router.ts';
import { unneededOrigins } from '../connections/model.ts';
import type { LiveSummary } from '../outbox/model.ts';
import { createBatches } from './batches.ts';
import { foldersOf, tabChoices } from './choices.ts';
import type { batchMessages } from './messages.ts';
import type { BatchPorts } from './ports.ts';
import { createBatchStore } from './store.ts';

export type BatchModuleOptions = Pick<BatchPorts, 'readConnections' | 'tryAgain'> & {
  database: () => Promise<KeepsakeDatabase>;
  outbox: BatchPorts['outbox'] & { ofPage: (pageKey: string) => Promise<LiveSummary[]> };
  isHighlightSite: (origin: string) => Promise<boolean>;
  events: EventBus;
  announce: (event: AppEvent) => void;
  log: Logger;
};

export function createBatchModule({
  database,
  outbox,
  readConnections,
  isHighlightSite,
  tryAgain,
  events,
  announce,
  log,
}: BatchModuleOptions) {
  const batches = createBatches({
    store: createBatchStore(database, (rows) => log.warn('batches.corrupt', { rows })),
    outbox,
    readConnections,
    getTab,
    bookmarksIn,
    releaseAccess: releasePermission,
    releaseOrigin,
    isOriginKept: async (origin) =>
      unneededOrigins([origin], await readConnections()).length === 0 ||
      (await isHighlightSite(origin)),
    tryAgain,
    watch: watchBatches,
    changed: (batch) => announce({ event: 'batches.changed', batch }),
    sleep,
    report: (cause) => log.warn('batches', {}, cause),
    newId: () => crypto.randomUUID(),
    now: Date.now,
  });

  events.on('outbox.item-changed', 'batches', ({ item }) => batches.noteItem(item.id));
  events.on('outbox.item-removed', 'batches', ({ id }) => batches.noteItem(id));
  events.on('connection.restored', 'batches.work', ({ connectionId }) =>
    batches.continueWith(connectionId),
  );

  function resume(): void {
    stayAwake(batches.work()).catch((cause: unknown) => log.warn('batches.work', {}, cause));
  }

  const handlers: Pick<Handlers, keyof typeof batchMessages> = {
    'batches.tabs': async ({ windowId }) => {
      const tabs = await tabsOfWindow(windowId);
      if (!tabs.ok) return err(notPermitted);
      const { isGranted } = createOriginPermissions('read');
      const ports = { savesOf: outbox.ofPage, isOriginAllowed: isGranted };
      return ok({ tabs: await tabChoices(tabs.value, ports) });
    },
    'batches.folders': async () => {
      const root = await allBookmarks();
      return root.ok ? ok({ folders: foldersOf(root.value) }) : err(notPermitted);
    },
    'batches.start': batches.start,
    'batches.list': async () => ok({ batches: await batches.list() }),
    'batches.pause': ({ id }) => batches.pause(id),
    'batches.resume': ({ id }) => batches.resume(id),
    'batches.again': batches.again,
    'batches.link': batches.link,
    'batches.cancel': ({ id }) => batches.cancel(id),
    'batches.dismiss': ({ id }) => batches.dismiss(id),
  };

  return { resume, abandonAll: batches.abandonAll, handlers };
}

const notPermitted = appError('message.refused', 'Keepsake doesn’t have access to these.');
