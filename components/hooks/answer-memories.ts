/** What becomes of an answer as the Memories it rests on are renamed or deleted. Pure. */
import type { AskedAnswer } from '../../lib/contracts/recall.ts';
import type { MemoryChoice } from '../../lib/contracts/settings.ts';

/** The Memories of the home before and after something became of them. */
export type MemoryChange = { before: readonly MemoryChoice[]; after: readonly MemoryChoice[] };

/**
 * Gives the answer with its sources under the names of now; null where a Memory that it rests on is there no longer, since
 * its words are from there. A source says only the name: of several Memories of one name it may be any that is left.
 */
export function answerAfter(answer: AskedAnswer, { before, after }: MemoryChange) {
  const namesNow = new Map(after.map(({ id, name }) => [id, name]));
  const sources = answer.sources.map((source) => {
    const meant = before.filter(({ name }) => name === source.memory);
    const names = new Set(meant.flatMap(({ id }) => namesNow.get(id) ?? []));
    if (meant.length > 0 && names.size === 0) return null;
    const [only] = names;
    return only === undefined || names.size > 1 ? source : { ...source, memory: only };
  });
  const kept = sources.filter((source) => source !== null);
  return kept.length === sources.length ? { ...answer, sources: kept } : null;
}
