/** Draws with the CSS Custom Highlight API, without touching the page's elements. */
import { lettersOf } from '../../anchoring/text-index.ts';
import { type PageText, rangeOver, readPageText } from '../../capture/page-text.ts';
import { type HighlightColor, highlightColors } from '../../outbox/model.ts';
import type { AnchoredHighlight, Placement } from '../model.ts';
import { findPlace } from '../../anchoring/find-place.ts';

export type Drawing = ReturnType<typeof createDrawing>;

/** Names from public/highlighter.css, in drawing order. `draft`: being commented; `shown`: just scrolled to. */
const names = {
  yellow: 'keepsake-highlight',
  green: 'keepsake-green',
  blue: 'keepsake-blue',
  pink: 'keepsake-pink',
  purple: 'keepsake-purple',
  overlap: 'keepsake-overlap',
  draft: 'keepsake-draft',
  shown: 'keepsake-shown',
} as const satisfies Record<HighlightColor | 'overlap' | 'draft' | 'shown', string>;

/** How long a highlight is emphasized after scrolling to it. */
const shownMs = 2500;
/** Arguments of `compareBoundaryPoints`: START_TO_START, START_TO_END and END_TO_END. */
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
  function newestFirst(fits: (range: Range) => boolean): { id: string; range: Range }[] {
    return [...ranges]
      .filter(([, range]) => fits(range))
      .toReversed()
      .map(([id, range]) => ({ id, range }));
  }

  return {
    draw(marks: readonly { mark: AnchoredHighlight; range: Range }[]): void {
      ranges.clear();
      for (const { mark, range } of marks) ranges.set(mark.id, range);
      for (const color of highlightColors) {
        const own = marks.flatMap(({ mark, range }) => (mark.color === color ? [range] : []));
        put(names[color], own);
      }
      put(names.overlap, overlapsOf([...ranges.values()]));
    },

    draft(range: Range | null): void {
      put(names.draft, range === null ? [] : [range]);
    },

    show(range: Range): void {
      put(names.shown, [range]);
      window.clearTimeout(timer);
      timer = window.setTimeout(() => put(names.shown, []), shownMs);
    },

    /** Returns the highlights at viewport coordinates, shortest first, newest first if equal. */
    at: (x: number, y: number) =>
      newestFirst((range) => covers(range, x, y)).sort(
        (one, other) => lengthOf(one.range) - lengthOf(other.range),
      ),

    /** Returns the highlights over exactly this text, newest first. */
    over: (words: Range) => newestFirst((range) => isOverSame(range, words)),

    clear(): void {
      window.clearTimeout(timer);
      ranges.clear();
      for (const name of Object.values(names)) put(name, []);
    },
  };
}

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

/** Returns whether two ranges cover the same text of the page, ignoring white space. */
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

export type AnchorResult = {
  mark: AnchoredHighlight;
  range: Range | null;
  /** Letters of the range when it was found, to notice changes. */
  letters: string;
  order: number;
  /** When the highlight was last searched for, in milliseconds. */
  soughtAt: number;
};

export type PlacementReport = { id: string; placement: Placement; order: number };

type Placing = {
  earlier: ReadonlyMap<string, AnchorResult>;
  /** Returns the current time in milliseconds. */
  now: () => number;
  /** When the page last changed. Highlights not found since then aren't searched for again. */
  changedAt: number;
};

/** Time limit per search. One changed quote takes up to 0.2 seconds on a page with a million letters. */
const longestMs = 250;

/** Finds highlights, keeping those whose text is unchanged. Those skipped for lack of time come first next time. */
export function anchorHighlights(
  document: Document,
  marks: readonly AnchoredHighlight[],
  { earlier, now, changedAt }: Placing,
): { placed: Map<string, AnchorResult>; isDone: boolean } {
  const began = now();
  const placed = new Map<string, AnchorResult>();
  const sought: AnchoredHighlight[] = [];
  for (const mark of marks) {
    const before = earlier.get(mark.id);
    const isSettled =
      before?.range === null
        ? before.soughtAt > changedAt
        : before !== undefined && isIntact(before);
    if (before !== undefined && isSettled) placed.set(mark.id, { ...before, mark });
    else sought.push(mark);
  }
  if (sought.length === 0) return { placed, isDone: true };
  const text = readPageText(document);
  const soughtAt = (mark: AnchoredHighlight) => earlier.get(mark.id)?.soughtAt ?? -1;
  let isDone = true;
  for (const mark of sought.sort((one, other) => soughtAt(one) - soughtAt(other))) {
    const before = earlier.get(mark.id);
    if (now() - began > longestMs) {
      isDone = false;
      // The earlier range is no longer valid.
      if (before !== undefined) placed.set(mark.id, { ...before, range: null });
      continue;
    }
    placed.set(mark.id, placedIn(text, mark, now()));
  }
  return { placed, isDone };
}

function placedIn(text: PageText | null, mark: AnchoredHighlight, soughtAt: number): AnchorResult {
  const place = text === null ? null : findPlace(mark.anchor, text);
  const range = text === null || place === null ? null : rangeOver(text, place);
  const order = place?.start ?? mark.anchor.position.start;
  return {
    mark,
    range,
    letters: range === null ? '' : lettersOf(range.toString()),
    order,
    soughtAt,
  };
}

export function changedPlacements(
  placed: ReadonlyMap<string, AnchorResult>,
  reported: ReadonlyMap<string, PlacementReport>,
): PlacementReport[] {
  return [...placed]
    .map(([id, { range, order }]): PlacementReport => ({
      id,
      placement: range === null ? 'orphaned' : 'placed',
      order,
    }))
    .filter(({ id, placement, order }) => {
      const before = reported.get(id);
      return before?.placement !== placement || before.order !== order;
    });
}

function isIntact({ range, letters }: AnchorResult): boolean {
  if (range === null || !range.startContainer.isConnected) return false;
  return letters !== '' && lettersOf(range.toString()) === letters;
}
