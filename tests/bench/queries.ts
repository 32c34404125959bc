/** Generates queries that a person might type to find a page again. */
import { createRandom, type Random } from './random.ts';
import type { GeneratedPage } from './generate-pages.ts';

/** Returns three kinds of queries over the pages, the same in every run. */
export function queriesOf(
  pages: readonly GeneratedPage[],
  count: number,
): Record<string, string[]> {
  const random = createRandom(7);
  const make = (query: (words: readonly string[]) => string[]) =>
    Array.from({ length: count }, () => query(wordsOf(random.pick(pages))).join(' '));
  return {
    'three words of a page': make((words) => three(random, words)),
    'a sentence of a page': make((words) => sentence(random, words)),
    'three common words': make(() => three(random, COMMON)),
  };
}

/** The first content words of the vocabulary, which occur in most pages. */
const COMMON = [
  'river',
  'garden',
  'winter',
  'letter',
  'market',
  'engine',
  'forest',
  'harbor',
  'bridge',
  'teacher',
];

function three(random: Random, words: readonly string[]): string[] {
  return [random.pick(words), random.pick(words), random.pick(words)];
}

function sentence(random: Random, words: readonly string[]): string[] {
  const start = random.between(0, Math.max(0, words.length - 12));
  return words.slice(start, start + 12);
}

function wordsOf({ content }: GeneratedPage): string[] {
  return content.match(/[a-z]{3,}/gi) ?? [];
}
