/** What a deletion asks a service for: all it takes to send it, though the row may be gone from the list meanwhile. */
import type { OutboxItem } from '../../contracts/outbox.ts';
import { documentIdOf, isPending } from './saved-item.ts';

export type Target = Pick<OutboxItem, 'id' | 'kind' | 'connectionId' | 'container' | 'customId'> & {
  /** The service's ids; null where it told none. */
  documentId: string | null;
  memoryId: string | null;
  /** The service may not list it yet, though it has taken it. */
  isPending: boolean;
};

export function targetOf(item: OutboxItem, memoryId: string | null): Target {
  const { id, kind, connectionId, container, customId } = item;
  return {
    id,
    kind,
    connectionId,
    container,
    customId,
    documentId: documentIdOf(item),
    memoryId,
    isPending: isPending(item),
  };
}
