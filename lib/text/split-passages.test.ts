import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitPassages } from './split-passages.ts';

const sentence = 'The ferry leaves the northern pier shortly after nine in the morning.';

function paragraph(sentences: number): string {
  return Array.from({ length: sentences }, () => sentence).join(' ');
}

function textsOf(markdown: string): string[] {
  return splitPassages(markdown, '').map(({ text }) => text);
}

describe('splitPassages', () => {
  it('returns nothing for blank text', () => {
    expect(splitPassages(' \n\n\t', 'Title')).toEqual([]);
  });

  it('keeps a short text whole', () => {
    expect(splitPassages('One line.\n\nAnother.', 'Title')).toEqual([
      {
        position: 0,
        text: 'One line.\n\nAnother.',
        lead: '',
        start: 0,
        end: 19,
        headings: ['Title'],
      },
    ]);
  });

  it('cuts between paragraphs at about 800 characters', () => {
    const markdown = Array.from({ length: 12 }, () => paragraph(4)).join('\n\n');

    const texts = textsOf(markdown);

    expect(texts.join('\n\n')).toBe(markdown);
    for (const text of texts) {
      expect(text.length).toBeGreaterThan(400);
      expect(text.length).toBeLessThanOrEqual(1200);
    }
  });

  it('cuts a long paragraph between sentences', () => {
    const texts = textsOf(paragraph(60));

    expect(texts.length).toBeGreaterThan(4);
    for (const text of texts) expect(text).toMatch(/^The ferry .* morning\.$/s);
  });

  it('cuts Chinese at its punctuation, into passages half as long', () => {
    const texts = textsOf('渡轮在早上九点之后不久离开北码头。'.repeat(100));

    expect(texts.length).toBeGreaterThan(3);
    for (const text of texts) {
      expect(text.endsWith('。')).toBe(true);
      expect(text.length).toBeLessThanOrEqual(600);
    }
  });

  it('starts a passage with a heading and never ends with one', () => {
    const sections = Array.from({ length: 5 }, (_, index) => `## Part ${index}\n\n${paragraph(8)}`);

    const texts = textsOf(`# All\n\n${sections.join('\n\n')}`);

    for (const text of texts) expect(text).not.toMatch(/(?:^|\n)#+ [^\n]*$/);
    for (const index of [1, 2, 3, 4]) {
      expect(texts.filter((text) => text.startsWith(`## Part ${index}`))).toHaveLength(1);
    }
  });

  it('keeps a heading with its text if the passage before it is short', () => {
    const section = `## Part\n\n${paragraph(12)}`;

    expect(textsOf(`Short.\n\n${section}`)).toEqual(['Short.', section]);
  });

  it('keeps a code block and a list item whole', () => {
    const code = `\`\`\`\n${'let x = 1;\n\n'.repeat(60)}\`\`\``;
    const item = `- ${paragraph(7)}\n  and more of it`;

    const texts = textsOf([paragraph(9), code, item, item].join('\n\n'));

    expect(texts.filter((text) => text.includes(code))).toHaveLength(1);
    expect(texts.filter((text) => text.includes(item))).toHaveLength(2);
  });

  it('cuts a long table between rows', () => {
    const row = '| some words in a cell | and in another one |';

    for (const text of textsOf(Array.from({ length: 100 }, () => row).join('\n'))) {
      expect(text.split('\n').every((line) => line === row)).toBe(true);
    }
  });

  it('returns the headings above each passage', () => {
    const markdown = `# Guide\n\n## Coast\n\n${paragraph(11)}\n\n### Ferries\n\n${paragraph(11)}\n\n## Hills\n\n${paragraph(11)}`;

    const trails = splitPassages(markdown, 'Guide').map(({ headings }) => headings.join(' > '));

    expect(trails).toEqual(['Guide > Coast', 'Guide > Coast > Ferries', 'Guide > Hills']);
  });

  it('returns the white space between passages', () => {
    const passages = splitPassages(`${paragraph(30)}\n\n${paragraph(11)}`, '');

    expect(new Set(passages.map(({ lead }) => lead))).toEqual(new Set(['', ' ', '\n\n']));
  });

  it('keeps every word of any text in its place', () => {
    const pieces = fc.constantFrom(
      paragraph(3),
      'word ',
      '\n',
      '\n\n',
      '# H\n',
      '- item\n',
      '```\n',
      '| a | b |\n',
      '> q\n',
      '。',
      '日本語'.repeat(90),
      'x'.repeat(900),
      '😀'.repeat(500),
      '. ',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (list) => {
        const markdown = list.join('');

        const passages = splitPassages(markdown, 'T');

        const words = (text: string) => text.replace(/\s+/g, '');
        expect(words(passages.map(({ text }) => text).join(''))).toBe(words(markdown));
        passages.forEach(({ position, text, start, end }, index) => {
          expect(position).toBe(index);
          expect(markdown.slice(start, end)).toBe(text);
          expect(text.isWellFormed()).toBe(true);
          expect(text.length).toBeLessThanOrEqual(2000);
        });
      }),
      { numRuns: 300 },
    );
  });
});

describe('splitPassages on two million characters', () => {
  it.each(['a', 'ab ', 'x. ', 'A." ', '日。', '\n', '\n#', '```\n', '- a\n', '|', '\u{1F600}'])(
    'finishes quickly for a run of %j',
    (text) => {
      const passages = splitPassages(text.repeat(2 ** 21 / text.length), 'Title');

      expect(passages.every((passage) => passage.text.trim() !== '')).toBe(true);
    },
    60_000,
  );
});
