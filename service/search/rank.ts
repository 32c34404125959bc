/**
 * Ranks passages by BM25, feedback from the best passages, proximity of the query's words, and BM25 of their document.
 */
import { plainText } from '../../lib/text/plain-text.ts';
import { tokenize } from '../../lib/text/tokenize.ts';
import type { FoundPassage } from '../storage/port/search.ts';

/**
 * The share of its score that a passage gains if all adjacent query words are adjacent in it. The share is lower for two
 * or three words: they often name one thing, and a good passage may not repeat the full name.
 */
const PROXIMITY_SHARE = { ofFew: 0.2, ofMany: 0.4 };
const FEW_WORDS = 3;
/** The share of its document's score that each passage gains. */
const DOCUMENT_SHARE = 0.5;
/** Words this far apart or farther don't count as close. */
const PROXIMITY_WINDOW = 6;
/** Only the top candidates are tokenized: others are unlikely to be shown. */
const RERANKED = 40;

/** `documents` are the scores of the candidates' documents. */
export function rank(
  candidates: readonly Candidate[],
  terms: readonly string[],
  documents: ReadonlyMap<number, number>,
): Candidate[] {
  const words = terms.filter(isWord);
  const pairs = neighbors(words);
  // Tokenizing is the expensive part, and a single word has no neighbor to be close to.
  const read = pairs.length === 0 ? 0 : RERANKED;
  const tokenized = withFeedback(candidates.slice(0, read).map(tokenizeCandidate), words);
  const share = words.length <= FEW_WORDS ? PROXIMITY_SHARE.ofFew : PROXIMITY_SHARE.ofMany;
  const near: Candidate[] = tokenized.map(({ passage, score, words: text }) => ({
    passage,
    score: score * (1 + share * proximity(text, pairs)),
  }));
  near.push(...candidates.slice(read));
  return near
    .map(({ passage, score }) => ({
      passage,
      score: score + DOCUMENT_SHARE * (documents.get(passage.material) ?? 0),
    }))
    .toSorted((a, b) => b.score - a.score || a.passage.id - b.passage.id);
}

type Pair = readonly [string, string];

function neighbors(words: readonly string[]): Pair[] {
  return words.slice(1).map((term, index) => [words[index] ?? term, term]);
}

/** Scores from 0 to 1 how close the words of each pair are in the text. */
function proximity(words: readonly string[], pairs: readonly Pair[]): number {
  const places = new Map<string, number[]>(pairs.flat().map((term) => [term, []]));
  for (const [place, word] of words.entries()) places.get(word)?.push(place);
  const sum = pairs.reduce((total, [first, second]) => {
    const gap = smallestGap(places.get(first) ?? [], places.get(second) ?? []);
    return gap < PROXIMITY_WINDOW ? total + 1 / gap : total;
  }, 0);
  return sum / pairs.length;
}

/** Returns the smallest distance between two positions. Both lists are in ascending order. */
function smallestGap(first: readonly number[], second: readonly number[]): number {
  let gap = Infinity;
  let [i, j] = [0, 0];
  while (i < first.length && j < second.length) {
    const [a, b] = [first[i] ?? 0, second[j] ?? 0];
    gap = Math.min(gap, Math.abs(a - b));
    if (a < b) i += 1;
    else j += 1;
  }
  return gap;
}

/** For shorter queries, feedback adds more noise than it finds. */
const MIN_FEEDBACK_TERMS = 6;
/** Number of top passages to treat as relevant, and number of terms to take from these passages. */
const FEEDBACK_PASSAGES = 5;
const MAX_EXPANSION_TERMS = 30;
/** Terms in more than this share of the candidates are too common to help. */
const MAX_DOCUMENT_SHARE = 0.3;
/** Weight of the best expansion term, relative to a query term. */
const FEEDBACK_WEIGHT = 0.25;
/** BM25's parameters, as in SQLite. */
const K1 = 1.2;
const B = 0.75;

/**
 * Applies pseudo-relevance feedback (Rocchio): passages score higher for terms that are typical of the best passages.
 */
export function withFeedback(
  candidates: readonly TokenizedCandidate[],
  terms: readonly string[],
): readonly TokenizedCandidate[] {
  if (terms.length < MIN_FEEDBACK_TERMS || candidates.length <= FEEDBACK_PASSAGES)
    return candidates;
  const counted = candidates.map((candidate) => ({ candidate, counts: countsOf(candidate.words) }));
  const idf = idfAmong(counted.map(({ counts }) => counts));
  const best = counted.slice(0, FEEDBACK_PASSAGES);
  const expansion = expansionTerms(best, { idf, query: new Set(terms) });
  const length = candidates.reduce((sum, { words }) => sum + words.length, 0) / candidates.length;
  return counted.map(({ candidate, counts }) => {
    const lengthNorm = K1 * (1 - B + (B * candidate.words.length) / length);
    let gain = 0;
    for (const [word, weight] of expansion) {
      const count = counts.get(word) ?? 0;
      gain += (weight * (idf.get(word) ?? 0) * count * (K1 + 1)) / (count + lengthNorm);
    }
    return { ...candidate, score: candidate.score + FEEDBACK_WEIGHT * gain };
  });
}

interface Counted {
  readonly candidate: TokenizedCandidate;
  readonly counts: ReadonlyMap<string, number>;
}

function countsOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function idfAmong(all: readonly ReadonlyMap<string, number>[]): Map<string, number> {
  const frequency = countsOf(all.flatMap((counts) => [...counts.keys()]));
  const maxFrequency = MAX_DOCUMENT_SHARE * all.length;
  return new Map(
    [...frequency]
      .filter(([word, count]) => count > 1 && count <= maxFrequency && isExpansionTerm(word))
      .map(([word, count]) => [word, Math.log((all.length + 1) / (count + 0.5))]),
  );
}

function isExpansionTerm(word: string): boolean {
  return word.length > 2 && isWord(word) && !/^\p{N}+$/u.test(word);
}

/** Returns the terms most typical of the best passages and not in the query, with weights up to 1. */
function expansionTerms(
  best: readonly Counted[],
  { idf, query }: { idf: ReadonlyMap<string, number>; query: ReadonlySet<string> },
): [word: string, weight: number][] {
  const weights = new Map<string, number>();
  for (const { candidate, counts } of best) {
    for (const [word, count] of counts) {
      const wordIdf = idf.get(word);
      if (wordIdf === undefined || query.has(word)) continue;
      const share = (candidate.score * count * wordIdf) / candidate.words.length;
      weights.set(word, (weights.get(word) ?? 0) + share);
    }
  }
  const heaviest = [...weights].toSorted(([, a], [, b]) => b - a).slice(0, MAX_EXPANSION_TERMS);
  const max = heaviest[0]?.[1] ?? 1;
  return heaviest.map(([word, weight]) => [word, weight / max]);
}

export interface Candidate {
  readonly passage: FoundPassage;
  /** Starts as the BM25 score; higher is better. */
  readonly score: number;
}

export interface TokenizedCandidate extends Candidate {
  readonly words: readonly string[];
}

export function tokenizeCandidate(candidate: Candidate): TokenizedCandidate {
  const words = tokenize(plainText(candidate.passage.text)).map(({ term }) => term);
  return { ...candidate, words };
}

const IDEOGRAPHS = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/u;

/** Returns false for Chinese, Japanese and Korean terms: they overlap, so their positions and counts mean little. */
function isWord(term: string): boolean {
  return !IDEOGRAPHS.test(term);
}
