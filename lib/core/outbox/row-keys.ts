/** What the store finds items by without reading their text. */
import type { OutboxItem } from '../../contracts/outbox.ts';
import { dueAt, laneOf } from './schedule.ts';
import { isFinished, isUnsent } from './standing.ts';
import { bytesOf } from './storage.ts';
import { keptStateOf } from './view.ts';

/** Each is absent where it does not apply, and the item is then not in that index. */
export type RowKeys = {
  /** When the item can be worked on (milliseconds since the epoch), and the line it stands in. */
  due?: [number, string];
  /** Of an item that takes up room until it is sent. */
  unsentBytes?: number;
  /** Milliseconds since the epoch. */
  finishedAt?: number;
};

/** Gives the keys of an item. They are stored with it: a change of what this gives needs a migration. */
export function rowKeysOf(item: OutboxItem): RowKeys {
  const due = dueAt(item);
  return {
    ...(due === null ? {} : { due: [due, laneOf(item)] }),
    ...(takesRoom(item) ? { unsentBytes: bytesOf(item.material) } : {}),
    ...(isFinished(item.state) ? { finishedAt: item.updatedAt } : {}),
  };
}

/** One that was refused before it was read has no text to keep room for. */
function takesRoom(item: OutboxItem): boolean {
  const kept = keptStateOf(item);
  return kept.status === 'requested' || (item.material !== null && isUnsent(kept, true));
}
