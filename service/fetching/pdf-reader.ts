/** Reading a fetched PDF: the port, and how the lines of its pages become paragraphs. */
import type { Result } from '../../lib/contracts/result.ts';
import type { ReadRefusal } from './html-reader.ts';

export interface PdfText {
  /** As the file gives it; empty where it gives none. */
  readonly title: string;
  /** Paragraphs, parted by empty lines. */
  readonly content: string;
}

/** Gives the text of a PDF; never throws. */
export type ReadPdf = (
  bytes: Uint8Array,
  signal: AbortSignal,
) => Promise<Result<PdfText, ReadRefusal>>;

/** A piece of text as it is set on a page. */
export interface SetText {
  readonly str: string;
  /** Of the baseline, from the lower edge. */
  readonly y: number;
  readonly fontSize: number;
  /** Whether a line ends with it. */
  readonly hasEOL: boolean;
}

interface Line {
  readonly text: string;
  readonly y: number;
  readonly fontSize: number;
}

/** Distance of two baselines, in font sizes, from which on another paragraph begins. */
const PARAGRAPH_GAP = 1.75;
/** How much larger or smaller the letters of another paragraph, such as a heading, are. */
const SIZE_RATIO = 1.15;

/**
 * Joins the lines of a page to paragraphs. Words that were broken at the end of a line become whole; the number of
 * the page, which says nothing, is left out.
 */
export function paragraphsOf(page: readonly SetText[]): string[] {
  const lines = linesOf(page).filter(({ text }, index, all) => {
    const isAtEdge = index === 0 || index === all.length - 1;
    return !(isAtEdge && /^[-–—\s]*\d{1,4}[-–—\s]*$/.test(text));
  });
  const paragraphs: string[] = [];
  lines.forEach((line, index) => {
    const before = lines[index - 1];
    const begun = before !== undefined && goesOn(before, line) ? paragraphs.pop() : undefined;
    paragraphs.push(begun === undefined ? line.text : joined(begun, line.text));
  });
  return paragraphs;
}

function linesOf(page: readonly SetText[]): Line[] {
  const lines: Line[] = [];
  let pieces: SetText[] = [];
  const end = () => {
    const text = pieces
      .map(({ str }) => str)
      .join('')
      .replace(/\s+/g, ' ')
      .trim();
    const set = pieces.find(({ str }) => str.trim() !== '');
    if (set !== undefined) lines.push({ text, y: set.y, fontSize: set.fontSize });
    pieces = [];
  };
  for (const piece of page) {
    pieces.push(piece);
    if (piece.hasEOL) end();
  }
  end();
  return lines;
}

function goesOn(before: Line, line: Line): boolean {
  const size = Math.max(before.fontSize, line.fontSize);
  const ratio = size / Math.max(Math.min(before.fontSize, line.fontSize), 1e-6);
  if (ratio > SIZE_RATIO) return false;
  const gap = before.y - line.y;
  // The next column begins above, and may well go on with the sentence.
  return gap < 0 || gap <= PARAGRAPH_GAP * size;
}

function joined(begun: string, text: string): string {
  const isBroken = /\p{L}[-\u2010\u00AD]$/u.test(begun) && /^\p{Ll}/u.test(text);
  if (isBroken) return begun.slice(0, -1) + text;
  if (/\p{L}[-\u2010]$/u.test(begun) && /^\p{L}/u.test(text)) return begun + text;
  const isUnspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}、。]$/u.test(begun);
  return isUnspaced ? begun + text : `${begun} ${text}`;
}
