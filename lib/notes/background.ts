/** Keeps in the background what the person writes: drafts, notes of no page, and facts about themselves. */
import type { AppEvent } from '../messaging/messages.ts';
import type { WritingPlace } from './model.ts';
import type { CallWait } from '../search/model.ts';
import type { CallOptions, MemoryClient } from '../memory-client/client.ts';
import { createDrafts } from './drafts.ts';
import { createFacts } from './facts.ts';
import { createCalls } from '../messaging/calls.ts';
import { destinationOf } from '../connections/model.ts';
import { type NoteOrder, type NotePorts, saveNote, type UndoPorts, undoNote } from './save-note.ts';
import { createFactStore, draftStore } from './store.ts';
import type { OutboxItem } from '../outbox/model.ts';
import { viewOf } from '../outbox/model.ts';
import { ok } from '../contract/result.ts';
import type { EventBus } from '../messaging/event-bus.ts';
import type { Handlers } from '../messaging/router.ts';
import type { noteMessages } from './messages.ts';
import type { StoredConnections } from '../connections/model.ts';
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

type NoteHandlers = Pick<Handlers, keyof typeof noteMessages>;

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
    kept: (connectionId) => events.emit('memories.changed', { connectionId }),
    report: options.report,
    now: Date.now,
  });
  const drafts = createDrafts({
    store: draftStore,
    isSent: async (id) => (await outbox.get(id)) !== null || facts.isKnown(id),
  });

  async function keep({ place, ...order }: NoteOrder & { place: WritingPlace }) {
    const kept = await saveNote(order, {
      readConnections,
      request: outbox.request,
      now: Date.now,
    });
    if (kept.ok) await drafts.sent(place, order.id);
    return kept;
  }

  async function addFact({ place, ...order }: NoteOrder & { place: WritingPlace }) {
    const added = await facts.add(order);
    if (added.ok) await drafts.sent(place, order.id);
    return added;
  }

  /** What was taken back is a draft again, under an id that nothing was sent by. */
  async function undo(id: string, place: WritingPlace) {
    const undone = await undoNote(id, {
      get: outbox.get,
      discard: outbox.discard,
      now: Date.now,
    });
    if (undone.ok && undone.value !== null) {
      const draft = { id: crypto.randomUUID(), content: undone.value, isFact: false };
      await drafts.put(place, draft);
    }
    return undone;
  }

  const handlers: NoteHandlers = {
    'notes.draft': async ({ place }) => ok(await drafts.read(place)),
    'notes.save-draft': async ({ place, draft }) => {
      await drafts.put(place, draft);
      return ok({});
    },
    'notes.save': async (order) => {
      const kept = await keep(order);
      if (!kept.ok) return kept;
      outbox.resume();
      return ok(viewOf(kept.value));
    },
    'notes.undo': async ({ id, place }) => {
      const undone = await undo(id, place);
      return undone.ok ? ok(await drafts.read(place)) : undone;
    },
    'facts.add': (order) => addFact(order),
    'facts.list': async () => ok({ facts: await facts.list() }),
    'facts.again': ({ id }) => facts.again(id),
    'facts.give-up': async ({ id }) => {
      await facts.giveUp(id);
      return ok({});
    },
    'facts.take-back': async ({ id }) => ok({ content: await facts.takeBack(id) }),
  };

  return { handlers };
}

/** Makes calls whose waits are announced, and remembered for a surface that opens later. */
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
