import { describe, expect, it } from 'vitest';
import { tidyMarkdown } from './tidy-markdown.ts';

describe('tidyMarkdown', () => {
  it.each([
    ['blank lines', 'a\n\n \n\n\nb', 'a\n\nb'],
    ['space around all of it', '\n\na\n\n', 'a'],
    ['space at the end of a line', 'a \nb\t', 'a\nb'],
    ['a line break at the end of a paragraph', 'a  \n\nb', 'a\n\nb'],
    ['soft hyphens and byte order marks', '\uFEFFin\u00ADfor\u00ADma\u00ADtion', 'information'],
    ['the backslash of a mark within a line', '**a** \\- b', '**a** - b'],
    ['the breaks of spaces', '15\u00A0°C', '15 °C'],
  ])('takes out %s', (_, markdown, expected) => {
    expect(tidyMarkdown(markdown)).toBe(expected);
  });

  it.each([
    ['a line break', 'a  \nb'],
    ['the indentation of a list', '- a\n\n  b\n- c'],
    ['blank lines of code', '```js\na\n\n\nb \n```'],
    ['blank lines of code in a list', '- a\n\n  ```\n  a\n\n\n  b\n  ```'],
    ['fences inside longer fences', '````md\n```\n\n\n```\n````'],
    ['the backslash of a mark that begins a line', '- \\- a'],
    ['the backslash of code', 'a `b \\+ c`'],
    ['joiners inside words', 'می\u200Cخواهم'],
  ])('keeps %s', (_, markdown) => {
    expect(tidyMarkdown(markdown)).toBe(markdown);
  });

  it('goes on tidying after code', () => {
    expect(tidyMarkdown('```\na\n```\n\n\n\nb')).toBe('```\na\n```\n\nb');
  });
});
