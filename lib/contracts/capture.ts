/** What the injected scripts hand back: untrusted, since they run beside the page, and parsed by the background. */
import * as z from 'zod/mini';
import { captureErrorSchema } from './errors.ts';

/** W3C Web Annotation selectors (TextQuoteSelector and TextPositionSelector); stays on this device. */
export const anchorSchema = z.object({
  quote: z.object({ exact: z.string(), prefix: z.string(), suffix: z.string() }),
  /** Offsets into the letters of the page (`lib/core/anchoring`), in UTF-16 code units: a hint, never a proof. */
  position: z.object({ start: z.int(), end: z.int() }),
  /**
   * What else stood on the page when the words were marked: nothing like them, words nearly like them, the same words
   * told apart by their context, or the same words in the same context. Absent in earlier rows.
   */
  rivals: z.optional(z.enum(['none', 'alike', 'same', 'indistinct'])),
});
export type Anchor = z.infer<typeof anchorSchema>;

/** Where material came from: the page's address at the moment it was read, and what the page says of itself. */
export const pageSourceSchema = z.object({
  /** `location.href` at the moment of reading, also the base of every relative link. */
  url: z.string(),
  /** The address in `<link rel=canonical>`, absolute, not yet believed. */
  canonicalLink: z.nullable(z.string()),
  title: z.string(),
});
export type PageSource = z.infer<typeof pageSourceSchema>;

/** What kind of page the text was found on; `other` where nothing tells. */
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
  /** Readable text as Markdown. */
  content: z.string(),
  site: z.nullable(z.string()),
  author: z.nullable(z.string()),
  /** As the page gives it; not parsed. */
  published: z.nullable(z.string()),
  /** BCP 47, as the page gives it. */
  language: z.nullable(z.string()),
  excerpt: z.nullable(z.string()),
  wordCount: z.int(),
  /** The page holds more than was in it at the moment, as a list that shows a stretch at a time; absent where it does not. */
  isPartial: z.optional(z.boolean()),
  /** The page was still loading when it was read; absent where it was not. */
  isUnfinished: z.optional(z.boolean()),
  /** The HTTP status of the error that it reports, such as 404; absent where it reports none. */
  errorStatus: z.optional(z.int()),
  /** Of a PDF; absent where there are none. */
  pageCount: z.optional(z.int()),
  kind: pageKindSchema,
  /** How sure that is, from 0 to 1. */
  kindConfidence: z.number().check(z.minimum(0), z.maximum(1)),
  /**
   * Where the text comes from: the blocks of the page that a model keeps, a reader of its own for pages of one build
   * (a chat, a question with answers), all text in sight where neither found any, a file of text, or a PDF.
   */
  extractor: z.enum(['blocks', 'conversation', 'transcript', 'visible-text', 'plain-text', 'pdf']),
  /** ISO 8601, UTC. */
  capturedAt: z.string(),
});
export type PageCapture = z.infer<typeof pageCaptureSchema>;

export const selectionCaptureSchema = z.object({
  ...pageSourceSchema.shape,
  /** The selected words exactly as the browser gives them. */
  text: z.string(),
  /** The frame it stands in has the focus: of several selections, the one the person sees as theirs. */
  isFocused: z.boolean(),
  /** Absent where the selection is not in ordinary text, such as in a form field. */
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
