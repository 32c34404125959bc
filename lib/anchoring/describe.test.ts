import { describe, expect, it } from 'vitest';
import { describePlace } from './describe.ts';
import { indexText } from './text-index.ts';

/** Returns `count` distinct letters, starting at `from`. */
const letters = (from: number, count: number) =>
  String.fromCodePoint(...Array.from({ length: count }, (_, at) => 0x4e00 + from + at));

const quote = letters(9_000, 20);

/** Describes the quote of `length` letters at `start`. */
function described(page: string, start: number, length = quote.length) {
  const { quote: words, rivals } = describePlace(indexText([page]), { start, end: start + length });
  return { ...words, rivals };
}

describe('the context of a unique quote', () => {
  it.each([
    ['is 48 letters on each side', letters(0, 50), letters(100, 50), 48, 48],
    ['is all of the text near the edges of the page', letters(0, 20), letters(100, 30), 20, 30],
    [
      "doesn't start or end within a surrogate pair",
      `🪶${letters(0, 47)}`,
      `${letters(9, 47)}🪶`,
      47,
      47,
    ],
    ['includes a whole surrogate pair', `🪶${letters(0, 40)}`, `${letters(9, 40)}🪶`, 42, 42],
  ])('%s', (_, left, right, before, after) => {
    expect(described(left + quote + right, left.length)).toEqual({
      exact: quote,
      prefix: left.slice(-before),
      suffix: right.slice(0, after),
      rivals: 'none',
    });
  });
});

describe('the context of a repeated quote', () => {
  const [a, b, c] = [letters(0, 600), letters(1_000, 600), letters(2_000, 600)];
  const shared = (count: number) => letters(3_000, count);
  const sharedAfter = (count: number) => letters(4_000, count);

  it.each([
    ['is 48 letters if they make the quote unique', a, quote, b, quote, c, 48, 48, 'same'],
    [
      'is longer before the quote if necessary',
      a + shared(60),
      quote,
      b + shared(60),
      quote,
      c,
      96,
      48,
      'same',
    ],
    [
      'is longer after the quote if necessary',
      a,
      quote,
      sharedAfter(60) + b,
      quote,
      sharedAfter(60) + c,
      48,
      96,
      'same',
    ],
    [
      "is 512 letters on a side that doesn't make the quote unique",
      a + shared(560),
      quote,
      b + shared(560),
      quote,
      c,
      512,
      48,
      'same',
    ],
    [
      'is 512 letters on both sides if nothing makes the quote unique',
      a + shared(560),
      quote,
      sharedAfter(560) + b + shared(560),
      quote,
      sharedAfter(560) + c,
      512,
      512,
      'indistinct',
    ],
    [
      'is empty before the quote if the page starts too soon',
      shared(10),
      quote,
      b + shared(10),
      quote,
      c,
      0,
      48,
      'same',
    ],
  ] as const)('%s', (_, left, words, between, again, right, before, after, rivals) => {
    const rest = between + again + right;

    expect(described(left + words + rest, left.length)).toEqual({
      exact: quote,
      prefix: before === 0 ? '' : left.slice(-before),
      suffix: rest.slice(0, after),
      rivals,
    });
  });

  it('is empty after the quote if the page ends too soon', () => {
    const left = a + quote + sharedAfter(10) + b;

    expect(described(left + quote + sharedAfter(10), left.length)).toMatchObject({
      prefix: b.slice(-48),
      suffix: '',
      rivals: 'same',
    });
  });
});

describe('a quote with a repeated start', () => {
  it.each([
    [1024, 'none'],
    [1025, 'alike'],
  ])('has these rivals with %i letters: %s', (length, rivals) => {
    const long = letters(0, length);
    const page = `${long}${letters(5_000, 50)}${long.slice(0, 256)}`;

    expect(described(page, 0, length).rivals).toBe(rivals);
  });
});
