/** Converts Arabic and Hebrew text, which PDFs store in visual order, to reading order. */
import bidiFactory from 'bidi-js';
import type { TextPiece } from './layout.ts';

const bidi = bidiFactory();
const rtlLetter = /[[\p{sc=Arab}\p{sc=Hebr}]&&[\p{L}\p{M}]]/gv;
const ltrLetter = /[\p{L}--[\p{sc=Arab}\p{sc=Hebr}]]/gv;
/** Characters PDF.js treats as right-to-left. Differs from Unicode: includes Arabic digits, lacks some symbols. */
const pdfJsRtl =
  /[\u0590-\u05F4\u0600-\u0605\u0608\u060B\u060D\u061B\u061C\u061E-\u064A\u0660-\u0669\u066B-\u066F\u0671-\u06D5\u06DD\u06E5\u06E6\u06EE\u06EF\u06FA-\u08AC\uFB50-\uFDFF\uFE70-\uFEFF]/g;

/** Positional forms of letters. People search for the base letter. */
const presentationForms = /[\uFB1D-\uFDFB\uFE80-\uFEFC]+/g;
/** The smallest gaps between words and between table cells, as multiples of the font size. */
type Gaps = { word: number; cell: number };

/** Merges right-to-left runs into pieces. Mirrors pages that are mostly right-to-left, so lines start on the left. */
export function toReadingOrder(pieces: readonly TextPiece[], gaps: Gaps): readonly TextPiece[] {
  const all = pieces.map(({ text }) => text).join('');
  const count = countOf(rtlLetter, all);
  if (count === 0) return pieces;
  const isRtl = count >= countOf(ltrLetter, all);
  return runsOf(pieces, gaps).flatMap((run) =>
    isRtl || run.some(({ text }) => countOf(rtlLetter, text) > 0)
      ? mergeRun(run, { isRtl, wordGap: gaps.word })
      : run,
  );
}

function countOf(letter: RegExp, text: string): number {
  return text.match(letter)?.length ?? 0;
}

/** Undoes PDF.js's reordering, which treats longer pieces as right-to-left if 30% of their characters are. */
function visualOrder(text: string): string {
  const count = countOf(pdfJsRtl, text);
  if (count === 0) return text;
  const levels = levelsOf(text, text.length <= 4 || count / text.length >= 0.3);
  return bidi
    .getReorderedIndices(text, levels)
    .map((index) => text.charAt(index))
    .join('');
}

function runsOf(pieces: readonly TextPiece[], { cell }: Gaps): TextPiece[][] {
  const runs: TextPiece[][] = [];
  let open: { pieces: TextPiece[]; x: number; right: number; y: number } | null = null;
  for (const piece of pieces) {
    const { x, y, width, fontSize } = piece;
    const size = Math.max(fontSize, 1);
    const isSameRun =
      open !== null &&
      Math.abs(open.y - y) <= size / 2 &&
      Math.max(x - open.right, open.x - x - width) <= cell * size;
    if (open === null || !isSameRun) {
      open = { pieces: [], x, right: x + width, y };
      runs.push(open.pieces);
    }
    open.pieces.push(piece);
    open.x = Math.min(open.x, x);
    open.right = Math.max(open.right, x + width);
    if (piece.endsLine) open = null;
  }
  return runs;
}

type MergeOptions = { isRtl: boolean; wordGap: number };

function mergeRun(run: readonly TextPiece[], { isRtl, wordGap }: MergeOptions): TextPiece[] {
  const ordered = visualPieces(run).toSorted((a, b) => a.x - b.x);
  const [first] = ordered;
  if (first === undefined) return [];
  let visual = '';
  let right = first.x;
  let largest = first;
  for (const { text, x, width, fontSize } of ordered) {
    visual += x - right > wordGap * fontSize ? ` ${text}` : text;
    right = Math.max(right, x + width);
  }
  for (const piece of ordered) if (piece.fontSize > largest.fontSize) largest = piece;
  const text = logicalOrder(visual, isRtl).replace(presentationForms, (shape) =>
    shape.normalize('NFKC'),
  );
  const endsLine = run.at(-1)?.endsLine === true;
  const level = ordered.find((piece) => piece.level > 0)?.level ?? 0;
  return [
    { ...largest, text, x: isRtl ? -right : first.x, width: right - first.x, endsLine, level },
  ];
}

/** As a multiple of the font size. Narrower spaces only move the text position back. */
const minSpaceWidth = 0.05;
const marksAlone = /^\p{M}+$/u;

/** Combining marks precede their letter in the file, but may be positioned over another letter. */
function visualPieces(run: readonly TextPiece[]): TextPiece[] {
  const visual: TextPiece[] = [];
  let marks = '';
  for (const piece of run) {
    const isBlank = piece.text.trim() === '' && piece.width < minSpaceWidth * piece.fontSize;
    if (marksAlone.test(piece.text)) marks += piece.text;
    else if (!isBlank) {
      visual.push({ ...piece, text: marks + visualOrder(piece.text) });
      marks = '';
    }
  }
  // Marks at the end belong to the last letter. If there is no letter, a piece with only the marks keeps the line end.
  const last = visual.pop();
  if (last === undefined) return run.slice(-1).map((piece) => ({ ...piece, text: marks }));
  const isTurned = countOf(pdfJsRtl, last.text) > 0;
  return [...visual, { ...last, text: isTurned ? marks + last.text : last.text + marks }];
}

/** Converts a line to reading order. Lines without right-to-left text are unchanged. */
function logicalOrder(text: string, isRtl: boolean): string {
  if (countOf(rtlLetter, text) + countOf(pdfJsRtl, text) === 0) return text;
  return bidi.getReorderedString(text, levelsOf(text, isRtl));
}

function levelsOf(text: string, isRtl: boolean) {
  return bidi.getEmbeddingLevels(text, isRtl ? 'rtl' : 'ltr');
}
