import { describe, expect, it } from 'vitest';
import { findChanged, findReplaced } from './find-place.ts';

/** Returns `count` distinct letters, starting at `from`. */
const letters = (from: number, count: number) =>
  String.fromCodePoint(...Array.from({ length: count }, (_, at) => 0x4e00 + from + at));

const [far, before, exact, after, end] = [
  letters(0, 60),
  letters(200, 60),
  letters(300, 60),
  letters(400, 60),
  letters(500, 60),
] as const;
const context = { before, after };
const quote = { exact, context };

let unused = 6_000;
/** Returns `count` letters that appear nowhere else. */
const others = (count: number) => letters((unused += count), count);
/** Replaces `gone` letters of the text, from `at` on, with `count` new ones. */
function changed(text: string, at: number, count: number, gone = count): string {
  return text.slice(0, at) + others(count) + text.slice(at + gone);
}

/** Returns the text found on a page made of these stretches. */
function foundIn(find: typeof findChanged, stretches: readonly string[], sought = quote) {
  const page = stretches.join('');
  const place = find(page, sought);
  return place === null ? null : page.slice(place.start, place.end);
}

describe('findChanged', () => {
  it.each([
    ['in the middle', changed(exact, 30, 3)],
    ['at the start', changed(exact, 0, 3)],
    ['at the end', changed(exact, 57, 3)],
    ['at both ends', changed(changed(exact, 0, 3), 57, 3)],
    ['and one more at the start', changed(exact, 0, 4, 3)],
    ['and fewer at the start', changed(exact, 0, 1, 3)],
    ['and one more at the end', changed(exact, 57, 4, 3)],
    ['and fewer at the end', changed(exact, 57, 1, 3)],
  ])('finds a quote with changed letters %s', (_, words) => {
    expect(foundIn(findChanged, [far, before, words, after, end])).toBe(words);
  });

  it.each([
    ['before it is gone', [others(60), changed(exact, 30, 1), after]],
    ['after it is gone', [before, changed(exact, 30, 1), others(60)]],
    ['before it has moved a little', [before + others(2), changed(exact, 30, 3), after]],
    ['after it has moved a little', [before, changed(exact, 30, 3), others(2) + after]],
    [
      'before it is kept only nearby, and its start has changed',
      [changed(before, 0, 30), changed(exact, 0, 1), after],
    ],
    [
      'after it is kept only nearby, and its end has changed',
      [before, changed(exact, 59, 1), changed(after, 30, 30)],
    ],
    [
      'before it also appears further away, and its start has changed',
      [before.slice(-10) + others(20) + before, changed(exact, 0, 1), after],
    ],
  ])('finds a changed quote if the text %s', (_, [left = '', words = '', right = '']) => {
    expect(foundIn(findChanged, [far, left, words, right, end])).toBe(words);
  });

  it('finds a changed quote that contains the text after it', () => {
    const doubled = `${exact.slice(0, 20)}${after.slice(0, 10)}${exact.slice(20)}`;
    const words = changed(doubled, 69, 1);

    expect(
      foundIn(findChanged, [far, before, words, after, end], { exact: doubled, context }),
    ).toBe(words);
  });

  it.each([
    ['the text on both sides is gone', [others(60), changed(exact, 30, 1), others(60)]],
    ['its first letter and the text before it changed', [others(60), changed(exact, 0, 1), after]],
    ['its last letter and the text after it changed', [before, changed(exact, 59, 1), others(60)]],
    ['more than a fifth of it changed', [before, changed(exact, 20, 13), after]],
  ])('finds nothing if %s', (_, stretches) => {
    expect(foundIn(findChanged, [far, ...stretches, end])).toBeNull();
  });

  it.each([
    [1, 3, null],
    [1, 4, 'found'],
    [2, 5, null],
    [2, 6, 'found'],
    [6, 12, null],
  ])('compares a quote with %i changed letters to a rival with %i: %s', (own, more, is) => {
    const words = changed(exact, 20, own);
    const rival = changed(exact, 20, more);
    const expected = is === null ? null : words;

    expect(foundIn(findChanged, [rival, before, words, after, end])).toBe(expected);
    expect(foundIn(findChanged, [far, before, words, after, rival])).toBe(expected);
  });

  it.each([
    [1024, true],
    [1025, false],
  ])('compares all of %i letters: %s', (length, isFound) => {
    const long = letters(1_000, length);
    const words = changed(long, 100, 1);

    expect(foundIn(findChanged, [far, before, words, after, end], { exact: long, context })).toBe(
      isFound ? words : null,
    );
  });

  it.each([
    [206, true],
    [207, false],
  ])('finds 1030 letters by their ends if %i are gone: %s', (gone, isFound) => {
    const long = letters(1_000, 1_030);
    const words = changed(long, 400, 0, gone);

    expect(foundIn(findChanged, [far, before, words, after, end], { exact: long, context })).toBe(
      isFound ? words : null,
    );
  });
});

describe('findReplaced', () => {
  it.each([
    [20, true],
    [21, false],
  ])('accepts %i changed letters of 60: %s', (count, isFound) => {
    const words = changed(exact, 20, count);

    expect(foundIn(findReplaced, [far, before, words, after, end])).toBe(isFound ? words : null);
  });

  it.each([
    [15, false],
    [16, true],
    [1024, true],
    [1025, false],
  ])('finds a changed quote of %i letters: %s', (length, isFound) => {
    const long = letters(1_000, length);
    const words = changed(long, 5, 2);

    expect(foundIn(findReplaced, [far, before, words, after, end], { exact: long, context })).toBe(
      isFound ? words : null,
    );
  });

  it.each([
    [16, 16, true],
    [15, 16, false],
    [16, 15, false],
  ])('accepts %i letters before and %i after: %s', (left, right, isFound) => {
    const words = changed(exact, 20, 5);
    const near = { before: before.slice(-left), after: after.slice(0, right) };

    expect(foundIn(findReplaced, [far, before, words, after], { exact, context: near })).toBe(
      isFound ? words : null,
    );
  });

  it('compares the nearest 48 letters on each side', () => {
    const words = changed(exact, 20, 5);
    const page = [far, changed(before, 0, 12), words, changed(after, 48, 12), end];

    expect(foundIn(findReplaced, page)).toBe(words);
  });

  const words = changed(exact, 20, 5);
  it.each([
    ['before it is gone', [others(60), words, after]],
    ['after it is gone', [before, words, others(60)]],
    ['before it appears twice', [before, others(9), before, words, after]],
    ['after it appears twice', [before, words, after, others(9), after]],
    ['after it comes first', [after, others(9), before, words]],
  ])('finds nothing if the text %s', (_, stretches) => {
    expect(foundIn(findReplaced, [...stretches, end])).toBeNull();
  });
});
