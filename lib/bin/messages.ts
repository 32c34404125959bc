import * as z from 'zod/mini';
import { binResponseSchema } from '../contract/owner-api.ts';

const nothing = z.object({});

/** What was deleted on this device in the last 30 days. */
export const binMessages = {
  /** Newest first. Empty if this device isn't the active connection. */
  'bin.list': { input: nothing, output: binResponseSchema.shape.entries },
  /** Sent once, because a repeated message would find the entry gone. */
  'bin.restore': { input: z.object({ id: z.string() }), output: nothing, isRepeatable: false },
  /** Unless confirmed, only returns the service's own confirmation message, to be shown verbatim. */
  'bin.empty': {
    input: z.object({ confirm: z.boolean() }),
    output: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('deleted') }),
      z.object({ outcome: z.literal('confirmation-required'), sentence: z.string() }),
    ]),
  },
} as const;
