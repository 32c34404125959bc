import { describe, expect, it } from 'vitest';
import { findChanged, findReplaced } from './find-place.ts';

/** So many letters, of which each stands nowhere else. */
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
/** So many letters that stand nowhere else. */
const others = (count: number) => letters((unused += count), count);
/** The text with so many letters in place of those from `at` on, or of as many as are said. */
function changed(text: string, at: number, count: number, gone = count): string {
  return text.slice(0, at) + others(count) + text.slice(at + gone);
}

/** What is found of a page between its first and its last stretch. */
function foundIn(find: typeof findChanged, stretches: readonly string[], sought = quote) {
  const page = stretches.join('');
  const place = find(page, sought);
  return place === null ? null : page.slice(place.start, place.end);
}

describe('findChanged', () => {
  it.each([
    ['within', changed(exact, 30, 3)],
    ['at the beginning', changed(exact, 0, 3)],
    ['at the end', changed(exact, 57, 3)],
    ['at both ends', changed(changed(exact, 0, 3), 57, 3)],
    ['for one more at the beginning', changed(exact, 0, 4, 3)],
    ['for fewer at the beginning', changed(exact, 0, 1, 3)],
    ['for one more at the end', changed(exact, 57, 4, 3)],
    ['for fewer at the end', changed(exact, 57, 1, 3)],
  ])('finds words with other letters %s', (_, words) => {
    expect(foundIn(findChanged, [far, before, words, after, end])).toBe(words);
  });

  it.each([
    ['before them is gone', [others(60), changed(exact, 30, 1), after]],
    ['after them is gone', [before, changed(exact, 30, 1), others(60)]],
    ['before them stands a little away', [before + others(2), changed(exact, 30, 3), after]],
    ['after them stands a little away', [before, changed(exact, 30, 3), others(2) + after]],
    [
      'before them, where they begin otherwise, is kept nearby alone',
      [changed(before, 0, 30), changed(exact, 0, 1), after],
    ],
    [
      'after them, where they end otherwise, is kept nearby alone',
      [before, changed(exact, 59, 1), changed(after, 30, 30)],
    ],
    [
      'before them, where they begin otherwise, stands far away too',
      [before.slice(-10) + others(20) + before, changed(exact, 0, 1), after],
    ],
  ])('finds them where what stood %s', (_, [left = '', words = '', right = '']) => {
    expect(foundIn(findChanged, [far, left, words, right, end])).toBe(words);
  });

  it('finds them where what stood after them stands in them too', () => {
    const doubled = `${exact.slice(0, 20)}${after.slice(0, 10)}${exact.slice(20)}`;
    const words = changed(doubled, 69, 1);

    expect(
      foundIn(findChanged, [far, before, words, after, end], { exact: doubled, context }),
    ).toBe(words);
  });

  it.each([
    ['all that stood around them is gone', [others(60), changed(exact, 30, 1), others(60)]],
    ['their first letter and what stood before it is', [others(60), changed(exact, 0, 1), after]],
    ['their last letter and what stood after it is', [before, changed(exact, 59, 1), others(60)]],
    ['more than a fifth of them is', [before, changed(exact, 20, 13), after]],
  ])('finds none where %s', (_, stretches) => {
    expect(foundIn(findChanged, [far, ...stretches, end])).toBeNull();
  });

  it.each([
    [1, 3, null],
    [1, 4, 'found'],
    [2, 5, null],
    [2, 6, 'found'],
    [6, 12, null],
  ])(
    'takes words with %i other letters where some with %i stand elsewhere: %s',
    (own, more, is) => {
      const words = changed(exact, 20, own);
      const rival = changed(exact, 20, more);
      const expected = is === null ? null : words;

      expect(foundIn(findChanged, [rival, before, words, after, end])).toBe(expected);
      expect(foundIn(findChanged, [far, before, words, after, rival])).toBe(expected);
    },
  );

  it.each([
    [1024, true],
    [1025, false],
  ])('knows words of %i letters by all of them: %s', (length, isFound) => {
    const long = letters(1_000, length);
    const words = changed(long, 100, 1);

    expect(foundIn(findChanged, [far, before, words, after, end], { exact: long, context })).toBe(
      isFound ? words : null,
    );
  });

  it.each([
    [206, true],
    [207, false],
  ])('finds 1030 letters by their ends without %i of them: %s', (gone, isFound) => {
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
  ])('bears %i other letters among 60: %s', (count, isFound) => {
    const words = changed(exact, 20, count);

    expect(foundIn(findReplaced, [far, before, words, after, end])).toBe(isFound ? words : null);
  });

  it.each([
    [15, false],
    [16, true],
    [1024, true],
    [1025, false],
  ])('tells words of %i letters: %s', (length, isFound) => {
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
  ])('needs %i letters before and %i after: %s', (left, right, isFound) => {
    const words = changed(exact, 20, 5);
    const near = { before: before.slice(-left), after: after.slice(0, right) };

    expect(foundIn(findReplaced, [far, before, words, after], { exact, context: near })).toBe(
      isFound ? words : null,
    );
  });

  it('looks at the nearest 48 letters of each side', () => {
    const words = changed(exact, 20, 5);
    const page = [far, changed(before, 0, 12), words, changed(after, 48, 12), end];

    expect(foundIn(findReplaced, page)).toBe(words);
  });

  const words = changed(exact, 20, 5);
  it.each([
    ['before is gone', [others(60), words, after]],
    ['after is gone', [before, words, others(60)]],
    ['before stands twice', [before, others(9), before, words, after]],
    ['after stands twice', [before, words, after, others(9), after]],
    ['after comes first', [after, others(9), before, words]],
  ])('finds none where what stood %s', (_, stretches) => {
    expect(foundIn(findReplaced, [...stretches, end])).toBeNull();
  });
});
