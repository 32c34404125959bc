/** Adapts the terms of a query to the words that the searched Memories contain. */
import type { Correction } from '../../lib/contract/memory-api.ts';
import { MIN_PART, MIN_PREFIX, searchTerms } from '../../lib/text/search-terms.ts';
import { stem } from '../../lib/text/stem.ts';
import { tokenize } from '../../lib/text/tokenize.ts';
import type { Queries } from '../storage/port.ts';
import { countTerms, type TermCounts } from '../storage/sqlite/match-passages.ts';
import {
  wordsBeginning,
  wordsEnding,
  wordsWithTerms,
  type KnownWord,
} from '../storage/sqlite/words.ts';
import { neighborsOf } from './spelling.ts';

export interface RelatedTerm {
  /** The term of the query that it stands for, and the share of its score that it counts for. */
  readonly of: string;
  readonly share: number;
}

export interface ExpandedTerms {
  /** The terms of the query in order, with corrections applied. */
  readonly terms: readonly string[];
  /** Further terms to find. */
  readonly related: ReadonlyMap<string, RelatedTerm>;
  readonly corrections: readonly Correction[];
  readonly counts: TermCounts;
}

interface Expansion {
  readonly containers: readonly number[];
  /** The words to rank by. */
  readonly text: string;
  /** Words in quotes, which are searched for as they are. */
  readonly quoted: string;
  readonly maxTerms: number;
}

const PREFIX_WEIGHT = 0.3;
const COMPOUND_WEIGHT = 0.15;
const PART_WEIGHT = 0.5;
/** Number of words to add for a prefix, or for a part of compounds. */
const MAX_RELATED = 8;
/** A part this long is telling even if the rest of the word is unknown. */
const LONG_PART = 7;
const MIN_SPLIT = 4;

export async function expandTerms(
  queries: Queries,
  { containers, text, quoted, maxTerms }: Expansion,
): Promise<ExpandedTerms> {
  const terms = searchTerms(text).slice(0, maxTerms);
  if (containers.length === 0 || terms.length === 0) return unexpanded(terms);
  const { passages, total } = await countTerms(queries, containers, terms);
  const counts = new Map(passages);
  const verbatim = new Set(searchTerms(quoted));
  const words = new Map(
    tokenize(text).map(({ term, start, end }) => [term, text.slice(start, end)]),
  );
  const isTyping = /[\p{L}\p{M}]$/u.test(text);
  const related = new Map<string, RelatedTerm>();
  const corrections: Correction[] = [];
  const expanded: string[] = [];
  for (const [index, term] of terms.entries()) {
    if (verbatim.has(term)) {
      expanded.push(term);
      continue;
    }
    const isLast = isTyping && index === terms.length - 1 && term.length >= MIN_PREFIX;
    const longer = isLast
      ? await wordsBeginning(queries, { containers, part: term, limit: MAX_RELATED })
      : [];
    for (const { term: other } of longer) related.set(other, { of: term, share: PREFIX_WEIGHT });
    const compounds = await compoundsOf(queries, containers, term);
    for (const { term: other } of compounds)
      related.set(other, { of: term, share: COMPOUND_WEIGHT });
    if (counts.get(term) !== 0 || longer.length > 0 || compounds.length > 0) {
      expanded.push(term);
      continue;
    }
    const [nearest] = await neighborsIn(queries, containers, term);
    expanded.push(nearest?.term ?? term);
    if (nearest === undefined) {
      const parts = await partsOf(queries, containers, term);
      for (const part of parts) related.set(part, { of: term, share: PART_WEIGHT });
      continue;
    }
    corrections.push({ typed: words.get(term) ?? term, corrected: nearest.word });
    counts.delete(term);
    counts.set(nearest.term, nearest.passages);
  }
  for (const term of expanded) related.delete(term);
  return {
    terms: [...new Set(expanded)],
    related,
    corrections,
    counts: { passages: counts, total },
  };
}

/** Returns terms that are searched for as they are. */
export function unexpanded(terms: readonly string[]): ExpandedTerms {
  const counts = { passages: new Map(terms.map((term) => [term, 0])), total: 0 };
  return { terms, related: new Map(), corrections: [], counts };
}

async function knownAmong(
  queries: Queries,
  containers: readonly number[],
  terms: readonly string[],
): Promise<Set<string>> {
  const known = await wordsWithTerms(queries, containers, terms);
  return new Set(known.map(({ term }) => term));
}

/** Returns stored terms within one edit, the most frequent first. */
async function neighborsIn(
  queries: Queries,
  containers: readonly number[],
  term: string,
): Promise<KnownWord[]> {
  const neighbors = neighborsOf(term);
  if (neighbors.length === 0) return [];
  const known = await wordsWithTerms(queries, containers, neighbors);
  return known.toSorted((a, b) => b.passages - a.passages);
}

/** Splits a compound that no Memory contains into two words that they do; empty if that's impossible. */
async function partsOf(
  queries: Queries,
  containers: readonly number[],
  term: string,
): Promise<readonly string[]> {
  const splits = Array.from(
    { length: Math.max(0, term.length - 2 * MIN_SPLIT + 1) },
    (_, index) => {
      const at = MIN_SPLIT + index;
      const before = term.slice(0, at);
      const firsts = JOINTS.filter((joint) => before.endsWith(joint)).map((joint) =>
        stem(before.slice(0, before.length - joint.length)),
      );
      return firsts.map((first) => [first, stem(term.slice(at), true)]);
    },
  ).flat();
  const known = await knownAmong(queries, containers, [...new Set(splits.flat())]);
  const found = splits.filter((parts) =>
    parts.every((part) => part.length >= 3 && known.has(part)),
  );
  return found.at(-1) ?? [];
}

/** Letters that join the parts of German, Dutch and Scandinavian compounds. */
const JOINTS = ['', 's', 'es', 'n', 'en', 'e', 'er'];

/** Returns compounds with the term as their first or last part. The other part must be a word too, unless this is long. */
async function compoundsOf(
  queries: Queries,
  containers: readonly number[],
  term: string,
): Promise<KnownWord[]> {
  if (term.length < MIN_PART) return [];
  const part = { containers, part: term, limit: 4 * MAX_RELATED };
  const found = [
    ...(await wordsBeginning(queries, part)).map((word) => ({
      word,
      rests: JOINTS.filter((joint) => word.term.startsWith(term + joint)).map((joint) =>
        word.term.slice(term.length + joint.length),
      ),
    })),
    ...(await wordsEnding(queries, part)).map((word) => {
      const before = word.term.slice(0, -term.length);
      return {
        word,
        rests: JOINTS.filter((joint) => before.endsWith(joint)).map((joint) =>
          before.slice(0, before.length - joint.length),
        ),
      };
    }),
  ];
  const isRest = (rest: string) => rest.length >= MIN_PART - 1;
  const rests = await knownAmong(
    queries,
    containers,
    found.flatMap((one) => one.rests.filter(isRest)),
  );
  return found
    .filter(({ rests: own }) =>
      own.some((rest) => isRest(rest) && (term.length >= LONG_PART || rests.has(rest))),
    )
    .map(({ word }) => word)
    .slice(0, MAX_RELATED);
}
