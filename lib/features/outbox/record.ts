/** Writes down what happened to an item, and tells the surfaces what they can see of it. */
import { storageFull } from '../../core/outbox/storage.ts';
import type { OutboxEvent } from '../../core/outbox/event.ts';
import { transition } from '../../core/outbox/transition.ts';
import { isKept } from '../../core/outbox/view.ts';
import type { OutboxItem } from '../../contracts/outbox.ts';
import type { OutboxPorts } from './ports.ts';

export type Recorded =
  | { changed: true; item: OutboxItem }
  /** The event did not fit the item, its text found no room, or there is no such item. */
  | { changed: false; item: OutboxItem | null };

export type Recorder = (id: string, event: OutboxEvent) => Promise<Recorded>;

type RecorderPorts = Pick<OutboxPorts, 'store' | 'changed' | 'removed' | 'now'>;

export function createRecorder({ store, changed, removed, now }: RecorderPorts): Recorder {
  return async (id, event) => {
    let before: OutboxItem | null = null;
    const item = await store.update(
      id,
      (stored) => {
        before = stored;
        return transition(stored, event, now());
      },
      // What was read finds no room: its reason is kept, and it can be read again later.
      (stored) =>
        event.type === 'read'
          ? transition(stored, { type: 'refused', error: storageFull }, now())
          : stored,
    );
    if (item === null || before === null || item === before) return { changed: false, item };
    if (isKept(item)) changed(item, before);
    else if (isKept(before)) removed(id, item);
    return { changed: true, item };
  };
}
