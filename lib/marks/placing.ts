/** Finds the places of marks on the page that is open, and finds them again when the page has changed. */
import { type PageText, rangeOver, readPageText } from '../capture/selection/page-text.ts';
import type { Mark, Placement } from '../contracts/highlights.ts';
import { findPlace } from '../core/anchoring/find-place.ts';
import { lettersOf } from '../core/anchoring/text-index.ts';

export type Placed = {
  mark: Mark;
  /** Null for an orphan. */
  range: Range | null;
  /** The letters it was drawn over, by which a change is noticed. */
  letters: string;
  /** Where it stands among the others. */
  order: number;
  /** When it was last looked for, in milliseconds. */
  soughtAt: number;
};

/** What the background is told of a mark. */
export type Telling = { id: string; placement: Placement; order: number };

export type Placing = {
  earlier: ReadonlyMap<string, Placed>;
  /** Milliseconds, of which each look takes about so many at most. */
  now: () => number;
  /** When the page changed last: what was not found since then is not looked for again. */
  changedAt: number;
};

/** Of a page of a million letters, a changed quote takes a tenth of a second or two. */
const longestMs = 250;

/**
 * Places marks; those whose words still stand where they were drawn stay as they are, and cost no reading. Those that
 * there was no time for are as they were, or not there yet; they are the first the next time.
 */
export function placeMarks(
  document: Document,
  marks: readonly Mark[],
  { earlier, now, changedAt }: Placing,
): { placed: Map<string, Placed>; isDone: boolean } {
  const began = now();
  const placed = new Map<string, Placed>();
  const sought: Mark[] = [];
  for (const mark of marks) {
    const before = earlier.get(mark.id);
    if (before !== undefined && isSettled(before, changedAt))
      placed.set(mark.id, { ...before, mark });
    else sought.push(mark);
  }
  if (sought.length === 0) return { placed, isDone: true };
  const text = readPageText(document);
  const soughtAt = (mark: Mark) => earlier.get(mark.id)?.soughtAt ?? -1;
  let isDone = true;
  for (const mark of sought.sort((one, other) => soughtAt(one) - soughtAt(other))) {
    const before = earlier.get(mark.id);
    if (now() - began > longestMs) {
      isDone = false;
      // Its words are not there any more, so it cannot stay drawn.
      if (before !== undefined) placed.set(mark.id, { ...before, range: null });
      continue;
    }
    placed.set(mark.id, placedIn(text, mark, now()));
  }
  return { placed, isDone };
}

function placedIn(text: PageText | null, mark: Mark, soughtAt: number): Placed {
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

/** Gives what has to be told after marks were placed: only what is new. */
export function tellingsOf(
  placed: ReadonlyMap<string, Placed>,
  told: ReadonlyMap<string, Telling>,
): Telling[] {
  return [...placed]
    .map(([id, { range, order }]): Telling => ({
      id,
      placement: range === null ? 'orphaned' : 'placed',
      order,
    }))
    .filter(({ id, placement, order }) => {
      const before = told.get(id);
      return before?.placement !== placement || before.order !== order;
    });
}

function isSettled(before: Placed, changedAt: number): boolean {
  return before.range === null ? before.soughtAt > changedAt : isIntact(before);
}

function isIntact({ range, letters }: Placed): boolean {
  if (range === null || !range.startContainer.isConnected) return false;
  return letters !== '' && lettersOf(range.toString()) === letters;
}
