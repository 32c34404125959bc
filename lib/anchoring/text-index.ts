/**
 * The text of a page as its marks are counted in: the letters of its text nodes without any white space, so that
 * neither a new line between two blocks nor a page written on one line moves a place.
 */

export type TextIndex = {
  /** Everything but white space, soft hyphens and joiners of no width. */
  letters: string;
  /** The text nodes, in the order of the document. */
  pieces: readonly string[];
  /** Where each piece begins in `letters`, in UTF-16 code units. */
  starts: readonly number[];
};

/** A stretch of `letters`: `[start, end)` in UTF-16 code units. */
export type Place = { start: number; end: number };

/** A character of a piece, in UTF-16 code units. */
export type Point = { piece: number; offset: number };

/** White space of every kind, and what a page puts between letters without showing it. */
const unseen = /[\s\u00AD\u200B\u2060\uFEFF]+/g;
const isUnseen = /[\s\u00AD\u200B\u2060\uFEFF]/;

/** Gives the letters of a text: what is left without white space. */
export function lettersOf(text: string): string {
  return text.replace(unseen, '');
}

export function indexText(pieces: readonly string[]): TextIndex {
  const starts: number[] = [];
  const squeezed: string[] = [];
  let length = 0;
  for (const piece of pieces) {
    const letters = lettersOf(piece);
    starts.push(length);
    squeezed.push(letters);
    length += letters.length;
  }
  return { letters: squeezed.join(''), pieces, starts };
}

/** Gives how many letters stand before a character of a piece. */
export function lettersBefore(index: TextIndex, { piece, offset }: Point): number {
  const start = index.starts[piece] ?? index.letters.length;
  return start + lettersOf((index.pieces[piece] ?? '').slice(0, offset)).length;
}

/** Gives the ends of a place in the pieces, without white space at its edges; null where it holds no letter. */
export function pointsOf(
  index: TextIndex,
  { start, end }: Place,
): { start: Point; end: Point } | null {
  if (start < 0 || end <= start || end > index.letters.length) return null;
  const first = pointOf(index, start);
  const last = pointOf(index, end - 1);
  return { start: first, end: { piece: last.piece, offset: last.offset + 1 } };
}

/** Gives the text of a place as it can be read: each run of white space is one space. */
export function readingOf(index: TextIndex, place: Place): string {
  const points = pointsOf(index, place);
  if (points === null) return '';
  const { start, end } = points;
  const read: string[] = [];
  for (let piece = start.piece; piece <= end.piece; piece += 1) {
    const from = piece === start.piece ? start.offset : 0;
    const to = piece === end.piece ? end.offset : undefined;
    read.push((index.pieces[piece] ?? '').slice(from, to));
  }
  return read.join('').replace(/\s+/g, ' ');
}

/** Where the letter of that number stands; there is one. */
function pointOf({ starts, pieces }: TextIndex, letter: number): Point {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= letter) low = middle;
    else high = middle - 1;
  }
  const text = pieces[low] ?? '';
  let left = letter - (starts[low] ?? 0);
  let offset = 0;
  for (; offset < text.length; offset += 1) {
    if (isUnseen.test(text.charAt(offset))) continue;
    if (left === 0) break;
    left -= 1;
  }
  return { piece: low, offset };
}
