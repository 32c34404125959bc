import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { areaAround, pageAround } from './around.ts';

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
    expect(areaAround(words, frames)).toEqual(area);
  });

  it('gives no more of them than their frame shows', () => {
    const long = { left: 10, top: -50, right: 60, bottom: 400 };

    expect(areaAround(long, [frameAt(300, 50)])).toMatchObject({ top: 52, bottom: 152 });
  });
});

describe('pageAround', () => {
  it('leads from a frame to the page of the same site around it', () => {
    const { window } = new JSDOM('<iframe></iframe>');
    const inner = window.document.querySelector('iframe')?.contentWindow;

    const around = pageAround(inner as unknown as Window & typeof globalThis);

    expect(around.window.document).toBe(window.document);
    expect(around.frames).toEqual([window.document.querySelector('iframe')]);
  });

  it('stays where it is not let further', () => {
    const { window } = new JSDOM('');

    const page = window as unknown as Window & typeof globalThis;
    expect(pageAround(page)).toEqual({ window: page, frames: [] });
  });
});
