/** A highlight as the side panel shows it, and the order of those of one page. Pure. */
import type { HighlightView, ShownTab } from '../../contracts/highlights.ts';
import type { Highlight } from '../../contracts/outbox.ts';
import type { KeptItem } from '../outbox/view.ts';

export type HighlightFacts = {
  highlight: Highlight;
  /** The note in the outbox; null where that row is gone. */
  item: KeptItem | null;
};

/** Gives the highlights in the order they stand on the page; those with no place there follow, oldest first. */
export function highlightViews(
  facts: readonly HighlightFacts[],
  placements: ShownTab['placements'],
): HighlightView[] {
  const placed = facts.map((fact) => ({ fact, place: placements[fact.highlight.id] ?? null }));
  return placed
    .toSorted((a, b) => compare(keyOf(a), keyOf(b)))
    .map(({ fact, place }) => viewOf(fact, place));
}

type Place = ShownTab['placements'][string];

/** The page itself comes before its frames. */
function keyOf({ fact, place }: { fact: HighlightFacts; place: Place | null }): number[] {
  const { createdAt } = fact.highlight;
  if (place?.placement !== 'placed') return [1, 0, 0, createdAt];
  return [0, place.frameId, place.order, createdAt];
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (const [at, value] of a.entries()) {
    const difference = value - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function viewOf({ highlight, item }: HighlightFacts, place: Place | null): HighlightView {
  const isMarked = highlight.isUnmarked !== true;
  return {
    id: highlight.id,
    quote: highlight.quote ?? highlight.text,
    comment: highlight.comment ?? null,
    url: highlight.url,
    title: highlight.title,
    createdAt: highlight.createdAt,
    isMarked,
    placement: isMarked ? (place?.placement ?? 'unknown') : 'unknown',
    state: item?.state ?? null,
    memory: item?.container.name ?? null,
  };
}
