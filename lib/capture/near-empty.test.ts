import { describe, expect, it } from 'vitest';
import { type Extract, nearEmptyRule } from './near-empty.ts';
import { countMarkdownWords } from './words.ts';

const title = 'Harbour board';

function extract(content: string): Extract {
  return { title, content, wordCount: countMarkdownWords(content) };
}

const words = (count: number) => 'word '.repeat(count).trim();
const headings = Array.from({ length: 30 }, (_, index) => `## Berth ${index}`).join('\n\n');

/** Fails the test if the visible words are counted without need. */
const uncounted = () => Promise.reject(new Error('The visible words were counted.'));

describe('nearEmptyRule', () => {
  it.each([
    ['few-words', words(24)],
    ['few-words', ''],
    ['only-title', headings],
    ['only-title', `${title}\n\n${headings}`],
    ['only-title', `![](https://example.org/a.png)\n\n# ${words(30)}`],
  ])('returns %s without looking at the page', async (rule, content) => {
    expect(await nearEmptyRule(extract(content), uncounted)).toBe(rule);
  });

  it.each([
    ['tiny-share', 99, 2_000],
    ['tiny-share', 25, 501],
    [null, 25, 500],
    [null, 99, 1_900],
  ])('returns %s for %i of %i words', async (rule, found, visible) => {
    expect(await nearEmptyRule(extract(words(found)), async () => visible)).toBe(rule);
  });

  it('accepts a hundred words, whatever else the page shows', async () => {
    expect(await nearEmptyRule(extract(words(100)), uncounted)).toBeNull();
    expect(await nearEmptyRule(extract(`${headings}\n\n${words(100)}`), uncounted)).toBeNull();
  });
});
