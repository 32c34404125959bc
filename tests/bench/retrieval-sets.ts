/**
 * Questions with known answers, from a folder next to the repository that isn't part of it.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as z from 'zod/mini';
import { withTypingErrors, wordSets } from './word-sets.ts';

const FOLDER = join(import.meta.dirname, '../../../shared/data/retrieval');

const documentSchema = z.object({
  custom_id: z.string(),
  container: z.string(),
  title: z.optional(z.string()),
  content: z.string(),
});
const goldSchema = z.union([
  z.object({ text: z.string() }),
  z.object({ doc: z.string(), g: z.optional(z.number()) }),
]);
const questionSchema = z.object({
  q: z.string(),
  container: z.string(),
  lang: z.optional(z.string()),
  gold: z.array(goldSchema),
});
const setSchema = z.object({ docs: z.array(documentSchema), queries: z.array(questionSchema) });

export type RetrievalSet = z.infer<typeof setSchema>;
export type RetrievalDocument = z.infer<typeof documentSchema>;
export type Question = z.infer<typeof questionSchema>;

export const retrievalSets = ['cranfield', 'clapnq', 'multi'] as const;

export function hasRetrievalSets(): boolean {
  return existsSync(FOLDER);
}

/** Returns each set by name: as it is, with typing errors, and those of our own. */
export function* setsToAsk(
  names: readonly string[] = retrievalSets,
): Generator<[name: string, set: RetrievalSet]> {
  for (const name of names) {
    const set = readRetrievalSet(name);
    yield [name, set];
    yield [`${name}, typing errors`, withTypingErrors(set)];
  }
  yield* Object.entries(wordSets);
}

export function readRetrievalSet(name: string): RetrievalSet {
  const packed = readFileSync(join(FOLDER, `${name}.json.gz`));
  return z.parse(setSchema, JSON.parse(gunzipSync(packed).toString('utf8')));
}
