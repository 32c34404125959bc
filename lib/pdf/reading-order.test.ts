import { describe, expect, it } from 'vitest';
import { inReadingOrder } from './reading-order.ts';
import type { SetText } from './set-text.ts';

const gaps = { word: 0.15, cell: 1.6 };

/** Pieces on one baseline from the left, as browsers print them: a blank is a piece of its own. */
function fromTheLeft(texts: readonly string[], y = 700): SetText[] {
  let x = 72;
  return texts.map((text, index) => {
    const width = text.length * 5;
    const piece = { text, x, y, width, fontSize: 10, level: 0 };
    x += width;
    return { ...piece, endsLine: index === texts.length - 1 };
  });
}

function read(pieces: readonly SetText[]): string[] {
  return inReadingOrder(pieces, gaps).map(({ text }) => text);
}

describe('inReadingOrder', () => {
  it.each([
    ['words', ['יומן', ' ', 'של', ' ', 'המגדלור'], 'המגדלור של יומן'],
    ['letters by themselves, in their shapes', ['ﺮ', 'ﺘ', 'ﻓ', 'د'], 'دفتر'],
    ['a stop at the end', ['.', 'הקודם', ' ', 'הערב'], 'הערב הקודם.'],
    ['brackets', ['(', '1911', ' ', 'בשנת', ')', ' ', 'צרכו'], 'צרכו (בשנת 1911)'],
    ['a share after a name', ['a@b.org, 50%', ' ', 'הספינות'], 'הספינות a@b.org, 50%'],
    ['numbers', ['₪50', ' ', '3.5', ' ', 'עלו'], 'עלו 3.5 ₪50'],
    [
      'a name in Latin letters',
      ['הספינות', ' ', 'New', ' ', 'York', ' ', 'אל'],
      'אל New York הספינות',
    ],
    [
      'a word in Latin letters within a piece',
      ['שלום London', ' ', 'ספינות'],
      'ספינות שלום London',
    ],
    ['years in Arabic digits', ['١٩٨٧ - ٢٠٠٣', ' ', 'كتاب'], 'كتاب ١٩٨٧ - ٢٠٠٣'],
    ['few digits in a piece', ['abcdefgh ١٢', ' ', 'كتاب', ' ', 'كتاب'], 'كتاب كتاب ١٢ abcdefgh'],
    ['brackets within a piece', [')אב(', ' ', 'הספינות'], 'הספינות (אב)'],
    ['an accent that comes last', ['كتاب', ' ', 'cafe', '\u0301'], 'cafe\u0301 كتاب'],
    ['a vowel sign that comes last', ['א', '\u05B4'], 'א\u05B4'],
  ])('gives %s as they are read', (_, texts, line) => {
    expect(read(fromTheLeft(texts))).toEqual([line]);
  });

  it('gives words that come in the order of reading the same way, with the blanks that their gaps stand for', () => {
    const words = fromTheLeft(['המגדלור', ' ', 'יומן']).filter(({ text }) => text !== ' ');
    const pieces = words.toReversed().map((piece) => ({ ...piece, endsLine: piece === words[0] }));

    expect(read(pieces)).toEqual(['יומן המגדלור']);
  });

  it('leaves vowel signs on their letters, where they stand over others', () => {
    const [mem, lamed] = fromTheLeft(['ם', 'ל']);
    if (mem === undefined || lamed === undefined) throw new Error('No pieces.');
    const sign = { ...lamed, text: 'ֶ', x: lamed.x + 1, width: 0, endsLine: false };
    const blank = { ...lamed, text: ' ', width: 0, endsLine: false };

    expect(read([mem, sign, blank, lamed].map((piece) => ({ ...piece, endsLine: false })))).toEqual(
      ['לֶם'],
    );
  });

  it('leaves letters that PDF.js takes to run to the right as it gives them', () => {
    // Letters of the same script, but of a range that its tables have not.
    expect(read(fromTheLeft(['\u08B6\u08B7\u08B8', ' ', 'كتاب']))).toEqual([
      'كتاب \u08B8\u08B7\u08B6',
    ]);
  });

  it('gives a line of Arabic digits alone as PDF.js reads it, and signs alone with the end of their line', () => {
    const lines = [['كتاب'], ['١٩٨٧ - ٢٠٠٣'], ['\u05B4']];
    const pieces = lines.flatMap((texts, at) => fromTheLeft(texts, 700 - 20 * at));

    expect(inReadingOrder(pieces, gaps)).toMatchObject([
      { text: 'كتاب', endsLine: true },
      { text: '١٩٨٧ - ٢٠٠٣', endsLine: true },
      { text: '\u05B4', endsLine: true },
    ]);
  });

  it('turns the words alone that stand in a text that runs to the right', () => {
    const pieces = [
      ...fromTheLeft(['In the ledger ', 'ישן', ' ', 'יומן', ' (an old one).']),
      ...fromTheLeft(['Not a word of it.'], 686),
    ];

    expect(read(pieces)).toEqual(['In the ledger יומן ישן (an old one).', 'Not a word of it.']);
  });

  it('leaves a line of other letters alone as it is, on a page that runs to the left too', () => {
    const pieces = [
      ...fromTheLeft(['המגדלור', ' ', 'יומן']),
      ...fromTheLeft(['A log, 1911.'], 686),
    ];

    expect(read(pieces)).toEqual(['יומן המגדלור', 'A log, 1911.']);
  });

  it('leaves what stands far apart, and pages without such letters, as they are', () => {
    const [one, other] = [fromTheLeft(['אור']), fromTheLeft(['ים'])].flat();
    if (one === undefined || other === undefined) throw new Error('No pieces.');
    const apart = [
      { ...one, endsLine: false },
      { ...other, x: 300 },
    ];
    const latin = fromTheLeft(['A', ' ', 'heron']);

    expect(read(apart)).toEqual(['אור', 'ים']);
    expect(inReadingOrder(latin, gaps)).toBe(latin);
  });
});
