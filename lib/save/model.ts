import * as z from 'zod/mini';
import { pageCaptureSchema, selectionCaptureSchema } from '../capture/schema.ts';
import { captureErrorSchema, appError } from '../contract/errors.ts';
import type { LiveSummary, OutboxView } from '../outbox/model.ts';
import { leadsIntoOwnNetwork } from '../url/network-address.ts';

/** A tab's preview, kept until the tab is read again, the browser restarts, or half an hour has passed. */
export const storedPreviewSchema = z.object({
  id: z.string(),
  tabId: z.int(),
  /** The id of the tab's URL, as in the outbox. */
  pageKey: z.string(),
  /** Milliseconds since the epoch. */
  createdAt: z.number(),
  page: z.discriminatedUnion('ok', [
    z.object({
      ok: z.literal(true),
      capture: pageCaptureSchema,
      customId: z.string(),
      fingerprint: z.string(),
    }),
    z.object({ ok: z.literal(false), error: captureErrorSchema }),
  ]),
  selection: z.nullable(selectionCaptureSchema),
});
export type StoredPreview = z.infer<typeof storedPreviewSchema>;

/** Counts downloaded bytes first, then PDF pages read. `total` is null if unknown. */
export const readingProgressSchema = z.object({
  stage: z.enum(['coming', 'reading']),
  done: z.number(),
  total: z.nullable(z.number()),
});
export type ReadingProgress = z.infer<typeof readingProgressSchema>;

/** The result of comparing a page to its copy in a Memory. */
const pageComparisonSchema = z.object({
  memoryId: z.string(),
  /** Milliseconds since the epoch. */
  savedAt: z.number(),
  /**
   * `unknown` if the page was saved before fingerprints existed; `other-part` if only another part of it was saved, such
   * as the article instead of the whole page.
   */
  words: z.enum(['same', 'changed', 'other-part', 'unknown']),
});
export type PageComparison = z.infer<typeof pageComparisonSchema>;

/** A preview for display. The full text is requested when needed. */
export const previewSchema = z.object({
  id: z.string(),
  page: z.discriminatedUnion('ok', [
    z.object({
      ok: z.literal(true),
      ...z.omit(pageCaptureSchema, {
        content: true,
        canonicalLink: true,
        excerpt: true,
        isPartial: true,
        capturedAt: true,
      }).shape,
      customId: z.string(),
      /** Plain text without Markdown. */
      opening: z.string(),
      isWhole: z.boolean(),
      /** Reading time in whole minutes, at least 1. */
      readingMinutes: z.int(),
      comparisons: z.array(pageComparisonSchema),
    }),
    z.object({ ok: z.literal(false), error: captureErrorSchema }),
  ]),
  /** Null if nothing is selected. */
  selection: z.nullable(
    z.object({
      opening: z.string(),
      isWhole: z.boolean(),
      words: z.int(),
      /** Whether this text was already saved. */
      isKept: z.boolean(),
    }),
  ),
});
export type Preview = z.infer<typeof previewSchema>;

/** Returns whether a save is a link on the local network, which this device never fetches. */
export function isOfOwnNetwork({
  kind,
  state,
  source,
}: Pick<OutboxView, 'kind' | 'state' | 'source'>): boolean {
  if (kind !== 'link' || !('error' in state)) return false;
  const { code } = state.error;
  const isLeft = code === 'link.unusable' || code === 'link.not-permitted';
  return isLeft && leadsIntoOwnNetwork(URL.parse(source.url)?.hostname ?? '');
}

export const tabGone = appError('page.gone', 'The tab was closed before it could be read.');

export const pageLeft = appError(
  'page.gone',
  'The tab opened another page before it could be read.',
);

/** Returns false for a document that already existed, because the service keeps the text it had. */
export function isStoredAsRead({
  state,
  isVersion,
}: Extract<LiveSummary, { kind: 'page' }>): boolean {
  return isVersion === true || !('existed' in state && state.existed);
}
