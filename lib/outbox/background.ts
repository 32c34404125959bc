import { err, ok } from '../contract/result.ts';
import { sleep } from '../async/sleep.ts';
import { watchWhileOffline, createWake, stayAwake } from '../browser/alarms.ts';
import type { Logger } from '../browser/logger.ts';
import type { EventBus } from '../messaging/event-bus.ts';
import type { AppEvent } from '../messaging/messages.ts';
import { acknowledged, type Handlers } from '../messaging/router.ts';
import { itemGone } from './errors.ts';
import { createLearned, learnedStore } from './learned.ts';
import type { outboxMessages } from './messages.ts';
import { createOutbox } from './outbox.ts';
import type { OutboxPorts } from './ports.ts';
import { isLive, viewOf } from './model.ts';

type OutboxModuleOptions = Pick<
  OutboxPorts,
  'store' | 'highlights' | 'readPage' | 'readSelection' | 'mayFetch' | 'clientOf' | 'memoriesOf'
> & {
  /** Returns ids of items that paused because a credential or permission is missing. */
  pausedItems: (connectionId: string) => Promise<string[]>;
  isLearnedWanted: (connectionId: string) => Promise<boolean>;
  events: EventBus;
  announce: (event: AppEvent) => void;
  log: Logger;
};

/** The Memories module handles `outbox.update-now`, because it owns the device service. */
type OutboxHandlers = Omit<
  Pick<Handlers, keyof typeof outboxMessages>,
  'saved.delete' | 'outbox.update-now'
>;

export function createOutboxModule({
  store,
  pausedItems,
  isLearnedWanted,
  events,
  announce,
  log,
  ...ports
}: OutboxModuleOptions) {
  const learned = createLearned({
    store: learnedStore,
    isWanted: isLearnedWanted,
    announce: () => announce({ event: 'learned.news' }),
  });
  const outbox = createOutbox({
    ...ports,
    store,
    wakeAt: createWake(resume),
    sleep,
    changed(item, before) {
      announce({ event: 'outbox.changed', item: viewOf(item) });
      void events.emit('outbox.item-changed', { item, before });
    },
    // The outcome is shown in the tab of the new request, where the person expects it.
    deduplicated: ({ source }, original) =>
      void events.emit('outbox.item-repeated', { item: { ...original, source } }),
    removed: (id, item) => void events.emit('outbox.item-removed', { id, item }),
    report: (cause) => log.warn('outbox.step', {}, cause),
    now: Date.now,
  });

  events.on('outbox.item-changed', 'network', async ({ item }) => {
    if (item.state.status === 'waiting') await watchWhileOffline();
  });
  events.on('outbox.item-changed', 'learned.news', ({ item, before }) =>
    learned.note(item, before),
  );
  events.on('outbox.item-removed', 'learned.news', async ({ id, item }) => {
    announce({ event: 'outbox.removed', id });
    // Without an item, only the list entry was removed, so the page stays searchable.
    if (item !== null) await learned.forget(id);
  });
  events.on('outbox.items-moved', 'outbox.resume', resume);
  events.on('connection.restored', 'outbox.resume', async ({ connectionId }) => {
    for (const id of await pausedItems(connectionId)) await outbox.retry(id, null);
    resume();
  });
  events.on('connection.reachable', 'reached-again', async ({ connectionId, askedAt }) => {
    await outbox.reachedAgain(connectionId, askedAt);
    resume();
  });

  function resume(): void {
    stayAwake(outbox.resume()).catch((cause: unknown) => log.warn('outbox.resume', {}, cause));
  }

  async function online(): Promise<void> {
    await outbox.online();
    resume();
  }

  const handlers: OutboxHandlers = {
    'outbox.list': async () => ok(await store.list()),
    'outbox.get': async ({ id }) => {
      const item = await store.get(id);
      return ok(item !== null && isLive(item) ? viewOf(item) : null);
    },
    'outbox.retry': async ({ id, tabId }) => {
      const item = await outbox.retry(id, tabId);
      if (item === null) return err(itemGone);
      resume();
      return ok(viewOf(item));
    },
    'outbox.editable': async ({ id }) => ok(await outbox.editable(id)),
    'outbox.edit': async ({ id, ...change }) => {
      const edited = await outbox.edit(id, change);
      if (!edited.ok) return edited;
      await events.emit('outbox.item-edited', { item: edited.value });
      resume();
      return ok(viewOf(edited.value));
    },
    'outbox.discard': acknowledged(({ id }) => outbox.discard(id)),
    'outbox.restore': async ({ id }) => {
      const restored = await outbox.restore(id);
      if (!restored.ok) return restored;
      resume();
      return ok(viewOf(restored.value));
    },
    'learned.take': async () => ok(await learned.take()),
  };

  return { ...outbox, resume, online, handlers };
}
