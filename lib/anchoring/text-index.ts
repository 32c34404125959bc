/** The page's text without white space, because white space depends on how the HTML is written. */

export type TextIndex = {
  /** The text without white space, soft hyphens and zero-width characters. */
  letters: string;
  pieces: readonly string[];
  /** Where each piece starts in `letters`, in UTF-16 code units. */
  starts: readonly number[];
};

export type Place = { start: number; end: number };
/** A position in a piece. `offset` is in UTF-16 code units. */
export type Point = { piece: number; offset: number };
/** Matches white space and zero-width characters. */
const unseen = /[\s\u00AD\u200B\u2060\uFEFF]+/g;
const isUnseen = /[\s\u00AD\u200B\u2060\uFEFF]/;

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

export function lettersBefore(index: TextIndex, { piece, offset }: Point): number {
  const start = index.starts[piece] ?? index.letters.length;
  return start + lettersOf((index.pieces[piece] ?? '').slice(0, offset)).length;
}

/** Returns the start and end of a place, excluding white space at its edges; null if the place has no letters. */
export function pointsOf(
  index: TextIndex,
  { start, end }: Place,
): { start: Point; end: Point } | null {
  if (start < 0 || end <= start || end > index.letters.length) return null;
  const first = pointOf(index, start);
  const last = pointOf(index, end - 1);
  return { start: first, end: { piece: last.piece, offset: last.offset + 1 } };
}

/** Returns the text of a place. Each run of white space becomes one space. */
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

/** Returns the position of a letter, which must exist. */
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
