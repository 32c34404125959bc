/**
 * Measures searches in the same process: on SQLite, on PostgreSQL, and with SQLite scoring every match. Each question is
 * asked on both engines before the next one, so that other load on the machine slows down both.
 */
import * as z from 'zod/mini';
import { openBareSearch } from './bare-search.ts';
import { mean, percentile, type Row } from '../figure.ts';
import type { Collection } from './bench-scale.ts';
import { processorSeconds, serverPid } from './postgres.ts';
import { dropFromMemory, openService, type BenchService, type Taken } from './service.ts';
import { questionsOver } from './questions.ts';

/** How many times to repeat the queries after their first, cold run. */
const WARM_ROUNDS = 2;
/** How many questions of each kind: enough for a p99 over the warm rounds. */
const QUESTIONS = 50;

export async function searchAll({ file, database, documents }: Collection): Promise<Row[]> {
  const bare = openBareSearch(file);
  const onPostgres = database === null ? null : await openService(file, database);
  const server = database === null ? null : await serverPid(database);
  const serverSeconds = async () => (server === null ? 0 : processorSeconds(server));
  const rows: Row[] = [];
  for (const [kind, questions] of Object.entries(questionsOver(documents, QUESTIONS))) {
    // Reopen the service for each kind, so that the first query is cold.
    const service = await openService(file);
    const isCold = dropFromMemory(file);
    const [cold = []] = await askEach([service], questions);
    const engines = [service, ...(onPostgres === null ? [] : [onPostgres])];
    await askEach(engines, questions);
    const before = await serverSeconds();
    const [warm = [], postgres] = await askEach(engines, questions, { rounds: WARM_ROUNDS });
    const ofServer = ((await serverSeconds()) - before) * 1000;
    const name = `search, ${kind}`;
    rows.push(...(await besideBare(name, { bare, questions, warm })));
    if (onPostgres !== null && postgres !== undefined) {
      rows.push(...spread(`${name}, PostgreSQL`, postgres, { name: 'SQLite', times: warm }));
      const processor = (times: readonly Taken[]) => mean(times.map((taken) => taken.processor));
      rows.push({
        name: `${name}, PostgreSQL, processor time with the server’s`,
        value: processor(postgres) + ofServer / postgres.length,
        unit: 'ms',
        baselines: [{ name: 'SQLite', value: processor(warm) }],
      });
      const value = 100 * (await sameResults([service, onPostgres], questions));
      rows.push({ name: `${name}, PostgreSQL, same results as SQLite`, value, unit: '%' });
    }
    if (isCold) rows.push(...spread(`${name}, cold`, cold));
    if (kind === 'three common words') {
      const container = await firstMemory(service);
      const [one = [], other] = await askEach(engines, questions, { more: { container } });
      rows.push(...spread(`${name}, one Memory of four`, one));
      if (other !== undefined)
        rows.push(
          ...spread(`${name}, one Memory of four, PostgreSQL`, other, {
            name: 'SQLite',
            times: one,
          }),
        );
    }
    await service.close();
  }
  await onPostgres?.close();
  await bare.close();
  return rows;
}

interface BesideBare {
  readonly bare: ReturnType<typeof openBareSearch>;
  readonly questions: readonly string[];
  readonly warm: readonly Taken[];
}

/** Returns the times on SQLite beside those of scoring every match, which looks in titles and texts only. */
async function besideBare(name: string, { bare, questions, warm }: BesideBare): Promise<Row[]> {
  const answers = questions.map(bare.search);
  if (answers.every(({ scores }) => scores.length === 0)) return spread(name, warm);
  const agreements: number[] = [];
  for (const [index, answer] of answers.entries())
    agreements.push(await bare.agreement(questions[index] ?? '', answer));
  const times = answers.map(({ taken }) => taken);
  return [
    ...spread(name, warm, { name: 'SQLite scoring all that matches', times }),
    { name: `${name}, of the ten best found`, value: 100 * mean(agreements), unit: '%' },
  ];
}

/** Asks each question on each of the services, and returns the times of each service. */
export async function askEach(
  services: readonly BenchService[],
  questions: readonly string[],
  { rounds = 1, more = {} }: { rounds?: number; more?: Readonly<Record<string, string>> } = {},
): Promise<Taken[][]> {
  const times: Taken[][] = services.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const q of questions) {
      for (const [index, service] of services.entries())
        times[index]?.push(await service.time('POST', '/v1/search', { q, ...more }));
    }
  }
  return times;
}

const resultsSchema = z.object({ results: z.array(z.object({ content: z.string() })) });

/** Returns the share of the ten best results of the first service that the second one shows too; none on both are the same. */
async function sameResults(
  services: readonly [BenchService, BenchService],
  questions: readonly string[],
): Promise<number> {
  const shares: number[] = [];
  for (const q of questions) {
    const [first, second] = await Promise.all(
      services.map(async (service) => {
        const answer = await service.ask('POST', '/v1/search', JSON.stringify({ q, limit: 10 }));
        return z.parse(resultsSchema, await answer.json()).results.map(({ content }) => content);
      }),
    );
    if (first === undefined || second === undefined) continue;
    const shared = first.filter((content) => second.includes(content)).length;
    shares.push(first.length === 0 ? Number(second.length === 0) : shared / first.length);
  }
  return mean(shares);
}

const listedSchema = z.object({ containers: z.array(z.object({ id: z.string() })) });

async function firstMemory(service: BenchService): Promise<string> {
  const listed: unknown = await (await service.ask('GET', '/v1/containers')).json();
  const [first] = z.parse(listedSchema, listed).containers;
  if (first === undefined) throw new Error('The service has no Memory.');
  return first.id;
}

interface Beside {
  readonly name: string;
  readonly times: readonly Taken[];
}

export function spread(name: string, times: readonly Taken[], beside?: Beside): Row[] {
  const row = (what: string, of: (all: readonly Taken[]) => number): Row => ({
    name: `${name}, ${what}`,
    value: of(times),
    unit: 'ms',
    ...(beside === undefined
      ? {}
      : { baselines: [{ name: beside.name, value: of(beside.times) }] }),
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
