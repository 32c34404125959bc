/** Groups the lines of all pages into blocks. */
import { bodySizeOf, findHeadings } from './headings.ts';
import type { Line, PageLines, OutlineEntry } from './layout.ts';

export type Block = {
  kind: 'title' | 'heading' | 'item' | 'rows' | 'text';
  /** Heading level, 2 to 6; 0 for other blocks. */
  level: number;
  /** Includes page markers, and line breaks in rows. */
  text: string;
};

export function blocksOf(
  allPages: readonly PageLines[],
  outline: readonly OutlineEntry[],
): Block[] {
  const bodySize = bodySizeOf(allPages);
  const pages = removeRunningLines(allPages, bodySize);
  const { levelOf, titleLines } = findHeadings(pages, outline, bodySize);
  const leading = leadingOf(pages);
  const compounds = hyphenatedWords(pages);
  const blocks: Block[] = [];
  let before: PreviousLine | null = null;

  for (const { number, lines } of pages) {
    for (const [index, line] of lines.entries()) {
      const level = levelOf(line);
      const kind = titleLines.includes(line) ? 'title' : kindOf(line, level);
      const marker = index === 0 && pages.length > 1 ? pageMarker(number) : '';
      const lastBlock = blocks.at(-1);
      const next = { kind, level, line, leading, isNextPage: index === 0 };
      if (lastBlock !== undefined && before !== null && continuesBlock(lastBlock, before, next)) {
        lastBlock.text = textWithLine(lastBlock, { line, marker, compounds });
      } else {
        blocks.push({ kind, level, text: marker + line.text.replace(bullet, '') });
      }
      before = { line, columnEdge: edgeOf(line, lines) };
    }
  }
  return blocks;
}

function kindOf(line: Line, level: number): Block['kind'] {
  if (level > 0) return 'heading';
  if (bullet.test(line.text)) return 'item';
  return line.isRow ? 'rows' : 'text';
}

/** `columnEdge`: the right edge of the line's column. */
type PreviousLine = { line: Line; columnEdge: number };
type NextLine = Pick<Block, 'kind' | 'level'> & {
  line: Line;
  leading: number;
  isNextPage: boolean;
};

function continuesBlock(lastBlock: Block, before: PreviousLine, next: NextLine): boolean {
  const { kind, level, line, leading, isNextPage } = next;
  const gap = before.line.y - line.y;
  const isClose = !isNextPage && gap > 0 && gap < 1.5 * leading * line.fontSize;
  if (kind === 'item') return false;
  if (kind !== 'text') return isClose && lastBlock.kind === kind && lastBlock.level === level;
  return /^(?:text|item)$/.test(lastBlock.kind) && continuesParagraph(before, next);
}

type LineToJoin = { line: Line; marker: string; compounds: ReadonlySet<string> };

function textWithLine({ kind, text }: Block, { line, marker, compounds }: LineToJoin): string {
  if (kind === 'rows') return `${text}\n${line.text}`;
  const joinedText = joinLine(text, line.text, compounds);
  if (marker === '') return joinedText;
  const markerIndex = markerPosition(text, joinedText.length - line.text.length);
  return joinedText.slice(0, markerIndex) + marker + joinedText.slice(markerIndex);
}

/** Puts the marker before a word hyphenated across two pages. Scripts without spaces aren't hyphenated. */
function markerPosition(text: string, seam: number): number {
  const isShared = seam <= text.length && /[-\u2010\u00AD]$/.test(text);
  return !isShared ? seam : Math.max(text.lastIndexOf(' '), text.lastIndexOf(pageMarkerEnd)) + 1;
}

function edgeOf({ x, fontSize }: Line, lines: readonly Line[]): number {
  const column = lines.filter((line) => Math.abs(line.x - x) < 3 * fontSize);
  return column.reduce((edge, { right }) => Math.max(edge, right), Number.NEGATIVE_INFINITY);
}

const sizeRatio = 1.15;
/** Line spacing as a multiple of the font size, used if it can't be measured. */
const usualLeading = 1.2;
/** A larger gap starts a new paragraph. Relative to the usual line spacing. */
const paragraphGap = 1.4;
const minGaps = 6;
const bullet = /^[•‣◦▪■●○–]\s+(?=\S)/;
const numbered = /^(?:\d{1,2}|[a-z])[.)]\s/;
const sentenceEnd = /[.!?:。！？؟۔]["'”’»)\]]*(?:\[?\d+\]?)?$/;

function leadingOf(pages: readonly PageLines[]): number {
  const gaps: number[] = [];
  for (const { lines } of pages) {
    for (const [index, line] of lines.entries()) {
      const before = lines[index - 1];
      if (before === undefined || !isSameSize(before, line)) continue;
      const gap = (before.y - line.y) / line.fontSize;
      if (gap > 0.8 && gap < 2.6) gaps.push(gap);
    }
  }
  if (gaps.length < minGaps) return usualLeading;
  return gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? usualLeading;
}

function continuesParagraph(
  { line: before, columnEdge }: PreviousLine,
  { line, leading, isNextPage }: NextLine,
): boolean {
  if (!isSameSize(before, line) || bullet.test(line.text)) return false;
  const hasEnded = sentenceEnd.test(before.text);
  const gap = before.y - line.y;
  // The sentence may continue at the top of the next column or page.
  if (isNextPage || gap < 0) return !hasEnded;
  if (gap > paragraphGap * leading * line.fontSize) return false;
  if (!hasEnded) return true;
  const isShort = before.right < columnEdge - 4 * line.fontSize;
  const isIndented = line.x > before.x + 0.8 * line.fontSize;
  return !isShort && !isIndented && !numbered.test(line.text);
}

function isSameSize(one: Line, other: Line): boolean {
  const larger = Math.max(one.fontSize, other.fontSize);
  return larger <= sizeRatio * Math.max(Math.min(one.fontSize, other.fontSize), 1e-6);
}

function hyphenatedWords(pages: readonly PageLines[]): ReadonlySet<string> {
  const compounds = new Set<string>();
  for (const { text } of pages.flatMap(({ lines }) => lines)) {
    for (const [word] of text.toLowerCase().matchAll(/\p{L}+(?:[-\u2010]\p{L}+)+/gu)) {
      compounds.add(word.replaceAll('\u2010', '-'));
    }
  }
  return compounds;
}

/** Joins a line to a text. Keeps the hyphen if the word is hyphenated elsewhere or continues with a capital letter. */
function joinLine(textBefore: string, text: string, compounds: ReadonlySet<string>): string {
  // A paragraph may be as long as a book; only its end matters.
  const end = textBefore.slice(-80);
  const [, first] = /(\p{L}+)[-\u2010\u00AD]$/u.exec(end) ?? [];
  const [second] = /^\p{L}+/u.exec(text) ?? [];
  if (first !== undefined && second !== undefined) {
    const isCompound = compounds.has(`${first}-${second}`.toLowerCase());
    return !isCompound && /^\p{Ll}/u.test(second)
      ? textBefore.slice(0, -1) + text
      : textBefore + text;
  }
  const isUnspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}、。]$/u.test(end);
  return isUnspaced ? textBefore + text : `${textBefore} ${text}`;
}

/** Share of the page height that counts as the top or bottom edge. */
const edgeShare = 0.1;
/** A running line repeats on at least this many pages. */
const minPages = 3;
const numberAlone =
  /^[-–—|\s]*(?:(?:page|seite|p\.)\s*)?\d{1,4}(?:\s*(?:\/|of|von)\s*\d{1,4})?[-–—|\s]*$/i;
const romanAlone = /^[-–—|\s]*[ivxlc]{1,7}[-–—|\s]*$/;

/**
 * Removes running headers, running footers and page numbers. Lines larger than body text, such as chapter titles, are
 * removed only if they repeat exactly.
 */
function removeRunningLines(pages: readonly PageLines[], bodySize: number): PageLines[] {
  const seen = new Map<string, number>();
  for (const page of pages) {
    const keys = page.lines
      .filter((line) => isAtEdge(line, page))
      .map((line) => keyOf(line, bodySize));
    for (const key of new Set(keys)) seen.set(key, (seen.get(key) ?? 0) + 1);
  }
  const repeats = (line: Line) => (seen.get(keyOf(line, bodySize)) ?? 0) >= minPages;
  return pages.map((page) => ({
    ...page,
    lines: page.lines.filter((line, index) => {
      const isOutermost = index === 0 || index === page.lines.length - 1;
      return !repeats(line) && !(isOutermost && isPageNumber(line, page));
    }),
  }));
}

function isAtEdge({ y }: Line, { height }: PageLines): boolean {
  return y > height * (1 - edgeShare) || y < height * edgeShare;
}

function isPageNumber(line: Line, page: PageLines): boolean {
  if (line.level > 0) return false;
  return numberAlone.test(line.text) || (romanAlone.test(line.text) && isAtEdge(line, page));
}

function keyOf({ text, y, fontSize }: Line, bodySize: number): string {
  const isLarge = fontSize > bodySize * 1.15;
  const words = isLarge ? text : text.replace(/\d+/g, '#');
  return `${Math.round(y / 6)} ${words}`;
}

const pageMarkerEnd = '\uE001';

/** Marks the start of a page with private-use characters, which are removed from the text itself. */
function pageMarker(page: number): string {
  return `\uE000${page}${pageMarkerEnd}`;
}

export const pageMarkers = /\uE000(\d+)\uE001/g;
export const leadingPageMarker = /^\uE000\d+\uE001/;
