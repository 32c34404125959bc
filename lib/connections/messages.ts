import * as z from 'zod/mini';
import {
  connectionViewSchema,
  connectOutcomeSchema,
  credentialLifetimeSchema,
  waitingSchema,
} from './model.ts';

const nothing = z.object({});
const ofOne = z.object({ connectionId: z.string() });
const newKey = z.object({
  connectionId: z.string(),
  key: z.string(),
  keep: credentialLifetimeSchema,
});

export const connectionListSchema = z.object({
  connections: z.array(connectionViewSchema),
  waiting: z.array(waitingSchema),
});
export type ConnectionList = z.infer<typeof connectionListSchema>;

export const connectionMessages = {
  'connections.list': { input: nothing, output: connectionListSchema },
  /** The UI must request the permission first, in a click handler. */
  'connections.connect-with-key': {
    input: z.extend(newKey, {
      /** Chosen by the sender. Repeating an id returns the same connection. */
      connectionId: z.uuid(),
      address: z.string(),
    }),
    output: connectOutcomeSchema,
  },
  /** Responds once the person has decided. Can also renew an existing connection. */
  'connections.begin-consent': {
    input: z.object({
      address: z.string(),
      connectionId: z.nullable(z.string()),
      /** Chosen by the sender. Repeating an id refers to the same consent. */
      newId: z.uuid(),
    }),
    output: connectOutcomeSchema,
  },
  /** Cancels an attempt to connect, given the id its connection would have. Nothing is stored. */
  'connections.give-up': { input: ofOne, output: nothing },
  'connections.choose': { input: ofOne, output: nothing },
  /** Succeeds for an unknown connection. */
  'connections.remove': { input: ofOne, output: nothing },
  /** Replaces the old key only if the new one works. */
  'connections.replace-key': {
    input: z.extend(newKey, { choose: z.optional(z.boolean()) }),
    output: connectOutcomeSchema,
  },
  'connections.keep-ask-key': {
    input: newKey,
    output: z.object({ outcome: z.enum(['kept', 'bad-key']) }),
  },
  'connections.forget-ask-key': { input: ofOne, output: nothing },
  /** Retries with the same credentials. */
  'connections.try-again': { input: ofOne, output: nothing },
  /** Returns the ids that were moved. The other items are being sent, have arrived or were discarded. */
  'connections.move-waiting': {
    input: z.object({
      ids: z.array(z.string()),
      connectionId: z.string(),
      memoryId: z.string(),
    }),
    output: z.object({ moved: z.array(z.string()) }),
  },
  /** Removes everything except the Memories on this device. */
  'connections.forget-everything': { input: nothing, output: nothing },
} as const;
