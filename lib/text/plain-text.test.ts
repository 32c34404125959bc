import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainText } from './plain-text.ts';

describe('plainText', () => {
  it.each([
    ['a heading', '## Salt *and* light ##', 'Salt and light '],
    [
      'emphasis',
      '**bold**, *soft*, __bold__, _soft_ and ~~gone~~',
      'bold, soft, bold, soft and gone',
    ],
    ['a heading that ends in a hash', '   ### C# and #b', 'C# and #b'],
    ['consecutive headings', '# a\n## *b*', 'a\nb'],
    ['nested quotes and their contents', '>>> - [ ] a\n  >b', 'a\nb'],
    ['a task box only before a space', '- [x]\n- [xy] a', '[x]\n[xy] a'],
    ['a dash only before a space', '-a\nab- c', '-a\nab- c'],
    ['marks followed by several spaces', '#  a\n- [x]  b', 'a\nb'],
    ['a fence alone', '```', ''],
    ['an indented table without spaces', '  |a|b|  \n| - | :-: |', 'a  b\n'],
    ['a code block that ends with a longer fence', '   ~~~~ a\nb\n  ~~~~~ \n', 'b\n'],
    ['an empty code block', '```\n```', '\n'],
    ['backticks within a code block', '```\na```\n``` b\nc', 'a```\n``` b\nc'],
    ['a table with missing outer bars', '| a | b\n|-|-|\n|c |', 'a  b\n\nc'],
    ['emphasis without spaces around it', '这是**重点**内容', '这是重点内容'],
    [
      "stars and underscores that aren't markup",
      '5 * 3, snake_case, 2*3',
      '5 * 3, snake_case, 2*3',
    ],
    ['a link', 'See [the *guide*](https://a.example/b "Title").', 'See the guide.'],
    ['a link whose URL has parentheses', '[Set](https://a.example/Set_(math))!', 'Set!'],
    ['a link around an image', '[![a map](m.png)](https://a.example)', 'a map'],
    ['an image', 'x ![a *blue* door](door.jpg) y', 'x a blue door y'],
    ["brackets that aren't links", 'array[0] and [1] (see)', 'array[0] and [1] (see)'],
    ['a reference link, keeping its number', 'shown [before][2]', 'shown [before][2]'],
    ['an autolink', '<https://a.example/b>', 'https://a.example/b'],
    ['comparison signs', 'a < b and b > c', 'a < b and b > c'],
    ['an HTML line break', 'one<br>two', 'one two'],
    ['inline code', 'call `f(*args)` now', 'call f(*args) now'],
    ['an unclosed code mark', 'a ` b', 'a ` b'],
    [
      "formulas, whose characters aren't markup",
      String.raw`so $$\sum_{i=1}^n \{m_i\}$$ and $x_{1} *y* \\ z$.`,
      String.raw`so $$\sum_{i=1}^n \{m_i\}$$ and $x_{1} *y* \\ z$.`,
    ],
    ["amounts of money, which aren't formulas", '$5 _or_ $10, US$ _and_ $', '$5 or $10, US$ and $'],
    ['amounts in several currencies', String.raw`A$5\* or A$6`, 'A$5* or A$6'],
    ['escapes', String.raw`1\. a\*b\_c \\`, String.raw`1. a*b_c \ `.trim()],
    ['bullets, boxes and numbers', '- one\n* [x] two\n1. three', 'one\ntwo\n1. three'],
    ['a nested item', '- one\n  - two', 'one\ntwo'],
    ['a quote', '> said\n> > twice', 'said\ntwice'],
    ['a table', '| a | *b* |\n|---|:-:|\n| 1 \\| 2 | c |', 'a  b\n\n1 | 2  c'],
    ['a code block', '```js\nconst *x* = [1](2);\n```\nafter', 'const *x* = [1](2);\nafter'],
    ['an unclosed code block', '~~~\n*x*', '*x*'],
    ['rules and definitions', 'a\n\n---\n\n[1]: https://a.example "T"\n', 'a\n\n\n'],
    ['a line that only looks like a definition', '[1]: Smith 2004', '[1]: Smith 2004'],
    ['an underlined heading', 'Title\n=====\ntext', 'Title\ntext'],
  ])('converts %s', (_name, markdown, expected) => {
    expect(plainText(markdown)).toBe(expected);
  });

  it('keeps text without markup', () => {
    const words = fc.array(fc.stringMatching(/^[a-zé日.,;]{1,8}$/), { minLength: 1 });
    fc.assert(
      fc.property(words, (list) => {
        expect(plainText(list.join(' '))).toBe(list.join(' '));
      }),
    );
  });

  it("doesn't throw for any input, or add anything but the spaces between the cells of a table", () => {
    const pieces = fc.constantFrom(...'[]()*_`~<>!\\|#-\n ab'.split(''), '](', '```', '![');
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (list) => {
        const markdown = list.join('');
        const lengthOf = (text: string) => text.replace(/\s/g, '').length;
        expect(lengthOf(plainText(markdown))).toBeLessThanOrEqual(lengthOf(markdown));
        expect(plainText(markdown).length).toBeLessThanOrEqual(2 * markdown.length + 1);
      }),
      { numRuns: 1000, examples: [[['|', '|', '|', '|', '[']]] },
    );
  });
});

const HOSTILE = [
  '[',
  '](',
  '[a](',
  '](((((x)',
  '![',
  '`',
  '``` `',
  '*',
  '_a',
  '<a',
  '<http:',
  '\\',
  '|',
  '|-',
  '> ',
];

describe('plainText on two million characters in one line', () => {
  it.each([...HOSTILE, '$', '$_ ', '$_a', '#', '- ', '[a][', 'a](b '])(
    'finishes quickly for a run of %j',
    (text) => {
      expect(plainText(text.repeat(2 ** 21 / text.length)).length).toBeLessThan(2 ** 22);
    },
    60_000,
  );
});
