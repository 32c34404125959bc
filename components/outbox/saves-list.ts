import { isFinished, type OutboxView } from '../../lib/outbox/model.ts';
import type { ConnectionStatus } from '../../lib/messaging/messages.ts';
import type { Tries } from '../app/tries.ts';
import { errorWords } from '../../lib/i18n/errors.ts';
import { isOfOwnNetwork } from '../../lib/save/model.ts';
import { existedBefore, needsRetry, storedOf, titleOf } from './save-state.ts';
import { isUnsent, type SectionKey, sectionOf } from './save-status.ts';
import { plural, t } from '../../lib/i18n/i18n.ts';
import { foldWord } from '../../lib/text/tokenize.ts';
import { webHost } from '../../lib/url/web-address.ts';
import type { Discarded, ReadySaves } from './saves-state.ts';

export type SavesEntry =
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
    const isIn = (item: OutboxView) => sectionOf(item) === key;
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

/** Returns whether the page was saved to the same Memory again, this time completely loaded. */
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

/** Minimum number of saves for which bulk actions are offered. */
export const many = 4;

/** Groups waiting saves if there are many, all for the same reason; null if each row shows its own. */
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

/** Kinds to filter by, in menu order. Highlights count as notes. */
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

/** Returns the filter choices: the Memories and kinds of the saves, plus the connection's Memories and kind `page`. */
export function filterChoices(
  items: readonly OutboxView[],
  connection: Pick<ConnectionStatus, 'connectionId' | 'memories'> | null = null,
) {
  const own = connection?.memories ?? [];
  const memories = new Map([
    ...items.map((item) => [memoryKey(item), item.container.name] as const),
    ...own.map(({ id, name }) => [memoryKeyOf(connection?.connectionId ?? '', id), name] as const),
  ]);
  const kinds = new Set(items.map(({ kind }) => kind));
  if (own.length > 0) kinds.add('page');
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
  const wanted = wordsOf(words);
  return (item) =>
    (kind === null || item.kind === kind) &&
    (memory === null || memoryKey(item) === memory) &&
    wanted.every((word) => foldedText(item).includes(word));
}

/** Returns the words to look for, without case or accents. */
export function wordsOf(typed: string): string[] {
  return typed
    .split(/\s+/u)
    .map(foldWord)
    .filter((word) => word !== '');
}

/** Caches the case-folded text of each item, so that it isn't computed on every keystroke. */
const folded = new WeakMap<OutboxView, string>();

function foldedText(item: OutboxView): string {
  const known = folded.get(item);
  if (known !== undefined) return known;
  const { title, url } = item.source;
  const text = foldWord(`${titleOf(item)}\n${title}\n${webHost(url) ?? ''}`);
  folded.set(item, text);
  return text;
}

/** Includes the connection, because two connections may have Memories with the same id. */
function memoryKey({ connectionId, container }: OutboxView): string {
  return memoryKeyOf(connectionId, container.id);
}

export function memoryKeyOf(connectionId: string, memoryId: string): string {
  return JSON.stringify([connectionId, memoryId]);
}

function isNeedy({ key }: SavesSection): boolean {
  return key === 'attention';
}

function countOf(sections: readonly SavesSection[]): number {
  return sections.reduce((sum, { items }) => sum + items.length, 0);
}

/** Lists each document once, even if it was saved several times. Keeps the save that stored the document. */
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

/** Finds the saves of pages that have several versions in a Memory. */
export function versionsOf(all: readonly OutboxView[]): ReadonlyMap<string, Version> {
  const byPage = Map.groupBy(
    withoutRepeats(all.filter(hasDocument)),
    ({ connectionId, container, pageKey }) => JSON.stringify([connectionId, container.id, pageKey]),
  );
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

/** Counts saved highlights by `pageKey`. */
export function highlightsByPage(items: readonly OutboxView[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) {
    if (item.kind === 'note' && storedOf(item) !== 'no')
      counts.set(item.pageKey, (counts.get(item.pageKey) ?? 0) + 1);
  }
  return counts;
}
