import * as z from 'zod/mini';
import { named } from './operations/operation.ts';
import { refusalCodes } from './refusal.ts';

/** The body of every error. Kept apart from refusal.ts, because only the descriptions for clients need the schema. */
export const errorEnvelope = named(
  'ErrorEnvelope',
  z.object({
    code: z.enum(refusalCodes),
    message: z.string(),
    details: z.record(z.string(), z.unknown()),
    retryable: z.boolean(),
    trace_id: z.string(),
  }),
);
