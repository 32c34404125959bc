import { describe, expect, it } from 'vitest';
import { indexText, lettersBefore, pointsOf, readingOf } from './text-index.ts';

const index = indexText(['One ', '\n', 'two\u00AD \nthree', '\u200B']);

describe('indexText', () => {
  it('keeps visible letters and the start of each piece', () => {
    expect(index).toMatchObject({ letters: 'Onetwothree', starts: [0, 3, 3, 11] });
  });
});

describe('lettersBefore', () => {
  it.each([
    [{ piece: 0, offset: 2 }, 2],
    [{ piece: 2, offset: 0 }, 3],
    [{ piece: 2, offset: 6 }, 6],
    [{ piece: 4, offset: 3 }, 11],
  ])('counts the letters before %j', (point, count) => {
    expect(lettersBefore(index, point)).toBe(count);
  });
});

describe('pointsOf and readingOf', () => {
  it.each([
    ['within a piece', [1, 3], [0, 1], [0, 3], 'ne'],
    ['across pieces', [2, 4], [0, 2], [2, 1], 'e t'],
    ['from the first letter of a piece', [3, 6], [2, 0], [2, 3], 'two'],
    ['across invisible characters', [5, 7], [2, 2], [2, 7], 'o\u00AD t'],
    ['over everything', [0, 11], [0, 0], [2, 11], 'One two\u00AD three'],
  ])(
    'convert a place %s',
    (_, [start = 0, end = 0], [piece, offset], [lastPiece, lastOffset], read) => {
      expect(pointsOf(index, { start, end })).toEqual({
        start: { piece, offset },
        end: { piece: lastPiece, offset: lastOffset },
      });
      expect(readingOf(index, { start, end })).toBe(read);
    },
  );

  it.each([
    [-1, 2],
    [4, 4],
    [5, 4],
    [4, 12],
  ])('return nothing from %i to %i', (start, end) => {
    expect(pointsOf(index, { start, end })).toBeNull();
    expect(readingOf(index, { start, end })).toBe('');
  });
});
