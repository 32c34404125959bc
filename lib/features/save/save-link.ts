/** The person's word to keep an address, which the service then reads itself. */
import type { AppError } from '../../contracts/errors.ts';
import { err, type Result } from '../../contracts/result.ts';
import { activeHome } from '../../core/connections/connections.ts';
import { linkMaterial, readingOriginOf } from '../../core/outbox/link-material.ts';
import type { KeptItem } from '../../core/outbox/view.ts';
import { destinationOf } from './destination.ts';
import type { SavePorts } from './save.ts';

export type LinkPorts = Pick<SavePorts, 'readSettings' | 'request' | 'now'> & {
  /** Whether the browser lets the extension read this site; asked for the home on this device alone. */
  mayRead: (origin: string) => Promise<boolean>;
};

export type LinkOrder = {
  /** Chosen where the person clicked; the same id is the same save. */
  id: string;
  url: string;
  title: string | null;
  /** Null for the Memory chosen last. */
  memoryId: string | null;
  /** Where the person clicked, to show the outcome there. */
  tabId: number | null;
};

/**
 * Gives the item as written; sending follows from there. Fails with `link.unusable` for what is no address of the web,
 * and `link.not-permitted` where this device would have to read it and may not.
 */
export async function requestLink(
  { id, url, title, memoryId, tabId }: LinkOrder,
  { readSettings, request, now, mayRead }: LinkPorts,
): Promise<Result<KeptItem, AppError>> {
  const settings = await readSettings();
  const place = destinationOf(settings, memoryId);
  if (!place.ok) return place;
  const made = linkMaterial({ url, title, now: now() });
  if (!made.ok) return made;
  const material = made.value;
  const isReadHere = activeHome(settings)?.connection.kind === 'device';
  if (isReadHere && !(await mayRead(readingOriginOf(material.url)))) return err(notPermitted);
  return request({
    id,
    kind: 'link',
    ...place.value,
    source: { url: material.url, title: material.title ?? material.url, tabId, frameId: null },
    pageKey: material.customId,
    customId: material.customId,
    material,
    createdAt: now(),
    updatedAt: now(),
    state: { status: 'captured' },
  });
}

const notPermitted: AppError = {
  code: 'link.not-permitted',
  message:
    'Your memory is on this device, and the browser does not let Keepsake read that site yet. Allow it, or open the ' +
    'page and save it there.',
  retryable: false,
};
