import * as z from 'zod/mini';
import { searchResultSchema } from '../search/model.ts';

export const askAnswerSchema = z.object({
  text: z.string(),
  /** Sources named by the answer, or search results if it names none. */
  sources: z.array(searchResultSchema),
  sourcesFrom: z.enum(['answer', 'search']),
  /** Whether the text only quotes the sources. */
  isQuotes: z.optional(z.boolean()),
  /** Whether nothing saved answers the question, and the sources are only related to it. */
  isUnanswered: z.optional(z.boolean()),
});
export type AskedAnswer = z.infer<typeof askAnswerSchema>;
