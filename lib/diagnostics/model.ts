/** Problems are stored as codes and trace ids, never with text from a page or a service. */
import * as z from 'zod/mini';

/**
 * The usual forms of a trace id: a UUID, or 4 to 32 letters and digits, optionally prefixed. Credentials are longer.
 */
export const traceForm =
  /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?:[a-z]{1,5}[_-])?[0-9A-Za-z]{4,32})$/u;

export const troubleSchema = z.object({
  /** Milliseconds since the epoch. */
  at: z.number(),
  /** The name of the message, or `outbox`. */
  what: z.string().check(z.regex(/^[a-z.-]{1,40}$/)),
  code: z.string().check(z.regex(/^[a-z.-]{1,60}$/)),
  status: z.nullable(z.int()),
  /** Stored only in one of the usual forms, because a service might send anything. */
  traceId: z.nullable(z.string().check(z.regex(traceForm))),
});
export type Trouble = z.infer<typeof troubleSchema>;
