import * as z from 'zod/mini';
import { profileItemSchema, profileViewSchema, rulesViewSchema } from './model.ts';

export const profileMessages = {
  /** Returns the profile, which is requested once per session unless refreshed. */
  'profile.read': { input: z.object({ refresh: z.boolean() }), output: profileViewSchema },
  'profile.about': {
    input: z.object({ q: z.string() }),
    output: z.object({ passages: z.array(profileItemSchema) }),
  },
  'rules.read': { input: z.object({ refresh: z.boolean() }), output: rulesViewSchema },
} as const;
