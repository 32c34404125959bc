import { describe, expect, it } from 'vitest';
import { cutEvery, sentenceEnds } from './sentences.ts';

function pieces(text: string, ends: readonly number[]): string[] {
  return ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end).trim());
}

describe('sentenceEnds', () => {
  it.each([
    ['full stops', 'It rained. We stayed.', ['It rained.', 'We stayed.']],
    ['other marks', 'Why? Look! And… Then', ['Why?', 'Look!', 'And…', 'Then']],
    ['a closing quotation mark', '“Go.” She went.', ['“Go.”', 'She went.']],
    ['Chinese and Japanese marks', '下雨了。我们留下。', ['下雨了。', '我们留下。']],
    ['an Arabic question mark', 'متى؟ غدا.', ['متى؟', 'غدا.']],
    ['no abbreviation', 'See e.g. Dr. Brown, vs. Mr. Lee.', ['See e.g. Dr. Brown, vs. Mr. Lee.']],
    [
      'no initial',
      'J. R. Green wrote it. Then he left.',
      ['J. R. Green wrote it.', 'Then he left.'],
    ],
    ['no full stop before a small letter', 'See fig. two below.', ['See fig. two below.']],
    ['no number', 'About 3.14 or so.', ['About 3.14 or so.']],
    ['text without an end', 'no end', ['no end']],
  ])('knows %s', (_name, text, expected) => {
    expect(pieces(text, sentenceEnds(text))).toEqual(expected);
  });
});

describe('cutEvery', () => {
  it.each([
    ['at spaces', 'one two three four', 9, ['one two', 'three', 'four']],
    ['within a word that is too long', 'abcdefghij', 4, ['abcd', 'efgh', 'ij']],
    ['never within a character', '😀😀😀', 3, ['😀', '😀', '😀']],
    ['nothing that fits', 'short', 9, ['short']],
  ])('cuts %s', (_name, text, size, expected) => {
    expect(pieces(text, cutEvery(text, size))).toEqual(expected);
  });
});
