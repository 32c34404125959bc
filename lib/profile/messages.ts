import * as z from 'zod/mini';
import { message } from '../contract/message.ts';
import { profileItemSchema, profileViewSchema, rulesViewSchema } from './model.ts';

export const profileMessages = {
  /** Returns the profile, which is requested once per session unless refreshed. */
  'profile.read': message({ refresh: z.boolean() }, profileViewSchema),
  'profile.about': message({ q: z.string() }, z.object({ passages: z.array(profileItemSchema) })),
  'rules.read': message({ refresh: z.boolean() }, rulesViewSchema),
} as const;
