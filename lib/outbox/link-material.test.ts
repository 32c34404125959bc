import { describe, expect, it } from 'vitest';
import { serviceLimits } from '../contract/limits.ts';
import { linkMaterial } from './model.ts';

const now = Date.UTC(2026, 10, 21, 9, 30);
const materialOf = (url: string, title: string | null = null) => linkMaterial({ url, title, now });

describe('linkMaterial', () => {
  it('sends the address and what stood on the link', () => {
    const made = materialOf('https://example.org/herons?utm_source=a#nest', '  Grey\n herons ');

    expect(made).toEqual({
      ok: true,
      value: {
        kind: 'link',
        customId: 'https://example.org/herons',
        url: 'https://example.org/herons?utm_source=a#nest',
        title: 'Grey herons',
        metadata: {
          url: 'https://example.org/herons?utm_source=a#nest',
          captured_at: '2026-11-21T09:30:00.000Z',
        },
      },
    });
  });

  it('leaves out a name and a password', () => {
    const made = materialOf('https://ada:secret@example.org/a');

    expect(JSON.stringify(made)).not.toContain('secret');
    expect(made).toMatchObject({ ok: true, value: { url: 'https://example.org/a' } });
  });

  it.each([' \n ', null])('gives no title for a link without words: %o', (title) => {
    expect(materialOf('http://example.org/', title)).toMatchObject({ value: { title: null } });
  });

  it('takes an address as long as a service does', () => {
    const url = 'https://example.org/'.padEnd(serviceLimits.urlLength, 'a');

    expect(materialOf(url)).toMatchObject({ ok: true, value: { url } });
  });

  it('cuts a title at the service’s limit', () => {
    const made = materialOf('https://example.org/', 'heron '.repeat(400));

    expect(made.ok && made.value.title?.length).toBe(serviceLimits.titleLength);
  });

  it.each([
    ['a script', 'javascript:alert(1)'],
    ['a mail address', 'mailto:ada@example.org'],
    ['a page in the address itself', 'data:text/html,<p>heron'],
    ['a file', 'file:///connection/ada/heron.html'],
    ['a page of the browser', 'chrome://settings/'],
    ['no address', 'heron'],
    ['nothing', ''],
    ['one that is too long', `https://example.org/${'a'.repeat(serviceLimits.urlLength)}`],
  ])('refuses %s', (_, url) => {
    expect(materialOf(url)).toMatchObject({
      ok: false,
      error: {
        code: 'link.unusable',
        message: expect.stringMatching(/^[A-Z].+\.$/),
        retryable: false,
      },
    });
  });
});
