/** Puts the pieces of a page together to lines, in the order in which they are read. */
import { inColumns } from './columns.ts';
import { inReadingOrder } from './reading-order.ts';
import type { Line, LinedPage, SetPage, SetText } from './set-text.ts';

/** Width of a gap, in font sizes, that parts columns or the cells of a table. */
const cellGap = 1.6;
/** Width of a gap, in font sizes, that stands for a space where the file has none. */
const wordGap = 0.15;
/** How far, in font sizes, a raised or lowered letter stands off its baseline. */
const baselineDrift = 0.5;

/** Gives the lines of a page: two columns one after the other, else in the order of the file. */
export function linesOf({ number, height, pieces }: SetPage): LinedPage {
  const parts = partsOf(inReadingOrder(pieces, { word: wordGap, cell: cellGap }));
  return { number, height, lines: inColumns(parts) ?? rejoined(parts) };
}

/** The stretches of text that have no wide gap inside. */
function partsOf(pieces: readonly SetText[]): Line[] {
  const parts: Line[] = [];
  let part: Line | null = null;
  for (const piece of pieces) {
    if (piece.text.trim() !== '') {
      if (part !== null && isBeside(part, piece) && gapOf(part, piece) <= cellGap) {
        extend(part, piece);
      } else {
        if (part !== null) parts.push(part);
        part = beginWith(piece);
      }
    }
    if (piece.endsLine && part !== null) {
      parts.push(part);
      part = null;
    }
  }
  if (part !== null) parts.push(part);
  return parts.map((done) => ({ ...done, text: tidy(done.text) }));
}

function beginWith({ text, x, y, width, fontSize, level }: SetText): Line {
  return { text, x, right: x + width, y, fontSize, level, isRow: false };
}

function extend(part: Line, piece: SetText): void {
  const hasSpace = /\s$/.test(part.text) || /^\s/.test(piece.text);
  part.text += !hasSpace && gapOf(part, piece) > wordGap ? ` ${piece.text}` : piece.text;
  // A raised number is no measure of the line it stands in.
  if (piece.fontSize > part.fontSize) {
    part.fontSize = piece.fontSize;
    part.y = piece.y;
  }
  part.x = Math.min(part.x, piece.x);
  part.right = Math.max(part.right, piece.x + piece.width);
  part.level ||= piece.level;
}

type Placed = { x: number; y: number; fontSize: number };

function isBeside(part: Line, { x, y, fontSize }: Placed): boolean {
  const size = Math.max(part.fontSize, fontSize);
  return Math.abs(part.y - y) <= baselineDrift * size && x >= part.right - size;
}

function gapOf(part: Line, { x, fontSize }: Placed): number {
  return (x - part.right) / Math.max(part.fontSize, fontSize, 1);
}

/** Parts side by side become one line again where the page has no columns. */
function rejoined(parts: readonly Line[]): Line[] {
  const lines: Line[] = [];
  for (const part of parts) {
    const before = lines.at(-1);
    if (before === undefined || !isBeside(before, part)) {
      lines.push(part);
      continue;
    }
    lines[lines.length - 1] = {
      ...before,
      text: `${before.text} ${part.text}`,
      right: part.right,
      fontSize: Math.max(before.fontSize, part.fontSize),
      isRow: true,
    };
  }
  return lines;
}

/** Signs of a font's own, which mean nothing outside it, go; the dot before an item is one of them. */
function tidy(text: string): string {
  return text
    .replace(/[\uF0B7\uF0A7]/g, '•')
    .replace(/\s+/g, ' ')
    .replace(/[\p{Co}\p{Cc}\uFFFD]/gu, '')
    .trim();
}
