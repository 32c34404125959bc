/** What the surfaces can ask about notes and facts: name → input and output. */
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
  /** Null removes the draft. A draft that was sent since isn't stored again. */
  'notes.save-draft': {
    input: z.extend(ofPlace, { draft: z.nullable(noteDraftSchema) }),
    output: nothing,
  },
  /** Saves a note that isn't about a page, and removes its draft. Safe to repeat. */
  'notes.save': { input: order, output: outboxViewSchema },
  /** Turns a note that wasn't sent yet into a draft again. Fails with `save.sent`. */
  'notes.undo': {
    input: z.extend(ofPlace, { id: z.string() }),
    output: z.nullable(noteDraftSchema),
  },
  /** Stores and sends a fact, and removes its draft. Events report its progress. Safe to repeat. */
  'facts.add': { input: order, output: factViewSchema },
  /** The facts that aren't known to be in the profile, oldest first. */
  'facts.list': { input: nothing, output: z.object({ facts: z.array(factViewSchema) }) },
  /** Sends a fact again, which can add it twice. */
  'facts.again': { input: ofOne, output: factViewSchema },
  /** Cancels a fact that waits; one that is being sent continues. */
  'facts.give-up': { input: ofOne, output: nothing },
  /** Removes a fact and gives its text; null if it is being sent or gone. */
  'facts.take-back': { input: ofOne, output: z.object({ content: z.nullable(z.string()) }) },
} as const;
