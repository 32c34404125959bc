/** Addresses that the service reads itself. */
import { ok } from '../../lib/contracts/result.ts';
import { viewOf } from '../../lib/core/outbox/view.ts';
import { type LinkOrder, requestLink } from '../../lib/features/save/save-link.ts';
import type { Handlers } from '../../lib/messaging/router.ts';
import type { Parts } from './parts.ts';

export function createLinkHandlers(parts: Parts): Pick<Handlers, 'link.save'> {
  return {
    'link.save': async (order) => {
      const requested = await saveLink(order, parts);
      return requested.ok ? ok(viewOf(requested.value)) : requested;
    },
  };
}

/** Writes the address down and begins to send it. */
export async function saveLink(order: LinkOrder, { settings, outbox, work }: Parts) {
  const requested = await requestLink(order, {
    readSettings: settings.read,
    request: outbox.request,
    replaceEarlier: outbox.replaceEarlier,
    now: Date.now,
  });
  if (requested.ok) work();
  return requested;
}
