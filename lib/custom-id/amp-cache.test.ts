import { describe, expect, it } from 'vitest';
import { uncached } from './custom-id.ts';

const of = (address: string) => uncached(new URL(address)).href;

describe('uncached', () => {
  it.each([
    ['https://cdn.ampproject.org/c/s/example.org/a', 'https://example.org/a'],
    ['https://x.cdn.ampproject.org/v/s/example.org', 'https://example.org/'],
    ['https://x.cdn.ampproject.org/c/example.org/a/b', 'http://example.org/a/b'],
    ['https://google.de/amp/s/example.org', 'https://example.org/'],
    ['https://www.google.co.uk/amp/my-site.example.org/a', 'http://my-site.example.org/a'],
    ['https://google.com.br/amp/s/example.org/s/a', 'https://example.org/s/a'],
    [
      'https://google.com/amp/s/example.org/?amp_js_v=0.1&amp_gsa=1&amp_kit=1&amp_tf&amp_latest_update_time=1&usqp=a',
      'https://example.org/',
    ],
    [
      'https://google.com/amp/s/example.org/?q=a+b%20c&usqp=1&flag&usqpx=1&xusqp=1',
      'https://example.org/?q=a+b%20c&flag&usqpx=1&xusqp=1',
    ],
  ])('turns %s into %s', (address, own) => {
    expect(of(address)).toBe(own);
  });

  it.each([
    ['another host', 'https://xcdn.ampproject.org/c/s/example.org/a'],
    ['another host', 'https://cdn.ampproject.org.example/c/s/example.org/a'],
    ['another host', 'https://mygoogle.com/amp/s/example.org/a'],
    ['another host', 'https://news.google.com/amp/s/example.org/a'],
    ['another host', 'https://google.com.example/amp/s/example.org/a'],
    ['another host', 'https://google.org/amp/s/example.org/a'],
    ['an image in the cache', 'https://cdn.ampproject.org/i/s/example.org/a.png'],
    ['a longer path prefix', 'https://cdn.ampproject.org/a/c/s/example.org/a'],
    ['a longer path prefix', 'https://google.com/search/amp/s/example.org/a'],
    ['a path without a valid host', 'https://google.com/amp/s/'],
    ['a path without a valid host', 'https://google.com/amp/s/settings/a'],
    ['a path without a valid host', 'https://google.com/amp/s/example..org/a'],
    ['a path without a valid host', 'https://google.com/amp/s/example.org:80/a'],
    ['a path without a valid host', 'https://google.com/amp/s/ada@example.org/a'],
    ['a path without a valid host', 'https://google.com/amp/s/example.999/a'],
  ])('keeps %s: %s', (_what, address) => {
    expect(of(address)).toBe(address);
  });
});
