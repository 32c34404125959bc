import { describe, expect, it } from 'vitest';
import { serviceLimits } from '../../lib/contract/limits.ts';
import { ok } from '../../lib/contract/result.ts';
import {
  type ReadHtml,
  createPageLoader,
  type ReadPdf,
  decodeText,
  refuseReading,
} from './load-page.ts';
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

function load(page: Partial<FetchedPage>, read: ReadHtml = readHtml) {
  const fetched: FetchedPage = {
    url: 'https://a.example/end',
    mediaType: 'text/html',
    charset: null,
    bytes: new Uint8Array(),
    ...page,
  };
  const loader = createPageLoader({ fetchPage: async () => ok(fetched), readHtml: read, readPdf });
  return loader('https://a.example/start', never);
}
const bytes = (text: string) => new TextEncoder().encode(text);

function attributes(count: number): string {
  return Array.from({ length: count }, (_, index) => `a${index}=1`).join(' ');
}

describe('createPageLoader', () => {
  it('returns the text, title and final URL of a page', async () => {
    expect(await load({ bytes: bytes('Hérons') })).toEqual({
      ok: true,
      value: { url: 'https://a.example/end', title: 'Hérons', content: '# Hérons' },
    });
  });

  it('returns plain text unchanged', async () => {
    expect(await load({ mediaType: 'text/plain', bytes: bytes('<b> & a heron\n') })).toMatchObject({
      value: { title: null, content: '<b> & a heron\n' },
    });
  });

  it('returns the text and title of a PDF', async () => {
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
  ] as const)('rejects empty and oversized text', async (page, code) => {
    expect(await load(page)).toMatchObject({ ok: false, error: { code } });
  });

  describe('with a page that can’t be parsed', () => {
    const prose = '<title>Herons</title><p>Herons <b>stand</b> &amp; wait.<p>Then they strike.';
    const text = { url: 'https://a.example/end', title: 'Herons' };
    const unexpected: ReadHtml = () => Promise.reject(new Error('It was parsed.'));

    it.each([
      ['deep nesting', '<div>'.repeat(50_000)],
      ['deep nesting, with misplaced end tags', '<div></section>'.repeat(50_000)],
      ['a million empty elements', '<i></i>'.repeat(1_000_000)],
      ['a huge table', `<table>${'<tr><td><td><td>'.repeat(130_000)}</table>`],
      ['an element with many attributes', `<div ${attributes(100_000)}>`],
      ['many attributes', `<p ${attributes(100)}>`.repeat(3001)],
      ['unclosed formatting', '<b><i>'.repeat(50_000)],
      ['unclosed formatting in many blocks', '<p><b><i>'.repeat(1000)],
      ['megabytes of comments', `<!-- ${'heron '.repeat(1_500_000)} -->`],
    ])('doesn’t parse %s, but keeps the text', async (_name, hostile) => {
      expect(await load({ bytes: bytes(prose + hostile) }, unexpected)).toEqual({
        ok: true,
        value: { ...text, content: 'Herons stand & wait.\n\nThen they strike.' },
      });
    });

    it.each(['read.timeout', 'read.failed'] as const)('keeps the text after %s', async (code) => {
      const loaded = await load({ bytes: bytes(prose) }, async () => refuseReading(code));

      expect(loaded).toMatchObject({
        value: { ...text, content: expect.stringMatching('strike') },
      });
    });

    it('leaves out scripts, styles, form fields and comments', async () => {
      const other = '<script>a<p>b</script><style>c</style><textarea>d</textarea><!-- e -->';
      const drawing = '<svg><title>A drawing</title><path/></svg>';

      const loaded = await load({ bytes: bytes(prose + other + drawing) }, async () =>
        refuseReading('read.timeout'),
      );

      expect(loaded).toEqual({
        ok: true,
        value: { ...text, content: 'Herons stand & wait.\n\nThen they strike.' },
      });
    });

    it.each([
      ['<div>'.repeat(50_000), 'read.too-complex'],
      [`<p>${'heron '.repeat(400_000)}${'<div>'.repeat(50_000)}`, 'read.too-large'],
    ])('reports why there is no text', async (html, code) => {
      expect(await load({ bytes: bytes(html) }, unexpected)).toMatchObject({ error: { code } });
    });

    it.each(['read.no-text', 'read.aborted'] as const)('doesn’t replace %s', async (code) => {
      expect(await load({ bytes: bytes(prose) }, async () => refuseReading(code))).toMatchObject({
        error: { code },
      });
    });
  });

  it.each([
    ['drawings', `<svg>${'<path d="M0 0"/>'.repeat(20_000)}</svg>`],
    ['lists and cells without end tags', `<ul>${'<li>a'.repeat(20_000)}</ul>`],
    ['formatting that is closed', '<p><b><i>a</i></b></p>'.repeat(20_000)],
  ])('parses a large page with %s', async (_name, html) => {
    expect(await load({ bytes: bytes(html) })).toMatchObject({ value: { content: `# ${html}` } });
  });

  it('returns the reason why the fetch was rejected', async () => {
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
