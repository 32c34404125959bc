/** Searching, beside what SQLite takes to score everything that matches, on the same file in the same process. */
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import { searchTerms } from '../../../lib/core/text/search-terms.ts';
import { median, percentile, type Row } from '../figure.ts';
import type { Collection } from './bench-scale.ts';
import { dropFromMemory, openHome, stopwatch, type AskedHome, type Taken } from './home.ts';
import { questionsOver } from './questions.ts';

/** What is new to the file costs once; asked again, it is warm. */
const WARM_ROUNDS = 2;

export async function searchAll({ file, documents }: Collection): Promise<Row[]> {
  const bare = openBare(file);
  const rows: Row[] = [];
  for (const [kind, questions] of Object.entries(questionsOver(documents))) {
    // Opened anew for each kind, so that nothing is in memory when the first is asked.
    const home = await openHome(file);
    const ask = async (more: Readonly<Record<string, string>> = {}) => {
      const times: Taken[] = [];
      for (const q of questions) times.push(await home.time('POST', '/v1/search', { q, ...more }));
      return times;
    };
    const isCold = dropFromMemory(file);
    const cold = await ask();
    const warm: Taken[] = [];
    for (let round = 0; round < WARM_ROUNDS; round += 1) warm.push(...(await ask()));
    const everything = questions.map(bare.time);
    const name = `search, ${kind}`;
    rows.push(...spread(name, warm, everything));
    if (isCold) rows.push(...spread(`${name}, cold`, cold));
    if (kind === 'three common words') {
      const one = await firstMemory(home);
      rows.push(...spread(`${name}, one Memory of four`, await ask({ container: one })));
    }
    await home.close();
  }
  bare.close();
  return rows;
}

const listedSchema = z.object({ containers: z.array(z.object({ id: z.string() })) });

async function firstMemory(home: AskedHome): Promise<string> {
  const listed: unknown = await (await home.ask('GET', '/v1/containers')).json();
  const [first] = z.parse(listedSchema, listed).containers;
  if (first === undefined) throw new Error('There is no Memory.');
  return first.id;
}

function spread(name: string, times: readonly Taken[], bare: readonly Taken[] = []): Row[] {
  const row = (what: string, of: (all: readonly Taken[]) => number): Row => ({
    name: `${name}, ${what}`,
    value: of(times),
    unit: 'ms',
    ...(bare.length === 0
      ? {}
      : { baseline: { name: 'SQLite scoring all that matches', value: of(bare) } }),
  });
  return [
    row('p50', (all) => median(all.map(({ wall }) => wall))),
    row('p95', (all) =>
      percentile(
        all.map(({ wall }) => wall),
        0.95,
      ),
    ),
    row('p95 of processor time', (all) =>
      percentile(
        all.map(({ processor }) => processor),
        0.95,
      ),
    ),
  ];
}

function openBare(file: string) {
  const database = new DatabaseSync(file, { readOnly: true });
  database.exec('PRAGMA cache_size = -32000');
  const select = database.prepare(
    `SELECT rowid, bm25(passage_index, 0.0, 1.5, 1.0) AS score FROM passage_index WHERE passage_index MATCH ?1
     UNION ALL
     SELECT rowid, bm25(dense_index, 0.0, 1.5, 1.0) AS score FROM dense_index WHERE dense_index MATCH ?1
     ORDER BY score LIMIT 60`,
  );
  return {
    time(this: void, question: string): Taken {
      const taken = stopwatch();
      const terms = searchTerms(question).map((term) => `"${term}"`);
      select.all(`{title body} : (${terms.join(' OR ')})`);
      return taken();
    },
    close: () => database.close(),
  };
}
