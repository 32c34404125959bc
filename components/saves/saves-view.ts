/** The list of saves as it is shown: its sections, its rows, and how far the sending has come. Pure. */
import { type AppError, captureErrorCodes } from '../../lib/contracts/errors.ts';
import type { HomeStatus } from '../../lib/contracts/messages.ts';
import type { KeptStatus, OutboxView } from '../../lib/contracts/outbox.ts';
import { nameInAddress } from '../../lib/core/address-name.ts';
import { sectionOf, type SectionKey } from '../hooks/saves-sections.ts';
import { type Discarded, isUnsent, type ReadySaves } from '../hooks/saves-state.ts';
import type { Tries } from '../hooks/tries.ts';
import { webHost } from '../ui/web-host.ts';
import { errorWords } from '../words/errors.ts';
import { linkWords } from '../words/links.ts';
import { saveStates, saveWords } from '../words/outbox.ts';
import { savesWords } from '../words/saves.ts';
import { isOfOwnNetwork } from './address-way.ts';
import { withoutRepeats } from './repeats.ts';
import { isToBeTried } from './save-standing.ts';
import { type SaveAction, saveView, type SaveView, wordsIn } from './save-view.ts';
import { type Version, versionsOf } from './versions.ts';

export type SavesEntry =
  | { kind: 'save'; item: OutboxView; version: Version | null }
  | { kind: 'discarded'; discarded: Discarded };

export type SavesSection = {
  key: SectionKey;
  /** Newest first; what was discarded keeps its place. */
  entries: readonly SavesEntry[];
  items: readonly OutboxView[];
};

export type RowAction = SaveAction | 'save-again' | 'update-now' | 'edit' | 'hide' | 'delete';

export type RowView = Pick<SaveView, 'tone' | 'detail' | 'quote' | 'traceId'> & {
  title: string;
  host: string | null;
  /** Null where the browser would not open it as a page. */
  href: string | null;
  state: string;
  /** It was read before the page had finished loading, and may be had whole. */
  isUnfinished: boolean;
  actions: readonly RowAction[];
};

/** The home in use; null where it is not known. */
export type RowHome = Pick<HomeStatus, 'kind' | 'connectionId'> | null;

const sectionKeys = ['trouble', 'way', 'saved'] as const satisfies readonly SectionKey[];

/** Gives the sections that have something in them. */
export function savesSections({ items: all, discarded }: ReadySaves): readonly SavesSection[] {
  const items = all.map((item) =>
    item.isUnfinished === true && isWholeSince(item, all) ? { ...item, isUnfinished: false } : item,
  );
  const versions = versionsOf(items);
  return sectionKeys.flatMap((key) => {
    const own = (item: OutboxView) => sectionOf[item.state.status] === key;
    const mine = key === 'saved' ? withoutRepeats(items.filter(own)) : items.filter(own);
    const left = discarded.filter(({ items: [first] }) => first !== undefined && own(first));
    const entries: SavesEntry[] = mine.map((item) => ({
      kind: 'save',
      item,
      version: versions.get(item.id) ?? null,
    }));
    for (const one of left) {
      const at = entries.findIndex((entry) => ageOf(entry) <= (one.items[0]?.createdAt ?? 0));
      entries.splice(at === -1 ? entries.length : at, 0, { kind: 'discarded', discarded: one });
    }
    return entries.length === 0 ? [] : [{ key, entries, items: mine }];
  });
}

/** Whether the page was saved again into the same Memory once it had loaded. */
function isWholeSince(item: OutboxView, all: readonly OutboxView[]): boolean {
  return all.some(
    (other) =>
      other.pageKey === item.pageKey &&
      other.kind === 'page' &&
      other.container.id === item.container.id &&
      other.createdAt > item.createdAt &&
      other.isUnfinished !== true &&
      (isKept[other.state.status] || other.state.status === 'learning'),
  );
}

/** How far a batch of saves has come; null where there is none, or one row says it all. */
export function savesProgress({
  items,
  batch,
}: ReadySaves): { sent: number; total: number } | null {
  const left = items.filter(isUnsent);
  const isStuck = left.length === 1 && left[0]?.state.status === 'waiting';
  if (left.length === 0 || batch.size < 2 || isStuck) return null;
  const sent = [...batch.values()].filter(Boolean).length;
  return { sent, total: batch.size };
}

/** Gives what a row shows of a save. */
export function rowView(
  item: OutboxView,
  { now, failure, home }: { now: number; failure: AppError | null; home: RowHome },
): RowView {
  const { tone, detail, quote, traceId, actions } = saveView(item, {
    now,
    fresh: false,
    failure,
    home,
  });
  const isOwn = home?.kind === 'device' && home.connectionId === item.connectionId;
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
    isUnfinished: item.isUnfinished === true && (isKept[status] || status === 'learning'),
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
export function titleOf({ kind, source, opening = '', isWritten }: OutboxView): string {
  if (kind === 'note' && opening !== '' && isWritten !== true) return savesWords.quoted(opening);
  const title = source.title.trim().slice(0, shownTitleLength);
  return title === '' ? (nameInAddress(source.url) ?? savesWords.untitled) : title;
}

/** Says whether the home has it, so that discarding takes it off the list and no more. */
export function isKeptAnyway({ state }: OutboxView): boolean {
  return isKept[state.status];
}

/** Those that trying again would bring on their way. */
export function isUnlearnable({ state: { status } }: OutboxView): boolean {
  return status === 'failed' || status === 'canceled';
}

export function retryable(items: readonly OutboxView[]): readonly OutboxView[] {
  return items.filter((item) => {
    const { status } = item.state;
    return (status === 'refused' || status === 'paused') && !isOfOwnNetwork(item);
  });
}

/** Gives what a screen reader is told of the save tried last, once it has come to nothing again. */
export function triedAnnouncement({ items }: ReadySaves, tries: Tries): string {
  const [id, count] = [...tries].at(-1) ?? ['', 0];
  const item = items.find((one) => one.id === id);
  return item === undefined || !isToBeTried(item)
    ? ''
    : savesWords.of(titleOf(item), saveWords.tried(count));
}

/** From so many on saves are worked on, and spoken of, together as well. */
export const many = 4;

export type WaitingTogether = { items: readonly OutboxView[]; words: string };

/** Those that wait for one and the same reason, where they are many; null where each says it for itself. */
export function waitingTogether(items: readonly OutboxView[]): WaitingTogether | null {
  const waiting = items.flatMap((item) =>
    item.state.status === 'waiting' ? [{ item, error: item.state.error }] : [],
  );
  const [first] = waiting;
  if (first === undefined || waiting.length < many) return null;
  if (waiting.some(({ error }) => error.code !== first.error.code)) return null;
  const { title } = errorWords(first.error);
  return { items: waiting.map(({ item }) => item), words: savesWords.all.wait(title) };
}

/** Those that were refused, and so can be discarded together. */
export function refused(items: readonly OutboxView[]): readonly OutboxView[] {
  return items.filter(({ state }) => state.status === 'refused');
}

const shownTitleLength = 300;

/** Their state says all there is to say; the popup's sentences are about the popup. */
const quietStates: ReadonlySet<KeptStatus> = new Set([
  'requested',
  'captured',
  'sending',
  'learning',
  'learned',
  'accepted',
]);

const isKept: Record<KeptStatus, boolean> = {
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

/** Its text was read, and the home does not have it. */
function isEditable({ kind, customId, state }: OutboxView): boolean {
  if (kind === 'link') return false;
  if (state.status === 'waiting') return true;
  if (state.status !== 'refused' && state.status !== 'paused') return false;
  const { code } = state.error;
  return !captureErrorCodes.some((one) => one === code) && (kind === 'note' || customId !== null);
}

function ageOf(entry: SavesEntry): number {
  return entry.kind === 'save' ? entry.item.createdAt : (entry.discarded.items[0]?.createdAt ?? 0);
}
