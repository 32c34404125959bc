import { describe, expect, it } from 'vitest';
import {
  startsWithCasedLetter,
  endsWithCasedLetter,
  hasLetter,
  hasLetterOrDigit,
  isLatin,
  alphanumericRuns,
  countMarkdownWords,
  countWords,
} from './words.ts';

/** Every character in the ranges, and some outside them. */
const signs = Array.from({ length: 0x2_100 }, (_, code) => String.fromCodePoint(code)).concat(
  Array.from('中あไ한𝒜😀٣'),
);

/** Returns the characters for which a function and a Unicode class differ, alone and next to a Latin letter. */
function differences(is: (text: string) => boolean, shape: RegExp): string[] {
  return signs
    .flatMap((sign) => [sign, `a${sign}`, `${sign}-`])
    .filter((text) => is(text) !== shape.test(text));
}

describe('the Latin fast path agrees with Unicode on', () => {
  it.each([
    ['letters or digits', hasLetterOrDigit, /[\p{L}\p{N}]/u],
    ['letters', hasLetter, /\p{L}/u],
    ['text ending with a cased letter', endsWithCasedLetter, /[^\P{L}\p{Lo}]$/u],
    ['text starting with a cased letter', startsWithCasedLetter, /^[^\P{L}\p{Lo}]/u],
  ])('%s', (_, is, shape) => {
    expect(differences(is, shape)).toEqual([]);
  });

  it('runs of letters and digits', () => {
    const texts = signs.map((sign) => `ice ${sign}shed ${sign}1`);

    const found = texts.map(alphanumericRuns);

    expect(found).toEqual(texts.map((text) => text.match(/[\p{L}\p{N}]+/gu)));
  });
});

describe('isLatin', () => {
  it.each([
    ['Keeping ice – “the shed”', true],
    ['Überraschung', true],
    ['', true],
    ['лёд', false],
    ['冰', false],
    ['²', false],
  ])('%s: %s', (text, expected) => {
    expect(isLatin(text)).toBe(expected);
  });
});

describe('countWords', () => {
  it.each([
    ['', 0],
    ['  \n ', 0],
    ['— … !', 0],
    ['One two  three\nfour', 4],
    ["don't well-known 3.5 e.g.", 4],
    ['before—after', 2],
    ['Über Straße naïve', 3],
    ['كان الجليد يباع', 3],
    ['얼음은 겨울에', 2],
    ['古人冬天取冰。', 6],
    ['氷はカタカナ', 6],
    ['HTML 是标准', 4],
    ['สวัสดีชาวโลก', 3],
  ])('counts %j as %i', (text, expected) => {
    expect(countWords(text)).toBe(expected);
  });
});

describe('countMarkdownWords', () => {
  it.each([
    ['# A title\n\n**Bold** words', 4],
    ['[a link](https://example.org/some/path_(x\\)) and more', 4],
    ['![a picture](https://example.org/a.png)', 2],
    ['1. one\n2. two', 2],
    ['| a | b |\n| --- | --- |', 2],
  ])('counts %j as %i', (text, expected) => {
    expect(countMarkdownWords(text)).toBe(expected);
  });
});
