/** What was saved, as its list knows it, kept true by the events that arrive while it is shown. Pure. */
import type { AppError } from '../../lib/contract/errors.ts';
import type { AppEvent, ConnectionStatus } from '../../lib/messaging/messages.ts';
import type { LiveStatus, OutboxList, OutboxView } from '../../lib/outbox/model.ts';
import { withCurrentName } from '../../lib/connections/model.ts';
import type { Tries } from '../app/tries.ts';
import { errorWords } from '../app/error-text.ts';
import { isOfOwnNetwork } from '../../lib/save/model.ts';
import { isKeptAnyway, titleOf } from './save-row.tsx';
import { isToBeTried, keptOf } from './save-state.ts';
import { plural, t } from '../../lib/i18n/i18n.ts';
import { foldWord } from '../../lib/text/tokenize.ts';
import { webHost } from '../ui/web-host.ts';

/** Discarded by the person in one go, and still to be had back. */
export type Discarded = { key: string; items: readonly OutboxView[] };

export type SavesState =
  | { status: 'loading'; early: readonly AppEvent[] }
  | { status: 'failed'; error: AppError }
  | ReadySaves;

export type ReadySaves = {
  status: 'ready';
  /** Newest first. */
  items: readonly OutboxView[];
  storage: OutboxList['storage'];
  /** The saves since nothing was to be sent, each with whether it has reached its connection. */
  batch: ReadonlyMap<string, boolean>;
  discarded: readonly Discarded[];
  /** What arrived since the list was asked for again, whose answer may be older. */
  early: readonly AppEvent[];
};

export type SavesAction =
  | { type: 'asked' }
  | { type: 'listed'; list: OutboxList }
  | { type: 'failed'; error: AppError }
  | { type: 'heard'; events: readonly AppEvent[] }
  | { type: 'discarded'; key: string; ids: readonly string[] }
  /** The ones that are not out of the list after all, or are back in it. */
  | { type: 'undiscarded'; ids: readonly string[] }
  /** Cannot be had back any more, or need not be. */
  | { type: 'forgotten'; key: string };

export const savesAtFirst: SavesState = { status: 'loading', early: [] };

const unsent: ReadonlySet<LiveStatus> = new Set(['requested', 'captured', 'sending', 'waiting']);
const unfinished: ReadonlySet<LiveStatus> = new Set([...unsent, 'learning']);

/** Says whether a save has not reached its connection yet, but is on the way there. */
function isUnsent({ state }: OutboxView): boolean {
  return unsent.has(state.status);
}

function isSent(item: OutboxView): boolean {
  return !isUnsent(item) && item.state.status !== 'refused' && item.state.status !== 'paused';
}

/** Says whether something is still going to happen to a save by itself. */
export function isUnfinished({ state }: OutboxView): boolean {
  return unfinished.has(state.status);
}

/** Gives the state after an action. */
export function savesReducer(state: SavesState, action: SavesAction): SavesState {
  switch (action.type) {
    case 'asked':
      return state.status === 'ready' ? { ...state, early: [] } : savesAtFirst;
    case 'failed':
      // A list that could not be renewed is still the best there is.
      return state.status === 'ready' ? state : { status: 'failed', error: action.error };
    case 'listed':
      return afterListing(state, action.list);
    case 'heard':
      if (state.status === 'failed') return state;
      if (state.status === 'loading')
        return { ...state, early: [...state.early, ...action.events] };
      return {
        ...withBatch(action.events.reduce(afterEvent, state)),
        early: [...state.early, ...action.events],
      };
    case 'discarded':
      return state.status === 'ready' ? afterDiscarding(state, action) : state;
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
  const gone = new Set(discarded.flatMap((one) => one.items.map(({ id }) => id)));
  const listed: ReadySaves = {
    status: 'ready',
    items: list.items.filter(({ id }) => !gone.has(id)),
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
    case 'outbox.changed':
      // Told before the connection knew that it is discarded.
      return isDiscarded(state, event.item.id) ? state : withItem(state, event.item);
    case 'outbox.removed':
      return { ...state, items: state.items.filter(({ id }) => id !== event.id) };
    case 'connection.status-changed':
      return withNames(state, event.connection);
    default:
      return state;
  }
}

/** A Memory may have another name now, which is all that a connection says of what was saved. */
function withNames(state: ReadySaves, { connectionId, memories }: ConnectionStatus): ReadySaves {
  const items = state.items.map((item) =>
    item.connectionId === connectionId ? withCurrentName(item, memories) : item,
  );
  return { ...state, items };
}

function isDiscarded({ discarded }: ReadySaves, id: string): boolean {
  return discarded.some(({ items }) => items.some((item) => item.id === id));
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

/**
 * Adds what is to be sent to the batch, and ends the batch where nothing is. At first, what was saved since the oldest
 * that is still to be sent belongs to it: the surface was not there to count. What was sent stays counted when the list
 * no longer has it.
 */
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

function afterDiscarding(
  state: ReadySaves,
  { key, ids }: { key: string; ids: readonly string[] },
): ReadySaves {
  const leaving = new Set(ids);
  const items = state.items.filter(({ id }) => leaving.has(id));
  if (items.length === 0) return state;
  return withBatch({
    ...state,
    items: state.items.filter(({ id }) => !leaving.has(id)),
    discarded: [...state.discarded, { key, items }],
  });
}

function afterUndiscarding(state: ReadySaves, ids: readonly string[]): ReadySaves {
  const coming = new Set(ids);
  const back = state.discarded.flatMap(({ items }) => items.filter(({ id }) => coming.has(id)));
  const discarded = state.discarded
    .map(({ key, items }) => ({ key, items: items.filter(({ id }) => !coming.has(id)) }))
    .filter(({ items }) => items.length > 0);
  return withBatch(back.reduce(withItem, { ...state, discarded }));
}

/** What needs the person, what is on its way, and what is kept. */
type SectionKey = 'trouble' | 'way' | 'saved';

export const sectionOf: Record<LiveStatus, SectionKey> = {
  requested: 'way',
  captured: 'way',
  sending: 'way',
  waiting: 'way',
  learning: 'way',
  accepted: 'saved',
  learned: 'saved',
  failed: 'trouble',
  canceled: 'trouble',
  unlearned: 'trouble',
  refused: 'trouble',
  paused: 'trouble',
};

/** How many saves need the person, and whether some are on their way. */
export function savesSummary(state: SavesState): { needy: number; isMoving: boolean } {
  if (state.status !== 'ready') return { needy: 0, isMoving: false };
  const sections = state.items.map((item) => sectionOf[item.state.status]);
  return {
    needy: sections.filter((section) => section === 'trouble').length,
    isMoving: sections.includes('way'),
  };
}

type SavesEntry =
  | { kind: 'save'; item: OutboxView; version: Version | null }
  | { kind: 'discarded'; discarded: Discarded };

export type SavesSection = {
  key: SectionKey;
  /** Newest first; what was discarded keeps its place. */
  entries: readonly SavesEntry[];
  items: readonly OutboxView[];
};

const sectionKeys = ['trouble', 'way', 'saved'] as const satisfies readonly SectionKey[];

/** Gives the sections that have something in them. */
export function savesSections({ items: all, discarded }: ReadySaves): readonly SavesSection[] {
  const items = all.map((item) =>
    item.kind === 'page' && item.isUnfinished === true && isWholeSince(item, all)
      ? { ...item, isUnfinished: false }
      : item,
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
      (isKeptAnyway(other) || other.state.status === 'learning'),
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

/** Those that trying again would bring on their way. */
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
    : t('saves_of', { action: titleOf(item), title: plural(count, 'outbox_save_tried') });
}

/** From so many on saves are worked on, and spoken of, together as well. */
export const many = 4;

type WaitingTogether = { items: readonly OutboxView[]; words: string };

/** Those that wait for one and the same reason, where they are many; null where each says it for itself. */
export function waitingTogether(items: readonly OutboxView[]): WaitingTogether | null {
  const waiting = items.flatMap((item) =>
    item.state.status === 'waiting' ? [{ item, error: item.state.error }] : [],
  );
  const [first] = waiting;
  if (first === undefined || waiting.length < many) return null;
  if (waiting.some(({ error }) => error.code !== first.error.code)) return null;
  const { title } = errorWords(first.error);
  return { items: waiting.map(({ item }) => item), words: t('saves_all_wait', { title }) };
}

/** Those that were refused, and so can be discarded together. */
export function refused(items: readonly OutboxView[]): readonly OutboxView[] {
  return items.filter(({ state }) => state.status === 'refused');
}

function ageOf(entry: SavesEntry): number {
  return entry.kind === 'save' ? entry.item.createdAt : (entry.discarded.items[0]?.createdAt ?? 0);
}

/** As the chooser has them. Highlights are notes. */
export const filterKinds = [
  'page',
  'note',
  'link',
] as const satisfies readonly OutboxView['kind'][];

export type SavesFilter = {
  words: string;
  /** A Memory by its `key`; null is all of them. */
  memory: string | null;
  /** Null is all kinds. */
  kind: OutboxView['kind'] | null;
};

export const noFilter: SavesFilter = { words: '', memory: null, kind: null };

export function isFiltering({ words, memory, kind }: SavesFilter): boolean {
  return words.trim() !== '' || memory !== null || kind !== null;
}

export type FilterChoices = {
  /** In the order of their names. */
  memories: readonly { key: string; name: string }[];
  kinds: readonly OutboxView['kind'][];
};

/** Gives the Memories and kinds there are to choose from. */
export function filterChoices(items: readonly OutboxView[]): FilterChoices {
  const memories = new Map(items.map((item) => [memoryKey(item), item.container.name]));
  const kinds = new Set(items.map(({ kind }) => kind));
  return {
    memories: [...memories]
      .map(([key, name]) => ({ key, name }))
      .toSorted((one, other) => one.name.localeCompare(other.name)),
    kinds: filterKinds.filter((kind) => kinds.has(kind)),
  };
}

export type FilteredSaves = {
  sections: readonly SavesSection[];
  shown: number;
  total: number;
  /** How many that need the person are not shown. */
  hiddenNeedy: number;
};

/** Leaves the saves that are wanted. What was discarded stays, with its way back. */
export function filteredSaves(
  sections: readonly SavesSection[],
  filter: SavesFilter,
): FilteredSaves {
  const total = countOf(sections);
  if (!isFiltering(filter)) return { sections, shown: total, total, hiddenNeedy: 0 };
  const isWanted = wantedBy(filter);
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

function wantedBy({ words, memory, kind }: SavesFilter): (item: OutboxView) => boolean {
  const wanted = words
    .split(/\s+/u)
    .map(foldWord)
    .filter((word) => word !== '');
  return (item) =>
    (kind === null || item.kind === kind) &&
    (memory === null || memoryKey(item) === memory) &&
    wanted.every((word) => foldedText(item).includes(word));
}

/** Each is folded once, however often somebody types. */
const folded = new WeakMap<OutboxView, string>();

/** Its title, that of its page, and its site. */
function foldedText(item: OutboxView): string {
  const known = folded.get(item);
  if (known !== undefined) return known;
  const { title, url } = item.source;
  const text = foldWord(`${titleOf(item)}\n${title}\n${webHost(url) ?? ''}`);
  folded.set(item, text);
  return text;
}

/** Two connections may each have a Memory of one id. */
function memoryKey({ connectionId, container }: OutboxView): string {
  return JSON.stringify([connectionId, container.id]);
}

function isNeedy({ key }: SavesSection): boolean {
  return key === 'trouble';
}

function countOf(sections: readonly SavesSection[]): number {
  return sections.reduce((sum, { items }) => sum + items.length, 0);
}

/** A page that was saved again is there once: the save that put it there stands for the later ones. */
function withoutRepeats(items: readonly OutboxView[]): readonly OutboxView[] {
  const first = new Map<string, OutboxView>();
  for (const item of items) {
    const key = pageIn(item);
    const known = first.get(key);
    if (known === undefined || (foundThere(known) && !foundThere(item))) first.set(key, item);
  }
  return items.filter((item) => first.get(pageIn(item)) === item);
}

function pageIn({ id, connectionId, container, customId }: OutboxView): string {
  return customId === null ? id : JSON.stringify([connectionId, container.id, customId]);
}

function foundThere({ state }: OutboxView): boolean {
  return 'existed' in state && state.existed;
}

export type Version = 'newest' | 'earlier';

/** Gives each save, by its id, that is one of several versions of its page in its Memory. */
export function versionsOf(all: readonly OutboxView[]): ReadonlyMap<string, Version> {
  const byPage = new Map<string, OutboxView[]>();
  for (const item of withoutRepeats(all.filter(isThere))) {
    const key = JSON.stringify([item.connectionId, item.container.id, item.pageKey]);
    byPage.set(key, [...(byPage.get(key) ?? []), item]);
  }
  const versions = new Map<string, Version>();
  for (const items of byPage.values()) {
    const hasVersion = items.some((item) => item.kind === 'page' && item.isVersion === true);
    if (items.length < 2 || !hasVersion) continue;
    const newest = Math.max(...items.map(({ createdAt }) => createdAt));
    for (const { id, createdAt } of items) {
      versions.set(id, createdAt === newest ? 'newest' : 'earlier');
    }
  }
  return versions;
}

/** One that was not read yet has no text of its own; one that was refused may never have. */
function isThere({ kind, customId, state }: OutboxView): boolean {
  return kind !== 'note' && customId !== null && state.status !== 'refused';
}

/** Gives the count of each page that has some, by its `pageKey`. */
export function highlightsByPage(items: readonly OutboxView[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) {
    const { kind, pageKey } = item;
    const isCounted = kind === 'note' && keptOf(item) !== 'no';
    if (isCounted) counts.set(pageKey, (counts.get(pageKey) ?? 0) + 1);
  }
  return counts;
}
