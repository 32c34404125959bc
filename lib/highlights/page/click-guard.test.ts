import { describe, expect, it, vi } from 'vitest';
import {
  isShownAsPlaced,
  isReadable,
  isTooSoon,
  type ComputedLook,
  type BoxAppearance,
  watchTopLayer,
} from './click-guard.ts';
import { JSDOM } from 'jsdom';

const plain: ComputedLook = {
  opacity: '1',
  visibility: 'visible',
  transform: 'none',
  translate: 'none',
  rotate: 'none',
  scale: 'none',
  clip: 'auto',
  clipPath: 'none',
  maskImage: 'none',
  filter: 'none',
  mixBlendMode: 'normal',
};
const box = { left: 400, top: 228, right: 600, bottom: 268 };
const sight: BoxAppearance = {
  host: plain,
  ancestors: [plain, plain],
  place: { x: 400, y: 228 },
  box,
  content: box,
};

describe('isShownAsPlaced', () => {
  it.each<[string, Partial<BoxAppearance>]>([
    ['in its place', {}],
    ['moved by a rounding error', { place: { x: 401.5, y: 227.2 } }],
    ['in a dialog moved by a transform', { ancestors: [moved(), plain] }],
    ['in a browser without masks', { host: { ...plain, maskImage: '' } }],
  ])('accepts a box %s', (_, change) => {
    expect(isShownAsPlaced({ ...sight, ...change })).toBe(true);
  });

  it.each<[string, Partial<BoxAppearance>]>([
    ['that is transparent', { host: { ...plain, opacity: '0' } }],
    ['that is slightly transparent', { host: { ...plain, opacity: '0.99' } }],
    ['in a transparent page', { ancestors: [plain, { ...plain, opacity: '0.5' }] }],
    ['in a transparent dialog', { ancestors: [{ ...plain, opacity: '0' }, plain] }],
    ['that is hidden', { host: { ...plain, visibility: 'hidden' } }],
    ['that has no position', { place: null }],
    ['that was moved aside', { place: { x: 396, y: 228 } }],
    ['that was moved down', { place: { x: 400, y: 232 } }],
    ['that is cut off', { box: { ...box, right: 500 } }],
    ['whose content was pushed out', { content: { ...box, top: 268, bottom: 308 } }],
    ['in a page that was moved', { ancestors: [plain, moved()] }],
  ])('rejects a box %s', (_, change) => {
    expect(isShownAsPlaced({ ...sight, ...change })).toBe(false);
  });

  it.each([
    ['transform', 'matrix(1, 0, 0, 1, 5, 0)'],
    ['translate', '5px'],
    ['rotate', '90deg'],
    ['scale', '0.1'],
    ['clip', 'rect(0px, 0px, 0px, 0px)'],
    ['clipPath', 'inset(50%)'],
    ['maskImage', 'linear-gradient(rgba(0, 0, 0, 0))'],
    ['filter', 'opacity(0)'],
    ['mixBlendMode', 'multiply'],
  ])('rejects %s on the host or the page', (name, value) => {
    const drawn = { ...plain, [name]: value };

    expect(isShownAsPlaced({ ...sight, host: drawn })).toBe(false);
    expect(isShownAsPlaced({ ...sight, ancestors: [plain, drawn] })).toBe(false);
  });
});

describe('isReadable', () => {
  it.each([
    'none',
    'invert(1) hue-rotate(180deg)',
    'invert(0.9) hue-rotate(180deg) brightness(1.1) contrast(0.9)',
    'brightness(0.6)',
    'grayscale(1)',
    'sepia(0.3) saturate(2)',
  ])('accepts %s, which only changes colors', (filter) => {
    expect(isReadable(filter)).toBe(true);
    expect(isShownAsPlaced({ ...sight, ancestors: [plain, { ...plain, filter }] })).toBe(true);
  });

  it.each([
    'opacity(0.9)',
    'blur(1px)',
    'url("#gone")',
    'drop-shadow(rgb(0, 0, 0) 400px 0px 0px)',
    'invert(0.5)',
    'brightness(0)',
    'brightness(9)',
    'contrast(0.1)',
    'brightness(0.6) contrast(0.6)',
    'invert(0.8) invert(0.8)',
    'invert(1) opacity(0)',
    'hue-rotate(180deg) blur(4px) invert(1)',
    'something',
  ])('rejects %s, which can hide the box', (filter) => {
    expect(isReadable(filter)).toBe(false);
    expect(isShownAsPlaced({ ...sight, ancestors: [plain, { ...plain, filter }] })).toBe(false);
  });

  it('rejects any filter on the host, which only Keepsake styles', () => {
    expect(isShownAsPlaced({ ...sight, host: { ...plain, filter: 'invert(1)' } })).toBe(false);
  });
});

describe('isTooSoon', () => {
  it.each([
    [1_000, true],
    [1_299, true],
    [1_300, false],
  ])('compares a click at %d ms with a box that appeared at 1,000 ms: %s', (at, soon) => {
    expect(isTooSoon(at, 1_000)).toBe(soon);
  });
});

function moved(): ComputedLook {
  return { ...plain, transform: 'matrix(1, 0, 0, 1, -200, -100)' };
}

/** Creates a page whose `above` attribute stands for the top layer, which jsdom doesn't implement. */
function createPage(body: string) {
  const { document, Element, Document, ShadowRoot } = new JSDOM(body).window;
  Element.prototype.checkVisibility = function isShown() {
    return !this.hasAttribute('hidden');
  };
  for (const { prototype } of [Document, ShadowRoot]) {
    const { querySelectorAll } = prototype;
    prototype.querySelectorAll = function find(this: ParentNode, selector: string) {
      return querySelectorAll.call(this, selector === '*' ? '*' : '[above]');
    };
  }
  const host = document.querySelector('#host');
  if (host === null) throw new Error('The page has no host.');
  return { document, host };
}

describe('watchTopLayer', () => {
  it.each([
    ['the box alone', '<div id="host" above></div>', true],
    ['the box in a dialog', '<dialog above><div id="host" above></div></dialog>', true],
    ['a hidden element', '<div id="host" above></div><p above hidden></p>', true],
    ['another element', '<div id="host" above></div><p above></p>', false],
  ])('reports %s immediately', (_, body, isAlone) => {
    const onChange = vi.fn<(isAlone: boolean) => void>();

    watchTopLayer(createPage(body).host, onChange).end();

    expect(onChange.mock.calls).toEqual([[isAlone]]);
  });

  it('reports when an element in a shadow root appears and disappears', () => {
    const { document, host } = createPage('<div id="host" above></div><p></p>');
    const cover = document.createElement('div');
    document.querySelector('p')?.attachShadow({ mode: 'open' }).append(cover);
    const onChange = vi.fn<(isAlone: boolean) => void>();
    const watch = watchTopLayer(host, onChange);

    cover.setAttribute('above', '');
    watch.look();
    watch.look();
    cover.remove();
    watch.look();
    watch.end();

    expect(onChange.mock.calls).toEqual([[true], [false], [true]]);
  });
});
