/** The person's word to keep an address, which the service then reads itself. */
import { type AppError, appError } from '../contract/errors.ts';
import { type LiveState, type LiveItem, linkMaterial } from '../outbox/model.ts';
import type { Result } from '../contract/result.ts';
import { findConnection } from '../connections/model.ts';
import { leadsIntoOwnNetwork } from '../url/network-address.ts';
import type { SavePorts } from './save.ts';
import { destinationOf } from '../connections/model.ts';

export type LinkPorts = Pick<SavePorts, 'readConnections' | 'request' | 'now'> & {
  /** Takes out the earlier saves of the same address that were not sent. */
  replaceEarlier: (link: LiveItem) => Promise<void>;
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
  /** The identity of the page in that tab; absent where it is the page at `url`. */
  clickedOn?: string;
};

/**
 * Gives the item as written, in the place of earlier ones of the same address that wait or were refused; sending
 * follows from there, once this device may read the site where it has to. What leads
 * into the own network is written down as refused where the connection is on this device, which fetches nothing there. Fails
 * with `link.unusable` for what is no address of the web.
 */
export async function requestLink(
  { id, url, title, memoryId, tabId, clickedOn }: LinkOrder,
  { readConnections, request, replaceEarlier, now }: LinkPorts,
): Promise<Result<LiveItem, AppError>> {
  const settings = await readConnections();
  const place = destinationOf(settings, memoryId);
  if (!place.ok) return place;
  const made = linkMaterial({ url, title, now: now() });
  if (!made.ok) return made;
  const material = made.value;
  const isReadHere =
    findConnection(settings, place.value.connectionId)?.connection.kind === 'device';
  const requested = await request({
    id,
    kind: 'link',
    ...place.value,
    source: { url: material.url, title: material.title ?? material.url, tabId, frameId: null },
    pageKey: material.customId,
    ...(clickedOn === undefined ? {} : { clickedOn }),
    customId: material.customId,
    material,
    createdAt: now(),
    updatedAt: now(),
    state: firstState(material.url, isReadHere),
  });
  if (requested.ok) await replaceEarlier(requested.value);
  return requested;
}

/** No permission of the browser would have the connection on this device fetch from the own network. */
function firstState(url: string, isReadHere: boolean): LiveState {
  const isOwn = isReadHere && leadsIntoOwnNetwork(new URL(url).hostname);
  return isOwn ? { status: 'refused', error: ownNetwork } : { status: 'captured' };
}

const ownNetwork = appError('link.unusable', 'It leads into your own network.');
