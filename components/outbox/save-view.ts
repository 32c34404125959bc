import { sentences, t, plural } from '../../lib/i18n/i18n.ts';
import type { AppError, AppErrorCode } from '../../lib/contract/errors.ts';
import type { ConnectionStatus } from '../../lib/messaging/messages.ts';
import type { LiveStatus, OutboxView } from '../../lib/outbox/model.ts';
import { errorWords } from '../../lib/i18n/errors.ts';
import { saveDetails, saveStates } from '../app/save-text.ts';
import { relativeTime } from '../../lib/i18n/time.ts';
import {
  addressOffer,
  type AddressOffer,
  existedBefore,
  isAddressOnly,
  isUnreadable,
  noAddressText,
} from './save-state.ts';
import { statusViews } from './save-status.ts';
import { isOfOwnNetwork } from '../../lib/save/model.ts';

export type SaveAction = keyof typeof actionLabels;

export const actionLabels = {
  retry: t('common_retry'),
  'retry-now': t('saves_actions_retryNow'),
  'look-again': t('saves_actions_lookAgain'),
  'allow-site': t('saves_actions_allowSite'),
  'save-address': t('saves_actions_saveAddress'),
  discard: t('saves_actions_discard'),
};

export type SaveView = ReturnType<typeof saveView>;

export type SaveMoment = {
  now: number;
  fresh: boolean;
  failure: AppError | null;
  /** The active connection; null if unknown or read-only. */
  connection: Pick<ConnectionStatus, 'kind' | 'connectionId'> | null;
};

export function saveView(item: OutboxView, { now, fresh, failure, connection }: SaveMoment) {
  const { state } = item;
  const address = addressInstead(item, connection);
  const existed = existedBefore(item);
  const tone = statusViews[state.status].tone;
  const isUnderWay = tone === 'busy' || tone === 'wait';
  return {
    tone,
    headline:
      existed || (state.status === 'learned' && !fresh)
        ? t('outbox_save_alreadySaved')
        : headlineOf(item),
    ...withAddress(failure === null ? detailOf(item, now) : errorDetail(failure), address),
    /** Whether this surface is following the save. */
    isFollowed: isUnderWay || (fresh && tone === 'good' && !existed),
    /** Whether the connection has the page. */
    isStored: tone === 'good' || state.status === 'learning',
    /** Whether the Memory has to be named beside the headline. */
    namesMemory: tone === 'good' && (existed || state.status === 'learned'),
    actions: actionsOf(item, address),
  };
}

/** Describes a failed attempt to save a page again. The page is already saved, so its address isn't offered. */
export function laterView(item: OutboxView, moment: SaveMoment): SaveView {
  const view = saveView(item, { ...moment, connection: null });
  return { ...view, headline: t('outbox_save_laterFailed'), traceId: null };
}

export function saveAnnouncement({ headline, detail, tone }: SaveView, tried: number): string {
  if (detail === null || tone === 'busy') return headline;
  return sentences(headline, detail, tried === 0 ? '' : plural(tried, 'outbox_save_tried'));
}

export function stateText(item: OutboxView): string {
  return isAddressOnly(item) ? t('links_onlyAddress') : saveStates[item.state.status];
}

function headlineOf(item: OutboxView): string {
  const memory = item.container.name;
  switch (item.state.status) {
    case 'requested':
    case 'captured':
    case 'sending':
      return t('outbox_saving', { memory });
    case 'accepted':
    case 'learning':
      return t('outbox_savedTo', { memory });
    case 'learned':
      return t('outbox_searchable');
    default:
      return stateText(item);
  }
}

/** Returns null unless the page couldn't be read and its connection is active. */
function addressInstead(
  item: OutboxView,
  connection: SaveMoment['connection'],
): AddressOffer | null {
  if (connection?.connectionId !== item.connectionId || connection.kind === null) return null;
  if (!isUnreadable(item)) return null;
  return addressOffer(item.source.url, { isReadHere: connection.kind === 'device' });
}

function actionsOf(item: OutboxView, address: AddressOffer | null): readonly SaveAction[] {
  const { state } = item;
  if (isOfOwnNetwork(item)) return ['discard'];
  const usual = actions[state.status] ?? [];
  if (address?.offered === true) return ['save-address', ...usual];
  const needsSite = 'error' in state && state.error.code === 'link.not-permitted';
  return needsSite ? ['allow-site', 'discard'] : usual;
}

function withAddress(detail: Detail, address: AddressOffer | null): Detail {
  if (address === null || address.offered || detail.detail === null) return detail;
  return { ...detail, detail: `${detail.detail} ${noAddressText[address.why]}` };
}

const actions: Partial<Record<LiveStatus, readonly SaveAction[]>> = {
  waiting: ['retry-now', 'discard'],
  unlearned: ['look-again'],
  refused: ['retry', 'discard'],
  paused: ['retry', 'discard'],
};

type Detail = { detail: string | null; quote: string | null; traceId: string | null };

function detailOf(item: OutboxView, now: number): Detail {
  const { state } = item;
  if (isOfOwnNetwork(item)) return { detail: t('links_ownNetwork'), quote: null, traceId: null };
  switch (state.status) {
    case 'waiting': {
      const { title, quote, traceId } = errorWords(state.error);
      const isNow = state.until - now <= 1_000;
      const then = isNow
        ? t('outbox_save_triesAgainSoon')
        : t('outbox_save_triesAgain', { when: relativeTime(state.until, now) });
      return { detail: sentences(title, then), quote, traceId };
    }
    case 'refused':
      return errorDetail(state.error, refusals[state.error.code]);
    case 'paused':
      return errorDetail(state.error);
    default: {
      const quote = state.status === 'failed' ? state.reason : null;
      const ofLink = item.kind === 'link' ? linkDetails[state.status] : undefined;
      return { detail: ofLink ?? saveDetails[state.status] ?? null, quote, traceId: null };
    }
  }
}

const linkFailed = t('links_failed', {
  saveAsVersion: t('preview_changed_save'),
  updateNow: t('saves_actions_updateNow'),
});

const linkDetails: Partial<Record<LiveStatus, string>> = {
  accepted: t('links_fetching'),
  learning: t('links_fetching'),
  failed: linkFailed,
  canceled: linkFailed,
};

/** Texts for errors that have a different meaning if Keepsake itself refused to send the save. */
const refusals: Partial<Record<AppErrorCode, { title: string; next: string }>> = {
  'memory.conflict': {
    title: t('outbox_refusal_memoryConflict_title'),
    next: t('outbox_refusal_memoryConflict_next'),
  },
  'memory.timeout': {
    title: t('outbox_refusal_memoryTimeout_title'),
    next: t('outbox_refusal_memoryTimeout_next'),
  },
};

function errorDetail(error: AppError, own?: { title: string; next: string }): Detail {
  const { title, next, quote, traceId } = { ...errorWords(error), ...own };
  return { detail: sentences(title, next), quote, traceId };
}
