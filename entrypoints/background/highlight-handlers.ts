/** Marks on pages, as the surfaces list and change them. */
import type { highlightMessages } from '../../lib/contracts/highlight-messages.ts';
import { ok } from '../../lib/contracts/result.ts';
import type { Handlers } from '../../lib/messaging/router.ts';
import type { Parts } from './parts.ts';

type HighlightHandlers = Pick<Handlers, keyof typeof highlightMessages>;

export function createHighlightHandlers({ highlighting }: Parts): HighlightHandlers {
  const { sites } = highlighting;
  return {
    'highlights.of-page': ({ tabId }) => highlighting.ofPage(tabId),
    'highlights.draw': async ({ tabId }) => {
      const drawn = await highlighting.draw(tabId);
      return drawn.ok ? ok({}) : drawn;
    },
    'highlights.reveal': ({ tabId, id }) => highlighting.reveal(tabId, id),
    'highlights.unmark': async ({ id }) => {
      await highlighting.setMarked(id, false);
      return ok({});
    },
    'highlights.mark': async ({ id }) => {
      await highlighting.setMarked(id, true);
      return ok({});
    },
    'sites.allow': async ({ pattern }) => {
      await sites.allow(pattern);
      return ok({});
    },
    'sites.remove': async ({ pattern }) => {
      await sites.remove(pattern);
      return ok({});
    },
    'sites.list': async () => ok({ sites: await sites.list() }),
    'sites.release': async ({ pattern }) => {
      await sites.releaseReadable(pattern);
      return ok({});
    },
  };
}
