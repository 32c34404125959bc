/** What is known of a save before anything is said of it. */
import type { LiveStatus, OutboxView } from '../../lib/outbox/model.ts';
import { captureErrorCodes } from '../../lib/contract/errors.ts';
import { leadsIntoOwnNetwork } from '../../lib/url/network-address.ts';

/** Whether the connection has the page: not, not yet, or yes. */
export type Kept = 'no' | 'soon' | 'yes';

/** Of a link whose page could not be learned the connection has the address alone. */
export function keptOf({ kind, state: { status } }: OutboxView): Kept {
  const isAddressAlone = kind === 'link' && (status === 'failed' || status === 'canceled');
  return isAddressAlone ? 'no' : keptIn[status];
}

/** Those that trying again would have brought on, had it gone well. */
export function isToBeTried({ state: { status } }: Pick<OutboxView, 'state'>): boolean {
  return status === 'refused' || status === 'paused' || status === 'waiting';
}

const keptIn: Record<LiveStatus, Kept> = {
  requested: 'soon',
  captured: 'soon',
  sending: 'soon',
  waiting: 'soon',
  accepted: 'yes',
  learning: 'yes',
  learned: 'yes',
  failed: 'yes',
  canceled: 'yes',
  unlearned: 'yes',
  refused: 'no',
  paused: 'no',
};

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
