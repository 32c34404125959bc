/** What the surfaces may ask of the memory itself: name → input and output. */
import * as z from 'zod/mini';
import {
  askAnswerSchema,
  profileItemSchema,
  profileViewSchema,
  recallHitSchema,
  recallOutcomeSchema,
  rulesViewSchema,
} from './recall.ts';

const nothing = z.object({});

export const recallMessages = {
  'recall.search': {
    /** `searchId` lets a later `recall.cancel` name it. */
    input: z.object({ searchId: z.string(), q: z.string(), memoryId: z.optional(z.string()) }),
    output: recallOutcomeSchema,
  },
  'recall.cancel': { input: z.object({ searchId: z.string() }), output: nothing },
  /** Opens the hit's page at the passage, in a new tab beside the current one. */
  'recall.open': { input: z.object({ hit: recallHitSchema }), output: nothing },
  /** `askId` lets `ask.cancel` name it, and the event `call.waiting` say why it takes so long. */
  'ask.ask': {
    input: z.object({ askId: z.string(), message: z.string() }),
    output: askAnswerSchema,
  },
  'ask.cancel': { input: z.object({ askId: z.string() }), output: nothing },
  /** Asks the service once a session, unless the person refreshes. */
  'profile.read': { input: z.object({ refresh: z.boolean() }), output: profileViewSchema },
  /** The profile's passages about `q`; kept nowhere. */
  'profile.about': {
    input: z.object({ q: z.string() }),
    output: z.object({ passages: z.array(profileItemSchema) }),
  },
  /** Asks the service once a session, unless the person refreshes. */
  'rules.read': { input: z.object({ refresh: z.boolean() }), output: rulesViewSchema },
} as const;
