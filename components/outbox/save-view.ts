/** One save as it is shown: its words, its steps, and what the person can do about it. Pure. */
import { sentences, t, plural } from '../../lib/i18n/i18n.ts';
import type { AppError } from '../../lib/contract/errors.ts';
import type { ConnectionStatus } from '../../lib/messaging/messages.ts';
import type { LiveStatus, OutboxView } from '../../lib/outbox/model.ts';
import type { ProgressStep } from '../ui/progress-steps.tsx';
import { errorWords } from '../app/error-text.ts';
import { linkWords } from './link-text.ts';
import { refusalWords, saveDetails, saveHeadlines, saveSteps } from './text.ts';
import { previewWords } from '../save/preview-text.ts';
import { relativeTime } from '../../lib/i18n/time.ts';
import { addressWay, isUnreadable, type AddressWay } from './save-state.ts';
import { isOfOwnNetwork } from '../../lib/save/model.ts';

export type SaveAction =
  | 'retry'
  | 'retry-now'
  | 'look-again'
  /** Has the browser ask whether its site may be read, for which it waits. */
  | 'allow-site'
  /** Has the connection read the address of a page that could not be read here, in the place of this save. */
  | 'save-address'
  | 'discard';
export type SaveTone = 'busy' | 'good' | 'wait' | 'paused' | 'bad';

export type SaveView = {
  tone: SaveTone;
  headline: string;
  detail: string | null;
  quote: string | null;
  traceId: string | null;
  /** Null where there is no way left to show. */
  steps: readonly ProgressStep[] | null;
  actions: readonly SaveAction[];
};

export type SaveMoment = {
  now: number;
  /** Whether it was asked for since the popup opened, so that its way is what the person watches. */
  fresh: boolean;
  /** Why the last thing the person asked of it could not even be asked. */
  failure: AppError | null;
  /** The connection in use, which the address of a page may be saved to; null where it is not known, or cannot be written to. */
  connection: Pick<ConnectionStatus, 'kind' | 'connectionId'> | null;
};

/** Gives the view of a save. */
export function saveView(
  item: OutboxView,
  { now, fresh, failure, connection }: SaveMoment,
): SaveView {
  const { state, container } = item;
  const address = addressInstead(item, connection);
  const place = { memory: container.name };
  const known = 'existed' in state && state.existed;
  const tone = tones[state.status];
  const isUnderWay = tone === 'busy' || tone === 'wait';
  const showsSteps = isUnderWay || (fresh && tone === 'good' && !known);
  return {
    tone,
    headline:
      known || (state.status === 'learned' && !fresh)
        ? t('outbox_save_alreadySaved')
        : (wordsIn(linkWords.headlines, item) ?? saveHeadlines[state.status](place)),
    ...withAddress(
      failure === null ? detailFor(connection, item, now) : troubleOf(failure),
      address,
    ),
    steps: showsSteps ? stepsOf(item) : null,
    actions: actionsOf(item, address),
  };
}

/**
 * Gives the view of a try that came to nothing after the page was saved there, so that its address is not needed. The list
 * of saves has its reference: beside a save that stands there is only room for why, and what to do.
 */
export function laterView(item: OutboxView, moment: SaveMoment): SaveView {
  const view = saveView(item, { ...moment, connection: null });
  return { ...view, headline: t('outbox_save_laterFailed'), traceId: null };
}

/** Gives what a screen reader is told of a save, and of how often it was tried again without success. */
export function saveAnnouncement({ headline, detail, tone }: SaveView, tried: number): string {
  if (detail === null || tone === 'busy') return headline;
  return sentences(headline, detail, tried === 0 ? '' : plural(tried, 'outbox_save_tried'));
}

/** Gives what is said of a link in its state where a page would have other words; null for all else. */
export function wordsIn(
  words: Partial<Record<LiveStatus, string>>,
  { kind, state }: Pick<OutboxView, 'kind' | 'state'>,
): string | null {
  return kind === 'link' ? (words[state.status] ?? null) : null;
}

/** What can be done with the address of a page that could not be read; null where that is not the question. */
function addressInstead(item: OutboxView, connection: SaveMoment['connection']): AddressWay | null {
  const isItsHome =
    connection !== null &&
    connection.kind !== null &&
    connection.connectionId === item.connectionId;
  if (!isItsHome || !isUnreadable(item)) return null;
  return addressWay(item.source.url, { isReadHere: connection.kind === 'device' });
}

function actionsOf(item: OutboxView, address: AddressWay | null): readonly SaveAction[] {
  const { state } = item;
  if (isOfOwnNetwork(item)) return ['discard'];
  const usual = actions[state.status];
  if (address?.offered === true) return ['save-address', ...usual];
  const isHeld = 'error' in state && state.error.code === 'link.not-permitted';
  return isHeld ? ['allow-site', 'discard'] : usual;
}

function withAddress(detail: Detail, address: AddressWay | null): Detail {
  if (address === null || address.offered || detail.detail === null) return detail;
  return { ...detail, detail: `${detail.detail} ${previewWords.addressOf[address.why]}` };
}

const tones: Record<LiveStatus, SaveTone> = {
  requested: 'busy',
  captured: 'busy',
  sending: 'busy',
  waiting: 'wait',
  accepted: 'good',
  learning: 'busy',
  learned: 'good',
  failed: 'bad',
  canceled: 'bad',
  unlearned: 'wait',
  refused: 'bad',
  paused: 'paused',
};

const actions: Record<LiveStatus, readonly SaveAction[]> = {
  requested: [],
  captured: [],
  sending: [],
  waiting: ['retry-now', 'discard'],
  accepted: [],
  learning: [],
  learned: [],
  failed: [],
  canceled: [],
  unlearned: ['look-again'],
  refused: ['retry', 'discard'],
  paused: ['retry', 'discard'],
};

type Detail = Pick<SaveView, 'detail' | 'quote' | 'traceId'>;

/** A search of the connection in use does not find what another connection holds. */
function detailFor(connection: SaveMoment['connection'], item: OutboxView, now: number): Detail {
  const isInUse = connection === null || connection.connectionId === item.connectionId;
  if (isInUse || item.state.status !== 'learned') return detailOf(item, now);
  return { detail: t('saves_edit_elsewhere'), quote: null, traceId: null };
}

function detailOf(item: OutboxView, now: number): Detail {
  const { state } = item;
  if (isOfOwnNetwork(item)) {
    return { detail: linkWords.ownNetwork, quote: null, traceId: null };
  }
  if (state.status === 'waiting') {
    const { title, quote, traceId } = errorWords(state.error);
    const isNow = state.until - now <= 1_000;
    const then = isNow
      ? t('outbox_save_triesAgainSoon')
      : t('outbox_save_triesAgain', { when: relativeTime(state.until, now) });
    return { detail: sentences(title, then), quote, traceId };
  }
  if (state.status === 'refused') {
    const { error } = state;
    return troubleOf(error, refusalWords[error.code]);
  }
  if (state.status === 'paused') return troubleOf(state.error);
  const quote = state.status === 'failed' ? state.reason : null;
  const detail = wordsIn(linkWords.details, item) ?? saveDetails[state.status];
  return { detail, quote, traceId: null };
}

function troubleOf(error: AppError, own?: { title: string; next: string }): Detail {
  const { title, next, quote, traceId } = { ...errorWords(error), ...own };
  return { detail: sentences(title, next), quote, traceId };
}

const stepKeys = ['read', 'sent', 'learned'] as const;

/** How many steps lie behind a save in each state. */
const stepsDone: Record<LiveStatus, number> = {
  requested: 0,
  captured: 1,
  sending: 1,
  waiting: 1,
  accepted: 2,
  learning: 2,
  learned: 3,
  failed: 2,
  canceled: 2,
  unlearned: 2,
  refused: 0,
  paused: 1,
};

function stepsOf({ kind, state }: OutboxView): readonly ProgressStep[] {
  const named = kind === 'link' ? linkWords.steps : saveSteps;
  const done = stepsDone[state.status];
  const current = tones[state.status] === 'wait' ? 'held' : 'now';
  return stepKeys.map((key, index) => {
    const at = index < done ? 'done' : index === done ? current : 'ahead';
    const words = named[key][at === 'held' ? 'ahead' : at];
    return { key, at, words };
  });
}
