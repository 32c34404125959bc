/** Draws marks with the browser's highlights (CSS Custom Highlight API): no element of the page is touched. */
import { lettersOf } from '../core/anchoring/text-index.ts';

export type Drawing = ReturnType<typeof createDrawing>;

/**
 * As public/marks.css names them, each drawn over those before it; `overlap` is where marks lie over one another, `draft`
 * what a note is being written on, `shown` what was scrolled to.
 */
const names = {
  mark: 'keepsake-mark',
  overlap: 'keepsake-overlap',
  draft: 'keepsake-draft',
  shown: 'keepsake-shown',
} as const;

/** How long a mark that was scrolled to stands out. */
const shownMs = 2500;

/** What `compareBoundaryPoints` compares: START_TO_START, START_TO_END and END_TO_END. */
const [starts, endWithStart, ends] = [0, 1, 2];

export function createDrawing(window: Window & typeof globalThis) {
  const ranges = new Map<string, Range>();
  let timer: number | undefined;

  function put(name: string, drawn: readonly Range[]): void {
    if (drawn.length === 0) return void window.CSS.highlights.delete(name);
    const highlight = new window.Highlight(...drawn);
    highlight.priority = Object.values<string>(names).indexOf(name);
    window.CSS.highlights.set(name, highlight);
  }

  return {
    /** Draws these and no others. */
    draw(marks: ReadonlyMap<string, Range>): void {
      ranges.clear();
      for (const [id, range] of marks) ranges.set(id, range);
      const drawn = [...ranges.values()];
      put(names.mark, drawn);
      put(names.overlap, overlapsOf(drawn));
    },

    /** Shows what a note is written on; null takes it away. */
    draft(range: Range | null): void {
      put(names.draft, range === null ? [] : [range]);
    },

    /** Lets a mark stand out for a moment. */
    show(range: Range): void {
      put(names.shown, [range]);
      window.clearTimeout(timer);
      timer = window.setTimeout(() => put(names.shown, []), shownMs);
    },

    /** Gives the marks under a point of the viewport, the shortest first; of two over the same words the later one. */
    at(x: number, y: number): { id: string; range: Range }[] {
      return [...ranges]
        .filter(([, range]) => covers(range, x, y))
        .toReversed()
        .sort(([, one], [, other]) => lengthOf(one) - lengthOf(other))
        .map(([id, range]) => ({ id, range }));
    },

    /** Gives the marks over exactly these words, the later one first. */
    over(words: Range): { id: string; range: Range }[] {
      return [...ranges]
        .filter(([, range]) => isOverSame(range, words))
        .toReversed()
        .map(([id, range]) => ({ id, range }));
    },

    clear(): void {
      window.clearTimeout(timer);
      ranges.clear();
      for (const name of Object.values(names)) put(name, []);
    },
  };
}

/** Gives the ranges that two marks or more have in common. */
export function overlapsOf(ranges: readonly Range[]): Range[] {
  const overlaps: Range[] = [];
  let furthest = null as Range | null;
  for (const range of ranges.toSorted((one, other) => one.compareBoundaryPoints(starts, other))) {
    const isLast = furthest === null || range.compareBoundaryPoints(ends, furthest) > 0;
    if (furthest !== null && furthest.compareBoundaryPoints(endWithStart, range) > 0) {
      const overlap = range.cloneRange();
      if (isLast) overlap.setEnd(furthest.endContainer, furthest.endOffset);
      overlaps.push(overlap);
    }
    if (isLast) furthest = range;
  }
  return overlaps;
}

/** Whether two ranges hold the same letters of the page: where they end in white space makes no difference. */
export function isOverSame(one: Range, other: Range): boolean {
  const letters = lettersOf(one.toString());
  if (letters !== lettersOf(other.toString())) return false;
  if (one.startContainer.getRootNode() !== other.startContainer.getRootNode()) return false;
  const both = one.cloneRange();
  if (other.compareBoundaryPoints(starts, both) < 0)
    both.setStart(other.startContainer, other.startOffset);
  if (other.compareBoundaryPoints(ends, both) > 0) both.setEnd(other.endContainer, other.endOffset);
  return lettersOf(both.toString()) === letters;
}

function covers(range: Range, x: number, y: number): boolean {
  const isIn = (box: DOMRect) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
  return isIn(range.getBoundingClientRect()) && [...range.getClientRects()].some(isIn);
}

function lengthOf(range: Range): number {
  return range.toString().length;
}
