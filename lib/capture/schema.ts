/** Capture scripts run next to the page, so the background parses their results. */
import * as z from 'zod/mini';
import { captureErrorSchema } from '../contract/errors.ts';

/** W3C Web Annotation selectors. They leave this device only in an export. */
export const anchorSchema = z.object({
  quote: z.object({ exact: z.string(), prefix: z.string(), suffix: z.string() }),
  /** Offsets into the page's text (`lib/anchoring`) in UTF-16 code units. Only a hint. */
  position: z.object({ start: z.int(), end: z.int() }),
  /** Other passages on the page: none, similar text, same text, or same text and context. Absent in older rows. */
  rivals: z.optional(z.enum(['none', 'alike', 'same', 'indistinct'])),
});
export type Anchor = z.infer<typeof anchorSchema>;

export const pageSourceSchema = z.object({
  /** `location.href` when the capture started. */
  url: z.string(),
  /** An absolute URL, not verified yet. */
  canonicalLink: z.nullable(z.string()),
  title: z.string(),
});
export type PageSource = z.infer<typeof pageSourceSchema>;

export const pageKindSchema = z.enum([
  'article',
  'documentation',
  'question',
  'forum',
  'social',
  'chat',
  'video',
  'product',
  'list',
  'app',
  'pdf',
  'text',
  'other',
]);
export type PageKind = z.infer<typeof pageKindSchema>;

/** The article, or all visible text. */
export const pagePartSchema = z.enum(['article', 'page']);
export type PagePart = z.infer<typeof pagePartSchema>;

export const pageCaptureSchema = z.object({
  ...pageSourceSchema.shape,
  content: z.string(),
  site: z.nullable(z.string()),
  author: z.nullable(z.string()),
  /** As stated by the page if it starts with an ISO date; otherwise the day, such as `2026-11-28`, or text that is no date. */
  published: z.nullable(z.string()),
  /** BCP 47, as stated by the page. */
  language: z.nullable(z.string()),
  excerpt: z.nullable(z.string()),
  wordCount: z.int(),
  /** The page rendered only part of its content, such as a virtualized list; otherwise absent. */
  isPartial: z.optional(z.boolean()),
  /** The page was still loading; otherwise absent. */
  isUnfinished: z.optional(z.boolean()),
  /** Absent if the page reports no error. */
  errorStatus: z.optional(z.int()),
  /** For PDFs only. */
  pageCount: z.optional(z.int()),
  kind: pageKindSchema,
  kindConfidence: z.number().check(z.minimum(0), z.maximum(1)),
  /** The requested part. Absent if there is only one text, such as in a PDF or a text file. */
  part: z.optional(pagePartSchema),
  /** `visible-text` for the part `article` if no article was found. */
  extractor: z.enum(['blocks', 'conversation', 'transcript', 'visible-text', 'plain-text', 'pdf']),
  /** ISO 8601, UTC. */
  capturedAt: z.string(),
});
export type PageCapture = z.infer<typeof pageCaptureSchema>;

export const selectionCaptureSchema = z.object({
  ...pageSourceSchema.shape,
  text: z.string(),
  /** Decides which selection to use if several frames have one. */
  isFocused: z.boolean(),
  /** Null outside ordinary text, such as in a form field. */
  anchor: z.nullable(anchorSchema),
});
export type SelectionCapture = z.infer<typeof selectionCaptureSchema>;

function resultSchema<T extends z.ZodMiniType>(value: T) {
  return z.discriminatedUnion('ok', [
    z.object({ ok: z.literal(true), value }),
    z.object({ ok: z.literal(false), error: captureErrorSchema }),
  ]);
}

export const pageCaptureResultSchema = resultSchema(pageCaptureSchema);
export const selectionCaptureResultSchema = resultSchema(selectionCaptureSchema);
