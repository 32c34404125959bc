import { describe, expect, it } from 'vitest';
import { serviceLimits } from '../contract/limits.ts';
import { cutBetweenWords, cutText, cutTitle, firstWords, shortened } from './cut-text.ts';

describe('cutText', () => {
  it.each([
    ['no text that fits', 'abcd', 4, 'abcd'],
    ['within a word', 'abcdef', 4, 'abcd'],
    ["before a character that doesn't fit", 'abc😀', 4, 'abc'],
    ['after a character that fits', '😀abc', 2, '😀'],
    ['nothing before a character that just fits', 'ab😀', 4, 'ab😀'],
  ])('cuts %s', (_what, text, length, expected) => {
    expect(cutText(text, length)).toBe(expected);
  });

  it('replaces lone surrogates with the replacement character', () => {
    expect(cutText('a\uD83Db and more', 3)).toBe('a\uFFFDb');
    expect(cutText('ab\uD83D', 3)).toBe('ab\uFFFD');
  });
});

it('cuts a title at the service limit', () => {
  expect(cutTitle('x'.repeat(serviceLimits.titleLength + 1))).toHaveLength(
    serviceLimits.titleLength,
  );
});

it.each([
  ['no text that fits', 'The tides t', 11, 'The tides t'],
  ['at a space near the end', 'The long tides turn', 17, 'The long tides'],
  ['at the last of several spaces', 'The long tides b c d', 18, 'The long tides b'],
  ['within a word if the space is far from the end', 'A lighthouse', 10, 'A lighthou'],
  ['within a word if the space is just too far from the end', '12345678 xyz', 10, '12345678 x'],
  ['before spaces at the end', 'The tides   turn', 11, 'The tides'],
  ["before a character that doesn't fit", 'abcd😀', 5, 'abcd'],
  ['within a word after a surrogate pair', '😀bcd efgh', 8, '😀bcd ef'],
])('cuts %s', (_what, text, length, expected) => {
  expect(cutBetweenWords(text, length)).toBe(expected);
});

it.each([
  ['unchanged if it fits', 'The tides', 9, 'The tides'],
  ['with an ellipsis if cut', 'The long tides turn', 17, 'The long tides…'],
  ['without a split character', 'tides 🌊', 7, 'tides…'],
])('returns a text %s', (_, text, length, shown) => {
  expect(shortened(text, length)).toBe(shown);
});

describe('firstWords', () => {
  it.each([
    ['short text unchanged', 'The moon pulls.', 'The moon pulls.'],
    ['several lines as one', '\n  The moon\n\tpulls. ', 'The moon pulls.'],
    ['text after a long gap', `${' '.repeat(600)}The moon pulls.`, 'The moon pulls.'],
    ['an empty string for blank text', ' \n ', ''],
    ['an ellipsis if only a gap fits', `The moon${' '.repeat(600)}pulls.`, 'The moon…'],
    ['text that just fits', '潮'.repeat(120), '潮'.repeat(120)],
    ['whole words before the cut', 'heron '.repeat(40), `${'heron '.repeat(20).trim()}…`],
    ['characters if there are no spaces', '潮'.repeat(200), `${'潮'.repeat(120)}…`],
    [
      'characters if the only space is early',
      `${'潮'.repeat(60)} ${'潮'.repeat(100)}`,
      `${'潮'.repeat(60)} ${'潮'.repeat(59)}…`,
    ],
  ])('returns %s', (_, text, expected) => {
    expect(firstWords(text, 120)).toBe(expected);
  });
});
