import { searchTerms } from '../../lib/text/search-terms.ts';
import type { ContainerRow } from '../storage/sqlite/containers.ts';
import { matchPassages } from '../storage/sqlite/match-passages.ts';
import { passagesByIds, type FoundPassage } from '../storage/sqlite/passages.ts';
import type { Database } from '../storage/port.ts';
import { errorName, type Logger } from '../ports.ts';
import { rank, type Candidate } from './rank.ts';

interface MemorySearch {
  readonly containers: readonly ContainerRow[];
  readonly q: string;
  readonly limit: number;
}

/** Passages to fetch per requested hit: ranking and joining choose among them. */
const CANDIDATES = { perHit: 4, least: 60 };
/** More terms of a long question are slower and add little. */
const MAX_TERMS = 64;

/** Searches all Memories at once. If that fails, searches each alone, so that one broken Memory doesn't hide the rest. */
export async function searchMemories(
  { db, logger }: { readonly db: Database; readonly logger: Logger },
  { containers, q, limit }: MemorySearch,
) {
  const terms = searchTerms(q).slice(0, MAX_TERMS);
  const failed = new Set<string>();

  async function findCandidates(searched: readonly ContainerRow[]): Promise<Candidate[]> {
    const matches = await matchPassages(db, {
      containers: searched.map(({ seq }) => seq),
      terms,
      limit: Math.max(limit * CANDIDATES.perHit, CANDIDATES.least),
    });
    const scores = new Map(matches.map(({ id, score }) => [id, score]));
    const passages = await passagesByIds(db, [...scores.keys()]);
    return passages
      .map((passage) => ({ passage, score: scores.get(passage.id) ?? 0 }))
      .toSorted((a, b) => b.score - a.score);
  }

  async function candidatesOf(searched: readonly ContainerRow[]): Promise<Candidate[]> {
    if (searched.length === 0 || terms.length === 0) return [];
    try {
      return await findCandidates(searched);
    } catch (error) {
      if (searched.length > 1)
        return (await Promise.all(searched.map((one) => candidatesOf([one])))).flat();
      for (const { id } of searched) failed.add(id);
      logger.error('search.failed', { error: errorName(error) });
      return [];
    }
  }

  const candidates = await candidatesOf(containers);
  return {
    results: hitsOf(rank(candidates, terms), limit).map(describeHit),
    containers: containers.map(({ id, name }) =>
      failed.has(id)
        ? { id, name, error: { code: 'internal', message: 'This Memory could not be searched.' } }
        : { id, name },
    ),
  };
}

export type DescribedHit = ReturnType<typeof describeHit>;

function describeHit({ passage, text, score }: Hit) {
  const source =
    passage.kind === 'note'
      ? { memory_id: passage.material_id }
      : { document_id: passage.material_id };
  return {
    container: passage.container_id,
    container_name: passage.container_name,
    content: text,
    ...source,
    title: passage.title,
    url: passage.source_url,
    custom_id: passage.custom_id,
    score: Number(score.toPrecision(6)),
    saved_at: passage.saved_at,
  };
}

interface Hit {
  readonly passage: FoundPassage;
  readonly text: string;
  readonly score: number;
}

/** In UTF-16 code units. */
const MAX_HIT_LENGTH = 1700;
/** Passages ranked below this multiple of the limit are ignored. */
const NEAR_LIMIT = 2;
/** Multiplies the score of each further hit in the same document. */
const REPEAT_FACTOR = 0.8;

export function hitsOf(ranked: readonly Candidate[], limit: number): Hit[] {
  const near = ranked.slice(0, Math.max(limit * NEAR_LIMIT, 20));
  const free = new Map(near.map(({ passage }) => [placeOf(passage, 0), passage]));
  const hitsPerDocument = new Map<number, number>();
  const hits: Hit[] = [];
  for (const { passage, score } of near) {
    if (!free.delete(placeOf(passage, 0))) continue;
    const repeats = hitsPerDocument.get(passage.material) ?? 0;
    hitsPerDocument.set(passage.material, repeats + 1);
    hits.push({
      passage,
      text: join(takeAround(free, passage)),
      score: score * REPEAT_FACTOR ** repeats,
    });
  }
  return hits.toSorted((a, b) => b.score - a.score).slice(0, limit);
}

/** Joins a passage with adjacent candidates, following ones first, up to the maximum length. */
function takeAround(free: Map<string, FoundPassage>, passage: FoundPassage): FoundPassage[] {
  const taken = [passage];
  let length = passage.text.length;
  for (const step of [1, -1]) {
    for (let offset = step; ; offset += step) {
      const neighbor = free.get(placeOf(passage, offset));
      if (neighbor === undefined || length + neighbor.text.length > MAX_HIT_LENGTH) break;
      free.delete(placeOf(neighbor, 0));
      length += neighbor.text.length;
      if (step === 1) taken.push(neighbor);
      else taken.unshift(neighbor);
    }
  }
  return taken;
}

function join(passages: readonly FoundPassage[]): string {
  return passages.map(({ lead, text }, index) => (index === 0 ? text : lead + text)).join('');
}

function placeOf({ material, position }: FoundPassage, offset: number): string {
  return `${material}:${position + offset}`;
}
