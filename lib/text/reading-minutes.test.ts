import { describe, expect, it } from 'vitest';
import { readingMinutes, wordsOf } from './segments.ts';

describe('readingMinutes', () => {
  it.each([
    ['a line', 'Tides.', 1, 1],
    ['a thousand words', 'word '.repeat(1_000), 1_000, 4],
    ['a thousand Japanese characters', '港'.repeat(1_000), 1_000, 2],
    ['more characters than words', '港'.repeat(2_000), 1_000, 2],
    [
      'half words and half Japanese characters',
      `${'word '.repeat(1_150)}${'港'.repeat(2_500)}`,
      3_650,
      10,
    ],
  ])('returns the minutes for %s', (_name, content, words, minutes) => {
    expect(readingMinutes(content, words)).toBe(minutes);
  });
});

describe('wordsOf', () => {
  it.each([
    ['', 0],
    ['The moon pulls, 1,000 times.', 5],
    ['港の記憶', 4],
    ['กาแฟ', 4],
    ['… — !', 0],
  ])('counts the words of %j', (text, count) => {
    expect(wordsOf(text)).toHaveLength(count);
  });
});
