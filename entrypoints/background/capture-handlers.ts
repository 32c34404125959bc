/** What is to be saved of a tab, seen and then saved. */
import { err } from '../../lib/contracts/result.ts';
import type { Handlers } from '../../lib/messaging/router.ts';
import type { Parts } from './parts.ts';

type Names = 'preview.take' | 'preview.text' | 'selection.save';

export function createCaptureHandlers(_parts: Parts): Pick<Handlers, Names> {
  return {
    'preview.take': async () => err(notYet),
    'preview.text': async () => err(notYet),
    'selection.save': async () => err(notYet),
  };
}

const notYet = { code: 'internal', message: 'Not built yet.', retryable: false } as const;
