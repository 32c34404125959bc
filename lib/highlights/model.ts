/** Highlighted text, stored on this device with its place on the page. */
import * as z from 'zod/mini';
import { anchorSchema, selectionCaptureSchema, type SelectionCapture } from '../capture/schema.ts';
import { serviceLimits } from '../contract/limits.ts';
import { liveStateSchema, type Highlight, type LiveItem } from '../outbox/model.ts';
import { lettersOf } from '../anchoring/text-index.ts';
import { originPattern } from '../url/origins.ts';
import { pageObstacle } from '../capture/page-obstacle.ts';

export const placementSchema = z.enum(['unknown', 'placed', 'orphaned']);
export type Placement = z.infer<typeof placementSchema>;

const highlightViewSchema = z.object({
  id: z.string(),
  quote: z.string(),
  comment: z.nullable(z.string()),
  url: z.string(),
  title: z.string(),
  createdAt: z.number(),
  isMarked: z.boolean(),
  placement: placementSchema,
  /** Null if the note's outbox row was deleted. */
  state: z.nullable(liveStateSchema),
  memory: z.nullable(z.string()),
});
export type HighlightView = z.infer<typeof highlightViewSchema>;
/** Such as `https://example.org/*`. */
export const sitePatternSchema = z.string().check(z.regex(/^https?:\/\/[^/*?#\s]+\/\*$/));
/** One site or all. */
export const readablePatternSchema = z.string().check(z.regex(/^https?:\/\/[^/?#\s]+\/\*$/));

const siteStateSchema = z.object({
  /** Null if unknown, or no extension can read the page. */
  pattern: z.nullable(z.string()),
  isAllowed: z.boolean(),
});
export type SiteState = z.infer<typeof siteStateSchema>;

export const allowedSiteSchema = z.object({
  pattern: z.string(),
  since: z.number(),
  /** False if the permission was removed in the browser's settings. */
  isAllowed: z.boolean(),
});
export type AllowedSite = z.infer<typeof allowedSiteSchema>;

export const pageHighlightsSchema = z.object({
  /** Null if the URL is unknown. */
  page: z.nullable(z.object({ key: z.string(), title: z.string() })),
  site: siteStateSchema,
  /** In page order, followed by those without a known place, oldest first. */
  highlights: z.array(highlightViewSchema),
});
export type PageHighlights = z.infer<typeof pageHighlightsSchema>;

/** For tabs with a page script. */
export const shownTabSchema = z.object({
  tabId: z.int(),
  /** Empty before the first listing. */
  pageKey: z.string(),
  /** Where a click gave access; null if highlighting is on for the site. */
  clickedAt: z.nullable(z.string()),
  placements: z.record(
    z.string(),
    z.object({ placement: placementSchema, frameId: z.int(), order: z.int() }),
  ),
});
export type ShownTab = z.infer<typeof shownTabSchema>;

/** The only parts of a note that are sent to a web page. */
export const anchoredHighlightSchema = z.object({
  id: z.string(),
  anchor: anchorSchema,
  comment: z.nullable(z.string()),
});
export type AnchoredHighlight = z.infer<typeof anchoredHighlightSchema>;
const pageText = z.string().check(z.maxLength(serviceLimits.contentBytes));

export const savedSelectionSchema = z.object({
  id: z.uuid(),
  selection: z.extend(selectionCaptureSchema, { text: pageText, anchor: z.nullable(anchorSchema) }),
  comment: z.nullable(pageText),
});
export type SavedSelection = z.infer<typeof savedSelectionSchema>;

/** `item` is null if the note's outbox row was deleted. */
export type SavedHighlight = {
  highlight: Highlight;
  item: LiveItem | null;
};

/** In page order, then those without a known place, oldest first. */
export function highlightViews(
  facts: readonly SavedHighlight[],
  placements: ShownTab['placements'],
): HighlightView[] {
  const placed = facts.map((fact) => ({ fact, place: placements[fact.highlight.id] ?? null }));
  return placed
    .toSorted((a, b) => compare(keyOf(a), keyOf(b)))
    .map(({ fact, place }) => viewOf(fact, place));
}

type Place = ShownTab['placements'][string];

/** The page comes before its frames. */
function keyOf({ fact, place }: { fact: SavedHighlight; place: Place | null }): number[] {
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

function viewOf({ highlight, item }: SavedHighlight, place: Place | null): HighlightView {
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

/** Equal text without an anchor isn't the same selection. */
export function isSameSelection(
  { anchor: known }: Pick<Highlight, 'anchor'>,
  { anchor }: Pick<SelectionCapture, 'anchor'>,
): boolean {
  return (
    known !== null &&
    anchor !== null &&
    lettersOf(known.quote.exact) === lettersOf(anchor.quote.exact) &&
    known.position.start === anchor.position.start &&
    known.position.end === anchor.position.end
  );
}

/** Ignores refused notes. */
export function isAlreadySaved(
  selection: Pick<SelectionCapture, 'anchor'>,
  facts: readonly SavedHighlight[],
): boolean {
  return facts.some(
    ({ highlight, item }) =>
      item?.state.status !== 'refused' && isSameSelection(highlight, selection),
  );
}

/** Null if extensions can't read the page. */
export function sitePatternOf(url: string): string | null {
  if (pageObstacle(url) !== null) return null;
  const { protocol, origin } = new URL(url);
  return protocol === 'http:' || protocol === 'https:' ? originPattern(origin) : null;
}
