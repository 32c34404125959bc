import { describe, expect, it } from 'vitest';
import { patternToAllow } from './popup-view.ts';

describe('patternToAllow', () => {
  it.each([
    ['https://example.org:8443/a.pdf', 'https://example.org/*'],
    ['file:///connection/ada/a.pdf', 'file:///*'],
    ['chrome://settings/', null],
    ['data:application/pdf,a', null],
    ['', null],
  ])('gives for %j what the browser may be asked for', (url, pattern) => {
    expect(patternToAllow(url)).toBe(pattern);
  });
});
