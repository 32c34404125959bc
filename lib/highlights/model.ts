/** Marks on pages: the words a person highlighted, kept on this device with the way back to them. */
import * as z from 'zod/mini';
import { anchorSchema, selectionCaptureSchema, type SelectionCapture } from '../capture/schema.ts';
import { serviceLimits } from '../contract/limits.ts';
import { liveStateSchema, type Highlight, type LiveItem } from '../outbox/model.ts';
import { lettersOf } from '../anchoring/text-index.ts';
import { originPattern } from '../url/origins.ts';
import { pageObstacle } from '../capture/page-obstacle.ts';

/** Where a mark stands on the page that is open: not looked for, drawn, or its words are no longer there. */
export const placementSchema = z.enum(['unknown', 'placed', 'orphaned']);
export type Placement = z.infer<typeof placementSchema>;

/** A highlight as the side panel lists it. */
const highlightViewSchema = z.object({
  id: z.string(),
  quote: z.string(),
  comment: z.nullable(z.string()),
  url: z.string(),
  title: z.string(),
  /** Milliseconds since the epoch. */
  createdAt: z.number(),
  /** Whether its mark is to be drawn. */
  isMarked: z.boolean(),
  placement: placementSchema,
  /** Of the note in the outbox; null where that row is gone. */
  state: z.nullable(liveStateSchema),
  memory: z.nullable(z.string()),
});
export type HighlightView = z.infer<typeof highlightViewSchema>;

/** A pattern of the browser's permissions for all of one site, as `https://example.org/*`. */
export const sitePatternSchema = z.string().check(z.regex(/^https?:\/\/[^/*?#\s]+\/\*$/));

/** Such a pattern, or one with a star for the host, which is for all sites. */
export const readablePatternSchema = z.string().check(z.regex(/^https?:\/\/[^/?#\s]+\/\*$/));

/** Whether the selection button and the marks are on at a site by themselves. */
const siteStandingSchema = z.object({
  /** Null for a page no extension may read, and where it is not known which page it is. */
  pattern: z.nullable(z.string()),
  isAllowed: z.boolean(),
});
export type SiteStanding = z.infer<typeof siteStandingSchema>;

/** A site the person turned marks on for. */
export const allowedSiteSchema = z.object({
  pattern: z.string(),
  /** Milliseconds since the epoch. */
  since: z.number(),
  /** False where the person took the permission back in the browser's own settings. */
  isAllowed: z.boolean(),
});
export type AllowedSite = z.infer<typeof allowedSiteSchema>;

/** The highlights of the page in a tab. */
export const pageHighlightsSchema = z.object({
  /** Null where the browser does not say which page it is. */
  page: z.nullable(z.object({ key: z.string(), title: z.string() })),
  site: siteStandingSchema,
  /** As they stand on the page; those whose place is not known follow, oldest first. */
  highlights: z.array(highlightViewSchema),
});
export type PageHighlights = z.infer<typeof pageHighlightsSchema>;

/** What is remembered of a tab in which a script of ours runs, until the browser ends. */
export const shownTabSchema = z.object({
  tabId: z.int(),
  /** Of the page whose marks it asked for; empty before it asked. */
  pageKey: z.string(),
  /** The origin at which the person's click let the script in; null where the site itself is allowed. */
  clickedAt: z.nullable(z.string()),
  placements: z.record(
    z.string(),
    z.object({ placement: placementSchema, frameId: z.int(), order: z.int() }),
  ),
});
export type ShownTab = z.infer<typeof shownTabSchema>;

/** What a page's script needs to draw one mark; nothing else of the note leaves the background. */
export const anchoredHighlightSchema = z.object({
  id: z.string(),
  anchor: anchorSchema,
  comment: z.nullable(z.string()),
});
export type AnchoredHighlight = z.infer<typeof anchoredHighlightSchema>;

/** More than any note may hold, so that nothing larger is even looked at. */
const pageText = z.string().check(z.maxLength(serviceLimits.contentBytes));

/** A selection that the person keeps on the page itself. */
export const savedSelectionSchema = z.object({
  id: z.uuid(),
  selection: z.extend(selectionCaptureSchema, { text: pageText, anchor: z.nullable(anchorSchema) }),
  comment: z.nullable(pageText),
});
export type SavedSelection = z.infer<typeof savedSelectionSchema>;

/** A highlight with the note that was saved for it. */
export type SavedHighlight = {
  highlight: Highlight;
  /** The note in the outbox; null where that row is gone. */
  item: LiveItem | null;
};

/** Gives the highlights in the order they stand on the page; those with no place there follow, oldest first. */
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

/** The page itself comes before its frames. */
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

/** Where one of them has no place to be known by, the same words are not taken for the same. */
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

/** Whether one of the highlights of a page is of the words selected there; one that its connection refused is not kept. */
export function isAlreadySaved(
  selection: Pick<SelectionCapture, 'anchor'>,
  facts: readonly SavedHighlight[],
): boolean {
  return facts.some(
    ({ highlight, item }) =>
      item?.state.status !== 'refused' && isSameSelection(highlight, selection),
  );
}

/** Gives the pattern for the site of an address; null for a page on which no mark can be drawn. */
export function sitePatternOf(url: string): string | null {
  if (pageObstacle(url) !== null) return null;
  const { protocol, origin } = new URL(url);
  return protocol === 'http:' || protocol === 'https:' ? originPattern(origin) : null;
}
