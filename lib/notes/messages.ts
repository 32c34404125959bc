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
  /** Null removes the draft. A draft that was sent isn't stored again. */
  'notes.save-draft': {
    input: z.extend(ofPlace, { draft: z.nullable(noteDraftSchema) }),
    output: nothing,
  },
  /** Saves the note and removes its draft. Safe to repeat. */
  'notes.save': { input: order, output: outboxViewSchema },
  /** Turns an unsent note into a draft again. Fails with `save.sent` if it's being sent or was already sent. */
  'notes.undo': {
    input: z.extend(ofPlace, { id: z.string() }),
    output: z.nullable(noteDraftSchema),
  },
  /** Sends the fact and removes its draft. Events report progress. Safe to repeat. */
  'facts.add': { input: order, output: factViewSchema },
  /** Returns facts that haven't been confirmed to be in the profile, oldest first. */
  'facts.list': { input: nothing, output: z.object({ facts: z.array(factViewSchema) }) },
  /** Sends a fact again, which might add it twice. */
  'facts.again': { input: ofOne, output: factViewSchema },
  /** Cancels a waiting fact. A fact being sent continues. */
  'facts.give-up': { input: ofOne, output: nothing },
  /** Removes a fact and returns its text; null if it's being sent or was already removed. */
  'facts.take-back': { input: ofOne, output: z.object({ content: z.nullable(z.string()) }) },
} as const;
