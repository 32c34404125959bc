import { describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { browserName } from './runtime.ts';

vi.mock('wxt/browser', () => ({ browser: fakeBrowser }));

describe('browserName', () => {
  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0', 'Firefox 153'],
    [
      'Mozilla/5.0 (X11) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
      'Chromium 156',
    ],
    ['Mozilla/5.0 Chrome/156.0.0.0 Safari/537.36 Edg/156.0.0.0', 'Edge 156'],
    ['Mozilla/5.0 Chrome/155.0.0.0 Safari/537.36 OPR/130.0.0.0', 'Opera 130'],
    ['Something else', 'Unknown'],
  ])('names %s', (userAgent, name) => {
    expect(browserName(userAgent)).toBe(name);
  });
});
