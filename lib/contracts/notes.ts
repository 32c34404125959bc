/** What the person writes themselves: drafts, and standing facts on their way to the profile. */
import * as z from 'zod/mini';
import { appErrorSchema } from './errors.ts';
import { callWaitSchema } from './recall.ts';

/** The surface something is written in; each has a draft of its own. */
export const writingPlaceSchema = z.enum(['popup', 'profile']);
export type WritingPlace = z.infer<typeof writingPlaceSchema>;

/** What was written and not sent, as kept on this device. */
export const noteDraftSchema = z.object({
  /** What is sent of it has the same id, so that it is there once however often it is sent. */
  id: z.uuid(),
  content: z.string(),
  /** It is meant for the profile. */
  isFact: z.boolean(),
});
export type NoteDraft = z.infer<typeof noteDraftSchema>;

/**
 * `under-way` → gone, once the service has it, or `unknown | refused | stopped`, from where only the person's word leads
 * on: the contract has no way to find out whether a fact whose answer was lost arrived, and sent again it may be there
 * twice.
 */
export const factStateSchema = z.discriminatedUnion('status', [
  /** Being sent, or in the line before that. `since` in milliseconds since the epoch. */
  z.object({ status: z.literal('under-way'), since: z.number() }),
  /** No answer came, so it may be in the profile. */
  z.object({ status: z.literal('unknown'), error: appErrorSchema }),
  z.object({ status: z.literal('refused'), error: appErrorSchema }),
  /** The person gave it up before it was sent. */
  z.object({ status: z.literal('stopped') }),
]);

/** A standing fact that the service has not said to have, as stored on this device. */
export const factSchema = z.object({
  id: z.string(),
  content: z.string(),
  /** The home it was written for; it is sent nowhere else. */
  connectionId: z.string(),
  container: z.object({ id: z.string(), name: z.string() }),
  /** Milliseconds since the epoch. */
  createdAt: z.number(),
  state: factStateSchema,
});
export type Fact = z.infer<typeof factSchema>;

/** A standing fact as a surface sees it, by its first words. */
export const factViewSchema = z.extend(z.omit(factSchema, { content: true }), {
  opening: z.string(),
  state: z.discriminatedUnion('status', [
    ...factStateSchema.def.options,
    z.object({ status: z.literal('kept') }),
  ]),
  /** Why it has not been sent yet; null where it is being sent, or rests. */
  wait: z.nullable(callWaitSchema),
});
export type FactView = z.infer<typeof factViewSchema>;
