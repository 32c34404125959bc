import { describe, expect, it } from 'vitest';
import { distanceOf, errorBound, nearestTo, occurrencesOf } from './likeness.ts';

describe('errorBound', () => {
  it.each([
    [15, 0],
    [16, 3],
    [24, 4],
    [25, 5],
    [1024, 64],
    [1025, 0],
  ])('for %i letters is %i', (length, bound) => {
    expect(errorBound(length)).toBe(bound);
  });
});

describe('occurrencesOf', () => {
  it.each([
    ['aa', 'aaaab', 9, [0, 1, 2]],
    ['aa', 'aaaab', 2, [0, 1]],
    ['b', 'aaaab', 2, [4]],
    ['c', 'aaaab', 2, []],
    ['', 'aaaab', 2, []],
  ])('finds %j in %j, at most %i', (words, text, most, places) => {
    expect(occurrencesOf(words, text, most)).toEqual(places);
  });
});

describe('nearestTo', () => {
  it.each([
    ['only the nearest match', 'harbour', 'a harbor, the harbour', 2, [[14, 21, 0]]],
    [
      'equally near matches',
      'harbour',
      'harbeur, harbaur',
      2,
      [
        [0, 7, 1],
        [9, 16, 1],
      ],
    ],
    ['the first of overlapping matches', 'aaaa', 'aaaaaa', 1, [[0, 4, 0]]],
    [
      'adjacent matches',
      'abab',
      'abababab',
      1,
      [
        [0, 4, 0],
        [4, 8, 0],
      ],
    ],
    ['no match over the bound', 'harbour', 'a herber', 2, []],
  ])('returns %s', (_, words, text, bound, places) => {
    const found = nearestTo(words, text, bound);

    expect(found.map(({ start, end, errors }) => [start, end, errors])).toEqual(places);
  });
});

describe('distanceOf', () => {
  it.each([
    ['', '', 0, 0],
    ['abc', '', 3, 3],
    ['', 'abc', 3, 3],
    ['kitten', 'sitting', 3, 3],
    ['kitten', 'sitting', 2, Infinity],
    ['abcdef', 'bcdefg', 2, 2],
    ['abcdef', 'bcdefg', 1, Infinity],
    ['abcd', 'abc', 1, 1],
    ['abcd', 'abc', 0, Infinity],
    ['abcd', 'abxd', 4, 1],
  ])('from %j to %j with a bound of %i is %d', (one, other, bound, distance) => {
    expect(distanceOf(one, other, bound)).toBe(distance);
  });
});
