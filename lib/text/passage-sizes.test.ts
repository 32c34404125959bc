import { describe, expect, it } from 'vitest';
import { isDense, splitPassages } from './split-passages.ts';

/** A paragraph of so many characters, or a heading. */
function block(what: number | string): string {
  return typeof what === 'number' ? 'x'.repeat(what) : what;
}

/** The passages, each as the lengths of its paragraphs and its headings. */
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
    ['joins what fits', [398, 400], ['398 400']],
    ['parts what does not', [399, 400], ['399', '400']],
    ['joins a small remainder', [700, 399], ['700 399']],
    ['parts a remainder of half a passage', [700, 400], ['700', '400']],
    ['joins a remainder up to half again as much', [898, 300], ['898 300']],
    ['parts one beyond that', [899, 300], ['899', '300']],
    ['joins a remainder to the last passage', [700, 700, 300], ['700', '700 300']],
    ['begins a section where there is enough', [318, '# H', 9], ['318', '# H 9']],
    ['goes on where there is not', [317, '# H', 9], ['317 # H 9']],
    ['takes a heading to what it stands over', [200, '# H', 700], ['200', '# H 700']],
    [
      'takes several along, and counts them',
      [200, '# H', '## I', 600, 180, 700],
      ['200', '# H ## I 600 180', '700'],
    ],
    [
      'takes one along from below the words of another',
      ['# H\nA', '# I', 790],
      ['# H\nA', '# I 790'],
    ],
    ['leaves no heading alone', ['# H', 1_000], ['# H 1000']],
    ['keeps a section apart, however small', [700, '# H', 9], ['700', '# H 9']],
    ['keeps a long block whole', [1_200], ['1200']],
    ['cuts a longer one', [1_201], ['800', '401']],
  ])('%s', (_what, blocks, expected) => {
    expect(packed(...blocks)).toEqual(expected);
  });

  it('cuts a long line of a code block at its gaps, and the others nowhere', () => {
    const line = `${'a. '.repeat(30)}b`;
    const code = ['```', ...Array.from({ length: 20 }, () => line), 'c '.repeat(800).trim(), '```'];

    const lines = splitPassages(code.join('\n'), '').flatMap(({ text }) => text.split('\n'));

    expect(lines.filter((text) => text === line)).toHaveLength(20);
    expect(lines.filter((text) => text.startsWith('c')).map(({ length }) => length)).toEqual([
      799, 799,
    ]);
  });

  it('cuts only the sentence of a paragraph that is too long', () => {
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

  it('keeps two characters at most of what stood before a passage', () => {
    const [, second] = splitPassages(`${'X'.repeat(700)}.   ${'Y'.repeat(700)}.`, '');

    expect(second).toMatchObject({ start: 704, lead: '  ' });
  });

  it('tells where a passage stands, without the space around it', () => {
    const [first, second] = splitPassages(`\n  ${block(700)} \n\n\n\n  ${block(500)}\n`, '');

    expect(first).toMatchObject({ position: 0, start: 3, end: 703, lead: '' });
    expect(second).toMatchObject({ position: 1, start: 710, end: 1_210, lead: '\n\n' });
  });

  it.each([
    ['the title', 'x', ' Harbours ', ['Harbours']],
    ['no blank one', '#\n\nx', ' ', []],
    ['a heading of a higher level instead', '## A\n### B\n## C\n\nx', '', ['C']],
    ['a heading of a lower level beside', '# A\n### B\n## C\n\nx', '', ['A', 'C']],
    ['none that comes after the first words', 'x\n\n# A\n\nx', '', []],
    ['one without its marks', '## *Salt* [and](a) light ##\nx', '', ['Salt and light']],
    ['one by its beginning', `# ${'a'.repeat(400)}\n\nx`, '', ['a'.repeat(298)]],
    ['one that nothing stands under', '# A\n## B', '', ['A', 'B']],
  ])('names %s', (_what, markdown, title, headings) => {
    expect(splitPassages(markdown, title)[0]?.headings).toEqual(headings);
  });
});

describe('isDense', () => {
  it.each([
    ['ideographs', '港の記憶', true],
    ['Korean', '항구의 기억', true],
    ['a third of them', '港ab'.repeat(9), false],
    ['more than a third', '港ab'.repeat(9) + '港', true],
    ['a long text that only begins with them', '港'.repeat(1_000) + 'a'.repeat(9_000), false],
    ['a long text that only begins without', 'a'.repeat(4_000) + '港'.repeat(8_000), true],
    ['nothing', '', false],
  ])('judges %s', (_what, text, expected) => {
    expect(isDense(text)).toBe(expected);
  });
});
