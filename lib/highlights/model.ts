/** Highlights: text the person highlighted, stored on this device with its place on the page. */
import * as z from 'zod/mini';
import { anchorSchema, selectionCaptureSchema, type SelectionCapture } from '../capture/schema.ts';
import { serviceLimits } from '../contract/limits.ts';
import { liveStateSchema, type Highlight, type LiveItem } from '../outbox/model.ts';
import { lettersOf } from '../anchoring/text-index.ts';
import { originPattern } from '../url/origins.ts';
import { pageObstacle } from '../capture/page-obstacle.ts';

/** Whether a highlight on the open page hasn't been looked for, was drawn, or is no longer there. */
export const placementSchema = z.enum(['unknown', 'placed', 'orphaned']);
export type Placement = z.infer<typeof placementSchema>;

const highlightViewSchema = z.object({
  id: z.string(),
  quote: z.string(),
  comment: z.nullable(z.string()),
  url: z.string(),
  title: z.string(),
  createdAt: z.number(),
  /** Whether it is shown on the page. */
  isMarked: z.boolean(),
  placement: placementSchema,
  /** State of the note; null if its outbox row is gone. */
  state: z.nullable(liveStateSchema),
  memory: z.nullable(z.string()),
});
export type HighlightView = z.infer<typeof highlightViewSchema>;

/** A match pattern for all of one site, such as `https://example.org/*`. */
export const sitePatternSchema = z.string().check(z.regex(/^https?:\/\/[^/*?#\s]+\/\*$/));
/** A match pattern for one site or for all sites. */
export const readablePatternSchema = z.string().check(z.regex(/^https?:\/\/[^/?#\s]+\/\*$/));

/** Whether highlighting is on for a site. */
const siteStateSchema = z.object({
  /** Null if no extension can read the page, or its URL is unknown. */
  pattern: z.nullable(z.string()),
  isAllowed: z.boolean(),
});
export type SiteState = z.infer<typeof siteStateSchema>;

export const allowedSiteSchema = z.object({
  pattern: z.string(),
  since: z.number(),
  /** False if the person removed the permission in the browser's settings. */
  isAllowed: z.boolean(),
});
export type AllowedSite = z.infer<typeof allowedSiteSchema>;

export const pageHighlightsSchema = z.object({
  /** Null if the browser doesn't reveal the page's URL. */
  page: z.nullable(z.object({ key: z.string(), title: z.string() })),
  site: siteStateSchema,
  /** In page order, followed by those without a known place, oldest first. */
  highlights: z.array(highlightViewSchema),
});
export type PageHighlights = z.infer<typeof pageHighlightsSchema>;

/** Session state of a tab in which a page script runs. */
export const shownTabSchema = z.object({
  tabId: z.int(),
  /** Of the page whose highlights were listed last; empty before that. */
  pageKey: z.string(),
  /** Origin at which the person's click gave access; null if highlighting is on for the site. */
  clickedAt: z.nullable(z.string()),
  placements: z.record(
    z.string(),
    z.object({ placement: placementSchema, frameId: z.int(), order: z.int() }),
  ),
});
export type ShownTab = z.infer<typeof shownTabSchema>;

/** All that a page script needs to draw a highlight; nothing else of the note leaves the background. */
export const anchoredHighlightSchema = z.object({
  id: z.string(),
  anchor: anchorSchema,
  comment: z.nullable(z.string()),
});
export type AnchoredHighlight = z.infer<typeof anchoredHighlightSchema>;

/** Limits what is parsed at all. */
const pageText = z.string().check(z.maxLength(serviceLimits.contentBytes));

export const savedSelectionSchema = z.object({
  id: z.uuid(),
  selection: z.extend(selectionCaptureSchema, { text: pageText, anchor: z.nullable(anchorSchema) }),
  comment: z.nullable(pageText),
});
export type SavedSelection = z.infer<typeof savedSelectionSchema>;

/** A highlight with its note; null if the note's outbox row is gone. */
export type SavedHighlight = {
  highlight: Highlight;
  item: LiveItem | null;
};

/** Returns views in page order, followed by those without a known place, oldest first. */
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

/** Without an anchor, equal text isn't taken for the same selection. */
export function isSameSelection(
  { anchor: kept }: Pick<Highlight, 'anchor'>,
  { anchor }: Pick<SelectionCapture, 'anchor'>,
): boolean {
  return (
    kept !== null &&
    anchor !== null &&
    lettersOf(kept.quote.exact) === lettersOf(anchor.quote.exact) &&
    kept.position.start === anchor.position.start &&
    kept.position.end === anchor.position.end
  );
}

/** Whether the selection is already highlighted. Refused notes don't count. */
export function isAlreadySaved(
  selection: Pick<SelectionCapture, 'anchor'>,
  facts: readonly SavedHighlight[],
): boolean {
  return facts.some(
    ({ highlight, item }) =>
      item?.state.status !== 'refused' && isSameSelection(highlight, selection),
  );
}

/** Returns the match pattern of a URL's site; null if extensions can't read the page. */
export function sitePatternOf(url: string): string | null {
  if (pageObstacle(url) !== null) return null;
  const { protocol, origin } = new URL(url);
  return protocol === 'http:' || protocol === 'https:' ? originPattern(origin) : null;
}
