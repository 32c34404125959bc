import { expect, it } from 'vitest';
import { foldWord } from './tokenize.ts';

it.each([
  ['case', 'KEEP', 'keep'],
  ['apostrophes', "Don't", 'dont'],
  ['apostrophes of every kind', 'a\u2019b\u02BCc\uFF07d\u00E9', 'abcde'],
  ["letters that Unicode doesn't decompose", 'ßæœøđðłıþς', 'ssaeoeoddlithσ'],
  ['the forms of an alef', 'أإآٱ', 'اااا'],
  ['Arabic letters with two spellings', 'ىیکة', 'ييكه'],
  ['Arabic vowels and the tatweel', 'هٰـذَا', 'هذا'],
  ['Hebrew points', 'שָׁלוֹם', 'שלום'],
  ['no Shan digits', '႑', '႑'],
])('folds %s', (_what, word, expected) => {
  expect(foldWord(word)).toBe(expected);
});

it('folds the digits of all supported scripts', () => {
  const words = '٠٤٩ ۰۴۹ ߀߄߉ ०४९ ০৪৯ ੦੪੯ ૦૪૯ ୦୪୯ ௦௪௯ ౦౪౯ ೦೪೯ ൦൪൯ ๐๔๙ ໐໔໙ ၀၄၉ ០៤៩ ０４９';

  expect(words.split(' ').map(foldWord)).toEqual(words.split(' ').map(() => '049'));
});
