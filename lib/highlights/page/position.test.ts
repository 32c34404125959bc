import { describe, expect, it } from 'vitest';
import { besideArea, cornerOf, placeFor, areaInEnclosingPage, enclosingPage } from './position.ts';
import { JSDOM } from 'jsdom';

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

/** A frame of a size, drawn at a place and perhaps smaller or larger; jsdom lays nothing out. */
function frameAt(left: number, top: number, scale = 1): Element {
  const frame = new JSDOM('<iframe></iframe>').window.document.querySelector('iframe');
  if (frame === null) throw new Error('There is no frame.');
  const [width, height, border] = [200, 100, 2];
  const full = { width: width + 2 * border, height: height + 2 * border };
  const drawn = { left, top, width: full.width * scale, height: full.height * scale };
  Object.defineProperties(frame, {
    clientWidth: { value: width },
    clientHeight: { value: height },
    clientLeft: { value: border },
    clientTop: { value: border },
    offsetWidth: { value: full.width },
    getBoundingClientRect: { value: () => drawn },
  });
  return frame;
}

const words = { left: 10, top: 20, right: 60, bottom: 40 };

describe('areaAround', () => {
  it.each([
    ['in no frame', [], words],
    ['in a frame', [frameAt(300, 50)], { left: 312, top: 72, right: 362, bottom: 92 }],
    [
      'in a frame that is drawn at half its size',
      [frameAt(300, 50, 0.5)],
      { left: 306, top: 61, right: 331, bottom: 71 },
    ],
    [
      'in a frame in a frame',
      [frameAt(5, 6), frameAt(300, 50)],
      { left: 319, top: 80, right: 369, bottom: 100 },
    ],
    ['in a frame that is scrolled away in its own', [frameAt(5, 106), frameAt(300, 50)], null],
  ])('gives where words %s are', (_, frames, area) => {
    expect(areaInEnclosingPage(words, frames)).toEqual(area);
  });

  it('gives no more of them than their frame shows', () => {
    const long = { left: 10, top: -50, right: 60, bottom: 400 };

    expect(areaInEnclosingPage(long, [frameAt(300, 50)])).toMatchObject({ top: 52, bottom: 152 });
  });
});

describe('pageAround', () => {
  it('leads from a frame to the page of the same site around it', () => {
    const { window } = new JSDOM('<iframe></iframe>');
    const inner = window.document.querySelector('iframe')?.contentWindow;

    const around = enclosingPage(inner as unknown as Window & typeof globalThis);

    expect(around.window.document).toBe(window.document);
    expect(around.frames).toEqual([window.document.querySelector('iframe')]);
  });

  it('stays where it is not let further', () => {
    const { window } = new JSDOM('');

    const page = window as unknown as Window & typeof globalThis;
    expect(enclosingPage(page)).toEqual({ window: page, frames: [] });
  });
});
