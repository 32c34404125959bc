import { describe, expect, it } from 'vitest';
import { serviceLimits } from '../../lib/contract/limits.ts';
import { ok } from '../../lib/contract/result.ts';
import { type ReadHtml, createPageLoader, type ReadPdf, decodeText } from './load-page.ts';
import { refuseFetch, type FetchedPage } from './page-fetcher.ts';

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

/** Uses the text of a page as its title. */
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

describe('createPageLoader', () => {
  it('gives the text, title and final URL of a page', async () => {
    expect(await load({ bytes: bytes('Hérons') })).toEqual({
      ok: true,
      value: { url: 'https://a.example/end', title: 'Hérons', content: '# Hérons' },
    });
  });

  it('gives plain text unchanged', async () => {
    expect(await load({ mediaType: 'text/plain', bytes: bytes('<b> & a heron\n') })).toMatchObject({
      value: { title: null, content: '<b> & a heron\n' },
    });
  });

  it('gives the text and title of a PDF', async () => {
    expect(await load({ mediaType: 'application/pdf', bytes: bytes('A heron.') })).toMatchObject({
      value: { title: 'Herons', content: 'A heron.' },
    });
  });

  it('cuts a long title without splitting a character', async () => {
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
  ] as const)('refuses empty and oversized text', async (page, code) => {
    expect(await load(page)).toMatchObject({ ok: false, error: { code } });
  });

  it('passes on why the fetch was refused', async () => {
    const refusal = refuseFetch('address.closed');
    const loader = createPageLoader({ fetchPage: async () => refusal, readHtml, readPdf });

    expect(await loader('http://127.0.0.1/', never)).toEqual(refusal);
  });
});

function fetchedPage(content: Uint8Array, rest: Partial<FetchedPage> = {}): FetchedPage {
  const page = { url: 'https://a.example/', mediaType: 'text/html', charset: null } as const;
  return { ...page, bytes: content, ...rest };
}
const utf8 = (text: string) => new TextEncoder().encode(text);
const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

describe('decodeText', () => {
  it.each([
    ['UTF-8 by default', fetchedPage(utf8('Übung')), 'Übung'],
    ['windows-1252 if it isn’t UTF-8', fetchedPage(latin('Übung')), 'Übung'],
    ['the encoding of the header', fetchedPage(latin('Übung'), { charset: 'iso-8859-1' }), 'Übung'],
    ['Japanese', fetchedPage(Uint8Array.of(0x93, 0xfa), { charset: 'shift_jis' }), '日'],
    [
      'the encoding of a meta tag',
      fetchedPage(latin('<meta charset="windows-1251"><p>\xcc')),
      '<meta charset="windows-1251"><p>М',
    ],
    [
      'the encoding of an http-equiv meta tag',
      fetchedPage(latin('<META http-equiv=x content="text/html; charset=iso-8859-2">\xb1')),
      '<META http-equiv=x content="text/html; charset=iso-8859-2">ą',
    ],
    [
      'a byte order mark before the header',
      fetchedPage(Uint8Array.of(0xff, 0xfe, 0x41, 0), { charset: 'utf-8' }),
      'A',
    ],
    [
      'UTF-8 with a byte order mark',
      fetchedPage(utf8('\uFEFFÜ'), { charset: 'windows-1252' }),
      'Ü',
    ],
    ['UTF-8 if the encoding is unknown', fetchedPage(utf8('Ü'), { charset: 'nonsense' }), 'Ü'],
    [
      'plain text without looking for a meta tag',
      fetchedPage(latin('<meta charset=utf-8>\xdc'), { mediaType: 'text/plain' }),
      '<meta charset=utf-8>Ü',
    ],
  ])('reads %s', (_name, fetched, text) => {
    expect(decodeText(fetched)).toBe(text);
  });
});
