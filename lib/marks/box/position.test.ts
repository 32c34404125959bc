import { describe, expect, it } from 'vitest';
import { besideArea, cornerOf, placeFor } from './position.ts';

const view = { width: 800, height: 600 };
const size = { width: 200, height: 100 };
const line = { left: 300, top: 200, right: 500, bottom: 220 };

describe('besideArea', () => {
  it.each([
    ['below the words, near their end', line, { x: 400, y: 228 }],
    ['above them at the bottom', { ...line, top: 540, bottom: 560 }, { x: 400, y: 432 }],
    ['within the right edge', { ...line, right: 790 }, { x: 592, y: 228 }],
    ['within the left edge', { ...line, left: 0, right: 20 }, { x: 8, y: 228 }],
    [
      'after words as high as the viewport',
      { left: 0, top: 10, right: 500, bottom: 590 },
      { x: 508, y: 490 },
    ],
    [
      'before them, where there is no room after',
      { left: 300, top: 10, right: 790, bottom: 590 },
      { x: 92, y: 490 },
    ],
  ])('stands %s', (_, words, expected) => {
    expect(besideArea(words, size, view)).toEqual(expected);
  });

  it.each([
    ['leave no room', { left: 10, top: 10, right: 790, bottom: 590 }],
    ['are above the viewport', { ...line, top: -40, bottom: -20 }],
    ['are below it', { ...line, top: 620, bottom: 640 }],
    ['are beside it', { ...line, left: -300, right: -100 }],
  ])('stands nowhere where the words %s', (_, words) => {
    expect(besideArea(words, size, view)).toBeNull();
  });

  it.each([
    ['below words, where it can stay when it grows', line, { x: 400, y: 228 }],
    ['above them, where it would soon be too high', { ...line, top: 400, bottom: 420 }, 292],
    ['below them, where neither side has room for all', { ...line, top: 180, bottom: 380 }, 388],
  ])('stands %s', (_, words, expected) => {
    const place = besideArea(words, { ...size, growth: 100 }, view);

    expect(place).toEqual(typeof expected === 'number' ? { x: 400, y: expected } : expected);
  });
});

describe('placeFor', () => {
  const frame = { width: 220, height: 110 };
  const all = { left: 0, top: 0, right: 220, bottom: 110 };
  const gone = { ...line, top: -40, bottom: -20 };

  it.each([
    ['beside its words', line, view, { x: 400, y: 228 }],
    ['over words that fill a small frame', all, frame, { x: 12, y: 5 }],
    ['nowhere in a frame that is too small', all, { width: 199, height: 110 }, null],
    ['nowhere where the words are out of sight', gone, view, null],
  ])('puts what is only offered %s', (_, words, room, expected) => {
    expect(placeFor(words, size, { view: room, isAskedFor: false })).toEqual(expected);
  });

  it('has a place for what the person asked for, wherever its words are', () => {
    expect(placeFor(gone, size, { view, isAskedFor: true })).toEqual({ x: 592, y: 492 });
  });
});

describe('cornerOf', () => {
  it('stays in the viewport, also in one that is too small', () => {
    expect(cornerOf(size, view)).toEqual({ x: 592, y: 492 });
    expect(cornerOf(size, { width: 100, height: 50 })).toEqual({ x: 8, y: 8 });
  });
});
