import { describe, expect, it } from 'vitest';
import type { Anchor } from '../capture/schema.ts';
import { isSameSelection, sitePatternSchema, sitePatternOf } from './model.ts';

const anchor: Anchor = {
  quote: { exact: 'the long frost', prefix: 'Before ', suffix: ' came' },
  position: { start: 10, end: 22 },
  rivals: 'none',
};

describe('isSameSelection', () => {
  it.each([
    ['the same text', anchor, true],
    [
      'the same text with other white space',
      { ...anchor, quote: { ...anchor.quote, exact: 'the\nlong frost' } },
      true,
    ],
    ['other text', { ...anchor, quote: { ...anchor.quote, exact: 'the long thaws' } }, false],
    ['text that starts elsewhere', { ...anchor, position: { start: 9, end: 22 } }, false],
    ['text that ends elsewhere', { ...anchor, position: { start: 10, end: 23 } }, false],
    ['text without an anchor', null, false],
  ])('compares a selection with %s', (_, other, isSame) => {
    expect(isSameSelection({ anchor }, { anchor: other })).toBe(isSame);
    expect(isSameSelection({ anchor: other }, { anchor })).toBe(isSame);
  });

  it('returns false if neither selection has an anchor', () => {
    expect(isSameSelection({ anchor: null }, { anchor: null })).toBe(false);
  });
});

describe('sitePatternOf', () => {
  it.each([
    ['https://example.org/a?b#c', 'https://example.org/*'],
    ['http://localhost:8080/', 'http://localhost/*'],
    ['https://[::1]:9/', 'https://[::1]/*'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/*'],
  ])('returns the site of %s', (url, pattern) => {
    expect(sitePatternOf(url)).toBe(pattern);
    expect(sitePatternSchema.safeParse(pattern).success).toBe(true);
  });

  it.each([
    'file:///connection/ada/a.html',
    'chrome://settings/',
    'https://addons.mozilla.org/',
    'about:blank',
    '',
  ])('returns null for %j', (url) => {
    expect(sitePatternOf(url)).toBeNull();
  });

  it.each(['https://*/*', '*://example.org/*', 'https://example.org/a/*', '<all_urls>'])(
    'rejects the pattern %s',
    (pattern) => {
      expect(sitePatternSchema.safeParse(pattern).success).toBe(false);
    },
  );
});
