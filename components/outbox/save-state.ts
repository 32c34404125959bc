/** Save states without progress texts. Keep this small: the popup's initial bundle includes it. */
import type { OutboxView } from '../../lib/outbox/model.ts';
import { captureErrorCodes } from '../../lib/contract/errors.ts';
import { nameInAddress } from '../../lib/url/web-address.ts';
import { leadsIntoOwnNetwork } from '../../lib/url/network-address.ts';
import { t } from '../../lib/i18n/i18n.ts';
import { type Stored, statusViews } from './save-status.ts';

/** Returns whether the connection has only the address, because the page behind a link couldn't be indexed. */
export function isAddressOnly({ kind, state: { status } }: OutboxView): boolean {
  return kind === 'link' && (status === 'failed' || status === 'canceled');
}

export function storedOf(item: OutboxView): Stored {
  return isAddressOnly(item) ? 'no' : statusViews[item.state.status].stored;
}

/** Returns whether the save still needs a retry. If it was already retried, that retry failed. */
export function needsRetry({ state: { status } }: Pick<OutboxView, 'state'>): boolean {
  return status === 'refused' || status === 'paused' || status === 'waiting';
}

export function existedBefore({ state }: OutboxView): boolean {
  return 'existed' in state && state.existed;
}

/** Whether the address can be saved instead of the page's text; if not, why. */
export type AddressOffer =
  | { offered: true }
  | { offered: false; why: 'file' | 'own-network' | 'browser' };

/** `isReadHere` is true if this device fetches the page. It doesn't access the local network. */
export function addressOffer(url: string, { isReadHere }: { isReadHere: boolean }): AddressOffer {
  const address = URL.parse(url);
  if (address?.protocol === 'file:') return { offered: false, why: 'file' };
  if (address === null || !/^https?:$/.test(address.protocol)) {
    return { offered: false, why: 'browser' };
  }
  const isOwn = isReadHere && leadsIntoOwnNetwork(address.hostname);
  return isOwn ? { offered: false, why: 'own-network' } : { offered: true };
}

export const noAddressText = {
  file: t('preview_notWebAddress'),
  'own-network': t('preview_ownNetwork'),
  browser: t('preview_notWebAddress'),
} as const;

export function isUnreadable({ kind, state }: Pick<OutboxView, 'kind' | 'state'>): boolean {
  if (kind !== 'page' || state.status !== 'refused') return false;
  const { code } = state.error;
  return captureErrorCodes.some((one) => one === code);
}

/** Returns the title of a save. Highlights of the same page are distinguished by their text. */
export function titleOf(item: OutboxView): string {
  return isHighlight(item) ? t('saves_quoted', { words: bareTitleOf(item) }) : bareTitleOf(item);
}

/** Returns the title of a save without quotes, for sentences that put every title in quotes. */
export function bareTitleOf(item: OutboxView): string {
  if (isHighlight(item)) return item.opening ?? '';
  const title = item.source.title.trim().slice(0, shownTitleLength);
  return title === '' ? (nameInAddress(item.source.url) ?? t('saves_untitled')) : title;
}

function isHighlight(item: OutboxView): item is Extract<OutboxView, { kind: 'note' }> {
  return item.kind === 'note' && (item.opening ?? '') !== '' && item.isWritten !== true;
}

const shownTitleLength = 300;
