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
    ['no abbreviation', 'See e.g. Dr. Brown, vs. Mrs. Lee.', ['See e.g. Dr. Brown, vs. Mrs. Lee.']],
    [
      'no initial',
      'J. R. Green wrote it. Then he left.',
      ['J. R. Green wrote it.', 'Then he left.'],
    ],
    ['a sentence soon after an initial', 'J. Green. Then', ['J. Green.', 'Then']],
    ['no full stop before a small letter', 'See fig.  two below.', ['See fig.  two below.']],
    [
      'none in brackets before one',
      'It fell (a lot.) and we stayed',
      ['It fell (a lot.) and we stayed'],
    ],
    ['one sentence with its mark', '走れ。', ['走れ。']],
    ['no number', 'About 3.14 or so.', ['About 3.14 or so.']],
    ['text without an end', 'no end', ['no end']],
    [
      'what closes a sentence after its mark',
      '(We left.) **Done!** [So?] Then',
      ['(We left.)', '**Done!**', '[So?]', 'Then'],
    ],
    [
      'full-width marks and brackets',
      '「走れ。」「はい！」え？それで',
      ['「走れ。」', '「はい！」', 'え？', 'それで'],
    ],
    ['a Hindi danda', 'वह गया। वह आया।', ['वह गया।', 'वह आया।']],
    ['no abbreviation after a bracket', 'Some (approx. Two) left.', ['Some (approx. Two) left.']],
    ['a word that ends like one', 'They overetc. Then', ['They overetc.', 'Then']],
    ['no full stop before a quoted small letter', 'See fig. “two”.', ['See fig. “two”.']],
    ['a question before a small letter', 'Why? because', ['Why?', 'because']],
    ['a mark before a small letter later on', 'It rained. I am', ['It rained.', 'I am']],
  ])('knows %s', (_name, text, expected) => {
    expect(pieces(text, sentenceEnds(text))).toEqual(expected);
  });
});

describe('cutEvery', () => {
  it.each([
    ['at spaces', 'one two three four', 9, ['one two', 'three', 'four']],
    ['within a word that is too long', 'abcdefghij', 4, ['abcd', 'efgh', 'ij']],
    ['never within a character', '😀😀😀', 3, ['😀', '😀', '😀']],
    [
      'no character at the ends of its range',
      'a\u{10000}b\u{103FF}',
      2,
      ['a', '\u{10000}', 'b', '\u{103FF}'],
    ],
    ['between full-width letters', 'ＡＢＣＤ', 2, ['ＡＢ', 'ＣＤ']],
    ['at no space in the first half', 'ab cdefghi', 6, ['ab cde', 'fghi']],
    ['at a space just behind the half', 'abc defghi', 6, ['abc', 'defghi']],
    ['before a space at the end', 'abcdef ghi', 6, ['abcdef', 'ghi']],
    ['nothing that just fits', 'it is', 5, ['it is']],
    ['nothing that fits', 'short', 9, ['short']],
  ])('cuts %s', (_name, text, size, expected) => {
    expect(pieces(text, cutEvery(text, size))).toEqual(expected);
  });
});
