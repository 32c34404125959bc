/** Where something is shown beside words: near their end, and never over them. */

/** A rectangle in the viewport, in CSS pixels. */
export type Area = { left: number; top: number; right: number; bottom: number };

export type Size = { width: number; height: number };

/** Between the words and what is shown, and between that and the edge of the viewport. */
const gap = 8;

/**
 * Gives the upper left corner: below the words, else above, else beside them. Null where the words are out of sight, or
 * leave no room.
 */
export function besideArea(words: Area, size: Size, view: Size): { x: number; y: number } | null {
  const isInSight =
    words.bottom > 0 && words.top < view.height && words.right > 0 && words.left < view.width;
  if (!isInSight) return null;
  const x = within(words.right - size.width / 2, gap, view.width - size.width - gap);
  const below = words.bottom + gap;
  if (below + size.height <= view.height) return { x, y: below };
  const above = words.top - gap - size.height;
  if (above >= 0) return { x, y: above };
  const y = within(words.bottom - size.height, gap, view.height - size.height - gap);
  const after = words.right + gap;
  if (after + size.width <= view.width) return { x: after, y };
  const before = words.left - gap - size.width;
  return before >= 0 ? { x: before, y } : null;
}

/** Gives the place in the lower corner of the viewport. */
export function cornerOf(size: Size, view: Size): { x: number; y: number } {
  return {
    x: Math.max(gap, view.width - size.width - gap),
    y: Math.max(gap, view.height - size.height - gap),
  };
}

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}
