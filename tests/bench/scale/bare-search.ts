/** Searches with every match scored, as the baseline for the service's own search. */
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import { searchTerms } from '../../../lib/text/search-terms.ts';
import { openNodeDatabase } from '../../../service/storage/sqlite/node.ts';
import { createSqliteStorage } from '../../../service/storage/sqlite/storage.ts';
import { stopwatch, type Taken } from './service.ts';

const SHOWN = 10;
const CANDIDATES = 60;

export interface BareAnswer {
  readonly taken: Taken;
  /** Scores of the best passages, best first. */
  readonly scores: readonly number[];
}

const scoresSchema = z.array(z.object({ score: z.number() }));
const containersSchema = z.array(z.object({ seq: z.int(), account_id: z.string() }));

/** Opens the service's file a second time; the caller closes it. */
export function openBareSearch(file: string) {
  const database = new DatabaseSync(file, { readOnly: true });
  database.exec('PRAGMA cache_size = -32000');
  const containers = z.parse(
    containersSchema,
    database.prepare('SELECT seq, account_id FROM containers').all(),
  );
  const select = database.prepare(
    `SELECT -bm25(passage_index, 0.0, 1.5, 1.0) AS score FROM passage_index WHERE passage_index MATCH ?1
     UNION ALL
     SELECT -bm25(dense_index, 0.0, 1.5, 1.0) AS score FROM dense_index WHERE dense_index MATCH ?1
     ORDER BY score DESC LIMIT ?2`,
  );
  const storage = createSqliteStorage(openNodeDatabase(file));
  const { search } = storage.account(containers[0]?.account_id ?? '');
  return {
    search(this: void, question: string): BareAnswer {
      const taken = stopwatch();
      const terms = searchTerms(question).map((term) => `"${term}"`);
      const rows = select.all(`{title body} : (${terms.join(' OR ')})`, CANDIDATES);
      return { taken: taken(), scores: z.parse(scoresSchema, rows).map(({ score }) => score) };
    },
    /** Returns the share of the ten best passages that the service finds; equal scores are interchangeable. */
    async agreement(question: string, { scores }: BareAnswer): Promise<number> {
      const terms = searchTerms(question);
      const scope = await search.open(containers.map(({ seq }) => seq));
      const found = await scope.match({ terms, limit: CANDIDATES });
      const best = scores.slice(0, SHOWN);
      const least = (best.at(-1) ?? 0) - 1e-9;
      const good = found.slice(0, SHOWN).filter(({ score }) => score >= least);
      return best.length === 0 ? 1 : good.length / best.length;
    },
    async close(): Promise<void> {
      database.close();
      await storage.close();
    },
  };
}
