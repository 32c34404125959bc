import * as z from 'zod/mini';

export const profileItemSchema = z.object({
  /** Set only for standing facts, which can be deleted by this id. */
  id: z.optional(z.string()),
  text: z.string(),
  memory: z.nullable(z.string()),
  /** The time in the service's format, usually ISO 8601. */
  savedAt: z.nullable(z.string()),
});
export type ShownProfileItem = z.infer<typeof profileItemSchema>;

export const profileViewSchema = z.object({
  standing: z.array(profileItemSchema),
  current: z.array(profileItemSchema),
  /** Milliseconds since the epoch. */
  readAt: z.number(),
});
export type ProfileView = z.infer<typeof profileViewSchema>;

export const rulesViewSchema = z.object({
  rules: z.array(z.string()),
  /** Milliseconds since the epoch. */
  readAt: z.number(),
});
export type RulesView = z.infer<typeof rulesViewSchema>;
