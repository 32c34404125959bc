/** Builds the parts that keep what the person writes: drafts, notes of no page, and standing facts. */
import type { AppEvent } from '../../lib/contracts/messages.ts';
import type { WritingPlace } from '../../lib/contracts/notes.ts';
import type { CallWait } from '../../lib/contracts/recall.ts';
import type { CallOptions, MemoryClient } from '../../lib/memory/client.ts';
import { createDrafts } from '../../lib/features/note/drafts.ts';
import { createFacts } from '../../lib/features/note/facts.ts';
import type { createOutbox } from '../../lib/features/outbox/outbox.ts';
import { createCalls } from '../../lib/features/recall/calls.ts';
import { destinationOf } from '../../lib/features/save/destination.ts';
import { type NoteOrder, saveNote, undoNote } from '../../lib/features/save/save-note.ts';
import { createFactStore, draftStore } from '../../lib/platform/note-store.ts';
import type { OutboxStore } from '../../lib/platform/outbox-store.ts';
import type { SettingsStore } from '../../lib/platform/settings-store.ts';
import { stayAwake } from '../../lib/platform/wake.ts';

export type NotingOptions = {
  settings: SettingsStore;
  store: OutboxStore;
  outbox: Pick<ReturnType<typeof createOutbox>, 'request' | 'discard'>;
  clientOf: (connectionId: string) => Promise<MemoryClient | null>;
  /** Has the profile of a home read again. */
  memoriesChanged: (connectionId: string) => Promise<void>;
  announce: (event: AppEvent) => void;
  report: (cause?: unknown) => void;
};

export function createNoting(options: NotingOptions) {
  const { settings, store, outbox, announce } = options;
  const facts = createFacts({
    store: createFactStore(() => options.report()),
    place: async (memoryId) => destinationOf(await settings.read(), memoryId),
    clientOf: options.clientOf,
    calls: createWaitingCalls(announce),
    stayAwake,
    changed: (fact) => announce({ event: 'fact.changed', fact }),
    removed: (id) => announce({ event: 'fact.removed', id }),
    kept: options.memoriesChanged,
    report: options.report,
    now: Date.now,
  });
  const drafts = createDrafts({
    store: draftStore,
    isSent: async (id) => (await store.get(id)) !== null || facts.isKnown(id),
  });

  async function keep({ place, ...order }: NoteOrder & { place: WritingPlace }) {
    const kept = await saveNote(order, {
      readSettings: settings.read,
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
      get: (itemId) => store.get(itemId),
      discard: outbox.discard,
      now: Date.now,
    });
    if (undone.ok && undone.value !== null) {
      const draft = { id: crypto.randomUUID(), content: undone.value, isFact: false };
      await drafts.put(place, draft);
    }
    return undone;
  }

  return { drafts, facts, keep, addFact, undo };
}

/** Calls whose waits are told to every surface, and remembered for one that opens later. */
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
