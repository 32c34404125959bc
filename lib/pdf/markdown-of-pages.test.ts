import { describe, expect, it } from 'vitest';
import { markdownOfPages } from './markdown-of-pages.ts';
import type { OutlineEntry, SetPage, SetText } from './set-text.ts';

type Piece = Partial<SetText> & { text: string };

/** Pieces one below another by so many points, each a line of its own unless it says otherwise. */
function page(number: number, rows: readonly (readonly [number, string | Piece])[]): SetPage {
  let y = 700;
  const pieces = rows.map(([down, row]): SetText => {
    y -= down;
    const piece = typeof row === 'string' ? { text: row } : row;
    const fontSize = piece.fontSize ?? 10;
    const width = piece.text.length * fontSize * 0.5;
    return { x: 72, y, width, fontSize, endsLine: true, level: 0, ...piece };
  });
  return { number, height: 792, pieces };
}

function shaped(pages: readonly SetPage[], outline: readonly OutlineEntry[] = []): string {
  return markdownOfPages(pages, outline, null).markdown;
}

const body = 'The keeper wrote down the weather of the day and the ships';
const large = (text: string, fontSize = 16): Piece => ({ text, fontSize });

describe('one page', () => {
  it.each<[string, (readonly [number, string | Piece])[], string]>([
    [
      'lines one below another',
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
      'a word broken at the end of a line',
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
      'a word that has its hyphen elsewhere too',
      [
        [0, 'It is well-known, and well-'],
        [12, 'known it stays.'],
      ],
      'It is well-known, and well-known it stays.',
    ],
    [
      'letters without spaces between words',
      [
        [0, '蒼鷺在'],
        [12, '等待'],
      ],
      '蒼鷺在等待',
    ],
    [
      'numbers of pages',
      [
        [0, '- 12 -'],
        [12, 'In 1911.'],
        [12, '13'],
      ],
      'In 1911.',
    ],
    [
      'items',
      [
        [0, '• one'],
        [12, '• two'],
      ],
      '- one\n\n- two',
    ],
    [
      'marks of Markdown in the text',
      [
        [0, '# no heading'],
        [12, '*star*'],
      ],
      '\\# no heading \\*star\\*',
    ],
    [
      'a last line that is short',
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
      'cells of a table',
      [
        [0, { text: 'Low', endsLine: false, x: 72, width: 20 }],
        [0, { text: '0.4 m', x: 200, width: 30 }],
        [12, { text: 'High', endsLine: false, x: 72, width: 20 }],
        [0, { text: '4.1 m', x: 200, width: 30 }],
      ],
      'Low 0.4 m\nHigh 4.1 m',
    ],
    [
      'a raised number',
      [
        [0, { text: 'The tide', endsLine: false, x: 72, width: 40 }],
        [-4, { text: '2', fontSize: 6, endsLine: false, x: 112, width: 3 }],
        [4, { text: ' falls', x: 115, width: 25 }],
      ],
      'The tide2 falls',
    ],
    [
      'lines that run to the left, of which the last are shorter',
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

describe('headings', () => {
  it('are told by their size, and the largest is the title', () => {
    const rows = [
      [0, large('The Ledger', 24)],
      [40, large('Tides', 16)],
      [20, body],
      [40, large('Low tide', 13)],
      [20, body],
      [40, large('Lamps', 16)],
      [20, body],
    ] as const;

    const { markdown, title } = markdownOfPages([page(1, rows)], [], null);

    expect(title).toBe('The Ledger');
    expect(markdown).toBe(`## Tides\n\n${body}\n\n### Low tide\n\n${body}\n\n## Lamps\n\n${body}`);
  });

  it('may have two lines', () => {
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

  it('are told by the contents of the file, whatever their size', () => {
    const rows = [
      [0, '1.2 The lamps'],
      [20, body],
    ] as const;

    const text = shaped([page(1, rows)], [{ title: 'The lamps', page: 1, depth: 1 }]);

    expect(text).toBe(`### 1.2 The lamps\n\n${body}`);
  });

  it('are told by the structure of the file, whatever their size', () => {
    const text = shaped([
      page(1, [
        [0, { text: 'Lamps', level: 2 }],
        [20, body],
      ]),
    ]);

    expect(text).toBe(`### Lamps\n\n${body}`);
  });

  it('leave the title that is printed where the file gives another', () => {
    const rows = [
      [0, large('The Ledger', 24)],
      [40, body],
    ] as const;

    const { markdown, title } = markdownOfPages([page(1, rows)], [], 'Volume 4');

    expect(title).toBe('Volume 4');
    expect(markdown).toBe(`# The Ledger\n\n${body}`);
  });
});

describe('several pages', () => {
  it('begin with their numbers, also within a sentence', () => {
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

  it('keep a word whole that two of them share', () => {
    const text = shaped([page(1, [[0, 'A wad-']]), page(2, [[0, 'ing bird']])]);

    expect(text).toBe('[p. 1] A [p. 2] wading bird');
  });

  it('of a script without spaces stand where the pages meet', () => {
    const text = shaped([page(1, [[0, '鷺は静かに水辺で']]), page(2, [[0, '魚を待っている。']])]);

    expect(text).toBe('[p. 1] 鷺は静かに水辺で[p. 2] 魚を待っている。');
  });

  it('stand in their order where a page is one broken word', () => {
    const text = shaped([page(1, [[0, 'Wad-']]), page(2, [[0, 'ing birds.']])]);

    expect(text).toBe('[p. 1] [p. 2] Wading birds.');
  });

  it('lose what is printed on each of them, but not the titles of chapters', () => {
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

  it('keep what stands in their middle, however often', () => {
    const text = shaped([1, 2, 3].map((number) => page(number, [[200, 'Turn over.']])));

    expect(text.match(/Turn over/g)).toHaveLength(3);
  });
});

describe('columns', () => {
  const row = (index: number, down: number) =>
    [
      [down, { text: `Left ${index} goes on and on down`, x: 60, width: 200 }],
      [0, { text: `right ${index} goes on and on down`, x: 320, width: 200 }],
    ] as const;

  it('are read one after the other, below what reaches across both', () => {
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

  it('are not seen in a table of few letters', () => {
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
