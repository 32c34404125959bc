/** Small stored values that are no secret: which home is in use, its Memories as last seen, the one last chosen. */
import * as z from 'zod/mini';

/** A home of the person's memory. The home on this device needs no credential: being the extension is enough. */
export const connectionSchema = z.object({
  id: z.string(),
  kind: z.literal('device'),
  createdAt: z.number(),
});
export type Connection = z.infer<typeof connectionSchema>;

export const memoryChoiceSchema = z.object({ id: z.string(), name: z.string() });
/** A Memory as the surfaces name it. */
export type MemoryChoice = z.infer<typeof memoryChoiceSchema>;

export const settingsSchema = z.object({
  connection: z.nullable(connectionSchema),
  /** The list as last answered, so that the popup need not wait for the home to wake. */
  memories: z.array(memoryChoiceSchema),
  chosenMemoryId: z.nullable(z.string()),
});
export type Settings = z.infer<typeof settingsSchema>;
