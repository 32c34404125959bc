import type { EventBus } from '../messaging/event-bus.ts';
import type { Handlers } from '../messaging/router.ts';
import { askedDeletions } from './asked-store.ts';
import { createDeletion, type DeletionPorts } from './deletion.ts';
import { listDocuments } from './documents.ts';
import type { documentMessages } from './messages.ts';

export type LibraryModuleOptions = Pick<
  DeletionPorts,
  'store' | 'highlights' | 'clientOf' | 'isDevice' | 'keepHighlight' | 'report'
> & { events: EventBus };

export function createLibraryModule({ events, ...ports }: LibraryModuleOptions) {
  const deletion = createDeletion({
    ...ports,
    asked: askedDeletions,
    memoriesChanged: (connectionId) => events.emit('memories.changed', { connectionId }),
    removed: (item) => void events.emit('outbox.item-removed', { id: item.id, item }),
  });

  const handlers: Pick<Handlers, 'saved.delete' | keyof typeof documentMessages> = {
    'saved.delete': ({ id, confirm }) => deletion.deleteSaved(id, confirm),
    'documents.list': (order) => listDocuments(order, ports.clientOf),
    'documents.delete': deletion.deleteDocument,
    'facts.delete': deletion.deleteFact,
  };

  return { handlers };
}
