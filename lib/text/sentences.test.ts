import { describe, expect, it } from 'vitest';
import { cutEvery, sentenceEnds } from './sentences.ts';

function pieces(text: string, ends: readonly number[]): string[] {
  return ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end).trim());
}

describe('sentenceEnds', () => {
  it.each([
    ['periods', 'It rained. We stayed.', ['It rained.', 'We stayed.']],
    ['other marks', 'Why? Look! And… Then', ['Why?', 'Look!', 'And…', 'Then']],
    ['a closing quotation mark', '“Go.” She went.', ['“Go.”', 'She went.']],
    ['Chinese and Japanese marks', '下雨了。我们留下。', ['下雨了。', '我们留下。']],
    ['an Arabic question mark', 'متى؟ غدا.', ['متى؟', 'غدا.']],
    [
      'no abbreviations',
      'See e.g. Dr. Brown, vs. Mrs. Lee.',
      ['See e.g. Dr. Brown, vs. Mrs. Lee.'],
    ],
    [
      'no initial',
      'J. R. Green wrote it. Then he left.',
      ['J. R. Green wrote it.', 'Then he left.'],
    ],
    ['a sentence soon after an initial', 'J. Green. Then', ['J. Green.', 'Then']],
    ['no period before a lowercase letter', 'See fig.  two below.', ['See fig.  two below.']],
    [
      'no period in parentheses before a lowercase letter',
      'It fell (a lot.) and we stayed',
      ['It fell (a lot.) and we stayed'],
    ],
    ['a single sentence', '走れ。', ['走れ。']],
    ['no decimal points', 'About 3.14 or so.', ['About 3.14 or so.']],
    ['text without punctuation', 'no end', ['no end']],
    [
      'closing characters after the punctuation',
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
    ['a word that ends like an abbreviation', 'They overetc. Then', ['They overetc.', 'Then']],
    ['no period before a quoted lowercase letter', 'See fig. “two”.', ['See fig. “two”.']],
    ['a question before a lowercase letter', 'Why? because', ['Why?', 'because']],
    ['a period with a lowercase letter further on', 'It rained. I am', ['It rained.', 'I am']],
  ])('recognizes %s', (_name, text, expected) => {
    expect(pieces(text, sentenceEnds(text))).toEqual(expected);
  });
});

describe('cutEvery', () => {
  it.each([
    ['at spaces', 'one two three four', 9, ['one two', 'three', 'four']],
    ['within an overlong word', 'abcdefghij', 4, ['abcd', 'efgh', 'ij']],
    ['outside surrogate pairs', '😀😀😀', 3, ['😀', '😀', '😀']],
    [
      'outside surrogate pairs at the ends of the Unicode range',
      'a\u{10000}b\u{103FF}',
      2,
      ['a', '\u{10000}', 'b', '\u{103FF}'],
    ],
    ['between full-width letters', 'ＡＢＣＤ', 2, ['ＡＢ', 'ＣＤ']],
    ['within a word if the space is in the first half', 'ab cdefghi', 6, ['ab cde', 'fghi']],
    ['at a space just after the middle', 'abc defghi', 6, ['abc', 'defghi']],
    ['before a space at the end', 'abcdef ghi', 6, ['abcdef', 'ghi']],
    ['nothing if the text just fits', 'it is', 5, ['it is']],
    ['nothing if the text fits', 'short', 9, ['short']],
  ])('cuts %s', (_name, text, size, expected) => {
    expect(pieces(text, cutEvery(text, size))).toEqual(expected);
  });
});
