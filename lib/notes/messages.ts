import * as z from 'zod/mini';
import { factViewSchema, noteDraftSchema, writingPlaceSchema } from './model.ts';
import { outboxViewSchema } from '../outbox/model.ts';

const nothing = z.object({});
const ofOne = z.object({ id: z.string() });
const ofPlace = z.object({ place: writingPlaceSchema });
const order = z.object({
  id: z.uuid(),
  place: writingPlaceSchema,
  content: z.string(),
  memoryId: z.string(),
});

export const noteMessages = {
  'notes.draft': { input: ofPlace, output: z.nullable(noteDraftSchema) },
  /** Null removes the draft. A sent draft isn't stored again. */
  'notes.save-draft': {
    input: z.extend(ofPlace, { draft: z.nullable(noteDraftSchema) }),
    output: nothing,
  },
  /** Removes its draft. Safe to repeat. */
  'notes.save': { input: order, output: outboxViewSchema },
  /** Makes an unsent note a draft again. Fails with `save.sent`. */
  'notes.undo': {
    input: z.extend(ofPlace, { id: z.string() }),
    output: z.nullable(noteDraftSchema),
  },
  /** Removes its draft. Events report progress. Safe to repeat. */
  'facts.add': { input: order, output: factViewSchema },
  /** Not known to be in the profile, oldest first. */
  'facts.list': { input: nothing, output: z.object({ facts: z.array(factViewSchema) }) },
  /** Can add it twice. */
  'facts.again': { input: ofOne, output: factViewSchema },
  /** A fact being sent continues. */
  'facts.give-up': { input: ofOne, output: nothing },
  /** Returns its text; null if it's being sent or was removed. */
  'facts.take-back': { input: ofOne, output: z.object({ content: z.nullable(z.string()) }) },
} as const;
