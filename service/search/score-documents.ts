/** Scores whole documents with BM25, so that passages rank higher if the rest of their document is relevant, too. */
import { rarity } from '../storage/plan-match.ts';
import type { SearchScope, TermCounts } from '../storage/port/search.ts';

/** BM25's parameters, as in SQLite. */
const K1 = 1.2;
const B = 0.75;
/** Only this many terms are looked up in each document, the rarest first. */
const MAX_TERMS = 6;

/** Returns the score of each material. The frequency of a term is the number of passages that contain it. */
export async function scoreDocuments(
  scope: SearchScope,
  materials: readonly number[],
  { passages, total }: TermCounts,
): Promise<ReadonlyMap<number, number>> {
  const weights = new Map(
    [...passages]
      .filter(([, count]) => count > 0)
      .toSorted(([, a], [, b]) => a - b)
      .slice(0, MAX_TERMS)
      .map(([term, count]) => [term, rarity(count, total)]),
  );
  const { lengths, found } = await scope.countDocumentTerms(materials, [...weights.keys()]);
  const all = [...lengths.values()].reduce((sum, length) => sum + length, 0);
  const scores = new Map<number, number>();
  for (const { material, term, passages: count } of found) {
    const length = ((lengths.get(material) ?? 1) * lengths.size) / all;
    const gain = (count * (K1 + 1)) / (count + K1 * (1 - B + B * length));
    scores.set(material, (scores.get(material) ?? 0) + gain * (weights.get(term) ?? 0));
  }
  return scores;
}
