/** Marks on pages, as the surfaces list and change them. */
import { err } from '../../lib/contracts/result.ts';
import type { Handlers } from '../../lib/messaging/router.ts';
import type { Parts } from './parts.ts';

type Names =
  | 'highlights.of-page'
  | 'highlights.draw'
  | 'highlights.reveal'
  | 'highlights.unmark'
  | 'highlights.mark'
  | 'sites.changed'
  | 'sites.list';

export function createHighlightHandlers(_parts: Parts): Pick<Handlers, Names> {
  return {
    'highlights.of-page': async () => err(notYet),
    'highlights.draw': async () => err(notYet),
    'highlights.reveal': async () => err(notYet),
    'highlights.unmark': async () => err(notYet),
    'highlights.mark': async () => err(notYet),
    'sites.changed': async () => err(notYet),
    'sites.list': async () => err(notYet),
  };
}

const notYet = { code: 'internal', message: 'Not built yet.', retryable: false } as const;
