/** Small stored values that are no secret: the homes, the Memories of each as last seen, the ones last chosen. */
import * as z from 'zod/mini';
import { connectionSchema } from './connections.ts';

export const memoryChoiceSchema = z.object({ id: z.string(), name: z.string() });
/** A Memory as the surfaces name it. */
export type MemoryChoice = z.infer<typeof memoryChoiceSchema>;

export const keptMemorySchema = z.object({
  ...memoryChoiceSchema.shape,
  /** Which of the hues it is drawn in; missing where it was listed before there was a choice. */
  hue: z.optional(z.int()),
});
/** A Memory of a home that is kept. */
export type KeptMemory = z.infer<typeof keptMemorySchema>;

export const homeSettingsSchema = z.object({
  connection: connectionSchema,
  /** The list as last answered, so that the popup need not wait for the home to wake. */
  memories: z.array(keptMemorySchema),
  chosenMemoryId: z.nullable(z.string()),
});
/** A connection, with what is remembered of the Memories behind it. */
export type HomeSettings = z.infer<typeof homeSettingsSchema>;

export const settingsSchema = z.object({
  homes: z.array(homeSettingsSchema),
  /** The connection in use; null before one was chosen, and after the chosen one was removed. */
  activeId: z.nullable(z.string()),
});
export type Settings = z.infer<typeof settingsSchema>;

export const noSettings: Settings = { homes: [], activeId: null };
