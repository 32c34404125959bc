/** Recognizes headings by structure tags, outline and font size. */
import type { Line, PageLines, OutlineEntry } from './layout.ts';

/** Headings are at least this much larger than body text. */
const sizeRatio = 1.15;
const maxHeadingLength = 200;
const maxSizes = 3;

export function bodySizeOf(pages: readonly PageLines[]): number {
  const letters = new Map<number, number>();
  for (const line of pages.flatMap(({ lines }) => lines)) {
    const size = sizeOf(line);
    letters.set(size, (letters.get(size) ?? 0) + line.text.length);
  }
  return [...letters].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}

export function findHeadings(
  pages: readonly PageLines[],
  outline: readonly OutlineEntry[],
  bodySize: number,
) {
  const outlined = outlineLevels(pages, outline);
  const large = pages.flatMap(({ lines }) => lines.filter((line) => isLarge(line, bodySize)));
  const titleLines = titleLinesOf(pages, large);
  const sizes = [...new Set(large.filter((line) => !titleLines.includes(line)).map(sizeOf))]
    .toSorted((a, b) => b - a)
    .slice(0, maxSizes);
  return {
    /** The lines of the title: the largest text, found only on the first page. */
    titleLines,
    /** Returns 2 to 6, or 0 if the line isn't a heading. */
    levelOf: (line: Line): number => {
      if (line.level > 0) return Math.min(line.level + 1, 6);
      const level = outlined.get(line);
      if (level !== undefined) return level;
      if (!isLarge(line, bodySize)) return 0;
      const rank = sizes.indexOf(sizeOf(line));
      return 2 + (rank === -1 ? sizes.length - 1 : rank);
    },
  };
}

function isLarge(line: Line, bodySize: number): boolean {
  if (sizeOf(line) < bodySize * sizeRatio || line.isRow) return false;
  return line.text.length <= maxHeadingLength && /\p{L}{2}|\p{sc=Han}/u.test(line.text);
}

/** The largest text is the title if it appears only on the first page, on consecutive lines. */
function titleLinesOf(pages: readonly PageLines[], large: readonly Line[]): Line[] {
  const largest = large.reduce((size, line) => Math.max(size, sizeOf(line)), 0);
  const lines = large.filter((line) => sizeOf(line) === largest);
  const first = pages.find((page) => page.lines.length > 0)?.lines ?? [];
  const places = lines.map((line) => first.indexOf(line));
  const areConsecutive = places.every(
    (place, index) => place !== -1 && place - index === places[0],
  );
  return areConsecutive && lines.length <= 4 ? lines : [];
}

/** Returns the lines that are in the outline, with their heading levels. */
function outlineLevels(
  pages: readonly PageLines[],
  outline: readonly OutlineEntry[],
): Map<Line, number> {
  const levels = new Map<Line, number>();
  for (const { number, lines } of pages) {
    for (const { title, depth } of outline.filter(({ page }) => page === number)) {
      const outlineTitle = normalizedTitle(title);
      if (outlineTitle === '') continue;
      for (const [index, line] of lines.entries()) {
        const next = lines[index + 1];
        const spansTwoLines =
          next !== undefined && normalizedTitle(`${line.text} ${next.text}`) === outlineTitle;
        if (!spansTwoLines && normalizedTitle(line.text) !== outlineTitle) continue;
        levels.set(line, Math.min(depth + 2, 6));
        if (spansTwoLines) levels.set(next, Math.min(depth + 2, 6));
        break;
      }
    }
  }
  return levels;
}

/** Normalizes a title for comparison, without its section number, which outlines often leave out. */
export function normalizedTitle(text: string): string {
  return text
    .replace(/^\s*(?:\d+(?:\.\d+)*|[IVX]+)[.)]?\s+/, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Rounds to half a point, because sizes meant to be equal often differ slightly. */
function sizeOf({ fontSize }: Line): number {
  return Math.round(fontSize * 2) / 2;
}
