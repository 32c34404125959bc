/** What the settings page may ask about the homes of the person's memory: name → input and output. */
import * as z from 'zod/mini';
import {
  connectionViewSchema,
  connectOutcomeSchema,
  keptUntilSchema,
  waitingSchema,
} from './connections.ts';

const nothing = z.object({});
const ofOne = z.object({ connectionId: z.string() });
const newKey = z.object({ connectionId: z.string(), key: z.string(), keep: keptUntilSchema });

export const connectionListSchema = z.object({
  connections: z.array(connectionViewSchema),
  waiting: z.array(waitingSchema),
});
export type ConnectionList = z.infer<typeof connectionListSchema>;

export const connectionMessages = {
  'connections.list': { input: nothing, output: connectionListSchema },
  /** The permission for the origin is asked for by the surface before, in the person's click. */
  'connections.connect-with-key': {
    input: z.object({
      /** Chosen where the person clicked: the same id is the same connection, however often it is asked for. */
      connectionId: z.uuid(),
      address: z.string(),
      key: z.string(),
      keep: keptUntilSchema,
    }),
    output: connectOutcomeSchema,
  },
  /** Opens the browser's window for the consent and waits for the person; again for one that is connected already. */
  'connections.begin-consent': {
    input: z.object({
      address: z.string(),
      connectionId: z.nullable(z.string()),
      /** What a new connection is called, chosen where the person clicked: the same id is the same consent. */
      newId: z.uuid(),
    }),
    output: connectOutcomeSchema,
  },
  /** Gives up a try under way, by the id its connection was to have; what it would have kept is not kept. */
  'connections.give-up': { input: ofOne, output: nothing },
  'connections.choose': { input: ofOne, output: nothing },
  /** One that is not kept any more counts as removed. */
  'connections.remove': { input: ofOne, output: nothing },
  'connections.replace-key': { input: newKey, output: connectOutcomeSchema },
  'connections.keep-ask-key': {
    input: newKey,
    output: z.object({ outcome: z.enum(['kept', 'bad-key']) }),
  },
  'connections.forget-ask-key': { input: ofOne, output: nothing },
  /** The person's word that the service may be asked again with the credential as it is. */
  'connections.try-again': { input: ofOne, output: nothing },
  /** Gives the ids of those that went; the others are being sent, have arrived or were discarded. */
  'connections.move-waiting': {
    input: z.object({
      ids: z.array(z.string()),
      connectionId: z.string(),
      memoryId: z.string(),
    }),
    output: z.object({ moved: z.array(z.string()) }),
  },
  /** Forgets all but the Memories on this device: connections, credentials, what waits, and every setting. */
  'connections.forget-everything': { input: nothing, output: nothing },
} as const;
