/** What the row of a save tells about it at the service. */
import type { OutboxItem } from '../../contracts/outbox.ts';
import { isUnsent } from '../../core/outbox/standing.ts';
import { keptStateOf } from '../../core/outbox/view.ts';

/** Whether the service took it, so that there is something to delete; before that a save can only be discarded. */
export function isTaken(item: OutboxItem): boolean {
  return !isUnsent(keptStateOf(item), item.material !== null);
}

/** The service's id of a saved page; null where it is not known. */
export function documentIdOf(item: OutboxItem): string | null {
  const state = keptStateOf(item);
  return 'documentId' in state ? state.documentId : null;
}

/** Whether the service may still be about to list it. */
export function isPending({ state: { status } }: OutboxItem): boolean {
  return (
    status !== 'learned' && status !== 'unlearned' && status !== 'failed' && status !== 'canceled'
  );
}

/** Whether both are saves of one document, which the service has once for a `custom_id` in a Memory. */
export function isSaveOf(
  item: Pick<OutboxItem, 'customId' | 'connectionId' | 'container'>,
  documentId: string | null,
  other: OutboxItem,
): boolean {
  if (item.customId === null || item.customId !== other.customId) return false;
  if (item.connectionId !== other.connectionId) return false;
  if (item.container.id !== other.container.id || !isTaken(other)) return false;
  const otherId = documentIdOf(other);
  return documentId === null || otherId === null || otherId === documentId;
}
