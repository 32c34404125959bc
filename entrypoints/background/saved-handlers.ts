/** What the background answers about what the service has, of the person's saves and besides. */
import type { documentMessages } from '../../lib/contracts/document-messages.ts';
import { ok } from '../../lib/contracts/result.ts';
import type { Handlers } from '../../lib/messaging/router.ts';
import type { Parts } from './parts.ts';

type SavedHandlers = Pick<
  Handlers,
  'saved.delete' | 'learned.take' | keyof typeof documentMessages
>;

export function createSavedHandlers({ deletion, documents, learned }: Parts): SavedHandlers {
  return {
    'saved.delete': ({ id, confirm }) => deletion.deleteSaved(id, confirm),
    'documents.list': (wish) => documents.list(wish),
    'documents.delete': (wish) => deletion.deleteDocument(wish),
    'learned.take': async () => ok(await learned.take()),
  };
}
