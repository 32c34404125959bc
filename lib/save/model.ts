import * as z from 'zod/mini';
import { pageCaptureSchema, selectionCaptureSchema } from '../capture/schema.ts';
import { captureErrorSchema, appError } from '../contract/errors.ts';
import type { LiveSummary, OutboxView } from '../outbox/model.ts';
import { leadsIntoOwnNetwork } from '../url/network-address.ts';

/** One per tab, until it's read again, the browser restarts, or half an hour has passed. */
export const storedPreviewSchema = z.object({
  id: z.string(),
  tabId: z.int(),
  /** Of the tab's address, as in the outbox. */
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

/** Bytes downloaded, then PDF pages read; `total` is null if unknown. */
export const readingProgressSchema = z.object({
  stage: z.enum(['coming', 'reading']),
  done: z.number(),
  total: z.nullable(z.number()),
});
export type ReadingProgress = z.infer<typeof readingProgressSchema>;

/** Compared to what a Memory has. */
const pageComparisonSchema = z.object({
  memoryId: z.string(),
  /** Milliseconds since the epoch. */
  savedAt: z.number(),
  /** `unknown` if saved before there were fingerprints. */
  words: z.enum(['same', 'changed', 'unknown']),
});
export type PageComparison = z.infer<typeof pageComparisonSchema>;

/** Omits the full text, which is requested when needed. */
export const previewSchema = z.object({
  id: z.string(),
  page: z.discriminatedUnion('ok', [
    z.object({
      ok: z.literal(true),
      ...z.pick(pageCaptureSchema, {
        url: true,
        title: true,
        wordCount: true,
        kind: true,
        kindConfidence: true,
        extractor: true,
        author: true,
        site: true,
        published: true,
        language: true,
        pageCount: true,
        isUnfinished: true,
        errorStatus: true,
      }).shape,
      customId: z.string(),
      /** Without Markdown. */
      opening: z.string(),
      isWhole: z.boolean(),
      /** Whole minutes, at least 1. */
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
      /** The same words were saved before. */
      isKept: z.boolean(),
    }),
  ),
});
export type Preview = z.infer<typeof previewSchema>;

/** Links on the local network, which this device never fetches. */
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

export const pageLeft = appError('page.gone', 'The tab went to another page before it was read.');

/** A page that was there already kept the text it had. */
export function isStoredAsRead({
  state,
  isVersion,
}: Extract<LiveSummary, { kind: 'page' }>): boolean {
  return isVersion === true || !('existed' in state && state.existed);
}
