/** The last things that went wrong, kept to be reported: codes and references alone, never words of a page or a service. */
import * as z from 'zod/mini';

/** As services write them: a UUID, or a short word with up to 32 letters and figures; a credential is longer. */
export const traceForm =
  /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?:[a-z]{1,5}[_-])?[0-9A-Za-z]{4,32})$/u;

export const troubleSchema = z.object({
  /** Milliseconds since the epoch. */
  at: z.number(),
  /** The message that was asked, or `outbox`. */
  what: z.string().check(z.regex(/^[a-z.-]{1,40}$/)),
  code: z.string().check(z.regex(/^[a-z.-]{1,60}$/)),
  /** HTTP status. */
  status: z.nullable(z.int()),
  /** Only where it has the form of one: a service may write into it what it likes. */
  traceId: z.nullable(z.string().check(z.regex(traceForm))),
});
export type Trouble = z.infer<typeof troubleSchema>;
