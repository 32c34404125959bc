import type { AppError } from '../../lib/contract/errors.ts';
import type { AppEvent } from '../../lib/messaging/messages.ts';
import {
  isFinished,
  type LiveStatus,
  type OutboxList,
  type OutboxView,
} from '../../lib/outbox/model.ts';
import { withCurrentName } from '../../lib/connections/model.ts';
import type { Tries } from '../app/tries.ts';
import { errorWords } from '../../lib/i18n/errors.ts';
import { isOfOwnNetwork } from '../../lib/save/model.ts';
import { existedBefore, needsRetry, storedOf, titleOf } from './save-state.ts';
import { plural, t } from '../../lib/i18n/i18n.ts';
import { foldWord } from '../../lib/text/tokenize.ts';
import { webHost } from '../ui/web-host.ts';

export type Discarded = { key: string; items: readonly OutboxView[] };

export type SavesState =
  | { status: 'loading'; early: readonly AppEvent[] }
  | { status: 'failed'; error: AppError }
  | ReadySaves;

export type ReadySaves = {
  status: 'ready';
  items: readonly OutboxView[];
  storage: OutboxList['storage'];
  /** Saves in the current run of sending; the value is whether they have arrived. */
  batch: ReadonlyMap<string, boolean>;
  discarded: readonly Discarded[];
  /** Events since the list was last requested; its answer can be older. */
  early: readonly AppEvent[];
};

export type SavesAction =
  | { type: 'asked' }
  | { type: 'listed'; list: OutboxList }
  | { type: 'failed'; error: AppError }
  | { type: 'heard'; events: readonly AppEvent[] }
  | { type: 'discarded'; key: string; ids: readonly string[] }
  | { type: 'undiscarded'; ids: readonly string[] }
  | { type: 'forgotten'; key: string };

export const savesAtFirst: SavesState = { status: 'loading', early: [] };

const unsent: ReadonlySet<LiveStatus> = new Set(['requested', 'captured', 'sending', 'waiting']);

function isUnsent({ state }: OutboxView): boolean {
  return unsent.has(state.status);
}

function isSent(item: OutboxView): boolean {
  return !isUnsent(item) && item.state.status !== 'refused' && item.state.status !== 'paused';
}

export function isInProgress(item: OutboxView): boolean {
  return isUnsent(item) || item.state.status === 'learning';
}

export function savesReducer(state: SavesState, action: SavesAction): SavesState {
  switch (action.type) {
    case 'asked':
      return state.status === 'ready' ? { ...state, early: [] } : savesAtFirst;
    case 'failed':
      // If the list can't be reloaded, the old one is still useful.
      return state.status === 'ready' ? state : { status: 'failed', error: action.error };
    case 'listed':
      return afterListing(state, action.list);
    case 'heard': {
      if (state.status === 'failed') return state;
      const early = [...state.early, ...action.events];
      if (state.status === 'loading') return { ...state, early };
      return { ...withBatch(action.events.reduce(afterEvent, state)), early };
    }
    case 'discarded':
      return state.status === 'ready' ? afterDiscarding(state, action.key, action.ids) : state;
    case 'undiscarded':
      return state.status === 'ready' ? afterUndiscarding(state, action.ids) : state;
    case 'forgotten':
      if (state.status !== 'ready') return state;
      return { ...state, discarded: state.discarded.filter(({ key }) => key !== action.key) };
  }
}

function afterListing(state: SavesState, list: OutboxList): ReadySaves {
  const before: ReadySaves | null = state.status === 'ready' ? state : null;
  const discarded = before?.discarded ?? [];
  const discardedIds = new Set(discarded.flatMap(({ items }) => items.map(({ id }) => id)));
  const listed: ReadySaves = {
    status: 'ready',
    items: list.items.filter(({ id }) => !discardedIds.has(id)),
    storage: list.storage,
    batch: before?.batch ?? new Map(),
    discarded,
    early: [],
  };
  const early = state.status === 'failed' ? [] : state.early;
  return withBatch(early.reduce(afterEvent, listed), before === null);
}

function afterEvent(state: ReadySaves, event: AppEvent): ReadySaves {
  switch (event.event) {
    case 'outbox.changed': {
      // Sent before the background processed the discard.
      const isDiscarded = state.discarded.some(({ items }) =>
        items.some(({ id }) => id === event.item.id),
      );
      return isDiscarded ? state : withItem(state, event.item);
    }
    case 'outbox.removed':
      return { ...state, items: state.items.filter(({ id }) => id !== event.id) };
    case 'connection.status-changed': {
      const { connectionId, memories } = event.connection;
      const items = state.items.map((item) =>
        item.connectionId === connectionId ? withCurrentName(item, memories) : item,
      );
      return { ...state, items };
    }
    default:
      return state;
  }
}

function withItem(state: ReadySaves, item: OutboxView): ReadySaves {
  const { items } = state;
  const known = items.findIndex(({ id }) => id === item.id);
  const before = items[known];
  if (before !== undefined) {
    return before.updatedAt > item.updatedAt ? state : { ...state, items: items.with(known, item) };
  }
  const older = items.findIndex(({ createdAt }) => createdAt <= item.createdAt);
  const place = older === -1 ? items.length : older;
  return { ...state, items: items.toSpliced(place, 0, item) };
}

/** Tracks unsent saves until all are sent. The first time, includes everything saved since the oldest unsent one. */
function withBatch(state: ReadySaves, isFirst = false): ReadySaves {
  const { items } = state;
  const toSend = items.filter(isUnsent);
  if (toSend.length === 0) return state.batch.size === 0 ? state : { ...state, batch: new Map() };
  const since = isFirst ? Math.min(...toSend.map(({ createdAt }) => createdAt)) : Infinity;
  const batch = new Map([...state.batch].filter(([, wasSent]) => wasSent));
  for (const item of items) {
    if (isUnsent(item) || state.batch.has(item.id) || item.createdAt >= since) {
      batch.set(item.id, isSent(item));
    }
  }
  return { ...state, batch };
}

function afterDiscarding(state: ReadySaves, key: string, ids: readonly string[]): ReadySaves {
  const leaving = new Set(ids);
  const items = state.items.filter(({ id }) => leaving.has(id));
  if (items.length === 0) return state;
  const rest = state.items.filter(({ id }) => !leaving.has(id));
  return withBatch({ ...state, items: rest, discarded: [...state.discarded, { key, items }] });
}

function afterUndiscarding(state: ReadySaves, ids: readonly string[]): ReadySaves {
  const coming = new Set(ids);
  const back = state.discarded.flatMap(({ items }) => items.filter(({ id }) => coming.has(id)));
  const discarded = state.discarded
    .map(({ key, items }) => ({ key, items: items.filter(({ id }) => !coming.has(id)) }))
    .filter(({ items }) => items.length > 0);
  return withBatch(back.reduce(withItem, { ...state, discarded }));
}

type SectionKey = 'attention' | 'progress' | 'saved';

export const sectionOf: Record<LiveStatus, SectionKey> = {
  requested: 'progress',
  captured: 'progress',
  sending: 'progress',
  waiting: 'progress',
  learning: 'progress',
  accepted: 'saved',
  learned: 'saved',
  failed: 'attention',
  canceled: 'attention',
  unlearned: 'attention',
  refused: 'attention',
  paused: 'attention',
};

export function savesSummary(state: SavesState): { needy: number; isMoving: boolean } {
  if (state.status !== 'ready') return { needy: 0, isMoving: false };
  const sections = state.items.map((item) => sectionOf[item.state.status]);
  return {
    needy: sections.filter((section) => section === 'attention').length,
    isMoving: sections.includes('progress'),
  };
}

type SavesEntry =
  | { kind: 'save'; item: OutboxView; version: Version | null }
  | { kind: 'discarded'; discarded: Discarded };

export type SavesSection = {
  key: SectionKey;
  entries: readonly SavesEntry[];
  items: readonly OutboxView[];
};

export function savesSections({ items: all, discarded }: ReadySaves): readonly SavesSection[] {
  const items = all.map((item) =>
    item.kind === 'page' && item.isUnfinished === true && isWholeSince(item, all)
      ? { ...item, isUnfinished: false }
      : item,
  );
  const versions = versionsOf(items);
  return (['attention', 'progress', 'saved'] as const).flatMap((key) => {
    const isIn = (item: OutboxView) => sectionOf[item.state.status] === key;
    const own = key === 'saved' ? withoutRepeats(items.filter(isIn)) : items.filter(isIn);
    const left = discarded.filter(({ items: [first] }) => first !== undefined && isIn(first));
    const entries: SavesEntry[] = own.map((item) => ({
      kind: 'save',
      item,
      version: versions.get(item.id) ?? null,
    }));
    for (const group of left) {
      const at = entries.findIndex((entry) => ageOf(entry) <= (group.items[0]?.createdAt ?? 0));
      entries.splice(at === -1 ? entries.length : at, 0, { kind: 'discarded', discarded: group });
    }
    return entries.length === 0 ? [] : [{ key, entries, items: own }];
  });
}

function ageOf(entry: SavesEntry): number {
  return entry.kind === 'save' ? entry.item.createdAt : (entry.discarded.items[0]?.createdAt ?? 0);
}

/** Whether the page was saved again to the same Memory after it had loaded. */
function isWholeSince(item: OutboxView, all: readonly OutboxView[]): boolean {
  return all.some(
    (other) =>
      other.pageKey === item.pageKey &&
      other.kind === 'page' &&
      other.container.id === item.container.id &&
      other.createdAt > item.createdAt &&
      other.isUnfinished !== true &&
      (isFinished(other.state) || other.state.status === 'learning'),
  );
}

export function savesProgress({ items, batch }: ReadySaves) {
  const left = items.filter(isUnsent);
  const isStuck = left.length === 1 && left[0]?.state.status === 'waiting';
  if (left.length === 0 || batch.size < 2 || isStuck) return null;
  const sent = [...batch.values()].filter(Boolean).length;
  return { sent, total: batch.size };
}

export function retryable(items: readonly OutboxView[]): readonly OutboxView[] {
  return items.filter((item) => {
    const { status } = item.state;
    return (status === 'refused' || status === 'paused') && !isOfOwnNetwork(item);
  });
}

export function triedAnnouncement({ items }: ReadySaves, tries: Tries): string {
  const [id, count] = [...tries].at(-1) ?? ['', 0];
  const item = items.find((one) => one.id === id);
  return item === undefined || !needsRetry(item)
    ? ''
    : t('saves_of', { action: titleOf(item), title: plural(count, 'outbox_save_tried') });
}

/** Bulk actions are offered from this many saves. */
export const many = 4;

/** Many saves that wait for the same reason; null if each row shows its own. */
export function waitingTogether(items: readonly OutboxView[]) {
  const waiting = items.flatMap((item) =>
    item.state.status === 'waiting' ? [{ item, error: item.state.error }] : [],
  );
  const [first] = waiting;
  if (first === undefined || waiting.length < many) return null;
  if (waiting.some(({ error }) => error.code !== first.error.code)) return null;
  const { title } = errorWords(first.error);
  return { items: waiting.map(({ item }) => item), words: t('saves_all_wait', { title }) };
}

export function refused(items: readonly OutboxView[]): readonly OutboxView[] {
  return items.filter(({ state }) => state.status === 'refused');
}

/** In menu order. Highlights are notes. */
export const filterKinds = ['page', 'note', 'link'] as const;

export type SavesFilter = {
  words: string;
  memory: string | null;
  kind: OutboxView['kind'] | null;
};

export const noFilter: SavesFilter = { words: '', memory: null, kind: null };

export function isFiltering({ words, memory, kind }: SavesFilter): boolean {
  return words.trim() !== '' || memory !== null || kind !== null;
}

export type FilterChoices = ReturnType<typeof filterChoices>;

export function filterChoices(items: readonly OutboxView[]) {
  const memories = new Map(items.map((item) => [memoryKey(item), item.container.name]));
  const kinds = new Set(items.map(({ kind }) => kind));
  return {
    memories: [...memories]
      .map(([key, name]) => ({ key, name }))
      .toSorted((a, b) => a.name.localeCompare(b.name)),
    kinds: filterKinds.filter((kind) => kinds.has(kind)),
  };
}

export function filteredSaves(sections: readonly SavesSection[], filter: SavesFilter) {
  const total = countOf(sections);
  if (!isFiltering(filter)) return { sections, shown: total, total, hiddenNeedy: 0 };
  const isWanted = matcherOf(filter);
  const left = sections
    .map(({ key, entries, items }) => ({
      key,
      entries: entries.filter((entry) => entry.kind === 'discarded' || isWanted(entry.item)),
      items: items.filter(isWanted),
    }))
    .filter(({ entries }) => entries.length > 0);
  return {
    sections: left,
    shown: countOf(left),
    total,
    hiddenNeedy: countOf(sections.filter(isNeedy)) - countOf(left.filter(isNeedy)),
  };
}

function matcherOf({ words, memory, kind }: SavesFilter): (item: OutboxView) => boolean {
  const wanted = words
    .split(/\s+/u)
    .map(foldWord)
    .filter((word) => word !== '');
  return (item) =>
    (kind === null || item.kind === kind) &&
    (memory === null || memoryKey(item) === memory) &&
    wanted.every((word) => foldedText(item).includes(word));
}

/** Folded once per item, not on every keystroke. */
const folded = new WeakMap<OutboxView, string>();

function foldedText(item: OutboxView): string {
  const known = folded.get(item);
  if (known !== undefined) return known;
  const { title, url } = item.source;
  const text = foldWord(`${titleOf(item)}\n${title}\n${webHost(url) ?? ''}`);
  folded.set(item, text);
  return text;
}

/** Two connections can have Memories with the same id. */
function memoryKey({ connectionId, container }: OutboxView): string {
  return JSON.stringify([connectionId, container.id]);
}

function isNeedy({ key }: SavesSection): boolean {
  return key === 'attention';
}

function countOf(sections: readonly SavesSection[]): number {
  return sections.reduce((sum, { items }) => sum + items.length, 0);
}

/** Lists a page that was saved repeatedly once, by the save that stored it. */
function withoutRepeats(items: readonly OutboxView[]): readonly OutboxView[] {
  const first = new Map<string, OutboxView>();
  for (const item of items) {
    const key = documentKey(item);
    const known = first.get(key);
    if (known === undefined || (existedBefore(known) && !existedBefore(item))) first.set(key, item);
  }
  return items.filter((item) => first.get(documentKey(item)) === item);
}

function documentKey({ id, connectionId, container, customId }: OutboxView): string {
  return customId === null ? id : JSON.stringify([connectionId, container.id, customId]);
}

export type Version = 'newest' | 'earlier';

/** Ids of saves that are one of several versions of a page in a Memory. */
export function versionsOf(all: readonly OutboxView[]): ReadonlyMap<string, Version> {
  const byPage = new Map<string, OutboxView[]>();
  for (const item of withoutRepeats(all.filter(hasDocument))) {
    const key = JSON.stringify([item.connectionId, item.container.id, item.pageKey]);
    byPage.set(key, [...(byPage.get(key) ?? []), item]);
  }
  const versions = new Map<string, Version>();
  for (const items of byPage.values()) {
    const hasVersion = items.some((item) => item.kind === 'page' && item.isVersion === true);
    if (items.length < 2 || !hasVersion) continue;
    const newest = Math.max(...items.map(({ createdAt }) => createdAt));
    for (const { id, createdAt } of items)
      versions.set(id, createdAt === newest ? 'newest' : 'earlier');
  }
  return versions;
}

function hasDocument({ kind, customId, state }: OutboxView): boolean {
  return kind !== 'note' && customId !== null && state.status !== 'refused';
}

/** Saved highlights per page, by `pageKey`. */
export function highlightsByPage(items: readonly OutboxView[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) {
    if (item.kind === 'note' && storedOf(item) !== 'no')
      counts.set(item.pageKey, (counts.get(item.pageKey) ?? 0) + 1);
  }
  return counts;
}
