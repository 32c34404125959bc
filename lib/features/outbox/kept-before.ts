/** Whether the words that an item was asked for are kept by another one already. */
import type { Highlight, OutboxItem } from '../../contracts/outbox.ts';
import { isSameWords } from '../../core/highlights/same-words.ts';
import { isKept, type KeptItem } from '../../core/outbox/view.ts';
import type { OutboxPorts } from './ports.ts';

/**
 * Gives the item that keeps the very same words of the same page in the same Memory; null where none does, or it was
 * refused. Of two that are read at the same time it is the one that was asked for first, so that one of them stays.
 */
export async function keptBefore(
  item: OutboxItem,
  highlight: Highlight,
  { store, highlights }: Pick<OutboxPorts, 'store' | 'highlights'>,
): Promise<KeptItem | null> {
  for (const other of await highlights.ofPage(item.pageKey)) {
    if (other.id === item.id || !isSameWords(other, highlight)) continue;
    const kept = await store.get(other.id);
    if (kept !== null && isKept(kept) && isInMemoryOf(item, kept) && isThere(kept, item)) {
      return kept;
    }
  }
  return null;
}

function isInMemoryOf({ connectionId, container }: OutboxItem, other: OutboxItem): boolean {
  return connectionId === other.connectionId && container.id === other.container.id;
}

function isThere({ id, createdAt, state: { status } }: KeptItem, than: OutboxItem): boolean {
  if (status !== 'requested') return status !== 'refused';
  return createdAt < than.createdAt || (createdAt === than.createdAt && id < than.id);
}
