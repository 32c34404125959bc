import { describe, expect, it } from 'vitest';
import { decodeText } from './decode-text.ts';
import type { FetchedPage } from './page-fetcher.ts';

function page(bytes: Uint8Array, rest: Partial<FetchedPage> = {}): FetchedPage {
  return { url: 'https://a.example/', mediaType: 'text/html', charset: null, bytes, ...rest };
}
const utf8 = (text: string) => new TextEncoder().encode(text);
const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

describe('decodeText', () => {
  it.each([
    ['UTF-8 where nobody says', page(utf8('Übung')), 'Übung'],
    ['the older web where it is no UTF-8', page(latin('Übung')), 'Übung'],
    ['what the server says', page(latin('Übung'), { charset: 'iso-8859-1' }), 'Übung'],
    ['Japanese', page(Uint8Array.of(0x93, 0xfa), { charset: 'shift_jis' }), '日'],
    [
      'what the page says',
      page(latin('<meta charset="windows-1251"><p>\xcc')),
      '<meta charset="windows-1251"><p>М',
    ],
    [
      'what the page says at length',
      page(latin('<META http-equiv=x content="text/html; charset=iso-8859-2">\xb1')),
      '<META http-equiv=x content="text/html; charset=iso-8859-2">ą',
    ],
    [
      'a mark before the server',
      page(Uint8Array.of(0xff, 0xfe, 0x41, 0), { charset: 'utf-8' }),
      'A',
    ],
    ['UTF-8 by its mark', page(utf8('\uFEFFÜ'), { charset: 'windows-1252' }), 'Ü'],
    ['UTF-8 where the name is none', page(utf8('Ü'), { charset: 'nonsense' }), 'Ü'],
    [
      'plain text without looking for tags',
      page(latin('<meta charset=utf-8>\xdc'), { mediaType: 'text/plain' }),
      '<meta charset=utf-8>Ü',
    ],
  ])('reads %s', (_name, fetched, text) => {
    expect(decodeText(fetched)).toBe(text);
  });
});
