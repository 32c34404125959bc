/** Highlighted text, stored on this device with its place on the page. */
import * as z from 'zod/mini';
import { utf8Bytes } from '../capture/capture-errors.ts';
import { anchorSchema, selectionCaptureSchema, type SelectionCapture } from '../capture/schema.ts';
import { serviceLimits } from '../contract/limits.ts';
import type { OwnerNotes } from '../contract/owner-api.ts';
import { pageKeyOf } from '../custom-id/custom-id.ts';
import {
  highlightColors,
  highlightColorSchema,
  liveStateSchema,
  type Highlight,
  type LiveItem,
} from '../outbox/model.ts';
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
  color: highlightColorSchema,
  placement: placementSchema,
  /** Null if the note's outbox row was deleted. */
  state: z.nullable(liveStateSchema),
  memory: z.nullable(z.string()),
  /** Id of the first version of the note, if the comment was changed and that version is still stored. */
  earlierId: z.nullable(z.string()),
});
export type HighlightView = z.infer<typeof highlightViewSchema>;
/** A pattern for one site, such as `https://example.org/*`. */
export const sitePatternSchema = z.string().check(z.regex(/^https?:\/\/[^/*?#\s]+\/\*$/));
/** A pattern for one site or for all sites. */
export const readablePatternSchema = z.string().check(z.regex(/^https?:\/\/[^/?#\s]+\/\*$/));

const siteStateSchema = z.object({
  /** Null if the site is unknown, or extensions can't read the page. */
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
  /** In page order, then those without a known place, oldest first. */
  highlights: z.array(highlightViewSchema),
});
export type PageHighlights = z.infer<typeof pageHighlightsSchema>;

export const highlightedPagesSchema = z.object({
  /** The page with the newest highlight first. */
  pages: z.array(
    z.object({
      key: z.string(),
      title: z.string(),
      url: z.string(),
      /** Newest first. */
      highlights: z.array(highlightViewSchema),
    }),
  ),
  hasMore: z.boolean(),
});
export type HighlightedPages = z.infer<typeof highlightedPagesSchema>;

/** The state of a tab with a page script. */
export const shownTabSchema = z.object({
  tabId: z.int(),
  /** Empty until the script has listed its highlights. */
  pageKey: z.string(),
  /** The origin a click gave access to; null if highlighting is on for the site. */
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
  color: highlightColorSchema,
});
export type AnchoredHighlight = z.infer<typeof anchoredHighlightSchema>;
export const pageText = z.string().check(z.maxLength(serviceLimits.contentBytes));

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
  /** Id of the first version of the note, if the comment was changed and that version is still stored. */
  earlierId?: string | null;
};

/** Sorts highlights in page order, then those without a known place, oldest first. */
export function highlightViews(
  facts: readonly SavedHighlight[],
  placements: ShownTab['placements'],
): HighlightView[] {
  const placed = facts.map((fact) => {
    const place = placements[fact.highlight.id] ?? null;
    // Puts the page before its frames.
    const { frameId, order } =
      place?.placement === 'placed' ? place : { frameId: Number.MAX_SAFE_INTEGER, order: 0 };
    return { fact, place, frameId, order, createdAt: fact.highlight.createdAt };
  });
  return placed
    .toSorted((a, b) => a.frameId - b.frameId || a.order - b.order || a.createdAt - b.createdAt)
    .map(({ fact, place }) => highlightView(fact, place));
}

export function highlightView(
  { highlight, item, earlierId = null }: SavedHighlight,
  place: ShownTab['placements'][string] | null,
): HighlightView {
  const isMarked = highlight.isUnmarked !== true;
  return {
    id: highlight.id,
    quote: highlight.quote ?? highlight.text,
    comment: highlight.comment ?? null,
    url: highlight.url,
    title: highlight.title,
    createdAt: highlight.createdAt,
    isMarked,
    color: highlight.color ?? highlightColors[0],
    earlierId,
    placement: isMarked ? (place?.placement ?? 'unknown') : 'unknown',
    state: item?.state ?? null,
    memory: item?.container.name ?? null,
  };
}

/** Returns whether both selections have the same text at the same position; false if either has no anchor. */
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

/** Returns whether the selection is already saved. Refused notes don't count. */
export function isAlreadySaved(
  selection: Pick<SelectionCapture, 'anchor'>,
  facts: readonly SavedHighlight[],
): boolean {
  return facts.some(
    ({ highlight, item }) =>
      item?.state.status !== 'refused' && isSameSelection(highlight, selection),
  );
}

/** Returns the pattern of a URL's site; null if extensions can't read the page. */
export function sitePatternOf(url: string): string | null {
  if (pageObstacle(url) !== null) return null;
  const { protocol, origin } = new URL(url);
  return protocol === 'http:' || protocol === 'https:' ? originPattern(origin) : null;
}

const noteMetadataSchema = z.object({
  url: z.string(),
  title: z.string(),
  /** Id of the page that contains the frame at `url`. */
  page_key: z.string(),
  highlight: z.object({
    anchor: z.nullable(anchorSchema),
    /** Omitted if it equals the anchor's quote. */
    quote: z.optional(z.string()),
    comment: z.nullable(z.string()),
    color: z.optional(highlightColorSchema),
    created_at: z.iso.datetime(),
    is_hidden: z.optional(z.boolean()),
  }),
});

/** Returns the highlight as metadata of a note on this device. If it's too large, drops the quote, then the place. */
export function noteMetadataOf(highlight: Highlight): z.infer<typeof noteMetadataSchema> {
  const { url, title, pageKey, anchor, comment = null, color, createdAt, isUnmarked } = highlight;
  const quote = highlight.quote ?? highlight.text;
  const metadata = (place: typeof anchor, words: string | undefined) => ({
    url,
    title,
    page_key: pageKey ?? pageKeyOf(url),
    highlight: {
      anchor: place,
      ...(words === undefined || words === place?.quote.exact ? {} : { quote: words }),
      comment,
      ...(color === undefined ? {} : { color }),
      created_at: new Date(createdAt).toISOString(),
      ...(isUnmarked === true ? { is_hidden: true } : {}),
    },
  });
  const choices = [metadata(anchor, quote), metadata(anchor, undefined)];
  return choices.find(fitsNote) ?? metadata(null, undefined);
}

function fitsNote(metadata: unknown): boolean {
  return utf8Bytes(JSON.stringify(metadata)) <= serviceLimits.noteMetadataBytes;
}

/** Returns the highlight that a note on this device was saved from; null if it has none. */
export function highlightFromNote({
  id,
  content,
  metadata,
}: Pick<OwnerNotes['notes'][number], 'id' | 'content' | 'metadata'>): Highlight | null {
  const parsed = z.safeParse(noteMetadataSchema, metadata);
  if (!parsed.success) return null;
  const { url, title, page_key: pageKey, highlight } = parsed.data;
  const { anchor, quote, comment, color, created_at, is_hidden } = highlight;
  return {
    id,
    memoryId: id,
    text: content,
    quote: quote ?? anchor?.quote.exact ?? content,
    comment,
    ...(color === undefined ? {} : { color }),
    url,
    title,
    pageKey,
    anchor,
    createdAt: Date.parse(created_at),
    ...(is_hidden === true ? { isUnmarked: true } : {}),
  };
}
