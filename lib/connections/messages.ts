/** The messages about connections: name → input and output. */
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
  /** The surface asks for the permission first, in the person's click. */
  'connections.connect-with-key': {
    input: z.object({
      /** Chosen by the sender: the same id means the same connection, however often it is sent. */
      connectionId: z.uuid(),
      address: z.string(),
      key: z.string(),
      keep: credentialLifetimeSchema,
    }),
    output: connectOutcomeSchema,
  },
  /** Opens the browser's authorization window and waits for the person. Also renews an existing connection. */
  'connections.begin-consent': {
    input: z.object({
      address: z.string(),
      connectionId: z.nullable(z.string()),
      /** The id of a new connection, chosen by the sender: the same id means the same consent. */
      newId: z.uuid(),
    }),
    output: connectOutcomeSchema,
  },
  /** Cancels an attempt to connect, by the id its connection would have. Nothing is stored. */
  'connections.give-up': { input: ofOne, output: nothing },
  'connections.choose': { input: ofOne, output: nothing },
  /** An unknown connection counts as removed. */
  'connections.remove': { input: ofOne, output: nothing },
  /** Tries the key, stores it if it works, and only then drops the one it replaces. */
  'connections.replace-key': {
    /** `choose` also makes the connection the active one. */
    input: z.extend(newKey, { choose: z.optional(z.boolean()) }),
    output: connectOutcomeSchema,
  },
  'connections.keep-ask-key': {
    input: newKey,
    output: z.object({ outcome: z.enum(['kept', 'bad-key']) }),
  },
  'connections.forget-ask-key': { input: ofOne, output: nothing },
  /** Lets the service be asked again with the same credentials. */
  'connections.try-again': { input: ofOne, output: nothing },
  /** Gives the ids of the items that moved; the others are being sent, have arrived or were discarded. */
  'connections.move-waiting': {
    input: z.object({
      ids: z.array(z.string()),
      connectionId: z.string(),
      memoryId: z.string(),
    }),
    output: z.object({ moved: z.array(z.string()) }),
  },
  /** Removes everything but the Memories on this device: connections, credentials, the outbox and all settings. */
  'connections.forget-everything': { input: nothing, output: nothing },
} as const;
