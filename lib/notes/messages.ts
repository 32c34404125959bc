/** What the surfaces may ask about what the person writes: name → input and output. */
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
  /** What was written there and not sent; null where nothing was. */
  'notes.draft': { input: ofPlace, output: z.nullable(noteDraftSchema) },
  /** Keeps it in the place of what was there; null forgets it. One that was sent meanwhile is not kept again. */
  'notes.save-draft': {
    input: z.extend(ofPlace, { draft: z.nullable(noteDraftSchema) }),
    output: nothing,
  },
  /** Keeps a note of no page, and forgets its draft. Safe to repeat: the same `id` is the same note. */
  'notes.save': { input: order, output: outboxViewSchema },
  /** Takes a note back that was not sent yet, and gives it as a draft. Fails with `save.sent` too late. */
  'notes.undo': {
    input: z.extend(ofPlace, { id: z.string() }),
    output: z.nullable(noteDraftSchema),
  },
  /**
   * Writes a standing fact down, forgets its draft, and sends it. What becomes of it is told as `facts.changed`; the
   * event `call.waiting` names it by its `id`. Safe to repeat.
   */
  'facts.add': { input: order, output: factViewSchema },
  /** Those the service has not said to have, oldest first. */
  'facts.list': { input: nothing, output: z.object({ facts: z.array(factViewSchema) }) },
  /** The person's word to send one that rests, which may be there twice then. */
  'facts.again': { input: ofOne, output: factViewSchema },
  /** Takes one out of the line before it is sent; one that is being sent goes on. */
  'facts.give-up': { input: ofOne, output: nothing },
  /** Forgets one that rests, and gives its words; null where it is under way or gone. */
  'facts.take-back': { input: ofOne, output: z.object({ content: z.nullable(z.string()) }) },
} as const;
