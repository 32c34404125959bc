/** How the background hands a PDF, piece by piece, to the page whose worker reads it, and hears how far that is. */
import * as z from 'zod/mini';
import { pageCaptureResultSchema } from '../capture/schema.ts';

export const pdfLimits = {
  /** Bytes of a file. */
  bytes: 64 * 1024 * 1024,
  pages: 2000,
  /** Time for a file to come and be read, in milliseconds. */
  timeMs: 60_000,
} as const;

export const pdfRequestSchema = z.object({
  target: z.literal('pdf-reader'),
  /** The reading it belongs to. */
  id: z.uuid(),
  step: z.discriminatedUnion('do', [
    /** The next bytes of the file, as base64. */
    z.object({ do: z.literal('take'), bytes: z.string() }),
    /** Begins to read where that has not begun, and is answered soon: the person wants to see how far it is. */
    z.object({ do: z.literal('read'), url: z.string() }),
    /** Forgets the file. */
    z.object({ do: z.literal('stop') }),
  ]),
});
export type PdfRequest = z.infer<typeof pdfRequestSchema>;
export type PdfStep = PdfRequest['step'];

/** What the worker posts, and what the page answers with: the page last read, or the outcome. */
export const pdfAnswerSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('taken') }),
  z.object({ state: z.literal('reading'), page: z.int(), pages: z.int() }),
  z.object({ state: z.literal('done'), result: pageCaptureResultSchema }),
]);
export type PdfAnswer = z.infer<typeof pdfAnswerSchema>;

/** What the worker is given; its answers are `reading` and one `done`. */
export const pdfTaskSchema = z.object({ bytes: z.instanceof(Uint8Array), url: z.string() });
