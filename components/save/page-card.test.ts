import { describe, expect, it } from 'vitest';
import { factsOf, type ReadablePreview, progressText } from './page-card.tsx';

const page: ReadablePreview = {
  ok: true,
  url: 'https://example.org/',
  title: 'Tides',
  wordCount: 1_240,
  kind: 'article',
  kindConfidence: 0.7,
  extractor: 'blocks',
  author: null,
  site: null,
  published: null,
  language: 'en',
  customId: 'https://example.org/',
  opening: 'The moon',
  isWhole: false,
  readingMinutes: 5,
  comparisons: [],
};

describe('factsOf', () => {
  it.each([
    ['a certain kind', {}, ['Article', '1,240 words', '5 min read']],
    ['no uncertain kind', { kind: 'forum', kindConfidence: 0.69 }, ['1,240 words', '5 min read']],
    ['no kind', { kind: 'other' }, ['1,240 words', '5 min read']],
    [
      'the pages of a PDF',
      { kind: 'pdf', pageCount: 12 },
      ['PDF', '12 pages', '1,240 words', '5 min read'],
    ],
    ['one word', { kind: 'other', wordCount: 1 }, ['Only 1 word']],
    ['few words', { kind: 'other', wordCount: 24 }, ['Only 24 words']],
    ['a normal number of words', { kind: 'other', wordCount: 25 }, ['25 words']],
    ['no time below 100 words', { kind: 'other', wordCount: 99 }, ['99 words']],
    ['the time from 100 words', { kind: 'other', wordCount: 100 }, ['100 words', '5 min read']],
    [
      'a page that is still loading',
      { kind: 'other', isUnfinished: true },
      ['1,240 words', '5 min read', 'Still loading'],
    ],
  ] as const)('shows %s', (_name, changes, facts) => {
    expect(factsOf({ ...page, ...changes })).toEqual(facts);
  });
});

describe('progressText', () => {
  it.each([
    [null, 'Reading page'],
    [{ stage: 'coming', done: 3_000_000, total: 20_000_000 }, 'Downloading: 3 MB of 20 MB'],
    [{ stage: 'coming', done: 3_000_000, total: null }, 'Downloading: 3 MB'],
    [{ stage: 'reading', done: 0, total: 0 }, 'Reading page'],
    [{ stage: 'reading', done: 40, total: 1_200 }, 'Reading page 40 of 1,200'],
  ] as const)('returns for %j: %s', (progress, words) => {
    expect(progressText(progress)).toBe(words);
  });
});
