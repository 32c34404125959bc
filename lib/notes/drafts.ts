/** What the person has written and not sent, one draft for each place they write in. */
import type { NoteDraft, WritingPlace } from './model.ts';
import { serialQueue } from '../async/serial-queue.ts';

export type DraftPorts = {
  store: {
    read: (place: WritingPlace) => Promise<NoteDraft | null>;
    /** Null forgets it. */
    write: (place: WritingPlace, draft: NoteDraft | null) => Promise<void>;
  };
  /** Whether something of this id was handed over to be sent. */
  isSent: (id: string) => Promise<boolean>;
};

export function createDrafts({ store, isSent }: DraftPorts) {
  /** One after another: a surface that closes keeps its draft just before the next one asks for it. */
  const enqueue = serialQueue();

  /** A background that ended between sending and forgetting leaves the draft of what was sent. */
  async function read(place: WritingPlace): Promise<NoteDraft | null> {
    const draft = await store.read(place);
    if (draft === null || !(await isSent(draft.id))) return draft;
    await store.write(place, null);
    return null;
  }

  /** What was sent meanwhile stays gone, and nothing but space is as good as nothing. */
  async function put(place: WritingPlace, draft: NoteDraft | null): Promise<void> {
    const isEmpty = draft === null || draft.content.trim() === '';
    await store.write(place, isEmpty || (await isSent(draft.id)) ? null : draft);
  }

  /** Forgets the draft of what was sent, and no other. */
  async function sent(place: WritingPlace, id: string): Promise<void> {
    if ((await store.read(place))?.id === id) await store.write(place, null);
  }

  return {
    read: (place: WritingPlace) => enqueue(() => read(place)),
    put: (place: WritingPlace, draft: NoteDraft | null) => enqueue(() => put(place, draft)),
    sent: (place: WritingPlace, id: string) => enqueue(() => sent(place, id)),
  };
}
