import { searchTerms } from './search-terms.ts';
import { tokenize, type Token } from './tokenize.ts';

export type PageWords = {
  title: string;
  /** Plain text of the page; empty if only the title is known. */
  text: string;
};

const mostTitleWords = 12;
const mostTextWords = 8;
/** Only this many characters are read, because a page usually states its subject early. */
const readLength = 20_000;
/** In words. In longer texts, a word that appears once says little about the subject. */
const shortText = 60;

/** Returns a query for related pages; empty if neither title nor text has a meaningful word. */
export function pageQuery({ title, text }: PageWords): string {
  const titled = tellingWords(title, title).slice(0, mostTitleWords);
  const known = new Set(titled.map(({ term }) => term));
  const start = text.slice(0, readLength);
  // The title is included so that stop words are recognized even if the text has no other words.
  const further = tellingWords(start, `${title}\n${start}`)
    .filter(({ term, isStrong }) => isStrong && !known.has(term))
    .toSorted((a, b) => b.times - a.times)
    .slice(0, mostTextWords);
  return [...titled, ...further].map(({ word }) => word).join(' ');
}

type TellingWord = { term: string; word: string; times: number; isStrong: boolean };

/** Returns words in order of first appearance. `context` decides which words are meaningful. */
function tellingWords(text: string, context: string): TellingWord[] {
  const wanted = new Set(searchTerms(context));
  const tokens = tokenize(text);
  const leastTimes = tokens.length > shortText ? 2 : 1;
  const words = new Map<string, TellingWord>();
  for (const token of tokens) {
    if (!wanted.has(token.term)) continue;
    const { term, start, end } = token;
    const { times: before = 0, word = text.slice(start, end) } = words.get(term) ?? {};
    const isStrong = before + 1 >= leastTimes && isTelling(token);
    words.set(term, { term, word, times: before + 1, isStrong });
  }
  // Drop a pair of ideographs if one is a stop word: the query would search only for the other one.
  return [...words.values()].filter(({ term, word }) => searchTerms(word).includes(term));
}

/** Rejects numbers and words of one or two letters. Single ideographs can describe the subject. */
function isTelling({ term }: Token): boolean {
  return !/^\p{N}+$/u.test(term) && !/^[\p{Script=Latin}\p{N}]{1,2}$/u.test(term);
}
