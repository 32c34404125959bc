/** Measures searches, compared with SQLite scoring every match, on the same file in the same process. */
import * as z from 'zod/mini';
import { openBareSearch } from './bare-search.ts';
import { mean, percentile, type Row } from '../figure.ts';
import type { Collection } from './bench-scale.ts';
import { dropFromMemory, openService, type BenchService, type Taken } from './service.ts';
import { questionsOver } from './questions.ts';

/** How many times to repeat the queries after their first, cold run. */
const WARM_ROUNDS = 2;
/** How many questions of each kind: enough for a p99 over the warm rounds. */
const QUESTIONS = 50;

export async function searchAll({ file, documents }: Collection): Promise<Row[]> {
  const bare = openBareSearch(file);
  const rows: Row[] = [];
  for (const [kind, questions] of Object.entries(questionsOver(documents, QUESTIONS))) {
    // Reopen the service for each kind, so that the first query is cold.
    const service = await openService(file);
    const ask = async (more: Readonly<Record<string, string>> = {}) => {
      const times: Taken[] = [];
      for (const q of questions)
        times.push(await service.time('POST', '/v1/search', { q, ...more }));
      return times;
    };
    const isCold = dropFromMemory(file);
    const cold = await ask();
    const warm: Taken[] = [];
    for (let round = 0; round < WARM_ROUNDS; round += 1) warm.push(...(await ask()));
    const name = `search, ${kind}`;
    const answers = questions.map(bare.search);
    const agreements: number[] = [];
    for (const [index, answer] of answers.entries()) {
      agreements.push(await bare.agreement(questions[index] ?? '', answer));
    }
    rows.push(
      ...spread(
        name,
        warm,
        answers.map(({ taken }) => taken),
      ),
    );
    rows.push({ name: `${name}, of the ten best found`, value: 100 * mean(agreements), unit: '%' });
    if (isCold) rows.push(...spread(`${name}, cold`, cold));
    if (kind === 'three common words') {
      const one = await firstMemory(service);
      rows.push(...spread(`${name}, one Memory of four`, await ask({ container: one })));
    }
    await service.close();
  }
  await bare.close();
  return rows;
}

const listedSchema = z.object({ containers: z.array(z.object({ id: z.string() })) });

async function firstMemory(service: BenchService): Promise<string> {
  const listed: unknown = await (await service.ask('GET', '/v1/containers')).json();
  const [first] = z.parse(listedSchema, listed).containers;
  if (first === undefined) throw new Error('The service has no Memory.');
  return first.id;
}

function spread(name: string, times: readonly Taken[], bare: readonly Taken[] = []): Row[] {
  const row = (what: string, of: (all: readonly Taken[]) => number): Row => ({
    name: `${name}, ${what}`,
    value: of(times),
    unit: 'ms',
    ...(bare.length === 0
      ? {}
      : { baselines: [{ name: 'SQLite scoring all that matches', value: of(bare) }] }),
  });
  const share = (part: number, of: keyof Taken) => (all: readonly Taken[]) =>
    percentile(
      all.map((taken) => taken[of]),
      part,
    );
  return [
    row('p50', share(0.5, 'wall')),
    row('p95', share(0.95, 'wall')),
    row('p99', share(0.99, 'wall')),
    row('p95 of processor time', share(0.95, 'processor')),
  ];
}
