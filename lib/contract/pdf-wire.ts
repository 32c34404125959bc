/** Messages that send a PDF in pieces to the page whose worker reads it, and report progress. */
import * as z from 'zod/mini';
import { pageCaptureResultSchema } from '../capture/schema.ts';

export const pdfLimits = {
  /** Maximum size of a file in bytes. */
  bytes: 64 * 1024 * 1024,
  pages: 2000,
  /** Maximum time to load and read a file, in milliseconds. */
  timeMs: 60_000,
} as const;

export const pdfRequestSchema = z.object({
  target: z.literal('pdf-reader'),
  id: z.uuid(),
  step: z.discriminatedUnion('do', [
    /** The next bytes of the file, as base64. */
    z.object({ do: z.literal('take'), bytes: z.string() }),
    /** Starts reading if it hasn't started, and returns the progress soon. */
    z.object({ do: z.literal('read'), url: z.string() }),
    z.object({ do: z.literal('stop') }),
  ]),
});
export type PdfRequest = z.infer<typeof pdfRequestSchema>;
export type PdfStep = PdfRequest['step'];

/** Progress or result, posted by the worker and returned by the page. `reading` contains the last page read. */
export const pdfAnswerSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('taken') }),
  z.object({ state: z.literal('reading'), page: z.int(), pages: z.int() }),
  z.object({ state: z.literal('done'), result: pageCaptureResultSchema }),
]);
export type PdfAnswer = z.infer<typeof pdfAnswerSchema>;

/** Input of the worker, which posts `reading` messages and then a `done` message. */
export const pdfTaskSchema = z.object({ bytes: z.instanceof(Uint8Array), url: z.string() });
