/** What the background answers about what the service has of the person's saves. */
import { ok } from '../../lib/contracts/result.ts';
import type { Handlers } from '../../lib/messaging/router.ts';
import { stayAwake } from '../../lib/platform/wake.ts';
import type { Parts } from './parts.ts';

type SavedHandlers = Pick<Handlers, 'saved.delete' | 'learned.take'>;

export function createSavedHandlers({ deletion, learned }: Parts): SavedHandlers {
  return {
    // A note waits for one of the account's turns, and the surface that asked may be closed meanwhile.
    'saved.delete': ({ id, confirm }) => stayAwake(deletion.deleteSaved(id, confirm)),
    'learned.take': async () => ok(await learned.take()),
  };
}
