/** The answer of a service to a question. */
import * as z from 'zod/mini';
import { searchResultSchema } from '../search/model.ts';

export const askAnswerSchema = z.object({
  text: z.string(),
  /** The service's sources, or what a search for the same words finds if it names none. */
  sources: z.array(searchResultSchema),
  sourcesFrom: z.enum(['answer', 'search']),
});
export type AskedAnswer = z.infer<typeof askAnswerSchema>;
