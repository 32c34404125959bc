import { describe, expect, it } from 'vitest';
import { pdfMarkdownOf, titleFromMetadata, titleFromUrl } from './pdf-markdown.ts';
import type { OutlineEntry, PageText, TextPiece } from './layout.ts';

type Piece = Partial<TextPiece> & { text: string };

/** Returns a page of pieces, each at its row's distance from the piece above. By default, pieces end their line. */
function page(number: number, rows: readonly (readonly [number, string | Piece])[]): PageText {
  let y = 700;
  const pieces = rows.map(([down, row]): TextPiece => {
    y -= down;
    const piece = typeof row === 'string' ? { text: row } : row;
    const fontSize = piece.fontSize ?? 10;
    const width = piece.text.length * fontSize * 0.5;
    return { x: 72, y, width, fontSize, endsLine: true, level: 0, ...piece };
  });
  return { number, height: 792, pieces };
}

function shaped(pages: readonly PageText[], outline: readonly OutlineEntry[] = []): string {
  return pdfMarkdownOf(pages, outline, null).markdown;
}

const body = 'The keeper wrote down the weather of the day and the ships';
const large = (text: string, fontSize = 16): Piece => ({ text, fontSize });

describe('pdfMarkdownOf on one page', () => {
  it.each<[string, (readonly [number, string | Piece])[], string]>([
    [
      'consecutive lines',
      [
        [0, 'A heron'],
        [12, 'waits.'],
      ],
      'A heron waits.',
    ],
    [
      'a line further down',
      [
        [0, 'One.'],
        [24, 'Two.'],
      ],
      'One.\n\nTwo.',
    ],
    [
      'a word hyphenated at the end of a line',
      [
        [0, 'A wad-'],
        [12, 'ing bird'],
      ],
      'A wading bird',
    ],
    [
      'a hyphen before a name',
      [
        [0, 'Jean-'],
        [12, 'Paul'],
      ],
      'Jean-Paul',
    ],
    [
      'a word hyphenated elsewhere too',
      [
        [0, 'It is well-known, and well-'],
        [12, 'known it stays.'],
      ],
      'It is well-known, and well-known it stays.',
    ],
    [
      'text without spaces between words',
      [
        [0, '蒼鷺在'],
        [12, '等待'],
      ],
      '蒼鷺在等待',
    ],
    [
      'page numbers',
      [
        [0, '- 12 -'],
        [12, 'In 1911.'],
        [12, '13'],
      ],
      'In 1911.',
    ],
    [
      'list items',
      [
        [0, '• one'],
        [12, '• two'],
      ],
      '- one\n\n- two',
    ],
    [
      'Markdown syntax in the text',
      [
        [0, '# no heading'],
        [12, '*star*'],
      ],
      '\\# no heading \\*star\\*',
    ],
    [
      'a short last line',
      [
        [0, `${body}.`],
        [12, 'It ends.'],
        [12, 'Anew.'],
      ],
      `${body}. It ends.\n\nAnew.`,
    ],
    ['nothing', [], ''],
    [
      'pieces of a line',
      [
        [0, { text: 'A', endsLine: false, x: 72, width: 5 }],
        [0, { text: ' heron', endsLine: false, x: 77, width: 30 }],
        [0, { text: 'waits', endsLine: true, x: 110, width: 25 }],
      ],
      'A heron waits',
    ],
    [
      'table cells',
      [
        [0, { text: 'Low', endsLine: false, x: 72, width: 20 }],
        [0, { text: '0.4 m', x: 200, width: 30 }],
        [12, { text: 'High', endsLine: false, x: 72, width: 20 }],
        [0, { text: '4.1 m', x: 200, width: 30 }],
      ],
      'Low 0.4 m\nHigh 4.1 m',
    ],
    [
      'a superscript',
      [
        [0, { text: 'The tide', endsLine: false, x: 72, width: 40 }],
        [-4, { text: '2', fontSize: 6, endsLine: false, x: 112, width: 3 }],
        [4, { text: ' falls', x: 115, width: 25 }],
      ],
      'The tide2 falls',
    ],
    [
      'right-to-left paragraphs with short last lines',
      [
        [0, { text: 'הערב', endsLine: false, x: 100, width: 100 }],
        [0, { text: 'השומר', x: 210, width: 190 }],
        [12, { text: 'ירד.', x: 110, width: 290 }],
        [12, { text: 'הים עלה.', x: 200, width: 200 }],
        [12, { text: 'אחר.', x: 100, width: 300 }],
      ],
      'השומר הערב ירד. הים עלה.\n\nאחר.',
    ],
  ])('reads %s', (_name, rows, markdown) => {
    const text = shaped([page(1, rows)]);

    expect(text).toBe(markdown);
  });
});

describe('pdfMarkdownOf finds headings', () => {
  it('by size, with the largest as the title', () => {
    const rows = [
      [0, large('The Ledger', 24)],
      [40, large('Tides', 16)],
      [20, body],
      [40, large('Low tide', 13)],
      [20, body],
      [40, large('Lamps', 16)],
      [20, body],
    ] as const;

    const { markdown, title } = pdfMarkdownOf([page(1, rows)], [], null);

    expect(title).toBe('The Ledger');
    expect(markdown).toBe(`## Tides\n\n${body}\n\n### Low tide\n\n${body}\n\n## Lamps\n\n${body}`);
  });

  it('of two lines', () => {
    const rows = [
      [0, large('Of the tides')],
      [18, large('and of the lamps')],
      [40, body],
      [40, large('Nets')],
      [20, body],
    ] as const;

    const text = shaped([page(1, rows)]);

    expect(text).toContain('## Of the tides and of the lamps\n\n');
  });

  it('in the outline, whatever their size', () => {
    const rows = [
      [0, '1.2 The lamps'],
      [20, body],
    ] as const;

    const text = shaped([page(1, rows)], [{ title: 'The lamps', page: 1, depth: 1 }]);

    expect(text).toBe(`### 1.2 The lamps\n\n${body}`);
  });

  it('in the structure tags, whatever their size', () => {
    const text = shaped([
      page(1, [
        [0, { text: 'Lamps', level: 2 }],
        [20, body],
      ]),
    ]);

    expect(text).toBe(`### Lamps\n\n${body}`);
  });

  it('and keeps the printed title if the metadata has another', () => {
    const rows = [
      [0, large('The Ledger', 24)],
      [40, body],
    ] as const;

    const { markdown, title } = pdfMarkdownOf([page(1, rows)], [], 'Volume 4');

    expect(title).toBe('Volume 4');
    expect(markdown).toBe(`# The Ledger\n\n${body}`);
  });
});

describe('pdfMarkdownOf on several pages', () => {
  it('marks where each page starts, even within a sentence', () => {
    const pages = [
      page(1, [[0, 'The sentence goes']]),
      page(2, [
        [0, 'on here.'],
        [40, large('Lamps')],
        [20, body],
      ]),
      page(3, [
        [0, large('Nets')],
        [20, body],
      ]),
    ];

    const text = shaped(pages);

    expect(text).toBe(
      `[p. 1] The sentence goes [p. 2] on here.\n\n## Lamps\n\n${body}\n\n[p. 3]\n\n## Nets\n\n${body}`,
    );
  });

  it('keeps a word split across two pages whole', () => {
    const text = shaped([page(1, [[0, 'A wad-']]), page(2, [[0, 'ing bird']])]);

    expect(text).toBe('[p. 1] A [p. 2] wading bird');
  });

  it('marks the page boundary in scripts without spaces', () => {
    const text = shaped([page(1, [[0, '鷺は静かに水辺で']]), page(2, [[0, '魚を待っている。']])]);

    expect(text).toBe('[p. 1] 鷺は静かに水辺で[p. 2] 魚を待っている。');
  });

  it('keeps page markers in order if a page has only the start of a word', () => {
    const text = shaped([page(1, [[0, 'Wad-']]), page(2, [[0, 'ing birds.']])]);

    expect(text).toBe('[p. 1] [p. 2] Wading birds.');
  });

  it('drops running lines but not chapter titles', () => {
    const pages = [1, 2, 3].map((number) =>
      page(number, [
        [-60, `Harbour Board, page ${number} of 3`],
        [40, large(`Chapter ${number}`)],
        [30, body],
        [650, `${number}`],
      ]),
    );

    const text = shaped(pages);

    expect(text).toBe(
      [1, 2, 3].map((number) => `[p. ${number}]\n\n## Chapter ${number}\n\n${body}`).join('\n\n'),
    );
  });

  it('keeps repeated lines in the middle of pages', () => {
    const text = shaped([1, 2, 3].map((number) => page(number, [[200, 'Turn over.']])));

    expect(text.match(/Turn over/g)).toHaveLength(3);
  });
});

describe('pdfMarkdownOf on columns', () => {
  const row = (index: number, down: number) =>
    [
      [down, { text: `Left ${index} goes on and on down`, x: 60, width: 200 }],
      [0, { text: `right ${index} goes on and on down`, x: 320, width: 200 }],
    ] as const;

  it('reads one column after the other, below a line across both columns', () => {
    const rows = [
      [0, { text: 'What reaches across both of them', x: 60, width: 460 }],
      ...[1, 2, 3, 4, 5].flatMap((index) => row(index, 14)),
    ] as const;

    const text = shaped([page(1, rows)]);

    const order = [...text.matchAll(/across|Left \d|right \d/g)].map(([word]) => word);
    expect(order).toEqual([
      'across',
      ...[1, 2, 3, 4, 5].map((index) => `Left ${index}`),
      ...[1, 2, 3, 4, 5].map((index) => `right ${index}`),
    ]);
  });

  it('treats short cells as a table', () => {
    const rows = [1, 2, 3, 4, 5].flatMap(
      (index) =>
        [
          [14, { text: `Row ${index}`, x: 60, width: 40, endsLine: false }],
          [0, { text: `${index} m`, x: 320, width: 40 }],
        ] as const,
    );

    const text = shaped([page(1, rows)]);

    expect(text.split('\n')[0]).toBe('Row 1 1 m');
  });
});

describe('titleFromMetadata', () => {
  it.each([
    ['Of tides', 'Of tides'],
    ['  Of\n tides ', 'Of tides'],
    ['', null],
    ['Untitled', null],
    ['Microsoft Word - draft 3.doc', null],
    ['paper_final.tex', null],
    ['/connection/me/x', null],
    ['--', null],
    [undefined, null],
    ['about:blank', null],
    ['https://example.org/tides?page=2', null],
    ['Tides: a study', 'Tides: a study'],
    ['潮汐', '潮汐'],
  ])('%o is %o', (title, taken) => {
    expect(titleFromMetadata(title)).toBe(taken);
  });
});

describe('titleFromUrl', () => {
  it.each([
    ['https://example.org/papers/Of%20tides.pdf?x=1#page=3', 'Of tides'],
    ['https://arxiv.org/pdf/2401.12345', '2401.12345'],
    ['https://example.org/', 'example.org'],
    ['https://example.org/%E0%A4%A', '%E0%A4%A'],
    ['file:///connection/me/Tides.PDF', 'Tides'],
  ])('%s is %s', (url, name) => {
    expect(titleFromUrl(url)).toBe(name);
  });
});
