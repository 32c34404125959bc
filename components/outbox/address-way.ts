/** Whether the address of a page can be saved in the place of its text, and why not. Pure. */
import type { OutboxView } from '../../lib/outbox/model.ts';
import { captureErrorCodes } from '../../lib/contract/errors.ts';
import { leadsIntoOwnNetwork } from '../../lib/url/network-address.ts';

export type AddressWay =
  | { offered: true }
  /** Why nobody could fetch it. */
  | { offered: false; why: 'file' | 'own-network' | 'browser' };

/** Gives the way; `isReadHere` where the connection is on this device, which fetches nothing of its own network. */
export function addressWay(url: string, { isReadHere }: { isReadHere: boolean }): AddressWay {
  const address = URL.parse(url);
  if (address?.protocol === 'file:') return { offered: false, why: 'file' };
  if (address === null || !/^https?:$/.test(address.protocol)) {
    return { offered: false, why: 'browser' };
  }
  const isOwn = isReadHere && leadsIntoOwnNetwork(address.hostname);
  return isOwn ? { offered: false, why: 'own-network' } : { offered: true };
}

/** Whether a save ended because its page could not be read, so that its address is the next best. */
export function isUnreadable({ kind, state }: Pick<OutboxView, 'kind' | 'state'>): boolean {
  if (kind !== 'page' || state.status !== 'refused') return false;
  const { code } = state.error;
  return captureErrorCodes.some((one) => one === code);
}
