/** Corrects and expands the terms of a query with words from the searched Memories. */
import type { Correction } from '../../lib/contract/memory-api.ts';
import { MIN_PART, MIN_PREFIX, searchTerms } from '../../lib/text/search-terms.ts';
import { stem } from '../../lib/text/stem.ts';
import { tokenize } from '../../lib/text/tokenize.ts';
import type {
  KnownWord,
  RelatedTerm,
  SearchScope,
  TermCounts,
  Vocabulary,
} from '../storage/port/search.ts';
import { neighborsOf } from './spelling.ts';

export interface ExpandedTerms {
  /** The terms of the query in order, with corrections applied. */
  readonly terms: readonly string[];
  /** Other terms to find. */
  readonly related: ReadonlyMap<string, RelatedTerm>;
  readonly corrections: readonly Correction[];
  readonly counts: TermCounts;
}

interface Expansion {
  /** The words to rank by. */
  readonly text: string;
  /** Words in quotes, which aren't changed. */
  readonly quoted: string;
  readonly maxTerms: number;
}

/** A host counts more, because the index gives the words of addresses a low weight. */
const WEIGHTS = { prefix: 0.3, compound: 0.15, part: 0.5, host: 3 };
/** Number of words to add for a prefix, or for a part of compounds. */
const MAX_RELATED = 8;
const MAX_NEIGHBORS = 4;
/** In queries longer than this, compounds are only looked up for unknown words. */
const MANY_TERMS = 6;

export async function expandTerms(
  scope: SearchScope,
  { text, quoted, maxTerms }: Expansion,
): Promise<ExpandedTerms> {
  const verbatim = new Set(searchTerms(quoted));
  // A phrase of stop words alone has to be found, too.
  const terms = [...new Set([...searchTerms(text), ...verbatim])].slice(0, maxTerms);
  if (scope.isEmpty || terms.length === 0) return unexpanded(terms);
  const { passages, total } = await scope.countTerms(terms);
  const { vocabulary } = scope;
  const tokens = tokenize(text);
  const typed = new Map(tokens.map(({ term, start, end }) => [term, text.slice(start, end)]));
  const unfinished = /[\p{L}\p{M}]$/u.test(text) ? tokens.at(-1)?.term : undefined;

  /** Finds the related terms of a term, or what it was probably meant to be. */
  async function expand(term: string): Promise<Expanded> {
    const word = typed.get(term) ?? term;
    const isKnown = passages.get(term) !== 0;
    const isUnfinished = term === unfinished && term.length >= MIN_PREFIX;
    const canBePart = term.length >= MIN_PART && (terms.length <= MANY_TERMS || !isKnown);
    const [beginning, ending] = await Promise.all([
      isUnfinished || canBePart ? vocabulary.beginning(term, 4 * MAX_RELATED) : [],
      canBePart ? vocabulary.ending(term, 4 * MAX_RELATED) : [],
    ]);
    const known = isUnfinished ? beginning.slice(0, MAX_RELATED) : [];
    const [longer, compounds] = await Promise.all([
      isUnfinished && known.length === 0 && !isKnown ? finishedFrom(vocabulary, word) : known,
      canBePart ? compoundsOf(vocabulary, { term, word, beginning, ending }) : [],
    ]);
    const related = [
      ...relatedTo(term, termsOf(longer), WEIGHTS.prefix),
      ...relatedTo(term, termsOf(compounds), WEIGHTS.compound),
    ];
    if (isKnown || related.length > 0) return { term, related };
    const nearest = await nearestTo(term);
    if (nearest !== undefined) return { term, related, nearest };
    return { term, related: relatedTo(term, await partsOf(vocabulary, term), WEIGHTS.part) };
  }

  /**
   * Returns the most frequent correction. The vocabulary can lag behind the index, so the best candidates are counted in
   * the index.
   */
  async function nearestTo(term: string): Promise<KnownWord | undefined> {
    const candidates = (await vocabulary.among(neighborsOf(term))).slice(0, MAX_NEIGHBORS);
    if (candidates.length === 0) return undefined;
    const stored = await scope.countTerms(termsOf(candidates));
    const counted = candidates.map((one) => ({
      ...one,
      passages: stored.passages.get(one.term) ?? 0,
    }));
    return counted.filter((one) => one.passages > 0).toSorted((a, b) => b.passages - a.passages)[0];
  }

  // All terms at once, so that PostgreSQL gets each kind of lookup as one statement.
  const each = await Promise.all(
    terms.map(async (term): Promise<Expanded> =>
      verbatim.has(term) ? { term, related: [] } : expand(term),
    ),
  );
  const expanded = new Set<string>();
  const counts = new Map(passages);
  const corrections: Correction[] = [];
  for (const { term, nearest } of each) {
    expanded.add(nearest?.term ?? term);
    if (nearest === undefined) continue;
    corrections.push({ typed: typed.get(term) ?? term, corrected: nearest.word });
    counts.delete(term);
    counts.set(nearest.term, nearest.passages);
  }
  const related = new Map(each.flatMap((one) => one.related));
  for (const [host] of Array.from(text.matchAll(HOST)).slice(0, MAX_HOSTS)) {
    const words = tokenize(host).map(({ term }) => term);
    // A phrase, so that it only matches addresses with these words in order.
    const phrase = words.join(' ');
    if (words.length > 1) related.set(phrase, { of: phrase, weight: WEIGHTS.host });
  }
  for (const term of expanded) related.delete(term);
  return { terms: [...expanded], related, corrections, counts: { passages: counts, total } };
}

/** A query term, and what was found for it. */
interface Expanded {
  readonly term: string;
  readonly related: readonly (readonly [string, RelatedTerm])[];
  /** What it was probably meant to be. Only set if nothing else was found. */
  readonly nearest?: KnownWord;
}

function relatedTo(of: string, words: readonly string[], weight: number) {
  return words.map((word): [string, RelatedTerm] => [word, { of, weight }]);
}

const HOST = /(?<![\p{L}\p{N}.-])\p{L}[\p{L}\p{N}-]*(?:\.[\p{L}\p{N}-]*\p{L}[\p{L}\p{N}-]*)+/gu;
const MAX_HOSTS = 4;

/** Returns the terms without related terms or corrections. */
export function unexpanded(terms: readonly string[]): ExpandedTerms {
  const counts = { passages: new Map(terms.map((term) => [term, 0])), total: 0 };
  return { terms, related: new Map(), corrections: [], counts };
}

/** What an English word may still lack. Its stem can be shorter than what was typed: “educatio” isn't in any stem. */
const ENDINGS = 'c d e g h l n r s t y on ion tion al ng ing er ed es ly ty ity ment'.split(' ');

/** Returns words that begin with the typed one although their stems don't. */
async function finishedFrom(vocabulary: Vocabulary, typed: string): Promise<KnownWord[]> {
  const beginning = typed.toLowerCase();
  const finished = new Set(ENDINGS.flatMap((ending) => searchTerms(beginning + ending)));
  const shorter = Array.from({ length: Math.max(0, beginning.length - MIN_PREFIX) }, (_, index) =>
    beginning.slice(0, MIN_PREFIX + index),
  );
  const known = await vocabulary.among([...new Set([...finished, ...shorter])]);
  return known
    .filter(({ term, word }) => finished.has(term) || word.startsWith(beginning))
    .slice(0, MAX_RELATED);
}

/** Letters that join the parts of German, Dutch and Scandinavian compounds. */
const JOINTS = ['', 's', 'es', 'n', 'en', 'e', 'er'];
const MIN_SPLIT = 4;

/**
 * Splits a compound that the Memories don't contain into two words that they do contain. Returns nothing if there's no
 * such split.
 */
async function partsOf(vocabulary: Vocabulary, term: string): Promise<readonly string[]> {
  const places = Array.from(
    { length: Math.max(0, term.length - 2 * MIN_SPLIT + 1) },
    (_, index) => MIN_SPLIT + index,
  );
  const splits = places.flatMap((at) =>
    withoutJoints(term.slice(0, at)).map((first) => [
      stem(first),
      stem(term.slice(at), MAY_HAVE_UMLAUT),
    ]),
  );
  const known = new Set(termsOf(await vocabulary.among([...new Set(splits.flat())])));
  const found = splits.filter((parts) =>
    parts.every((part) => part.length >= 3 && known.has(part)),
  );
  return found.at(-1) ?? [];
}

/** Terms have lost their umlauts, so a part is stemmed as if it had one. */
const MAY_HAVE_UMLAUT = true;

/** A word this long is specific enough, even if the rest of the compound isn't a known word. */
const LONG_WORD = 7;
const MIN_REST = 4;
/** Before a long word, the first part can be shorter, as in “Hemförsäkring”. */
const MIN_FIRST = 3;

interface Part {
  readonly term: string;
  readonly word: string;
  /** Words that begin with the term, and words that end with it. */
  readonly beginning: readonly KnownWord[];
  readonly ending: readonly KnownWord[];
}

/**
 * Returns compounds with the term as their first or last part. The other part must be a word of the Memories too, unless
 * the word is long.
 */
async function compoundsOf(
  vocabulary: Vocabulary,
  { term, word, beginning, ending }: Part,
): Promise<KnownWord[]> {
  const isLong = word.length >= LONG_WORD;
  const found = [
    ...beginning.map((compound) => ({
      compound,
      rests: withoutJointsBefore(compound.term.slice(term.length)).filter(
        (rest) => rest.length >= MIN_REST,
      ),
    })),
    ...ending.map((compound) => ({
      compound,
      rests: withoutJoints(compound.term.slice(0, -term.length)).filter(
        (rest) => rest.length >= (isLong ? MIN_FIRST : MIN_REST),
      ),
    })),
  ].filter(({ rests }) => rests.length > 0);
  const stemsOf = (rests: readonly string[]) => [
    ...rests,
    ...rests.map((rest) => stem(rest, MAY_HAVE_UMLAUT)),
  ];
  const known = isLong
    ? null
    : new Set(termsOf(await vocabulary.among(found.flatMap(({ rests }) => stemsOf(rests)))));
  return found
    .filter(({ rests }) => known === null || stemsOf(rests).some((rest) => known.has(rest)))
    .map(({ compound }) => compound)
    .slice(0, MAX_RELATED);
}

function withoutJoints(part: string): string[] {
  return JOINTS.filter((joint) => part.endsWith(joint)).map((joint) =>
    part.slice(0, part.length - joint.length),
  );
}

function withoutJointsBefore(part: string): string[] {
  return JOINTS.filter((joint) => part.startsWith(joint)).map((joint) => part.slice(joint.length));
}

function termsOf(words: readonly KnownWord[]): string[] {
  return words.map(({ term }) => term);
}
