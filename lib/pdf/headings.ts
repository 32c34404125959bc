/** Tells headings from the rest: by what the file says of its structure, by its contents, and by the size of letters. */
import type { Line, LinedPage, OutlineEntry } from './set-text.ts';

/** How much larger than the body the letters of a heading are. */
const sizeRatio = 1.15;
/** Letters of the longest heading. */
const longest = 200;
/** Depths that are told apart by size alone. */
const mostSizes = 3;

export type Headings = {
  /** Level of Markdown, 2 to 6, of a line; 0 where it is no heading. */
  levelOf: (line: Line) => number;
  /** The lines in the largest letters, on the first page alone: the title as it is printed. */
  titleLines: readonly Line[];
};

/** The size in which most letters are set. */
export function bodySizeOf(pages: readonly LinedPage[]): number {
  const letters = new Map<number, number>();
  for (const { text, fontSize } of pages.flatMap(({ lines }) => lines)) {
    const size = rounded(fontSize);
    letters.set(size, (letters.get(size) ?? 0) + text.length);
  }
  return [...letters].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}

/** Finds the headings. */
export function findHeadings(
  pages: readonly LinedPage[],
  outline: readonly OutlineEntry[],
  bodySize: number,
): Headings {
  const named = namedLevels(pages, outline);
  const large = pages.flatMap(({ lines }) => lines.filter((line) => isLarge(line, bodySize)));
  const titleLines = titleLinesOf(pages, large);
  const sizes = [...new Set(large.filter((line) => !titleLines.includes(line)).map(sizeOf))]
    .toSorted((a, b) => b - a)
    .slice(0, mostSizes);
  return {
    titleLines,
    levelOf: (line) => {
      if (line.level > 0) return Math.min(line.level + 1, 6);
      const level = named.get(line);
      if (level !== undefined) return level;
      if (!isLarge(line, bodySize)) return 0;
      const rank = sizes.indexOf(sizeOf(line));
      return 2 + (rank === -1 ? sizes.length - 1 : rank);
    },
  };
}

function isLarge({ text, fontSize, isRow }: Line, bodySize: number): boolean {
  return (
    rounded(fontSize) >= bodySize * sizeRatio &&
    !isRow &&
    text.length <= longest &&
    /\p{L}{2}|\p{sc=Han}/u.test(text)
  );
}

/** Where the largest letters stand together on the first page and nowhere else, they are the title. */
function titleLinesOf(pages: readonly LinedPage[], large: readonly Line[]): Line[] {
  const largest = large.reduce((size, line) => Math.max(size, sizeOf(line)), 0);
  const lines = large.filter((line) => sizeOf(line) === largest);
  const first = pages.find((page) => page.lines.length > 0)?.lines ?? [];
  const places = lines.map((line) => first.indexOf(line));
  const areTogether = places.every((place, index) => place !== -1 && place - index === places[0]);
  return areTogether && lines.length <= 4 ? lines : [];
}

/** The lines that the contents of the file name, with the level they have there. */
function namedLevels(
  pages: readonly LinedPage[],
  outline: readonly OutlineEntry[],
): Map<Line, number> {
  const levels = new Map<Line, number>();
  for (const { number, lines } of pages) {
    for (const { title, depth } of outline.filter(({ page }) => page === number)) {
      const wanted = comparable(title);
      if (wanted === '') continue;
      for (const [index, line] of lines.entries()) {
        const next = lines[index + 1];
        const isBoth = next !== undefined && comparable(`${line.text} ${next.text}`) === wanted;
        if (!isBoth && comparable(line.text) !== wanted) continue;
        levels.set(line, Math.min(depth + 2, 6));
        if (isBoth) levels.set(next, Math.min(depth + 2, 6));
        break;
      }
    }
  }
  return levels;
}

/** Letters and digits alone, without the number of a section, which contents often leave out. */
export function comparable(text: string): string {
  return text
    .replace(/^\s*(?:\d+(?:\.\d+)*|[IVX]+)[.)]?\s+/, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

function sizeOf({ fontSize }: Line): number {
  return rounded(fontSize);
}

/** To half a point: what was meant to be one size is not always set in one. */
function rounded(fontSize: number): number {
  return Math.round(fontSize * 2) / 2;
}
