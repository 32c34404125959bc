import * as z from 'zod/mini';
import { message, nothing } from '../contract/message.ts';
import { factViewSchema, noteDraftSchema, writingPlaceSchema } from './model.ts';
import { outboxViewSchema } from '../outbox/model.ts';

const order = {
  id: z.uuid(),
  place: writingPlaceSchema,
  content: z.string(),
  memoryId: z.string(),
};

export const noteMessages = {
  'notes.draft': message({ place: writingPlaceSchema }, z.nullable(noteDraftSchema)),
  /** Null removes the draft. A draft that was sent isn't stored again. */
  'notes.save-draft': message(
    { place: writingPlaceSchema, draft: z.nullable(noteDraftSchema) },
    nothing,
  ),
  /** Saves the note and removes its draft. Safe to repeat. */
  'notes.save': message(order, outboxViewSchema),
  /** Turns an unsent note into a draft again. Fails with `save.sent` if it's being sent or was already sent. */
  'notes.undo': message({ place: writingPlaceSchema, id: z.string() }, z.nullable(noteDraftSchema)),
  /** Sends the fact and removes its draft. Events report progress. Safe to repeat. */
  'facts.add': message(order, factViewSchema),
  /** Returns facts that haven't been confirmed to be in the profile, oldest first. */
  'facts.list': message({}, z.object({ facts: z.array(factViewSchema) })),
  /** Sends a fact again, which might add it twice. */
  'facts.again': message({ id: z.string() }, factViewSchema),
  /** Cancels a waiting fact. A fact being sent continues. */
  'facts.give-up': message({ id: z.string() }, nothing),
  /** Removes a fact and returns its text; null if it's being sent or was already removed. */
  'facts.take-back': message({ id: z.string() }, z.object({ content: z.nullable(z.string()) })),
} as const;
