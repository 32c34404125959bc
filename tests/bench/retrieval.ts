/** How well a search finds, beside plain BM25 in the same run: `node tests/bench/retrieval.ts [set …]`. */
import * as z from 'zod/mini';
import { createNodeHome } from '../../service/homes/node/open-node.ts';
import type { OpenService } from '../../service/open-service.ts';
import { median } from './figure.ts';
import { createJudge, type Marks } from './judge-hits.ts';
import { splitPassages } from '../../lib/core/text/split-passages.ts';
import { createPlainIndex, packSentences } from './plain-index.ts';
import { hasRetrievalSets, readRetrievalSet, type RetrievalSet } from './retrieval-sets.ts';

const SETS = ['cranfield', 'clapnq', 'multi'];
const IN_MEAN = ['cranfield', 'clapnq'];
const OWNER_TOKEN = 'bench';
const answerSchema = z.object({ results: z.array(z.object({ content: z.string() })) });

interface Asked {
  readonly group: string;
  /** Every other question: what holds for one half should hold for the other. */
  readonly half: number;
  readonly service: Marks;
  readonly plain: Marks;
  /** Plain BM25 over the passages that the service makes. */
  readonly samePassages: Marks;
  readonly ms: number;
}

if (hasRetrievalSets()) await run(process.argv.length > 2 ? process.argv.slice(2) : SETS);
else print('Skipped: the questions (../shared/data/retrieval) are not here.');

async function run(names: readonly string[]): Promise<void> {
  print(
    `${''.padEnd(24)}${['R@5', 'R@10', 'MRR', 'nDCG@10'].map((name) => name.padStart(9)).join('')}`,
  );
  const means: { service: number; plain: number }[] = [];
  for (const name of names) {
    const asked = await askAll(name, readRetrievalSet(name));
    if (IN_MEAN.includes(name))
      means.push({
        service: points(asked.map(({ service }) => service.ndcgAt10)),
        plain: points(asked.map(({ plain }) => plain.ndcgAt10)),
      });
    for (const [group, rows] of Map.groupBy(asked, (row) => row.group)) report(group, rows);
  }
  if (means.length === IN_MEAN.length) {
    const [own, plain] = [mean(means.map((m) => m.service)), mean(means.map((m) => m.plain))];
    print(
      `nDCG@10, mean of ${IN_MEAN.join(' and ')}: service ${own.toFixed(1)}, plain ${plain.toFixed(1)}, ahead by ${(own - plain).toFixed(1)}`,
    );
  }
  print(
    'plain: BM25 of sentences packed to 800 characters; plain*: of the passages of the service.',
  );
  print(
    'Korean and Thai: no questions with known answers; service/search/languages.test.ts alone.',
  );
}

/** Asks both about every question, in a home of the set's own. */
async function askAll(name: string, set: RetrievalSet): Promise<Asked[]> {
  const judge = createJudge(set);
  const plain = createPlainIndex(set.docs, packSentences);
  const same = createPlainIndex(set.docs, (content, title) =>
    splitPassages(content, title).map(({ text }) => text),
  );
  const home = await createNodeHome({ file: ':memory:', ownerToken: OWNER_TOKEN });
  try {
    await fill(home, set);
    const asked: Asked[] = [];
    for (const question of set.queries) {
      const begun = performance.now();
      const answer = await ask(home, '/v1/search', { q: question.q, limit: 10 });
      const ms = performance.now() - begun;
      const hits = z.parse(answerSchema, answer).results.map(({ content }) => content);
      asked.push({
        group: question.lang === undefined ? name : `${name} ${question.lang}`,
        half: asked.length % 2,
        service: judge(question, hits),
        plain: judge(question, plain.search(question.q)),
        samePassages: judge(question, same.search(question.q)),
        ms,
      });
    }
    return asked;
  } finally {
    plain.close();
    same.close();
    await home.close();
  }
}

async function fill(home: OpenService, { docs }: RetrievalSet): Promise<void> {
  await ask(home, '/owner/containers', { name: 'Questions' });
  for (const { custom_id, title, content } of docs) {
    await ask(home, '/v1/documents', { custom_id, title, content: content || title });
  }
  await home.idle();
}

async function ask(home: OpenService, path: string, body: unknown): Promise<unknown> {
  const request = new Request(`http://localhost${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${OWNER_TOKEN}` },
    body: JSON.stringify(body),
  });
  const response = await home.fetch(request);
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response.json();
}

function report(group: string, rows: readonly Asked[]): void {
  const halves = [0, 1].map((half) => {
    const own = rows.filter((row) => row.half === half);
    return points(own.map(({ service, plain }) => service.ndcgAt10 - plain.ndcgAt10));
  });
  const gain = points(rows.map(({ service, plain }) => service.ndcgAt10 - plain.ndcgAt10));
  print(`${group.padEnd(15)} service ${line(rows.map(({ service }) => service))}`);
  print(`${''.padEnd(15)} plain*  ${line(rows.map(({ samePassages }) => samePassages))}`);
  print(
    `${''.padEnd(15)} plain   ${line(rows.map(({ plain }) => plain))}   ` +
      `nDCG@10 ahead by ${gain.toFixed(1)} (halves ${halves.map((half) => half.toFixed(1)).join(', ')}); ` +
      `${rows.length} questions, ${median(rows.map(({ ms }) => ms)).toFixed(1)} ms p50`,
  );
}

function line(marks: readonly Marks[]): string {
  const columns = [
    marks.map(({ recallAt5 }) => recallAt5),
    marks.map(({ recallAt10 }) => recallAt10),
    marks.map(({ reciprocalRank }) => reciprocalRank),
    marks.map(({ ndcgAt10 }) => ndcgAt10),
  ];
  return columns.map((values) => points(values).toFixed(1).padStart(9)).join('');
}

/** The mean, in hundredths. */
function points(values: readonly number[]): number {
  return 100 * mean(values);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
