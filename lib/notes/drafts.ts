import type { NoteDraft, WritingPlace } from './model.ts';
import { serialQueue } from '../async/serial-queue.ts';
import type { draftStore } from './store.ts';

type DraftPorts = {
  store: typeof draftStore;
  /** Returns whether a note or fact with this id was sent. */
  isSent: (id: string) => Promise<boolean>;
};

export function createDrafts({ store, isSent }: DraftPorts) {
  /** Serialized, because a closing page stores its draft just before the next page reads it. */
  const enqueue = serialQueue();

  /** Returns the draft. Removes one that was sent, in case the background stopped before it could. */
  async function read(place: WritingPlace): Promise<NoteDraft | null> {
    const draft = await store.read(place);
    if (draft === null || !(await isSent(draft.id))) return draft;
    await store.write(place, null);
    return null;
  }

  async function put(place: WritingPlace, draft: NoteDraft | null): Promise<void> {
    const isEmpty = draft === null || draft.content.trim() === '';
    await store.write(place, isEmpty || (await isSent(draft.id)) ? null : draft);
  }

  async function sent(place: WritingPlace, id: string): Promise<void> {
    if ((await store.read(place))?.id === id) await store.write(place, null);
  }

  return {
    read: (place: WritingPlace) => enqueue(() => read(place)),
    put: (place: WritingPlace, draft: NoteDraft | null) => enqueue(() => put(place, draft)),
    sent: (place: WritingPlace, id: string) => enqueue(() => sent(place, id)),
  };
}
