/** One save as its row shows it, and what may be done with it. Pure. */
import { type AppError, captureErrorCodes } from '../../lib/contract/errors.ts';
import type { ConnectionStatus } from '../../lib/messaging/messages.ts';
import type { LiveStatus, OutboxView } from '../../lib/outbox/model.ts';
import { nameInAddress } from '../../lib/url/web-address.ts';
import { sectionOf } from './saves-model.ts';
import { webHost } from '../ui/web-host.ts';
import { linkWords } from './link-text.ts';
import { saveStates } from './text.ts';
import { type SaveAction, saveView, type SaveView, wordsIn } from './save-view.ts';
import { t } from '../../lib/i18n/i18n.ts';

export type RowAction = SaveAction | 'save-again' | 'update-now' | 'edit' | 'hide' | 'delete';

export type RowView = Pick<SaveView, 'tone' | 'detail' | 'quote' | 'traceId'> & {
  title: string;
  host: string | null;
  /** Null where the browser would not open it as a page. */
  href: string | null;
  state: string;
  /** It was read before the page had finished loading, and may be had whole. */
  isUnfinished: boolean;
  /** What the page reported instead of what it had to say, by its HTTP status; null where it reported no error. */
  errorStatus: number | null;
  actions: readonly RowAction[];
};

/** The connection in use; null where it is not known. */
export type RowConnection = Pick<ConnectionStatus, 'kind' | 'connectionId'> | null;

/** Gives what a row shows of a save. */
export function rowView(
  item: OutboxView,
  {
    now,
    failure,
    connection,
  }: { now: number; failure: AppError | null; connection: RowConnection },
): RowView {
  const { tone, detail, quote, traceId, actions } = saveView(item, {
    now,
    fresh: false,
    failure,
    connection,
  });
  const isOwn = connection?.kind === 'device' && connection.connectionId === item.connectionId;
  const { status } = item.state;
  const host = webHost(item.source.url);
  const isQuiet = failure === null && quietStates.has(status);
  return {
    tone,
    detail: isQuiet ? null : detail,
    quote,
    traceId,
    title: titleOf(item),
    host,
    href: host === null ? null : item.source.url,
    state: wordsIn(linkWords.states, item) ?? saveStates[status],
    isUnfinished: isUnfinished(item) && (isKept[status] || status === 'learning'),
    errorStatus: item.kind === 'page' ? (item.errorStatus ?? null) : null,
    actions: [
      ...(isOwn && isUnlearnable(item) ? (['update-now'] as const) : []),
      ...actions.filter((action) => action !== 'discard'),
      ...(isEditable(item) ? (['edit'] as const) : []),
      ...(actions.includes('discard') ? (['discard'] as const) : []),
      ...(isKept[status] ? (['delete'] as const) : []),
      ...(isKept[status] && sectionOf[status] === 'trouble' ? (['hide'] as const) : []),
    ],
  };
}

/** Gives the title of a save as it is called in sentences; highlights of one page are told apart by their own words. */
export function titleOf(item: OutboxView): string {
  return isHighlight(item) ? t('saves_quoted', { words: bareTitleOf(item) }) : bareTitleOf(item);
}

/** The same for sentences that quote every title. */
export function bareTitleOf(item: OutboxView): string {
  if (isHighlight(item)) return item.opening ?? '';
  const title = item.source.title.trim().slice(0, shownTitleLength);
  return title === '' ? (nameInAddress(item.source.url) ?? t('saves_untitled')) : title;
}

function isHighlight(item: OutboxView): item is Extract<OutboxView, { kind: 'note' }> {
  return item.kind === 'note' && (item.opening ?? '') !== '' && item.isWritten !== true;
}

function isUnfinished(item: OutboxView): boolean {
  return item.kind === 'page' && item.isUnfinished === true;
}

/** Says whether the connection has it, so that discarding takes it off the list and no more. */
export function isKeptAnyway({ state }: OutboxView): boolean {
  return isKept[state.status];
}

const shownTitleLength = 300;

/** Their state says all there is to say; the popup's sentences are about the popup. */
const quietStates: ReadonlySet<LiveStatus> = new Set([
  'requested',
  'captured',
  'sending',
  'learning',
  'learned',
  'accepted',
]);

const isKept: Record<LiveStatus, boolean> = {
  requested: false,
  captured: false,
  sending: false,
  waiting: false,
  learning: false,
  accepted: true,
  learned: true,
  failed: true,
  canceled: true,
  unlearned: true,
  refused: false,
  paused: false,
};

/** Its text was read, and the connection does not have it. */
function isEditable({ kind, customId, state }: OutboxView): boolean {
  if (kind === 'link') return false;
  if (state.status === 'waiting') return true;
  if (state.status !== 'refused' && state.status !== 'paused') return false;
  const { code } = state.error;
  return !captureErrorCodes.some((one) => one === code) && (kind === 'note' || customId !== null);
}

/** The connection has it and could not learn it. */
function isUnlearnable({ state: { status } }: OutboxView): boolean {
  return status === 'failed' || status === 'canceled';
}
