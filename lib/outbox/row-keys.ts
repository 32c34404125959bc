/** The keys by which the store finds and counts items without loading a row. */
import { type OutboxItem, type RowKeys, isFinished, isUnsent, liveStateOf } from './model.ts';
import { dueAt, laneOf } from './schedule.ts';
import { bytesOf } from './storage.ts';

/** Returns the keys of an item. They are stored with it: changing them needs a migration. */
export function rowKeysOf(item: OutboxItem): RowKeys {
  const due = dueAt(item);
  return {
    ...(due === null ? {} : { due: [due, laneOf(item)] }),
    ...(takesRoom(item) ? { unsentBytes: bytesOf(item.material) } : {}),
    ...(isFinished(item.state) ? { finishedAt: item.updatedAt } : {}),
    ...(willBeLearned(item) ? { learning: item.connectionId } : {}),
  };
}

/** An item refused before it was read has no text. */
function takesRoom(item: OutboxItem): boolean {
  const kept = liveStateOf(item);
  return kept.status === 'requested' || (item.material !== null && isUnsent(kept, true));
}

/** A link counts only once the service is learning it, since it may not be able to read the address. */
function willBeLearned({ kind, state: { status } }: OutboxItem): boolean {
  if (status === 'learning') return true;
  return kind === 'page' && (status === 'captured' || status === 'sending');
}
