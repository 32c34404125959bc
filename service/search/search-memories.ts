/** Answers a search over several Memories: each answers, or says that it could not. */
import { searchTerms } from '../../lib/core/text/search-terms.ts';
import type { ContainerRow } from '../db/containers.ts';
import { matchPassages, passagesByIds } from '../db/passages.ts';
import type { Database } from '../db/port.ts';
import type { Logger } from '../ports.ts';
import { mergeAdjacent, type Hit } from './merge.ts';
import { rank, type Candidate } from './rank.ts';

export interface MemorySearch {
  readonly containers: readonly ContainerRow[];
  readonly q: string;
  readonly limit: number;
}

interface Surroundings {
  readonly db: Database;
  readonly logger: Logger;
}

/** More than are shown, since ranking again and merging choose among them. */
const CANDIDATES = 100;
/** A longer question says no more by its further words, and each costs time. */
const MAX_TERMS = 64;

/** Searches all Memories at once; where that fails, each by itself, so that one in trouble does not silence the rest. */
export async function searchMemories({ db, logger }: Surroundings, { containers, q, limit }: MemorySearch) {
  const terms = searchTerms(q).slice(0, MAX_TERMS);
  const failed = new Set<string>();

  async function candidatesOf(searched: readonly ContainerRow[]): Promise<Candidate[]> {
    if (searched.length === 0 || terms.length === 0) return [];
    try {
      return await findCandidates(db, searched, terms);
    } catch (error) {
      if (searched.length > 1) return (await Promise.all(searched.map((one) => candidatesOf([one])))).flat();
      for (const { id } of searched) failed.add(id);
      logger.error('search.failed', { error: error instanceof Error ? error.name : typeof error });
      return [];
    }
  }

  const ranked = rank(await candidatesOf(containers), terms);
  return {
    results: mergeAdjacent(ranked, limit).map(describeHit),
    containers: containers.map(({ id, name }) =>
      failed.has(id)
        ? { id, name, error: { code: 'internal', message: 'This Memory could not be searched.' } }
        : { id, name },
    ),
  };
}

async function findCandidates(
  db: Database,
  containers: readonly ContainerRow[],
  terms: readonly string[],
): Promise<Candidate[]> {
  const matches = await matchPassages(db, { containers: containers.map(({ seq }) => seq), terms, limit: CANDIDATES });
  const scores = new Map(matches.map(({ id, score }) => [id, score]));
  const passages = await passagesByIds(db, [...scores.keys()]);
  return passages.map((passage) => ({ passage, score: scores.get(passage.id) ?? 0 }));
}

function describeHit({ passage, text, score }: Hit) {
  const source = passage.kind === 'note' ? { memory_id: passage.material_id } : { document_id: passage.material_id };
  return {
    container: passage.container_id,
    container_name: passage.container_name,
    content: text,
    ...source,
    title: passage.title,
    url: passage.source_url,
    custom_id: passage.custom_id,
    score: Math.round(score * 10_000) / 10_000,
    saved_at: passage.saved_at,
  };
}
