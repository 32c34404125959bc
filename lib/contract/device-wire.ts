/** A `fetch` call to the service on this device, serialized for `runtime.sendMessage` and `postMessage`. */
import * as z from 'zod/mini';

/** Held by the running worker, so that a second worker can't open the same file. */
export const deviceServiceLock = 'keepsake-device-home';

/** Folder in the origin private file system for large files that pages and the service exchange. */
export const transferFolder = 'transfer';

/** A UUID, so it can't contain a path. */
export const transferFileSchema = z.uuid();

export const wireRequestSchema = z.object({
  target: z.literal('device-service'),
  method: z.string(),
  /** The URL's path and query. */
  path: z.string(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  body: z.nullable(z.string()),
  /** A file to use as the body, instead of `body`. */
  bodyFrom: z.optional(transferFileSchema),
  /** If set, the body of a successful response is written to this file instead of being returned. */
  saveAs: z.optional(transferFileSchema),
  /**
   * A broadcast channel for the file's transfer: the worker posts how many bytes it has transferred, and a page posts
   * any message to end the transfer early.
   */
  watch: z.optional(z.uuid()),
});
export type WireRequest = z.infer<typeof wireRequestSchema>;

/** `failed` means that the worker couldn't start, or crashed. */
export const wireResponseSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('answered'),
    status: z.int(),
    headers: z.array(z.tuple([z.string(), z.string()])),
    body: z.string(),
  }),
  z.object({ outcome: z.literal('failed'), message: z.string() }),
]);
export type WireResponse = z.infer<typeof wireResponseSchema>;
