/** Assembles the pieces of a page into lines, including pages with columns. */
import { toReadingOrder } from './bidi.ts';
import type { Line, PageLines, PageText, TextPiece } from './layout.ts';

/** A larger gap, as a multiple of the font size, separates columns or table cells. */
const cellGap = 1.6;
/** A larger gap, as a multiple of the font size, counts as a space if the file has none. */
const wordGap = 0.15;
/** How far superscripts and subscripts may be off the baseline, as a multiple of the font size. */
const baselineDrift = 0.5;

/** Returns the lines column by column if there are columns, otherwise in file order. */
export function linesOf({ number, height, pieces }: PageText): PageLines {
  const segments = segmentsOf(toReadingOrder(pieces, { word: wordGap, cell: cellGap }));
  return { number, height, lines: splitIntoColumns(segments) ?? rejoinSegments(segments) };
}

function segmentsOf(pieces: readonly TextPiece[]): Line[] {
  const segments: Line[] = [];
  let segment: Line | null = null;
  for (const piece of pieces) {
    if (piece.text.trim() !== '') {
      if (segment !== null && isBeside(segment, piece) && gapOf(segment, piece) <= cellGap) {
        extendSegment(segment, piece);
      } else {
        if (segment !== null) segments.push(segment);
        const { text, x, y, width, fontSize, level } = piece;
        segment = { text, x, right: x + width, y, fontSize, level, isRow: false };
      }
    }
    if (piece.endsLine && segment !== null) {
      segments.push(segment);
      segment = null;
    }
  }
  if (segment !== null) segments.push(segment);
  return segments.map((complete) => ({ ...complete, text: tidy(complete.text) }));
}

function extendSegment(segment: Line, piece: TextPiece): void {
  const hasSpace = /\s$/.test(segment.text) || /^\s/.test(piece.text);
  segment.text += !hasSpace && gapOf(segment, piece) > wordGap ? ` ${piece.text}` : piece.text;
  // Size and baseline of the line are those of its largest text, not of a superscript.
  if (piece.fontSize > segment.fontSize) {
    segment.fontSize = piece.fontSize;
    segment.y = piece.y;
  }
  segment.x = Math.min(segment.x, piece.x);
  segment.right = Math.max(segment.right, piece.x + piece.width);
  segment.level ||= piece.level;
}

type Placed = { x: number; y: number; fontSize: number };

function isBeside(segment: Line, { x, y, fontSize }: Placed): boolean {
  const size = Math.max(segment.fontSize, fontSize);
  return Math.abs(segment.y - y) <= baselineDrift * size && x >= segment.right - size;
}

function gapOf(segment: Line, { x, fontSize }: Placed): number {
  return (x - segment.right) / Math.max(segment.fontSize, fontSize, 1);
}

/** Joins segments on one baseline into rows again. */
function rejoinSegments(segments: readonly Line[]): Line[] {
  const lines: Line[] = [];
  for (const segment of segments) {
    const before = lines.at(-1);
    if (before === undefined || !isBeside(before, segment)) {
      lines.push(segment);
      continue;
    }
    lines[lines.length - 1] = {
      ...before,
      text: `${before.text} ${segment.text}`,
      right: segment.right,
      fontSize: Math.max(before.fontSize, segment.fontSize),
      isRow: true,
    };
  }
  return lines;
}

/** Removes private-use characters, except those used as bullets. */
function tidy(text: string): string {
  return text
    .replace(/[\uF0B7\uF0A7]/g, '•')
    .replace(/\s+/g, ' ')
    .replace(/[\p{Co}\p{Cc}\uFFFD]/gu, '')
    .trim();
}

/** Fewer lines side by side are a table or a caption. */
const minColumnLines = 4;
/** Table cells are shorter than lines in a column. */
const minColumnLetters = 18;
/** Share of lines that may span both columns, such as a title. */
const maxAcrossShare = 0.35;

/** Returns the lines column by column; null if there is only one column. */
function splitIntoColumns(lines: readonly Line[]): Line[] | null {
  const gutter = gutterOf(lines);
  if (gutter === null) return null;
  const ordered: Line[] = [];
  let linesBetween: Line[] = [];
  const flushBand = () => {
    const left = linesBetween.filter(({ x }) => !(x >= gutter));
    const right = linesBetween.filter(({ x }) => x >= gutter);
    ordered.push(...(splitIntoColumns(left) ?? left), ...(splitIntoColumns(right) ?? right));
    linesBetween = [];
  };
  // A line across both columns separates what is above it from what is below.
  for (const line of lines.toSorted(topToBottom)) {
    if (reachesAcross(line, gutter)) {
      flushBand();
      ordered.push(line);
    } else {
      linesBetween.push(line);
    }
  }
  flushBand();
  return ordered;
}

function topToBottom(one: Line, other: Line): number {
  const isSameLine = Math.abs(one.y - other.y) < 0.3 * Math.max(one.fontSize, other.fontSize);
  return isSameLine ? one.x - other.x : other.y - one.y;
}

function reachesAcross({ x, right }: Line, gutter: number): boolean {
  return x < gutter && right > gutter;
}

/** Returns the x position the fewest lines cross, if there are columns on both sides. */
function gutterOf(lines: readonly Line[]): number | null {
  const lineStarts = [...new Set(lines.map(({ x }) => Math.round(x)))].toSorted((a, b) => a - b);
  let best: { at: number; across: number } | null = null;
  for (const lineStart of lineStarts) {
    const at = lineStart - 1;
    const crossing = lines.filter((line) => reachesAcross(line, at)).length;
    if (crossing > maxAcrossShare * lines.length || (best !== null && crossing >= best.across))
      continue;
    const left = lines.filter(({ right }) => right <= at);
    const right = lines.filter(({ x }) => x >= at);
    if (isColumn(left) && isColumn(right) && areSideBySide(left, right))
      best = { at, across: crossing };
  }
  return best?.at ?? null;
}

function isColumn(lines: readonly Line[]): boolean {
  if (lines.length < minColumnLines) return false;
  const lengths = lines.map(({ text }) => text.length).toSorted((a, b) => a - b);
  return (lengths[Math.floor(lengths.length / 2)] ?? 0) >= minColumnLetters;
}

function areSideBySide(left: readonly Line[], right: readonly Line[]): boolean {
  const heights = [left, right].map((lines) => lines.map(({ y }) => y));
  const top = Math.min(...heights.map((ys) => Math.max(...ys))) + 1;
  const bottom = Math.max(...heights.map((ys) => Math.min(...ys))) - 1;
  const sharedIn = (lines: readonly Line[]) =>
    lines.filter(({ y }) => y <= top && y >= bottom).length;
  const shared = Math.min(sharedIn(left), sharedIn(right));
  return shared >= 0.6 * Math.min(left.length, right.length);
}
