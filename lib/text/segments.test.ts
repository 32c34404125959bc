import { describe, expect, it } from 'vitest';
import { unitsOf } from './segments.ts';

describe('unitsOf', () => {
  it.each([
    ['hiragana', 0x3041, 0x3096],
    ['katakana', 0x30a1, 0x30fa],
    ['ideographs', 0x4e00, 0x9fff],
    ['Hangul', 0xac00, 0xd7a3],
  ])('splits runs of %s like their letters one by one', (_name, first, last) => {
    const codes = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    const run = String.fromCharCode(...codes);

    // A mark at the end makes it split the long way.
    const [long, short] = [unitsOf(`${run}\u3099`, 5), unitsOf(run, 5)];

    expect(short.slice(0, -1)).toEqual(long.slice(0, -1));
    expect(short.at(-1)).toEqual({
      text: String.fromCharCode(last),
      start: 5 + last - first,
      end: 6 + last - first,
    });
  });
});
