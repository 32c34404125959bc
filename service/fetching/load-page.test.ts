import { describe, expect, it } from 'vitest';
import { serviceLimits } from '../../lib/contracts/limits.ts';
import { ok } from '../../lib/contracts/result.ts';
import type { ReadHtml } from './html-reader.ts';
import { createPageLoader } from './load-page.ts';
import { refuseFetch, type FetchedPage } from './page-fetcher.ts';
import type { ReadPdf } from './pdf-reader.ts';

const never = new AbortController().signal;
const capture = {
  url: 'https://a.example/end',
  canonicalLink: null,
  site: null,
  author: null,
  published: null,
  language: null,
  excerpt: null,
  wordCount: 2,
  kind: 'article',
  kindConfidence: 1,
  extractor: 'blocks',
  capturedAt: '2026-11-21T00:00:00.000Z',
} as const;

/** Reads a page as one that is titled by its text. */
const readHtml: ReadHtml = async ({ html }) =>
  ok({ ...capture, title: html, content: `# ${html}` });

const readPdf: ReadPdf = async (bytes) =>
  ok({ title: 'Herons', content: new TextDecoder().decode(bytes) });

function load(page: Partial<FetchedPage>) {
  const fetched: FetchedPage = {
    url: 'https://a.example/end',
    mediaType: 'text/html',
    charset: null,
    bytes: new Uint8Array(),
    ...page,
  };
  const loader = createPageLoader({ fetchPage: async () => ok(fetched), readHtml, readPdf });
  return loader('https://a.example/start', never);
}
const bytes = (text: string) => new TextEncoder().encode(text);

describe('the loader of pages', () => {
  it('gives the text of a page with its title, from where the redirects ended', async () => {
    expect(await load({ bytes: bytes('Hérons') })).toEqual({
      ok: true,
      value: { url: 'https://a.example/end', title: 'Hérons', content: '# Hérons' },
    });
  });

  it('gives plain text as it came', async () => {
    expect(await load({ mediaType: 'text/plain', bytes: bytes('<b> & a heron\n') })).toMatchObject({
      value: { title: null, content: '<b> & a heron\n' },
    });
  });

  it('gives the text of a PDF with its title', async () => {
    expect(await load({ mediaType: 'application/pdf', bytes: bytes('A heron.') })).toMatchObject({
      value: { title: 'Herons', content: 'A heron.' },
    });
  });

  it('keeps a title within the limit, and whole letters', async () => {
    const loaded = await load({ bytes: bytes(`${'x'.repeat(serviceLimits.titleLength - 1)}😀`) });

    expect(loaded).toMatchObject({
      value: { title: 'x'.repeat(serviceLimits.titleLength - 1) },
    });
  });

  it.each([
    [{ mediaType: 'text/plain', bytes: bytes(' \n') }, 'read.no-text'],
    [
      { mediaType: 'text/plain', bytes: new Uint8Array(serviceLimits.contentBytes + 1).fill(120) },
      'read.too-large',
    ],
    [
      {
        mediaType: 'application/pdf',
        bytes: new Uint8Array(serviceLimits.contentBytes + 1).fill(120),
      },
      'read.too-large',
    ],
  ] as const)('refuses what it cannot keep', async (page, code) => {
    expect(await load(page)).toMatchObject({ ok: false, error: { code } });
  });

  it('passes on why a page was not fetched', async () => {
    const refusal = refuseFetch('address.closed');
    const loader = createPageLoader({ fetchPage: async () => refusal, readHtml, readPdf });

    expect(await loader('http://127.0.0.1/', never)).toEqual(refusal);
  });
});
