/** How many highlights were kept of each page, as far as the list of saves knows. Pure. */
import type { OutboxView } from '../../lib/outbox/model.ts';
import { keptOf } from './save-standing.ts';

/** Gives the count of each page that has some, by its `pageKey`. */
export function highlightsByPage(items: readonly OutboxView[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) {
    const { kind, pageKey } = item;
    const isCounted = kind === 'note' && keptOf(item) !== 'no';
    if (isCounted) counts.set(pageKey, (counts.get(pageKey) ?? 0) + 1);
  }
  return counts;
}
