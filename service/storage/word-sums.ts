/** Applies changes to the words of Memories: the same in every engine. */
import { MIN_COMPOUND } from '../../lib/text/search-terms.ts';
import { indexText, withTitle, type IndexedText } from './indexed-text.ts';
import type { WordCounts } from './port/search.ts';

/** A change to the words of a Memory: either the entries of its terms, or the text of a deleted passage. */
interface WordChange {
  readonly seq: number;
  readonly container: number;
  readonly change: number;
  readonly words: string | null;
  readonly title: string | null;
  readonly text: string | null;
}

/** Returns each term, followed by `=` and the word unless they're equal. */
export function entriesOf(words: IndexedText['words']): string[] {
  return Array.from(words, ([term, word]) => (word === term ? term : `${term}=${word}`));
}

/** Number of changes to apply at once. Their words are held in memory. */
export const CHANGES_AT_ONCE = 256;

interface WordUpdates {
  /** The last term that an interrupted call updated; empty if there was none. */
  readonly after: string;
  /** Adds the sums, and stores how far they go, in one transaction. */
  readonly add: (
    sums: readonly WordSum[],
    progress: { readonly through: number; readonly after: string },
  ) => Promise<void>;
  /** Deletes the changes up to this one, and the progress, in one transaction. */
  readonly finish: (through: number) => Promise<void>;
}

/** Applies the changes as `applyChanges` does. Returns false if there are none. */
export async function applyInSlices(
  changes: readonly WordChange[],
  { after, add, finish }: WordUpdates,
  { pause, stop }: Parameters<WordCounts['applyChanges']>[0],
): Promise<boolean> {
  const through = changes.at(-1)?.seq;
  if (through === undefined) return false;
  for (const { sums, last } of slicesOf(changes, after)) {
    await add(sums, { through, after: last });
    if (stop.aborted) return true;
    await pause();
  }
  await finish(through);
  return true;
}

/** Number of terms per transaction: about 10 ms in SQLite. */
const TERMS_PER_SLICE = 2_000;

export interface WordSum {
  readonly term: string;
  readonly container: number;
  readonly word: string;
  passages: number;
}

interface Slice {
  /** In the order of the table, so that a transaction writes few of its pages. */
  readonly sums: readonly WordSum[];
  readonly last: string;
}

/** Sums the changes of each term after `after`. All sums of a term are in the same slice. */
function slicesOf(changes: readonly WordChange[], after: string): Slice[] {
  const sums = [...Map.groupBy(changes, (one) => one.container)].map(sumsOf);
  const terms = [...new Set(sums.flatMap((own) => [...own.keys()]))]
    .filter((term) => term > after)
    // Sorting strings without a function is several times faster.
    .sort();
  const slices: Slice[] = [];
  for (let start = 0; start < terms.length; start += TERMS_PER_SLICE) {
    const slice = terms.slice(start, start + TERMS_PER_SLICE);
    slices.push({
      sums: slice.flatMap((term) => sums.flatMap((own) => own.get(term) ?? [])),
      last: slice.at(-1) ?? after,
    });
  }
  return slices;
}

/** Returns the sum for each term of a Memory, and another for the ending of each long term. */
function sumsOf([container, changes]: readonly [number, readonly WordChange[]]) {
  const counts = new Map<string, number>();
  for (const { change, words, title, text } of changes) {
    const entries = words?.split(' ') ?? entriesOf(withTitle(indexText(text ?? ''), title));
    for (const entry of entries) counts.set(entry, (counts.get(entry) ?? 0) + change);
  }
  const sums = new Map<string, WordSum>();
  for (const [entry, passages] of counts) {
    const at = entry.indexOf('=');
    const term = at === -1 ? entry : entry.slice(0, at);
    const sum = sums.get(term);
    if (sum === undefined) sums.set(term, { term, container, word: entry.slice(at + 1), passages });
    else sum.passages += passages;
  }
  const long = [...sums.values()].filter(({ term }) => term.length >= MIN_COMPOUND);
  for (const sum of long) {
    const term = endingKey(sum.term);
    sums.set(term, { ...sum, term });
  }
  return sums;
}

/** The key under which a term is stored a second time, to be found by its ending. Terms only contain letters and marks. */
export function endingKey(term: string): string {
  return `<${reversed(term)}`;
}

/** Returns the term that is stored under this key. */
export function termOfEnding(key: string): string {
  return reversed(key.slice(1));
}

function reversed(text: string): string {
  return Array.from(text).toReversed().join('');
}
