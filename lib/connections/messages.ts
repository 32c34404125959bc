import * as z from 'zod/mini';
import { message, nothing } from '../contract/message.ts';
import {
  connectionViewSchema,
  connectOutcomeSchema,
  credentialLifetimeSchema,
  waitingSchema,
} from './model.ts';

const newKey = {
  connectionId: z.string(),
  key: z.string(),
  keep: credentialLifetimeSchema,
};

export const connectionListSchema = z.object({
  connections: z.array(connectionViewSchema),
  waiting: z.array(waitingSchema),
});
export type ConnectionList = z.infer<typeof connectionListSchema>;

export const connectionMessages = {
  'connections.list': message({}, connectionListSchema),
  /** The UI must request the permission first, in a click handler. */
  'connections.connect-with-key': message(
    {
      ...newKey,
      /** Chosen by the sender. Repeating an id returns the same connection. */
      connectionId: z.uuid(),
      address: z.string(),
    },
    connectOutcomeSchema,
  ),
  /** Responds once the person has decided. Can also renew an existing connection. */
  'connections.begin-consent': message(
    {
      address: z.string(),
      connectionId: z.nullable(z.string()),
      /** Chosen by the sender. Repeating an id refers to the same consent. */
      newId: z.uuid(),
    },
    connectOutcomeSchema,
  ),
  /** Cancels an attempt to connect, given the id its connection would have. Nothing is stored. */
  'connections.give-up': message({ connectionId: z.string() }, nothing),
  'connections.choose': message({ connectionId: z.string() }, nothing),
  /** Succeeds for an unknown connection. */
  'connections.remove': message({ connectionId: z.string() }, nothing),
  /** Replaces the old key only if the new one works. */
  'connections.replace-key': message(
    { ...newKey, choose: z.optional(z.boolean()) },
    connectOutcomeSchema,
  ),
  'connections.keep-ask-key': message(newKey, z.object({ outcome: z.enum(['kept', 'bad-key']) })),
  'connections.forget-ask-key': message({ connectionId: z.string() }, nothing),
  /** Retries with the same credentials. */
  'connections.try-again': message({ connectionId: z.string() }, nothing),
  /** Returns the ids that were moved. The other items are being sent, have arrived or were discarded. */
  'connections.move-waiting': message(
    {
      ids: z.array(z.string()),
      connectionId: z.string(),
      memoryId: z.string(),
    },
    z.object({ moved: z.array(z.string()) }),
  ),
  /** Removes everything except the Memories on this device. */
  'connections.forget-everything': message({}, nothing),
} as const;
