/** Whether the address of a page can be saved in the place of its text, and why not. Pure. */
import type { OutboxView } from '../../lib/contracts/outbox.ts';
import { captureErrorCodes } from '../../lib/contracts/errors.ts';
import { leadsIntoOwnNetwork } from '../../lib/core/own-network.ts';

export type AddressWay =
  | { offered: true }
  /** Why nobody could fetch it. */
  | { offered: false; why: 'file' | 'own-network' | 'browser' };

/** Gives the way; `isReadHere` where the home is on this device, which fetches nothing of its own network. */
export function addressWay(url: string, { isReadHere }: { isReadHere: boolean }): AddressWay {
  const address = URL.parse(url);
  if (address?.protocol === 'file:') return { offered: false, why: 'file' };
  if (address === null || !/^https?:$/.test(address.protocol)) {
    return { offered: false, why: 'browser' };
  }
  const isOwn = isReadHere && leadsIntoOwnNetwork(address.hostname);
  return isOwn ? { offered: false, why: 'own-network' } : { offered: true };
}

/** Whether a link was left because it leads into the own network, where no permission lets this device fetch. */
export function isOfOwnNetwork({
  kind,
  state,
  source,
}: Pick<OutboxView, 'kind' | 'state' | 'source'>): boolean {
  if (kind !== 'link' || !('error' in state)) return false;
  const { code } = state.error;
  const isLeft = code === 'link.unusable' || code === 'link.not-permitted';
  return isLeft && leadsIntoOwnNetwork(URL.parse(source.url)?.hostname ?? '');
}

/** Whether a save ended because its page could not be read, so that its address is the next best. */
export function isUnreadable({ kind, state }: Pick<OutboxView, 'kind' | 'state'>): boolean {
  if (kind !== 'page' || state.status !== 'refused') return false;
  const { code } = state.error;
  return captureErrorCodes.some((one) => one === code);
}
