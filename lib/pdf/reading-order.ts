/** Puts lines with Arabic or Hebrew, which a PDF sets as they are seen from the left, into the order they are read in. */
import bidiFactory from 'bidi-js';
import type { SetText } from './set-text.ts';

const bidi = bidiFactory();

const leftward = /[[\p{sc=Arab}\p{sc=Hebr}]&&[\p{L}\p{M}]]/gv;
const rightward = /[\p{L}--[\p{sc=Arab}\p{sc=Hebr}]]/gv;
/** What PDF.js takes to run to the left: it goes by tables of its own, in which Arabic digits do and some signs do not. */
const turning =
  /[\u0590-\u05F4\u0600-\u0605\u0608\u060B\u060D\u061B\u061C\u061E-\u064A\u0660-\u0669\u066B-\u066F\u0671-\u06D5\u06DD\u06E5\u06E6\u06EE\u06EF\u06FA-\u08AC\uFB50-\uFDFF\uFE70-\uFEFF]/g;

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

/** PDF.js has turned each piece by itself, brackets as they were: a longer one to the left where three of ten run there. */
function asSeen(text: string): string {
  const count = countOf(turning, text);
  if (count === 0) return text;
  const levels = levelsOf(text, text.length <= 4 || count / text.length >= 0.3);
  return bidi
    .getReorderedIndices(text, levels)
    .map((index) => text.charAt(index))
    .join('');
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
  const text = asRead(seen, isLeftward).replace(shapes, (shape) => shape.normalize('NFKC'));
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
  const seen: SetText[] = [];
  let marks = '';
  for (const piece of stretch) {
    const isBlank = piece.text.trim() === '' && piece.width < narrowest * piece.fontSize;
    if (marksAlone.test(piece.text)) marks += piece.text;
    else if (!isBlank) {
      seen.push({ ...piece, text: marks + asSeen(piece.text) });
      marks = '';
    }
  }
  // Signs that no letter follows are of the last one, or by themselves, as a blank is, so that their line ends.
  const last = seen.pop();
  if (last === undefined) return stretch.slice(-1).map((piece) => ({ ...piece, text: marks }));
  const isTurned = countOf(turning, last.text) > 0;
  return [...seen, { ...last, text: isTurned ? marks + last.text : last.text + marks }];
}

/** From how a line is seen to how it is read. A line of other letters alone is read as it is seen. */
function asRead(text: string, isLeftward: boolean): string {
  if (countOf(leftward, text) + countOf(turning, text) === 0) return text;
  return bidi.getReorderedString(text, levelsOf(text, isLeftward));
}

function levelsOf(text: string, isLeftward: boolean) {
  return bidi.getEmbeddingLevels(text, isLeftward ? 'rtl' : 'ltr');
}
