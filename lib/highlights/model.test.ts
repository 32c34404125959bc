import { describe, expect, it } from 'vitest';
import type { Anchor } from '../capture/schema.ts';
import { isSameSelection, sitePatternSchema, sitePatternOf } from './model.ts';

const anchor: Anchor = {
  quote: { exact: 'the long frost', prefix: 'Before ', suffix: ' came' },
  position: { start: 10, end: 22 },
  rivals: 'none',
};

describe('isSameWords', () => {
  it.each([
    ['the same words', anchor, true],
    [
      'them with other white space',
      { ...anchor, quote: { ...anchor.quote, exact: 'the\nlong frost' } },
      true,
    ],
    ['other words', { ...anchor, quote: { ...anchor.quote, exact: 'the long thaws' } }, false],
    ['words that begin elsewhere', { ...anchor, position: { start: 9, end: 22 } }, false],
    ['words that end elsewhere', { ...anchor, position: { start: 10, end: 23 } }, false],
    ['words without a place', null, false],
  ])('takes %s for the same, or not', (_, other, isSame) => {
    expect(isSameSelection({ anchor }, { anchor: other })).toBe(isSame);
    expect(isSameSelection({ anchor: other }, { anchor })).toBe(isSame);
  });

  it('knows nothing of two without a place', () => {
    expect(isSameSelection({ anchor: null }, { anchor: null })).toBe(false);
  });
});

describe('sitePatternOf', () => {
  it.each([
    ['https://example.org/a?b#c', 'https://example.org/*'],
    ['http://localhost:8080/', 'http://localhost/*'],
    ['https://[::1]:9/', 'https://[::1]/*'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/*'],
  ])('gives the site of %s', (url, pattern) => {
    expect(sitePatternOf(url)).toBe(pattern);
    expect(sitePatternSchema.safeParse(pattern).success).toBe(true);
  });

  it.each([
    'file:///connection/ada/a.html',
    'chrome://settings/',
    'https://addons.mozilla.org/',
    'about:blank',
    '',
  ])('gives none for %j', (url) => {
    expect(sitePatternOf(url)).toBeNull();
  });

  it.each(['https://*/*', '*://example.org/*', 'https://example.org/a/*', '<all_urls>'])(
    'takes %s for no site',
    (pattern) => {
      expect(sitePatternSchema.safeParse(pattern).success).toBe(false);
    },
  );
});
