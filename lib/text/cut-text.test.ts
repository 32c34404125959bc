import { describe, expect, it } from 'vitest';
import { serviceLimits } from '../contract/limits.ts';
import { cutBetweenWords, cutText, cutTitle, shortened } from './cut-text.ts';

describe('cutText', () => {
  it.each([
    ['nothing of what fits', 'abcd', 4, 'abcd'],
    ['within a word', 'abcdef', 4, 'abcd'],
    ['before a character that has no room', 'abc😀', 4, 'abc'],
    ['after a character that has room', '😀abc', 2, '😀'],
    ['no character that fits to its end', 'ab😀', 4, 'ab😀'],
  ])('cuts %s', (_what, text, length, expected) => {
    expect(cutText(text, length)).toBe(expected);
  });

  it('shows in place of half a character that it was handed what stands for one unknown', () => {
    expect(cutText('a\uD83Db and more', 3)).toBe('a\uFFFDb');
    expect(cutText('ab\uD83D', 3)).toBe('ab\uFFFD');
  });
});

it('keeps as much of a title as a service takes', () => {
  expect(cutTitle('x'.repeat(serviceLimits.titleLength + 1))).toHaveLength(
    serviceLimits.titleLength,
  );
});

it.each([
  ['nothing of what fits', 'The tides t', 11, 'The tides t'],
  ['at a gap near the end', 'The long tides turn', 17, 'The long tides'],
  ['at the last gap of several', 'The long tides b c d', 18, 'The long tides b'],
  ['within a word where the gap is far off', 'A lighthouse', 10, 'A lighthou'],
  ['within a word where the gap is just too far off', '12345678 xyz', 10, '12345678 x'],
  ['no gap at the end along', 'The tides   turn', 11, 'The tides'],
  ['before a character that has no room', 'abcd😀', 5, 'abcd'],
  ['no character before', '😀bcd efgh', 8, '😀bcd ef'],
])('cuts %s', (_what, text, length, expected) => {
  expect(cutBetweenWords(text, length)).toBe(expected);
});

it.each([
  ['whole where it fits', 'The tides', 9, 'The tides'],
  ['with the cut shown', 'The long tides turn', 17, 'The long tides…'],
  ['without half a character', 'tides 🌊', 7, 'tides…'],
])('shows a text %s', (_, text, length, shown) => {
  expect(shortened(text, length)).toBe(shown);
});
