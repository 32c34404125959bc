import { describe, expect, it } from 'vitest';
import { toReadingOrder } from './bidi.ts';
import type { TextPiece } from './layout.ts';

const gaps = { word: 0.15, cell: 1.6 };

/** Returns pieces on one baseline, left to right, with spaces as separate pieces, as browsers print them. */
function fromTheLeft(texts: readonly string[], y = 700): TextPiece[] {
  let x = 72;
  return texts.map((text, index) => {
    const width = text.length * 5;
    const piece = { text, x, y, width, fontSize: 10, level: 0 };
    x += width;
    return { ...piece, endsLine: index === texts.length - 1 };
  });
}

function read(pieces: readonly TextPiece[]): string[] {
  return toReadingOrder(pieces, gaps).map(({ text }) => text);
}

describe('toReadingOrder', () => {
  it.each([
    ['words', ['יומן', ' ', 'של', ' ', 'המגדלור'], 'המגדלור של יומן'],
    ['separate letters in presentation forms', ['ﺮ', 'ﺘ', 'ﻓ', 'د'], 'دفتر'],
    ['a period at the end', ['.', 'הקודם', ' ', 'הערב'], 'הערב הקודם.'],
    ['parentheses', ['(', '1911', ' ', 'בשנת', ')', ' ', 'צרכו'], 'צרכו (בשנת 1911)'],
    ['a percentage after a name', ['a@b.org, 50%', ' ', 'הספינות'], 'הספינות a@b.org, 50%'],
    ['numbers', ['₪50', ' ', '3.5', ' ', 'עלו'], 'עלו 3.5 ₪50'],
    [
      'a name in Latin letters',
      ['הספינות', ' ', 'New', ' ', 'York', ' ', 'אל'],
      'אל New York הספינות',
    ],
    ['a Latin word within a piece', ['שלום London', ' ', 'ספינות'], 'ספינות שלום London'],
    ['years in Arabic digits', ['١٩٨٧ - ٢٠٠٣', ' ', 'كتاب'], 'كتاب ١٩٨٧ - ٢٠٠٣'],
    ['a few digits in a piece', ['abcdefgh ١٢', ' ', 'كتاب', ' ', 'كتاب'], 'كتاب كتاب ١٢ abcdefgh'],
    ['parentheses within a piece', [')אב(', ' ', 'הספינות'], 'הספינות (אב)'],
    ['a combining mark at the end', ['كتاب', ' ', 'cafe', '\u0301'], 'cafe\u0301 كتاب'],
    ['a vowel sign at the end', ['א', '\u05B4'], 'א\u05B4'],
  ])('returns %s in reading order', (_, texts, line) => {
    expect(read(fromTheLeft(texts))).toEqual([line]);
  });

  it('leaves words already in reading order alone, spaces included', () => {
    const words = fromTheLeft(['המגדלור', ' ', 'יומן']).filter(({ text }) => text !== ' ');
    const pieces = words.toReversed().map((piece) => ({ ...piece, endsLine: piece === words[0] }));

    expect(read(pieces)).toEqual(['יומן המגדלור']);
  });

  it('keeps vowel signs on their letters even if positioned over others', () => {
    const [mem, lamed] = fromTheLeft(['ם', 'ל']);
    if (mem === undefined || lamed === undefined) throw new Error('No pieces.');
    const sign = { ...lamed, text: 'ֶ', x: lamed.x + 1, width: 0, endsLine: false };
    const blank = { ...lamed, text: ' ', width: 0, endsLine: false };

    expect(read([mem, sign, blank, lamed].map((piece) => ({ ...piece, endsLine: false })))).toEqual(
      ['לֶם'],
    );
  });

  it("doesn't reorder letters that PDF.js treats as left-to-right", () => {
    // Arabic letters outside the range PDF.js knows.
    expect(read(fromTheLeft(['\u08B6\u08B7\u08B8', ' ', 'كتاب']))).toEqual([
      'كتاب \u08B8\u08B7\u08B6',
    ]);
  });

  it('leaves a line of Arabic digits unchanged, and keeps trailing marks in their line', () => {
    const lines = [['كتاب'], ['١٩٨٧ - ٢٠٠٣'], ['\u05B4']];
    const pieces = lines.flatMap((texts, at) => fromTheLeft(texts, 700 - 20 * at));

    expect(toReadingOrder(pieces, gaps)).toMatchObject([
      { text: 'كتاب', endsLine: true },
      { text: '١٩٨٧ - ٢٠٠٣', endsLine: true },
      { text: '\u05B4', endsLine: true },
    ]);
  });

  it('reorders only right-to-left words in a left-to-right text', () => {
    const pieces = [
      ...fromTheLeft(['In the ledger ', 'ישן', ' ', 'יומן', ' (an old one).']),
      ...fromTheLeft(['Not a word of it.'], 686),
    ];

    expect(read(pieces)).toEqual(['In the ledger יומן ישן (an old one).', 'Not a word of it.']);
  });

  it('leaves a left-to-right line alone on a right-to-left page', () => {
    const pieces = [
      ...fromTheLeft(['המגדלור', ' ', 'יומן']),
      ...fromTheLeft(['A log, 1911.'], 686),
    ];

    expect(read(pieces)).toEqual(['יומן המגדלור', 'A log, 1911.']);
  });

  it('leaves distant pieces and pages without right-to-left letters alone', () => {
    const [one, other] = [fromTheLeft(['אור']), fromTheLeft(['ים'])].flat();
    if (one === undefined || other === undefined) throw new Error('No pieces.');
    const apart = [
      { ...one, endsLine: false },
      { ...other, x: 300 },
    ];
    const latin = fromTheLeft(['A', ' ', 'heron']);

    expect(read(apart)).toEqual(['אור', 'ים']);
    expect(toReadingOrder(latin, gaps)).toBe(latin);
  });
});
