import { describe, expect, it } from 'vitest';
import { paragraphsOf, type SetText } from './pdf-reader.ts';

/** Lines, each so far below the one before, in points; letters of 10 points. */
function page(lines: readonly (readonly [number, string, number?])[]): SetText[] {
  let y = 700;
  return lines.map(([down, str, fontSize = 10]) => {
    y -= down;
    return { str, y, fontSize, hasEOL: true };
  });
}

describe('paragraphsOf', () => {
  it.each<[string, SetText[], string[]]>([
    [
      'lines one below another',
      page([
        [12, 'A heron'],
        [12, 'waits.'],
      ]),
      ['A heron waits.'],
    ],
    [
      'a line further down',
      page([
        [12, 'One.'],
        [24, 'Two.'],
      ]),
      ['One.', 'Two.'],
    ],
    [
      'a heading',
      page([
        [12, 'Birds', 16],
        [12, 'A heron.'],
      ]),
      ['Birds', 'A heron.'],
    ],
    [
      'a word broken at the end of a line',
      page([
        [12, 'A wad-'],
        [12, 'ing bird'],
      ]),
      ['A wading bird'],
    ],
    [
      'a hyphen before a name',
      page([
        [12, 'Jean-'],
        [12, 'Paul'],
      ]),
      ['Jean-Paul'],
    ],
    [
      'letters without spaces between words',
      page([
        [12, '蒼鷺在'],
        [12, '等待'],
      ]),
      ['蒼鷺在等待'],
    ],
    [
      'the next column',
      page([
        [500, 'A heron'],
        [-400, 'waits.'],
      ]),
      ['A heron waits.'],
    ],
    [
      'numbers of pages',
      page([
        [12, '- 12 -'],
        [12, 'In 1911.'],
        [12, '12'],
      ]),
      ['In 1911.'],
    ],
    ['an empty page', [], []],
  ])('reads %s', (_name, lines, paragraphs) => {
    expect(paragraphsOf(lines)).toEqual(paragraphs);
  });

  it('joins the pieces of a line', () => {
    const piece = { y: 700, fontSize: 10, hasEOL: false };

    expect(
      paragraphsOf([
        { ...piece, str: 'A ' },
        { ...piece, str: ' heron.' },
      ]),
    ).toEqual(['A heron.']);
  });
});
