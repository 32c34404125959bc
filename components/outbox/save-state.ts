/** What follows from a save alone, without any text about its progress. Pure, and small: the popup loads it at once. */
import type { LiveStatus, OutboxView } from '../../lib/outbox/model.ts';
import { captureErrorCodes } from '../../lib/contract/errors.ts';
import { nameInAddress } from '../../lib/url/web-address.ts';
import { leadsIntoOwnNetwork } from '../../lib/url/network-address.ts';
import { t } from '../../lib/i18n/i18n.ts';

/** Whether the connection has the page: no, not yet, or yes. */
export type Stored = 'no' | 'soon' | 'yes';

/** If the page behind a link couldn't be indexed, the connection has only its address. */
export function storedOf({ kind, state: { status } }: OutboxView): Stored {
  const isAddressOnly = kind === 'link' && (status === 'failed' || status === 'canceled');
  return isAddressOnly ? 'no' : storedIn[status];
}

/** Whether a retry would have changed its state if it had succeeded. */
export function needsRetry({ state: { status } }: Pick<OutboxView, 'state'>): boolean {
  return status === 'refused' || status === 'paused' || status === 'waiting';
}

const storedIn: Record<LiveStatus, Stored> = {
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

/** Whether the save found the page already there. */
export function existedBefore({ state }: OutboxView): boolean {
  return 'existed' in state && state.existed;
}

/** Whether the address of a page can be saved instead of its text; if not, why. */
export type AddressOffer =
  | { offered: true }
  | { offered: false; why: 'file' | 'own-network' | 'browser' };

/** `isReadHere`: the connection is on this device, which doesn't fetch from the local network. */
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

/** Whether a save failed because its page couldn't be read, so that its address can be saved instead. */
export function isUnreadable({ kind, state }: Pick<OutboxView, 'kind' | 'state'>): boolean {
  if (kind !== 'page' || state.status !== 'refused') return false;
  const { code } = state.error;
  return captureErrorCodes.some((one) => one === code);
}

/** The title of a save in sentences; highlights of one page are distinguished by their own words. */
export function titleOf(item: OutboxView): string {
  return isHighlight(item) ? t('saves_quoted', { words: bareTitleOf(item) }) : bareTitleOf(item);
}

/** The title for sentences that put every title in quotes. */
export function bareTitleOf(item: OutboxView): string {
  if (isHighlight(item)) return item.opening ?? '';
  const title = item.source.title.trim().slice(0, shownTitleLength);
  return title === '' ? (nameInAddress(item.source.url) ?? t('saves_untitled')) : title;
}

function isHighlight(item: OutboxView): item is Extract<OutboxView, { kind: 'note' }> {
  return item.kind === 'note' && (item.opening ?? '') !== '' && item.isWritten !== true;
}

const shownTitleLength = 300;
