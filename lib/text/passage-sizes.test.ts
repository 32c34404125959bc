import { describe, expect, it } from 'vitest';
import { isDense, splitPassages } from './split-passages.ts';

/** Returns a paragraph of this many characters, or the text itself. */
function block(what: number | string): string {
  return typeof what === 'number' ? 'x'.repeat(what) : what;
}

/** Returns the paragraph lengths and headings of each passage. */
function packed(...blocks: (number | string)[]): string[] {
  return splitPassages(blocks.map(block).join('\n\n'), '').map(({ text }) =>
    text
      .split('\n\n')
      .map((part) => (part.startsWith('x') ? part.length : part))
      .join(' '),
  );
}

describe('splitPassages', () => {
  it.each([
    ['joins blocks that fit', [398, 400], ['398 400']],
    ["separates blocks that don't fit", [399, 400], ['399', '400']],
    ['joins a small remainder', [700, 399], ['700 399']],
    ['separates a remainder of half a passage', [700, 400], ['700', '400']],
    ['joins a remainder up to one and a half times the target', [898, 300], ['898 300']],
    ['separates a larger remainder', [899, 300], ['899', '300']],
    ['joins a remainder to the passage before it', [700, 700, 300], ['700', '700 300']],
    ['starts a passage at a heading after enough text', [318, '# H', 9], ['318', '# H 9']],
    ['continues a passage with too little text', [317, '# H', 9], ['317 # H 9']],
    ['keeps a heading with the text below it', [200, '# H', 700], ['200', '# H 700']],
    [
      'keeps several headings together and counts them',
      [200, '# H', '## I', 600, 180, 700],
      ['200', '# H ## I 600 180', '700'],
    ],
    [
      'keeps a heading with its text, not with the previous section',
      ['# H\nA', '# I', 790],
      ['# H\nA', '# I 790'],
    ],
    ["doesn't separate a heading from long text", ['# H', 1_000], ['# H 1000']],
    ['separates a small section', [700, '# H', 9], ['700', '# H 9']],
    ['keeps a long block whole', [1_200], ['1200']],
    ['cuts a longer block', [1_201], ['800', '401']],
  ])('%s', (_what, blocks, expected) => {
    expect(packed(...blocks)).toEqual(expected);
  });

  it('cuts an overlong line of code at spaces and keeps other lines whole', () => {
    const line = `${'a. '.repeat(30)}b`;
    const code = ['```', ...Array.from({ length: 20 }, () => line), 'c '.repeat(800).trim(), '```'];

    const lines = splitPassages(code.join('\n'), '').flatMap(({ text }) => text.split('\n'));

    expect(lines.filter((text) => text === line)).toHaveLength(20);
    expect(lines.filter((text) => text.startsWith('c')).map(({ length }) => length)).toEqual([
      799, 799,
    ]);
  });

  it('cuts only the overlong sentence of a paragraph', () => {
    const texts = splitPassages(`First. ${'X'.repeat(1_300)}. Then. ${'Y'.repeat(700)}.`, '');

    expect(texts.map(({ text }) => text.replaceAll(/(.)\1+/g, '$1'))).toEqual([
      'First.',
      'X',
      'X. Then.',
      'Y.',
    ]);
  });

  it('keeps a long sentence whole', () => {
    const sentence = `${'X'.repeat(1_000)}.`;
    const texts = splitPassages(`${'Y'.repeat(300)}. ${sentence} Then.\n\n${block(700)}`, '');

    expect(texts[1]?.text).toBe(sentence);
  });

  it('keeps at most two characters of white space before a passage', () => {
    const [, second] = splitPassages(`${'X'.repeat(700)}.   ${'Y'.repeat(700)}.`, '');

    expect(second).toMatchObject({ start: 704, lead: '  ' });
  });

  it('returns the position of a passage without white space around it', () => {
    const [first, second] = splitPassages(`\n  ${block(700)} \n\n\n\n  ${block(500)}\n`, '');

    expect(first).toMatchObject({ position: 0, start: 3, end: 703, lead: '' });
    expect(second).toMatchObject({ position: 1, start: 710, end: 1_210, lead: '\n\n' });
  });

  it.each([
    ['the title', 'x', ' Harbours ', ['Harbours']],
    ['no blank heading', '#\n\nx', ' ', []],
    ['a heading that replaces a lower one', '## A\n### B\n## C\n\nx', '', ['C']],
    ['a heading below a higher one', '# A\n### B\n## C\n\nx', '', ['A', 'C']],
    ['no heading after the first text', 'x\n\n# A\n\nx', '', []],
    ['a heading without its markup', '## *Salt* [and](a) light ##\nx', '', ['Salt and light']],
    ['an overlong heading, cut', `# ${'a'.repeat(400)}\n\nx`, '', ['a'.repeat(298)]],
    ['headings without text', '# A\n## B', '', ['A', 'B']],
  ])('returns %s', (_what, markdown, title, headings) => {
    expect(splitPassages(markdown, title)[0]?.headings).toEqual(headings);
  });
});

describe('isDense', () => {
  it.each([
    ['ideographs', '港の記憶', true],
    ['Korean', '항구의 기억', true],
    ['text with one third ideographs', '港ab'.repeat(9), false],
    ['text with more than a third ideographs', '港ab'.repeat(9) + '港', true],
    [
      'a long text with ideographs only at the start',
      '港'.repeat(1_000) + 'a'.repeat(9_000),
      false,
    ],
    [
      'a long text with ideographs except at the start',
      'a'.repeat(4_000) + '港'.repeat(8_000),
      true,
    ],
    ['empty text', '', false],
  ])('classifies %s', (_what, text, expected) => {
    expect(isDense(text)).toBe(expected);
  });
});
