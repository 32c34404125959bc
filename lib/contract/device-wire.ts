/** A `fetch` to the connection on this device, written so that it crosses `runtime.sendMessage` and `postMessage`. */
import * as z from 'zod/mini';

/** The Web Lock that the running worker holds for its whole life, so that no second one opens the same file. */
export const deviceHomeLock = 'keepsake-device-home';

/** The folder of the origin's private file system through which files of any size pass between pages and the connection. */
export const transferFolder = 'transfer';

/** Name of a file in that folder: a random UUID, so no path can be written in it. */
export const transferFileSchema = z.uuid();

export const wireRequestSchema = z.object({
  target: z.literal('device-home'),
  method: z.string(),
  /** Path and query; the origin is nobody's. */
  path: z.string(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  body: z.nullable(z.string()),
  /** A file whose content is the body, in place of `body`. */
  bodyFrom: z.optional(transferFileSchema),
  /** A file that takes the body of a successful answer, which then crosses without it. */
  saveAs: z.optional(transferFileSchema),
});
export type WireRequest = z.infer<typeof wireRequestSchema>;

/** `failed` says that no answer came from the service itself: the worker could not start, or died. */
export const wireAnswerSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('answered'),
    status: z.int(),
    headers: z.array(z.tuple([z.string(), z.string()])),
    body: z.string(),
  }),
  z.object({ outcome: z.literal('failed'), message: z.string() }),
]);
export type WireAnswer = z.infer<typeof wireAnswerSchema>;
