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

describe('isAsPut', () => {
  it.each<[string, Partial<BoxAppearance>]>([
    ['as it was put', {}],
    ['a rounded pixel away', { place: { x: 401.5, y: 227.2 } }],
    ['in a dialog that is moved by a transform', { ancestors: [moved(), plain] }],
    ['in a browser that knows no mask', { host: { ...plain, maskImage: '' } }],
  ])('takes a click on a box %s', (_, change) => {
    expect(isShownAsPlaced({ ...sight, ...change })).toBe(true);
  });

  it.each<[string, Partial<BoxAppearance>]>([
    ['that is see-through', { host: { ...plain, opacity: '0' } }],
    ['that is nearly there', { host: { ...plain, opacity: '0.99' } }],
    ['in a see-through page', { ancestors: [plain, { ...plain, opacity: '0.5' }] }],
    ['in a see-through dialog', { ancestors: [{ ...plain, opacity: '0' }, plain] }],
    ['that is hidden', { host: { ...plain, visibility: 'hidden' } }],
    ['that has no place', { place: null }],
    ['that was moved aside', { place: { x: 396, y: 228 } }],
    ['that was moved down', { place: { x: 400, y: 232 } }],
    ['that is cut off at its end', { box: { ...box, right: 500 } }],
    ['whose content is pushed out of it', { content: { ...box, top: 268, bottom: 308 } }],
    ['in a page that is moved', { ancestors: [plain, moved()] }],
  ])('takes no click on a box %s', (_, change) => {
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
  ])('takes no click under a %s, on the host or on the page', (name, value) => {
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
  ])('takes %s for a change of colours', (filter) => {
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
  ])('takes %s for what hides', (filter) => {
    expect(isReadable(filter)).toBe(false);
    expect(isShownAsPlaced({ ...sight, ancestors: [plain, { ...plain, filter }] })).toBe(false);
  });

  it('asks no filter at all of the host, to which nobody but Keepsake gives a style', () => {
    expect(isShownAsPlaced({ ...sight, host: { ...plain, filter: 'invert(1)' } })).toBe(false);
  });
});

describe('isTooSoon', () => {
  it.each([
    [1_000, true],
    [1_299, true],
    [1_300, false],
  ])(
    'takes a click at %d ms on what came at 1,000 ms for one that was on its way: %s',
    (at, soon) => {
      expect(isTooSoon(at, 1_000)).toBe(soon);
    },
  );
});

function moved(): ComputedLook {
  return { ...plain, transform: 'matrix(1, 0, 0, 1, -200, -100)' };
}

/** A page whose elements say by an attribute that they are above everything, which jsdom knows nothing of. */
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
  if (host === null) throw new Error('There is no host.');
  return { document, host };
}

describe('watchAbove', () => {
  it.each([
    ['the box alone', '<div id="host" above></div>', true],
    ['the box in a dialog', '<dialog above><div id="host" above></div></dialog>', true],
    ['something that is not drawn', '<div id="host" above></div><p above hidden></p>', true],
    ['something else', '<div id="host" above></div><p above></p>', false],
  ])('says at once what it finds of %s', (_, body, isAlone) => {
    const onChange = vi.fn<(isAlone: boolean) => void>();

    watchTopLayer(createPage(body).host, onChange).end();

    expect(onChange.mock.calls).toEqual([[isAlone]]);
  });

  it('finds what is in a shadow root, and says when it comes and goes', () => {
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
