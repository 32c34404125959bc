import { describe, expect, it } from 'vitest';
import { isAsPut, isReadable, isTooSoon, type Look, type Sight } from './genuine-click.ts';

const plain: Look = {
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
const sight: Sight = {
  host: plain,
  around: [plain, plain],
  place: { x: 400, y: 228 },
  box,
  content: box,
};

describe('isAsPut', () => {
  it.each<[string, Partial<Sight>]>([
    ['as it was put', {}],
    ['a rounded pixel away', { place: { x: 401.5, y: 227.2 } }],
    ['in a dialog that is moved by a transform', { around: [moved(), plain] }],
    ['in a browser that knows no mask', { host: { ...plain, maskImage: '' } }],
  ])('takes a click on a box %s', (_, change) => {
    expect(isAsPut({ ...sight, ...change })).toBe(true);
  });

  it.each<[string, Partial<Sight>]>([
    ['that is see-through', { host: { ...plain, opacity: '0' } }],
    ['that is nearly there', { host: { ...plain, opacity: '0.99' } }],
    ['in a see-through page', { around: [plain, { ...plain, opacity: '0.5' }] }],
    ['in a see-through dialog', { around: [{ ...plain, opacity: '0' }, plain] }],
    ['that is hidden', { host: { ...plain, visibility: 'hidden' } }],
    ['that has no place', { place: null }],
    ['that was moved aside', { place: { x: 396, y: 228 } }],
    ['that was moved down', { place: { x: 400, y: 232 } }],
    ['that is cut off at its end', { box: { ...box, right: 500 } }],
    ['whose content is pushed out of it', { content: { ...box, top: 268, bottom: 308 } }],
    ['in a page that is moved', { around: [plain, moved()] }],
  ])('takes no click on a box %s', (_, change) => {
    expect(isAsPut({ ...sight, ...change })).toBe(false);
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

    expect(isAsPut({ ...sight, host: drawn })).toBe(false);
    expect(isAsPut({ ...sight, around: [plain, drawn] })).toBe(false);
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
    expect(isAsPut({ ...sight, around: [plain, { ...plain, filter }] })).toBe(true);
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
    expect(isAsPut({ ...sight, around: [plain, { ...plain, filter }] })).toBe(false);
  });

  it('asks no filter at all of the host, to which nobody but Keepsake gives a style', () => {
    expect(isAsPut({ ...sight, host: { ...plain, filter: 'invert(1)' } })).toBe(false);
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

function moved(): Look {
  return { ...plain, transform: 'matrix(1, 0, 0, 1, -200, -100)' };
}
