/** Addresses that the service reads itself. */
import { err } from '../../lib/contracts/result.ts';
import type { Handlers } from '../../lib/messaging/router.ts';
import type { Parts } from './parts.ts';

type Names = 'link.save';

export function createLinkHandlers(_parts: Parts): Pick<Handlers, Names> {
  return {
    'link.save': async () => err(notYet),
  };
}

const notYet = { code: 'internal', message: 'Not built yet.', retryable: false } as const;
