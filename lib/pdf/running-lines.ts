/** Finds what is printed again on page after page: running titles, footers and the pages' numbers. */
import type { Line, LinedPage } from './set-text.ts';

/** Share of the page's height, at its top and at its bottom, in which such lines stand. */
const edge = 0.1;
/** So many pages have to repeat a line. */
const fewestPages = 3;
const numberAlone =
  /^[-–—|\s]*(?:(?:page|seite|p\.)\s*)?\d{1,4}(?:\s*(?:\/|of|von)\s*\d{1,4})?[-–—|\s]*$/i;
const romanAlone = /^[-–—|\s]*[ivxlc]{1,7}[-–—|\s]*$/;

/**
 * Gives the pages without those lines. What stands larger than the body, such as the title of a chapter, has to be the
 * same word for word; of the rest, numbers may differ.
 */
export function withoutRunningLines(pages: readonly LinedPage[], bodySize: number): LinedPage[] {
  const seen = new Map<string, number>();
  for (const page of pages) {
    const keys = page.lines
      .filter((line) => isAtEdge(line, page))
      .map((line) => keyOf(line, bodySize));
    for (const key of new Set(keys)) seen.set(key, (seen.get(key) ?? 0) + 1);
  }
  const repeats = (line: Line) => (seen.get(keyOf(line, bodySize)) ?? 0) >= fewestPages;
  return pages.map((page) => ({
    ...page,
    lines: page.lines.filter(
      (line, index) => !repeats(line) && !(isOutermost(index, page) && isPageNumber(line, page)),
    ),
  }));
}

function isAtEdge({ y }: Line, { height }: LinedPage): boolean {
  return y > height * (1 - edge) || y < height * edge;
}

function isPageNumber(line: Line, page: LinedPage): boolean {
  if (line.level > 0) return false;
  return numberAlone.test(line.text) || (romanAlone.test(line.text) && isAtEdge(line, page));
}

function isOutermost(index: number, { lines }: LinedPage): boolean {
  return index === 0 || index === lines.length - 1;
}

/** Lines at nearly the same height with the same words have the same key. */
function keyOf({ text, y, fontSize }: Line, bodySize: number): string {
  const isLarge = fontSize > bodySize * 1.15;
  const words = isLarge ? text : text.replace(/\d+/g, '#');
  return `${Math.round(y / 6)} ${words}`;
}
