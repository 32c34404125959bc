/** Results of the capture scripts. They run next to the page, so the background parses what they return. */
import * as z from 'zod/mini';
import { captureErrorSchema } from '../contract/errors.ts';

/** W3C Web Annotation selectors (TextQuoteSelector and TextPositionSelector). Never leaves this device. */
export const anchorSchema = z.object({
  quote: z.object({ exact: z.string(), prefix: z.string(), suffix: z.string() }),
  /** Offsets into the page's text (`lib/anchoring`) in UTF-16 code units. Only a hint. */
  position: z.object({ start: z.int(), end: z.int() }),
  /**
   * Similar passages on the page when it was highlighted: none, similar text, the same text in another context, or in
   * the same context. Absent in rows of earlier versions.
   */
  rivals: z.optional(z.enum(['none', 'alike', 'same', 'indistinct'])),
});
export type Anchor = z.infer<typeof anchorSchema>;

/** The source of captured material: the page's URL when it was captured, and what the page declares about itself. */
export const pageSourceSchema = z.object({
  /** `location.href` when the capture started; also the base of relative links. */
  url: z.string(),
  /** Absolute URL in `<link rel=canonical>`; not verified yet. */
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

export const pageCaptureSchema = z.object({
  ...pageSourceSchema.shape,
  content: z.string(),
  site: z.nullable(z.string()),
  author: z.nullable(z.string()),
  /** As stated by the page; not parsed. */
  published: z.nullable(z.string()),
  /** BCP 47, as stated by the page. */
  language: z.nullable(z.string()),
  excerpt: z.nullable(z.string()),
  wordCount: z.int(),
  /** The page rendered only part of its content, such as a virtualized list; otherwise absent. */
  isPartial: z.optional(z.boolean()),
  /** The page was still loading; otherwise absent. */
  isUnfinished: z.optional(z.boolean()),
  /** HTTP status of the error the page reports, such as 404; absent if there is none. */
  errorStatus: z.optional(z.int()),
  /** For PDFs only. */
  pageCount: z.optional(z.int()),
  kind: pageKindSchema,
  /** Confidence in the kind, from 0 to 1. */
  kindConfidence: z.number().check(z.minimum(0), z.maximum(1)),
  /**
   * Blocks chosen by the model, a conversation or transcript, all visible text as a fallback, a text file, or a PDF.
   */
  extractor: z.enum(['blocks', 'conversation', 'transcript', 'visible-text', 'plain-text', 'pdf']),
  /** ISO 8601, UTC. */
  capturedAt: z.string(),
});
export type PageCapture = z.infer<typeof pageCaptureSchema>;

export const selectionCaptureSchema = z.object({
  ...pageSourceSchema.shape,
  text: z.string(),
  /** If several frames have a selection, the person sees the one in the focused frame. */
  isFocused: z.boolean(),
  /** Null if the selection isn't in ordinary text, for example in a form field. */
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
