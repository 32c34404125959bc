/** Draws marks with the browser's highlights (CSS Custom Highlight API): no element of the page is touched. */

export type Drawing = ReturnType<typeof createDrawing>;

/** As public/marks.css names them; `draft` is what a note is being written on, `shown` what was scrolled to. */
const names = { mark: 'keepsake-mark', draft: 'keepsake-draft', shown: 'keepsake-shown' } as const;

/** How long a mark that was scrolled to stands out. */
const shownMs = 2500;

export function createDrawing(window: Window & typeof globalThis) {
  const ranges = new Map<string, Range>();
  let timer: number | undefined;

  function put(name: string, drawn: readonly Range[]): void {
    if (drawn.length === 0) window.CSS.highlights.delete(name);
    else window.CSS.highlights.set(name, new window.Highlight(...drawn));
  }

  return {
    /** Draws these and no others. */
    draw(marks: ReadonlyMap<string, Range>): void {
      ranges.clear();
      for (const [id, range] of marks) ranges.set(id, range);
      put(names.mark, [...ranges.values()]);
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

    /** Gives the mark under a point of the viewport, the shortest where they overlap. */
    at(x: number, y: number): { id: string; range: Range } | null {
      const under = [...ranges].filter(([, range]) => covers(range, x, y));
      const [first] = under.sort(([, one], [, other]) => lengthOf(one) - lengthOf(other));
      return first === undefined ? null : { id: first[0], range: first[1] };
    },

    clear(): void {
      window.clearTimeout(timer);
      ranges.clear();
      for (const name of Object.values(names)) put(name, []);
    },
  };
}

function covers(range: Range, x: number, y: number): boolean {
  const isIn = (box: DOMRect) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
  return isIn(range.getBoundingClientRect()) && [...range.getClientRects()].some(isIn);
}

function lengthOf(range: Range): number {
  return range.toString().length;
}
