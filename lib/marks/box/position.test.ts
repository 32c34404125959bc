import { describe, expect, it } from 'vitest';
import { besideArea, cornerOf } from './position.ts';

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
});

describe('cornerOf', () => {
  it('stays in the viewport, also in one that is too small', () => {
    expect(cornerOf(size, view)).toEqual({ x: 592, y: 492 });
    expect(cornerOf(size, { width: 100, height: 50 })).toEqual({ x: 8, y: 8 });
  });
});
