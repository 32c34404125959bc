import * as z from 'zod/mini';
import { searchResultSchema } from '../search/model.ts';

export const askAnswerSchema = z.object({
  text: z.string(),
  /** Search results if the answer names no sources. */
  sources: z.array(searchResultSchema),
  sourcesFrom: z.enum(['answer', 'search']),
});
export type AskedAnswer = z.infer<typeof askAnswerSchema>;
