/** Puts lines with Arabic or Hebrew, which a PDF sets as they are seen from the left, into the order they are read in. */
import bidiFactory from 'bidi-js';
import type { SetText } from './set-text.ts';

const bidi = bidiFactory();

const leftward = /[[\p{sc=Arab}\p{sc=Hebr}]&&[\p{L}\p{M}]]/gv;
const rightward = /[\p{L}--[\p{sc=Arab}\p{sc=Hebr}]]/gv;

/** Shapes of a letter by its place in a word; a person searches for the letter. */
const shapes = /[\uFB1D-\uFDFB\uFE80-\uFEFC]+/g;

/** How far a gap, in font sizes, parts words, and how far it parts what is no longer one line. */
type Gaps = { word: number; cell: number };

/**
 * Gives the pieces of a page; each stretch of a line with such letters is one piece, with its words as they are read. A
 * page that runs to the left is given as in a mirror, so that its lines begin where those of others do.
 */
export function inReadingOrder(pieces: readonly SetText[], gaps: Gaps): readonly SetText[] {
  const all = pieces.map(({ text }) => text).join('');
  const count = countOf(leftward, all);
  if (count === 0) return pieces;
  const isLeftward = count >= countOf(rightward, all);
  return stretchesOf(pieces, gaps).flatMap((stretch) =>
    isLeftward || stretch.some(({ text }) => countOf(leftward, text) > 0)
      ? asOne(stretch, { isLeftward, wordGap: gaps.word })
      : stretch,
  );
}

function countOf(letter: RegExp, text: string): number {
  return text.match(letter)?.length ?? 0;
}

/** PDF.js has turned each piece by itself: a longer one to the left where three letters of ten run there. */
function asSeen(text: string): string {
  return turned(text, text.length <= 4 || countOf(leftward, text) >= 0.3 * text.length);
}

/** What follows each other on one baseline without a wide gap, to whichever side. */
function stretchesOf(pieces: readonly SetText[], { cell }: Gaps): SetText[][] {
  const stretches: SetText[][] = [];
  let open: { pieces: SetText[]; x: number; right: number; y: number } | null = null;
  for (const piece of pieces) {
    const { x, y, width, fontSize } = piece;
    const size = Math.max(fontSize, 1);
    const isOn =
      open !== null &&
      Math.abs(open.y - y) <= size / 2 &&
      Math.max(x - open.right, open.x - x - width) <= cell * size;
    if (open === null || !isOn) {
      open = { pieces: [], x, right: x + width, y };
      stretches.push(open.pieces);
    }
    open.pieces.push(piece);
    open.x = Math.min(open.x, x);
    open.right = Math.max(open.right, x + width);
    if (piece.endsLine) open = null;
  }
  return stretches;
}

type Setting = { isLeftward: boolean; wordGap: number };

function asOne(stretch: readonly SetText[], { isLeftward, wordGap }: Setting): SetText[] {
  const ordered = seenPieces(stretch).toSorted((a, b) => a.x - b.x);
  const [first] = ordered;
  if (first === undefined) return [];
  let seen = '';
  let right = first.x;
  let largest = first;
  for (const { text, x, width, fontSize } of ordered) {
    seen += x - right > wordGap * fontSize ? ` ${text}` : text;
    right = Math.max(right, x + width);
  }
  for (const piece of ordered) if (piece.fontSize > largest.fontSize) largest = piece;
  const text = turned(seen, isLeftward).replace(shapes, (shape) => shape.normalize('NFKC'));
  const endsLine = stretch.at(-1)?.endsLine === true;
  const level = ordered.find((piece) => piece.level > 0)?.level ?? 0;
  return [
    { ...largest, text, x: isLeftward ? -right : first.x, width: right - first.x, endsLine, level },
  ];
}

/** Width, in font sizes, from which a blank is one: narrower ones come of a step back. */
const narrowest = 0.05;
const marksAlone = /^\p{M}+$/u;

/** The pieces as they are seen. A vowel sign comes before its letter, but stands over whichever letter; a blank has a width. */
function seenPieces(stretch: readonly SetText[]): SetText[] {
  let marks = '';
  return stretch.flatMap((piece) => {
    const isBlank = piece.text.trim() === '' && piece.width < narrowest * piece.fontSize;
    if (marksAlone.test(piece.text)) marks += piece.text;
    if (isBlank || marksAlone.test(piece.text)) return [];
    const text = marks + asSeen(piece.text);
    marks = '';
    return [{ ...piece, text }];
  });
}

/** From how a line is seen to how it is read, and back. A line of other letters alone is read as it is seen. */
function turned(text: string, isLeftward: boolean): string {
  if (countOf(leftward, text) === 0) return text;
  return bidi.getReorderedString(text, bidi.getEmbeddingLevels(text, isLeftward ? 'rtl' : 'ltr'));
}
