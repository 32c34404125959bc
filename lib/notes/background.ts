import type { AppEvent } from '../messaging/messages.ts';
import type { CallWait } from '../search/model.ts';
import type { CallOptions, MemoryClient } from '../memory-client/client.ts';
import { createDrafts } from './drafts.ts';
import { createFacts } from './facts.ts';
import { createCalls } from '../messaging/calls.ts';
import { destinationOf, type StoredConnections } from '../connections/model.ts';
import { type NotePorts, saveNote, type UndoPorts, undoNote } from './save-note.ts';
import { createFactStore, draftStore } from './store.ts';
import { type OutboxItem, viewOf } from '../outbox/model.ts';
import { ok } from '../contract/result.ts';
import type { EventBus } from '../messaging/event-bus.ts';
import { acknowledged, type Handlers } from '../messaging/router.ts';
import type { noteMessages } from './messages.ts';
import { stayAwake } from '../browser/alarms.ts';

export type NotesModuleOptions = {
  readConnections: () => Promise<StoredConnections>;
  outbox: {
    get: (id: string) => Promise<OutboxItem | null>;
    request: NotePorts['request'];
    discard: UndoPorts['discard'];
    resume: () => void;
  };
  clientOf: (connectionId: string) => Promise<MemoryClient | null>;
  events: EventBus;
  announce: (event: AppEvent) => void;
  report: (cause?: unknown) => void;
};

export function createNotesModule(options: NotesModuleOptions) {
  const { readConnections, outbox, events, announce } = options;
  const facts = createFacts({
    store: createFactStore(() => options.report()),
    place: async (memoryId) => destinationOf(await readConnections(), memoryId),
    clientOf: options.clientOf,
    calls: createWaitingCalls(announce),
    stayAwake,
    changed: (fact) => announce({ event: 'facts.changed', fact }),
    removed: (id) => announce({ event: 'facts.removed', id }),
    added: (connectionId) => events.emit('memories.changed', { connectionId }),
    report: options.report,
    now: Date.now,
  });
  const drafts = createDrafts({
    store: draftStore,
    isSent: async (id) => (await outbox.get(id)) !== null || facts.isKnown(id),
  });

  const handlers: Pick<Handlers, keyof typeof noteMessages> = {
    'notes.draft': async ({ place }) => ok(await drafts.read(place)),
    'notes.save-draft': acknowledged(({ place, draft }) => drafts.put(place, draft)),
    'notes.save': async ({ place, ...order }) => {
      const { request } = outbox;
      const saved = await saveNote(order, { readConnections, request, now: Date.now });
      if (!saved.ok) return saved;
      await drafts.sent(place, order.id);
      outbox.resume();
      return ok(viewOf(saved.value));
    },
    'notes.undo': async ({ id, place }) => {
      const undone = await undoNote(id, { ...outbox, now: Date.now });
      if (!undone.ok) return undone;
      if (undone.value !== null) {
        // Use a new id, because a note was already stored with the old id.
        await drafts.put(place, { id: crypto.randomUUID(), content: undone.value, isFact: false });
      }
      return ok(await drafts.read(place));
    },
    'facts.add': async ({ place, ...order }) => {
      const added = await facts.add(order);
      if (added.ok) await drafts.sent(place, order.id);
      return added;
    },
    'facts.list': async () => ok({ facts: await facts.list() }),
    'facts.again': ({ id }) => facts.again(id),
    'facts.give-up': acknowledged(({ id }) => facts.cancel(id)),
    'facts.take-back': async ({ id }) => ok({ content: await facts.takeBack(id) }),
  };

  return { handlers };
}

/** Remembers why calls are waiting, for pages that open later. */
function createWaitingCalls(announce: (event: AppEvent) => void) {
  const waits = new Map<string, CallWait>();
  const calls = createCalls({
    waiting: (callId, wait) => {
      if (wait === null) waits.delete(callId);
      else waits.set(callId, wait);
      announce({ event: 'call.waiting', callId, wait });
    },
    now: Date.now,
  });
  return {
    run: <T>(id: string, work: (call: CallOptions) => Promise<T>) =>
      calls.run(id, work).finally(() => waits.delete(id)),
    cancel: calls.cancel,
    waitOf: (id: string) => waits.get(id) ?? null,
  };
}
