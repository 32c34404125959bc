/** What the background answers about what the service has of the person's saves. */
import { ok } from '../../lib/contracts/result.ts';
import type { Handlers } from '../../lib/messaging/router.ts';
import type { Parts } from './parts.ts';

type SavedHandlers = Pick<Handlers, 'saved.delete' | 'learned.take'>;

export function createSavedHandlers({ deletion, learned }: Parts): SavedHandlers {
  return {
    'saved.delete': ({ id, confirm }) => deletion.deleteSaved(id, confirm),
    'learned.take': async () => ok(await learned.take()),
  };
}
