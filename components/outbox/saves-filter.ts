/** Which of the saves a person wants to see: of one Memory, of one kind, with certain words. Pure. */
import type { OutboxView } from '../../lib/outbox/model.ts';
import { foldWord } from '../../lib/text/tokenize.ts';
import { webHost } from '../ui/web-host.ts';
import { titleOf } from './save-row-view.ts';
import type { SavesSection } from './saves-view.ts';

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
