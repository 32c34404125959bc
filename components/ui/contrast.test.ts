import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { boxStyle } from '../../lib/highlights/page/box.ts';
import { memoryHues } from './memory-chip.tsx';

type Rgb = readonly [number, number, number];

const tokens = new Map(
  [
    ...readFileSync(new URL('tokens.css', import.meta.url), 'utf8').matchAll(
      /--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g,
    ),
  ].map(([, name = '', light = '', dark = '']) => [name, [light, dark].map(fromHex)]),
);

const papers = ['paper', 'surface', 'surface-raised', 'sunken'];
const inks = ['ink', 'ink-soft', 'ink-faint', 'accent', 'bad', 'wait'];
const words: readonly (readonly [string, string])[] = [
  ...papers.flatMap((paper) => inks.map((ink) => [ink, paper] as const)),
  ['accent', 'accent-wash'],
  ['ink', 'bad-wash'],
  ['bad', 'bad-wash'],
  ['ink-soft', 'bad-wash'],
  ['ink', 'wait-wash'],
  ['wait', 'wait-wash'],
  ['ink-soft', 'wait-wash'],
  ['on-accent', 'accent-fill'],
  ['on-accent', 'accent-fill-hover'],
  ['on-accent', 'accent-fill-press'],
  ['mark-ink', 'mark-fill'],
];

describe('the colors of tokens.css', () => {
  it.each(words)('have enough contrast for text: %s on %s', (ink, paper) => {
    for (const scheme of [0, 1]) {
      expect(contrast(color(ink, scheme), color(paper, scheme))).toBeGreaterThanOrEqual(4.5);
    }
  });

  it.each(papers)('have enough contrast for a control’s edge on %s', (paper) => {
    for (const scheme of [0, 1]) {
      expect(contrast(color('line-strong', scheme), color(paper, scheme))).toBeGreaterThanOrEqual(
        3,
      );
    }
  });
});

describe('the colors of memory.css', () => {
  const css = readFileSync(new URL('memory.css', import.meta.url), 'utf8');
  const [fills, texts] = ['background', 'color'].map((property) => {
    const [, ...numbers] =
      new RegExp(
        `\\n  ${property}: light-dark\\(oklch\\(([\\d.]+)% ([\\d.]+) .*oklch\\(([\\d.]+)% ([\\d.]+) `,
      ).exec(css) ?? [];
    const [l1 = 0, c1 = 0, l2 = 0, c2 = 0] = numbers.map(Number);
    return [
      [l1 / 100, c1],
      [l2 / 100, c2],
    ] as const;
  });

  it.each(memoryHues)('have enough contrast for text at hue %i', (hue) => {
    for (const scheme of [0, 1]) {
      const [fillLight = 0, fillChroma = 0] = fills?.[scheme] ?? [];
      const [textLight = 0, textChroma = 0] = texts?.[scheme] ?? [];
      const fill = fromOklch(fillLight, fillChroma, hue);
      const text = fromOklch(textLight, textChroma, hue);

      expect(contrast(fill, text)).toBeGreaterThanOrEqual(4.5);
    }
  });
});

describe('the colors of the card on a page', () => {
  const [, ring = ''] =
    /\[aria-pressed="true"\] \{ outline: 3px solid (#\w{6})/.exec(boxStyle) ?? [];
  const swatches = Array.from(boxStyle.matchAll(/--swatch: (#\w{6})/g), ([, hex = '']) => hex);

  it('make the ring of the chosen highlight color visible', () => {
    expect(swatches).toHaveLength(5);
    for (const swatch of swatches) {
      expect(contrast(fromHex(ring), fromHex(swatch))).toBeGreaterThanOrEqual(3);
    }
  });
});

function color(name: string, scheme: number): Rgb {
  const found = tokens.get(name)?.[scheme];
  if (found === undefined) throw new Error(`tokens.css has no --${name}`);
  return found;
}

/** Converts to linear light, 0 to 1. */
function fromHex(hex: string): Rgb {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return [r, g, b];
}

/** Converts with the matrices of CSS Color 4, and clips to sRGB. */
function fromOklch(lightness: number, chroma: number, hue: number): Rgb {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    cut(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    cut(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    cut(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

function cut(value: number): number {
  return Math.min(1, Math.max(0, value));
}

/** Returns the contrast ratio of WCAG 2. */
function contrast(one: Rgb, other: Rgb): number {
  const [lower = 0, higher = 0] = [one, other]
    .map(([r, g, b]) => 0.2126 * r + 0.7152 * g + 0.0722 * b)
    .sort((a, b) => a - b);
  return (higher + 0.05) / (lower + 0.05);
}
