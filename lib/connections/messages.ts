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
  /** The surface requests the permission first, in the click. */
  'connections.connect-with-key': {
    input: z.object({
      /** Chosen by the sender: the same id is the same connection. */
      connectionId: z.uuid(),
      address: z.string(),
      key: z.string(),
      keep: credentialLifetimeSchema,
    }),
    output: connectOutcomeSchema,
  },
  /** Waits for the person. Also renews an existing connection. */
  'connections.begin-consent': {
    input: z.object({
      address: z.string(),
      connectionId: z.nullable(z.string()),
      /** Chosen by the sender: the same id is the same consent. */
      newId: z.uuid(),
    }),
    output: connectOutcomeSchema,
  },
  /** By the id its connection would have. Nothing is stored. */
  'connections.give-up': { input: ofOne, output: nothing },
  'connections.choose': { input: ofOne, output: nothing },
  /** An unknown connection counts as removed. */
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
  /** Returns the ids that moved; others are being sent, have arrived or were discarded. */
  'connections.move-waiting': {
    input: z.object({
      ids: z.array(z.string()),
      connectionId: z.string(),
      memoryId: z.string(),
    }),
    output: z.object({ moved: z.array(z.string()) }),
  },
  /** Keeps only the Memories on this device. */
  'connections.forget-everything': { input: nothing, output: nothing },
} as const;
