/** Many saved at once. */
import { err } from '../../lib/contracts/result.ts';
import type { Handlers } from '../../lib/messaging/router.ts';
import type { Parts } from './parts.ts';

type Names =
  | 'batches.tabs'
  | 'batches.folders'
  | 'batches.start'
  | 'batches.list'
  | 'batches.pause'
  | 'batches.resume'
  | 'batches.cancel'
  | 'batches.dismiss';

export function createBatchHandlers(_parts: Parts): Pick<Handlers, Names> {
  return {
    'batches.tabs': async () => err(notYet),
    'batches.folders': async () => err(notYet),
    'batches.start': async () => err(notYet),
    'batches.list': async () => err(notYet),
    'batches.pause': async () => err(notYet),
    'batches.resume': async () => err(notYet),
    'batches.cancel': async () => err(notYet),
    'batches.dismiss': async () => err(notYet),
  };
}

const notYet = { code: 'internal', message: 'Not built yet.', retryable: false } as const;
