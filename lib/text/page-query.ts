/** What to search for to find what belongs to a page: the words of its title, and the ones its text keeps coming back to. */
import { searchTerms } from './search-terms.ts';
import { tokenize, type Token } from './tokenize.ts';

export type PageWords = {
  title: string;
  /** Plain text; empty where only the title is known. */
  text: string;
};

/** A longer title says no more by its further words. */
const mostTitleWords = 12;
const mostTextWords = 8;
/** Characters of the text that are read: what a page is about, it says early. */
const readLength = 20_000;
/** In a text of more words than this, one that stands there once says little of what it is about. */
const shortText = 60;

/** Gives the query, each word as it is written and once; empty where neither title nor text has a telling word. */
export function pageQuery({ title, text }: PageWords): string {
  const titled = tellingWords(title, title).slice(0, mostTitleWords);
  const known = new Set(titled.map(({ term }) => term));
  const start = text.slice(0, readLength);
  // Beside the title, so that a text of stop words alone is not taken for want of others.
  const further = tellingWords(start, `${title}\n${start}`)
    .filter(({ term, isStrong }) => isStrong && !known.has(term))
    .toSorted((a, b) => b.times - a.times)
    .slice(0, mostTextWords);
  return [...titled, ...further].map(({ word }) => word).join(' ');
}

type TellingWord = { term: string; word: string; times: number; isStrong: boolean };

/** In the order in which they first stand in the text; `context` says which words tell something. */
function tellingWords(text: string, context: string): TellingWord[] {
  const wanted = new Set(searchTerms(context));
  const tokens = tokenize(text);
  const leastTimes = tokens.length > shortText ? 2 : 1;
  const words = new Map<string, TellingWord>();
  for (const token of tokens) {
    if (!wanted.has(token.term)) continue;
    const word = text.slice(token.start, token.end);
    const times = (words.get(token.term)?.times ?? 0) + 1;
    const first = words.get(token.term)?.word ?? word;
    const isStrong = times >= leastTimes && isTelling(token);
    words.set(token.term, { term: token.term, word: first, times, isStrong });
  }
  // A pair of ideographs that is none by itself, since half of it says nothing, would be searched for by its half.
  return [...words.values()].filter(({ term, word }) => searchTerms(word).includes(term));
}

/** A number, and a word of one or two letters, says nothing of what a text is about; an ideograph or two may. */
function isTelling({ term }: Token): boolean {
  return !/^\p{N}+$/u.test(term) && !/^[\p{Script=Latin}\p{N}]{1,2}$/u.test(term);
}
