import { describe, expect, it } from 'vitest';
import { besideArea, cornerOf, placeFor, areaInEnclosingPage, enclosingPage } from './position.ts';
import { JSDOM } from 'jsdom';

const view = { width: 800, height: 600 };
const size = { width: 200, height: 100 };
const line = { left: 300, top: 200, right: 500, bottom: 220 };

describe('besideArea', () => {
  it.each([
    ['below the text, near its end', line, { x: 400, y: 228 }],
    [
      'above text at the bottom of the viewport',
      { ...line, top: 540, bottom: 560 },
      { x: 400, y: 432 },
    ],
    ['within the right edge', { ...line, right: 790 }, { x: 592, y: 228 }],
    ['within the left edge', { ...line, left: 0, right: 20 }, { x: 8, y: 228 }],
    [
      'after text as tall as the viewport',
      { left: 0, top: 10, right: 500, bottom: 590 },
      { x: 508, y: 490 },
    ],
    [
      'before text as tall as the viewport if there is no space after it',
      { left: 300, top: 10, right: 790, bottom: 590 },
      { x: 92, y: 490 },
    ],
  ])('places the box %s', (_, words, expected) => {
    expect(besideArea(words, size, view)).toEqual(expected);
  });

  it.each([
    ['fills the viewport', { left: 10, top: 10, right: 790, bottom: 590 }],
    ['is above the viewport', { ...line, top: -40, bottom: -20 }],
    ['is below the viewport', { ...line, top: 620, bottom: 640 }],
    ['is beside the viewport', { ...line, left: -300, right: -100 }],
  ])('returns null if the text %s', (_, words) => {
    expect(besideArea(words, size, view)).toBeNull();
  });

  it.each([
    ['below the text if it fits there when it grows', line, { x: 400, y: 228 }],
    [
      'above the text if it would not fit below when it grows',
      { ...line, top: 400, bottom: 420 },
      292,
    ],
    [
      'below the text if it fits on neither side when it grows',
      { ...line, top: 180, bottom: 380 },
      388,
    ],
  ])('places a growing box %s', (_, words, expected) => {
    const place = besideArea(words, { ...size, growth: 100 }, view);

    expect(place).toEqual(typeof expected === 'number' ? { x: 400, y: expected } : expected);
  });
});

describe('placeFor', () => {
  const frame = { width: 220, height: 110 };
  const all = { left: 0, top: 0, right: 220, bottom: 110 };
  const gone = { ...line, top: -40, bottom: -20 };

  it.each([
    ['next to its text', line, view, { x: 400, y: 228 }],
    ['over text that fills a small frame', all, frame, { x: 12, y: 5 }],
    ['nowhere in a frame that is too small', all, { width: 199, height: 110 }, null],
    ['nowhere if the text is out of view', gone, view, null],
  ])("places a box the person didn't ask for %s", (_, words, room, expected) => {
    expect(placeFor(words, size, { view: room, isAskedFor: false })).toEqual(expected);
  });

  it('places a box the person asked for even if its text is out of view', () => {
    expect(placeFor(gone, size, { view, isAskedFor: true })).toEqual({ x: 592, y: 492 });
  });
});

describe('cornerOf', () => {
  it('stays within the viewport, even if that is too small', () => {
    expect(cornerOf(size, view)).toEqual({ x: 592, y: 492 });
    expect(cornerOf(size, { width: 100, height: 50 })).toEqual({ x: 8, y: 8 });
  });
});

/** Creates a frame with a fixed position and scale, because jsdom has no layout. */
function frameAt(left: number, top: number, scale = 1): Element {
  const frame = new JSDOM('<iframe></iframe>').window.document.querySelector('iframe');
  if (frame === null) throw new Error('The page has no frame.');
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

describe('areaInEnclosingPage', () => {
  it.each([
    ['in no frame', [], words],
    ['in a frame', [frameAt(300, 50)], { left: 312, top: 72, right: 362, bottom: 92 }],
    [
      'in a frame displayed at half its size',
      [frameAt(300, 50, 0.5)],
      { left: 306, top: 61, right: 331, bottom: 71 },
    ],
    [
      'in a frame in a frame',
      [frameAt(5, 6), frameAt(300, 50)],
      { left: 319, top: 80, right: 369, bottom: 100 },
    ],
    ['in a nested frame that is scrolled out of view', [frameAt(5, 106), frameAt(300, 50)], null],
  ])('converts an area %s', (_, frames, area) => {
    expect(areaInEnclosingPage(words, frames)).toEqual(area);
  });

  it('limits the area to what the frame shows', () => {
    const long = { left: 10, top: -50, right: 60, bottom: 400 };

    expect(areaInEnclosingPage(long, [frameAt(300, 50)])).toMatchObject({ top: 52, bottom: 152 });
  });
});

describe('enclosingPage', () => {
  it('returns the page of the same site around a frame', () => {
    const { window } = new JSDOM('<iframe></iframe>');
    const inner = window.document.querySelector('iframe')?.contentWindow;

    const around = enclosingPage(inner as unknown as Window & typeof globalThis);

    expect(around.window.document).toBe(window.document);
    expect(around.frames).toEqual([window.document.querySelector('iframe')]);
  });

  it("returns the page itself if it isn't in an accessible frame", () => {
    const { window } = new JSDOM('');

    const page = window as unknown as Window & typeof globalThis;
    expect(enclosingPage(page)).toEqual({ window: page, frames: [] });
  });
});
