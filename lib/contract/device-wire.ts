/** A `fetch` to the service on this device, serialized for `runtime.sendMessage` and `postMessage`. */
import * as z from 'zod/mini';

/** Held by the running worker, so that no second one opens the same file. */
export const deviceServiceLock = 'keepsake-device-home';

/** The folder of the origin's private file system through which pages and the service exchange large files. */
export const transferFolder = 'transfer';

/** A UUID, so it can't contain a path. */
export const transferFileSchema = z.uuid();

export const wireRequestSchema = z.object({
  target: z.literal('device-home'),
  method: z.string(),
  /** Path and query. */
  path: z.string(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  body: z.nullable(z.string()),
  /** A file that is the body, instead of `body`. */
  bodyFrom: z.optional(transferFileSchema),
  /** If set, the body of a successful response is written to this file instead of being returned. */
  saveAs: z.optional(transferFileSchema),
});
export type WireRequest = z.infer<typeof wireRequestSchema>;

/** `failed` if the worker couldn't start, or crashed. */
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
