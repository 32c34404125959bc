import { describe, expect, it } from 'vitest';
import {
  beginsInWord,
  endsInWord,
  hasLetter,
  hasLetterOrDigit,
  isLatin,
  runsOf,
} from './letters.ts';

/** Every sign of the scripts that are told by ranges, and some of those that are not. */
const signs = Array.from({ length: 0x2_100 }, (_, code) => String.fromCodePoint(code)).concat(
  Array.from('中あไ한𝒜😀٣'),
);

/** The signs by which a function differs from a class of Unicode, alone and beside a Latin letter. */
function differences(is: (text: string) => boolean, shape: RegExp): string[] {
  return signs
    .flatMap((sign) => [sign, `a${sign}`, `${sign}-`])
    .filter((text) => is(text) !== shape.test(text));
}

describe('letters are told as Unicode tells them', () => {
  it.each([
    ['letters or digits', hasLetterOrDigit, /[\p{L}\p{N}]/u],
    ['letters', hasLetter, /\p{L}/u],
    ['the end within a word', endsInWord, /[^\P{L}\p{Lo}]$/u],
    ['the beginning within a word', beginsInWord, /^[^\P{L}\p{Lo}]/u],
  ])('%s', (_, is, shape) => {
    expect(differences(is, shape)).toEqual([]);
  });

  it('runs of letters and digits', () => {
    const texts = signs.map((sign) => `ice ${sign}shed ${sign}1`);

    const found = texts.map(runsOf);

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
