/** What the surfaces can ask about the profile and the rules: name → input and output. */
import * as z from 'zod/mini';
import { profileItemSchema, profileViewSchema, rulesViewSchema } from './model.ts';

export const profileMessages = {
  /** Asks the service once a session, unless the person refreshes. */
  'profile.read': { input: z.object({ refresh: z.boolean() }), output: profileViewSchema },
  'profile.about': {
    input: z.object({ q: z.string() }),
    output: z.object({ passages: z.array(profileItemSchema) }),
  },
  /** Asks the service once a session, unless the person refreshes. */
  'rules.read': { input: z.object({ refresh: z.boolean() }), output: rulesViewSchema },
} as const;
