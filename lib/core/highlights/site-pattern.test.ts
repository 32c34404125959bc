import { describe, expect, it } from 'vitest';
import { sitePatternSchema } from '../../contracts/highlights.ts';
import { sitePatternOf } from './site-pattern.ts';

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
    'file:///home/ada/a.html',
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
