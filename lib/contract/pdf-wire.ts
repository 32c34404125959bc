/** Sends a PDF in pieces to the page whose worker reads it, and reports progress. */
import * as z from 'zod/mini';
import { pageCaptureResultSchema } from '../capture/schema.ts';

export const pdfLimits = {
  /** Bytes of a file. */
  bytes: 64 * 1024 * 1024,
  pages: 2000,
  /** For a file to load and be read, in milliseconds. */
  timeMs: 60_000,
} as const;

export const pdfRequestSchema = z.object({
  target: z.literal('pdf-reader'),
  id: z.uuid(),
  step: z.discriminatedUnion('do', [
    /** The next bytes of the file, as base64. */
    z.object({ do: z.literal('take'), bytes: z.string() }),
    /** Starts reading if it hasn't started; answered soon, with the progress. */
    z.object({ do: z.literal('read'), url: z.string() }),
    z.object({ do: z.literal('stop') }),
  ]),
});
export type PdfRequest = z.infer<typeof pdfRequestSchema>;
export type PdfStep = PdfRequest['step'];

/** Posted by the worker and answered by the page: the last page read, or the result. */
export const pdfAnswerSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('taken') }),
  z.object({ state: z.literal('reading'), page: z.int(), pages: z.int() }),
  z.object({ state: z.literal('done'), result: pageCaptureResultSchema }),
]);
export type PdfAnswer = z.infer<typeof pdfAnswerSchema>;

/** The input of the worker, which answers with `reading` and one `done`. */
export const pdfTaskSchema = z.object({ bytes: z.instanceof(Uint8Array), url: z.string() });
