import { describe, expect, it } from 'vitest';
import { blocksOf } from './blocks.ts';

/** Returns the kind and text of each block, with line breaks shown as `/`. */
function shown(markdown: string): string[] {
  return blocksOf(markdown).map(
    ({ kind, start, end }) => `${kind} ${markdown.slice(start, end).replaceAll('\n', '/')}`,
  );
}

describe('blocksOf', () => {
  it.each([
    ['heading', ['# a', '   ###### a', '#', '##\ta']],
    ['item', ['- a', '* a', '+ a', '-', '1. a', '12) a', '123456789. a', '\t  - a']],
    ['quote', ['> a', '   >a', '>']],
    ['table', ['| a', '    |a|']],
    ['code', ['```', '   ~~~ js', '`````']],
    ['blank', ['', ' \t']],
    ['mark', ['---', '- - -', ' * * *', '___', '=====', '   ***  ']],
    [
      'mark',
      [
        '[1]: https://a.example',
        '   [a b]:<mailto:a@b.example>',
        '[1]: http://a.example',
        '[a]: /b  "cd"',
        "[a]: #b 'c'",
        '[a]: ./b (c)',
      ],
    ],
    ['paragraph', ['a', '#a', '####### a', '    # a', 'a # b', 'a - b', 'a > b', '    > a']],
    ['paragraph', ['-a', '1234567890. a', '1.a', '1 a', 'a | b', '``', 'a ```', '    ```']],
    ['paragraph', ['--', '==', '-- -a', '    ---', 'a ---', '-_-', '*-*', '_a_b_', '~~ a']],
    ['paragraph', ['[1]: Smith', '[a] /b', 'see [a]: /b', '[a]: /b c', '[a]: /b "c" d', '[]: /b']],
  ])('recognizes as %s: %j', (kind, lines) => {
    expect(lines.map((line) => [line, blocksOf(line || '\n').map((block) => block.kind)])).toEqual(
      lines.map((line) => [line, [kind]]),
    );
  });

  it.each([
    ['the lines of a paragraph', 'a\nb\n', ['paragraph a/b/']],
    ['the rows of a table', '|a\n|b', ['table |a/|b']],
    ['blank lines', 'a\n\n\nb', ['paragraph a/', 'blank //', 'paragraph b']],
    ['a lazy continuation line to its item', '- a\nb\n- c', ['item - a/b/', 'item - c']],
    ['a lazy continuation line to its quote', '> a\n> b\nc', ['quote > a/> b/c']],
  ])('joins %s', (_what, markdown, expected) => {
    expect(shown(markdown)).toEqual(expected);
  });

  it.each([
    ['headings', '# a\n# b\nc', ['heading # a/', 'heading # b/', 'paragraph c']],
    ['a paragraph from the table below it', 'a\n| b', ['paragraph a/', 'table | b']],
    ['a table from the paragraph below it', '| b\na', ['table | b/', 'paragraph a']],
    ['a quote from the item above it', '- a\n> b', ['item - a/', 'quote > b']],
    ['one code block from the next', '```\n```\n```\n```', ['code ```/```/', 'code ```/```']],
  ])('separates %s', (_what, markdown, expected) => {
    expect(shown(markdown)).toEqual(expected);
  });

  it.each([
    ['the same fence', '```\n# a\n```\nb', ['code ```/# a/```/', 'paragraph b']],
    ['a longer fence', '~~~\na\n ~~~~~ \nb', ['code ~~~/a/ ~~~~~ /', 'paragraph b']],
    ['no shorter fence', '````\n```\nb', ['code ````/```/b']],
    ['no fence of another kind', '```\n~~~\nb', ['code ```/~~~/b']],
    ['no fence followed by words', '```\n``` a\nb', ['code ```/``` a/b']],
  ])('ends a code block at %s', (_what, markdown, expected) => {
    expect(shown(markdown)).toEqual(expected);
  });
});
