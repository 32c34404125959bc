import { describe, expect, it } from 'vitest';
import { serviceLimits } from '../contract/limits.ts';
import { linkMaterial } from './model.ts';

const now = Date.UTC(2026, 10, 21, 9, 30);
const materialOf = (url: string, title: string | null = null) => linkMaterial({ url, title, now });

describe('linkMaterial', () => {
  it('sends the URL and the link text', () => {
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

  it('removes a user name and a password', () => {
    const made = materialOf('https://ada:secret@example.org/a');

    expect(JSON.stringify(made)).not.toContain('secret');
    expect(made).toMatchObject({ ok: true, value: { url: 'https://example.org/a' } });
  });

  it.each([' \n ', null])('has no title for a link without text: %o', (title) => {
    expect(materialOf('http://example.org/', title)).toMatchObject({ value: { title: null } });
  });

  it('accepts a URL of the maximum length', () => {
    const url = 'https://example.org/'.padEnd(serviceLimits.urlLength, 'a');

    expect(materialOf(url)).toMatchObject({ ok: true, value: { url } });
  });

  it('cuts a title to the service’s limit', () => {
    const made = materialOf('https://example.org/', 'heron '.repeat(400));

    expect(made.ok && made.value.title?.length).toBe(serviceLimits.titleLength);
  });

  it.each([
    ['a javascript: URL', 'javascript:alert(1)'],
    ['a mailto: URL', 'mailto:ada@example.org'],
    ['a data: URL', 'data:text/html,<p>heron'],
    ['a local file', 'file:///connection/ada/heron.html'],
    ['a page of the browser', 'chrome://settings/'],
    ['an invalid URL', 'heron'],
    ['nothing', ''],
    ['a URL that is too long', `https://example.org/${'a'.repeat(serviceLimits.urlLength)}`],
  ])('rejects %s', (_, url) => {
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
