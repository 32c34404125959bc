/** Answers a search over several Memories: each answers, or says that it could not. */
import { searchTerms } from '../../lib/core/text/search-terms.ts';
import type { ContainerRow } from '../db/containers.ts';
import { matchPassages } from '../db/match-passages.ts';
import { passagesByIds } from '../db/passages.ts';
import type { Database } from '../db/port.ts';
import { errorName, type Logger } from '../ports.ts';
import { hitsOf, type Hit } from './hits.ts';
import { rank } from './rank.ts';
import type { Candidate } from './read-candidate.ts';

export interface MemorySearch {
  readonly containers: readonly ContainerRow[];
  readonly q: string;
  readonly limit: number;
}

interface Surroundings {
  readonly db: Database;
  readonly logger: Logger;
}

/** Candidates for each hit asked for, since ranking again and joining choose among them. */
const CANDIDATES = { perHit: 4, least: 60 };
/** A longer question says no more by its further words, and each costs time. */
const MAX_TERMS = 64;

/** Searches all Memories at once; where that fails, each by itself, so that one in trouble does not silence the rest. */
export async function searchMemories(
  { db, logger }: Surroundings,
  { containers, q, limit }: MemorySearch,
) {
  const terms = searchTerms(q).slice(0, MAX_TERMS);
  const failed = new Set<string>();

  async function candidatesOf(searched: readonly ContainerRow[]): Promise<Candidate[]> {
    if (searched.length === 0 || terms.length === 0) return [];
    try {
      return await findCandidates(db, { containers: searched, terms, limit });
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

interface CandidateSearch {
  readonly containers: readonly ContainerRow[];
  readonly terms: readonly string[];
  readonly limit: number;
}

async function findCandidates(
  db: Database,
  { containers, terms, limit }: CandidateSearch,
): Promise<Candidate[]> {
  const matches = await matchPassages(db, {
    containers: containers.map(({ seq }) => seq),
    terms,
    limit: Math.max(limit * CANDIDATES.perHit, CANDIDATES.least),
  });
  const scores = new Map(matches.map(({ id, score }) => [id, score]));
  const passages = await passagesByIds(db, [...scores.keys()]);
  return passages
    .map((passage) => ({ passage, score: scores.get(passage.id) ?? 0 }))
    .toSorted((a, b) => b.score - a.score);
}

/** A hit as callers are told of it. */
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
