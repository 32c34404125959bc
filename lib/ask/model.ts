/** The answer of a service to a question. */
import * as z from 'zod/mini';
import { searchResultSchema } from '../search/model.ts';

/** An answer with its sources, which are like hits but have no words to mark. */
export const askAnswerSchema = z.object({
  text: z.string(),
  /** What the service says it answered from, or where it says nothing, what a search for the same words finds. */
  sources: z.array(searchResultSchema),
  sourcesFrom: z.enum(['answer', 'search']),
});
export type AskedAnswer = z.infer<typeof askAnswerSchema>;
