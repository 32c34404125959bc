import { appError } from '../contract/errors.ts';
import { type LiveState, type LiveItem, linkMaterial } from '../outbox/model.ts';
import type { AsyncResult } from '../contract/result.ts';
import { destinationOf, findConnection } from '../connections/model.ts';
import { leadsIntoOwnNetwork } from '../url/network-address.ts';
import type { SavePorts } from './save.ts';

export type LinkPorts = Pick<SavePorts, 'readConnections' | 'request' | 'now'> & {
  /** Discards unsent saves of the same URL. */
  replaceEarlier: (link: LiveItem) => Promise<void>;
};

export type LinkOrder = {
  /** Repeating an id returns the same save. */
  id: string;
  url: string;
  title: string | null;
  /** Null for the Memory chosen last. */
  memoryId: string | null;
  /** The tab that shows the outcome. */
  tabId: number | null;
  /** Id of the page in the tab; undefined if it's the page at `url`. */
  clickedOn?: string;
};

/**
 * Creates a refused item if this device would have to fetch from the local network. Fails with `link.unusable` if no
 * service could fetch the URL.
 */
export async function requestLink(
  { id, url, title, memoryId, tabId, clickedOn }: LinkOrder,
  { readConnections, request, replaceEarlier, now }: LinkPorts,
): AsyncResult<LiveItem> {
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

/** The device service never fetches from the local network, even if the browser would allow it. */
function firstState(url: string, isReadHere: boolean): LiveState {
  const isOwn = isReadHere && leadsIntoOwnNetwork(new URL(url).hostname);
  return isOwn ? { status: 'refused', error: ownNetwork } : { status: 'captured' };
}

const ownNetwork = appError('link.unusable', 'The link leads into your own network.');
