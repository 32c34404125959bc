import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokenize } from './tokenize.ts';

function termsOf(text: string): string {
  return tokenize(text)
    .map((token) => token.term)
    .join(' ');
}

describe('tokenize', () => {
  it.each([
    ['empty text', '', ''],
    ['punctuation alone', '… — !? “”', ''],
    ['case', 'KEEP Keep keep', 'keep keep keep'],
    ['English inflection', 'connected connections connecting', 'connect connect connect'],
    ['irregular English forms', 'children went, women wrote', 'child go woman writ'],
    [
      'endings of other languages in Latin script',
      'libro libri Frau Frauen skog skogarna',
      'libr libr frau frau skog skog',
    ],
    ['French plurals', 'bateau bateaux', 'batea batea'],
    ['Russian cases', 'книга книгу книгами старого старая', 'книг книг книг стар стар'],
    ['diacritics', 'École naïve Übergänge señor', 'ecol naiv ubergang senor'],
    ["letters that Unicode doesn't decompose", 'Straße Æther Łódź Øre', 'strass aether lodz or'],
    ['compatibility forms', 'ﬁne ＡＢＣ', 'fine abc'],
    ['a contraction', "don't", 'dont'],
    ['a typographic apostrophe', 'don’t O’Neil', 'dont oneil'],
    ['a possessive', "Mary's garden’s", 'mari gard'],
    ['an elided article', "l'eau d’Orsay dell'arte", 'eau orsa art'],
    ['an article before a single letter', "l'a", 'la'],
    ['an apostrophe without an article before it', "aujourd'hui O'Sullivan", 'aujourdhu osullivan'],
    ['an apostrophe at the edge', "'quoted' dogs'", 'quot dog'],
    ['numbers', '42 007 3.14', '42 007 3 14'],
    ['grouped numbers', '1,000,000 and 1.000.000', '1000000 and 1000000'],
    ["digits that aren't in groups of three", '1,0000 1,000,00', '1 0000 1 000 00'],
    ['a number in parentheses', '㈠', '一'],
    ['digits of other scripts', '٤٢ ४२ ４２', '42 42 42'],
    ['letters with digits', 'B2B mp3 covid19', 'b2b mp3 covid19'],
    ['a soft hyphen', 'inter\u00ADnational', 'intern'],
    ['a soft hyphen alone', 'a \u00AD b', 'a b'],
    ['a zero-width joiner', 'می\u200Cخواهم', 'ميخواهم'],
    ['underscores and paths', 'snake_case /usr/lib', 'snak case usr lib'],
    ['Cyrillic', 'Ёлка ёлка йод', 'елк елк йод'],
    ['Greek with a final sigma', 'ΟΔΟΣ οδός', 'οδοσ οδοσ'],
    ['Turkish capitals', 'İstanbul ısı', 'istanbul isi'],
    ['Arabic with the article and vowels', 'الكِتَاب والكتاب كتاب', 'كتاب كتاب كتاب'],
    ['Hindi, whose marks are vowels', 'हिन्दी', 'हिन्दी'],
    ['Chinese as characters and pairs', '北京大学', '北 北京 京 京大 大 大学 学'],
    ['one ideograph', '茶', '茶'],
    ['Japanese with a long vowel', 'コーヒー', 'コ コー ー ーヒ ヒ ヒー ー'],
    ['half-width kana with a voicing mark', 'ｶﾞｽ', 'ガ ガス ス'],
    ['Korean', '한국어', '한 한국 국 국어 어'],
    ['ideographs next to Latin letters', 'Tokyo東京2024年', 'toky 東 東京 京 2024 年'],
    ['Thai as pairs and triples', 'กาแฟ', 'กา กาแ าแ าแฟ แฟ'],
    ['a single Thai letter', 'ก', 'ก'],
    ['a lone surrogate', 'a\uD800b', 'a b'],
  ])('tokenizes %s', (_name, text, expected) => {
    expect(termsOf(text)).toBe(expected);
  });

  it('returns the position of each term', () => {
    const text = 'The ﬁrst Straße, 東京';

    const places = tokenize(text).map(({ term, start, end }) => [term, text.slice(start, end)]);

    expect(places).toEqual([
      ['the', 'The'],
      ['first', 'ﬁrst'],
      ['strass', 'Straße'],
      ['東', '東'],
      ['東京', '東京'],
      ['京', '京'],
    ]);
  });

  it('cuts a very long word and keeps its position', () => {
    const [token, ...others] = tokenize('x'.repeat(5000));

    expect(token).toEqual({ term: 'x'.repeat(64), start: 0, end: 5000 });
    expect(others).toEqual([]);
  });

  it("returns terms the index doesn't split, for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const odd = tokenize(text).filter(
          ({ term, start, end }) =>
            !/^[a-z0-9\u0080-\u{10FFFF}]+$/u.test(term) ||
            !term.isWellFormed() ||
            start < 0 ||
            end <= start ||
            end > text.length,
        );
        expect(odd).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});

/** Repeats a text to two million characters. */
function much(text: string): string {
  return text.repeat(Math.ceil(2 ** 21 / text.length)).slice(0, 2 ** 21);
}

describe('tokenize on two million characters in one line', () => {
  it.each(['a', 'ab ', '000,', "a'", '0.', '\u0301', 'a\u00AD', 'ก้', '日本', 'ab\u200D'])(
    'finishes quickly for a run of %j',
    (text) => {
      const line = much(text);

      // Quadratic time would take minutes; linear time takes a second or less.
      expect(tokenize(line).every(({ end }) => end <= line.length)).toBe(true);
    },
    60_000,
  );
});
