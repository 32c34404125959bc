/**
 * Measures search quality alone, compared with baselines in the same run: `node tests/bench/retrieval.ts [set …]`. Also
 * prints how far the service is ahead of each baseline. With `--postgres`, prints instead how its results on PostgreSQL
 * differ from those on SQLite.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startCrashingServer } from '../faults/shared-database/server.ts';
import { askAll, type Asked, askService, baselines, type Engine, groupOf } from './ask-sets.ts';
import { mean, type Row } from './figure.ts';
import { markdownTable } from './report.ts';
import { qualityRows, qualityTable } from './retrieval-rows.ts';
import { hasRetrievalSets, retrievalSets, setsToAsk } from './retrieval-sets.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { postgres: { type: 'boolean', default: false } },
});
const names = positionals.length > 0 ? positionals : retrievalSets;
if (!hasRetrievalSets())
  console.log('Skipped: the questions (../shared/data/retrieval) are missing.');
else if (values.postgres) await compareEngines();
else await compareBaselines();

async function compareBaselines(): Promise<void> {
  const rows: Row[] = [];
  const leads = [['nDCG@10 ahead of', ...baselines, 'FTS5, first half', 'FTS5, second half']];
  for (const [name, set] of setsToAsk(names)) {
    console.error(name);
    for (const [group, asked] of Map.groupBy(await askAll(name, set), (one) => one.group)) {
      rows.push(...qualityRows(group, asked));
      const halves = [0, 1].map((wanted) => asked.filter(({ half }) => half === wanted));
      const inAll = baselines.map((engine) => leadOver(engine, asked));
      const inHalves = halves.map((half) => leadOver('FTS5', half));
      leads.push([group, ...[...inAll, ...inHalves].map((lead) => lead.toFixed(1))]);
    }
  }
  console.log(`${qualityTable(rows)}\n\n${markdownTable(leads)}`);
}

/** Returns how far the service's nDCG@10 is ahead, out of 100. */
function leadOver(engine: Engine, asked: readonly Asked[]): number {
  const ndcg = (of: Engine) => mean(asked.map(({ answers }) => answers[of].marks.ndcgAt10));
  return 100 * (ndcg('service') - ndcg(engine));
}

async function compareEngines(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-retrieval-'));
  const server = await startCrashingServer(folder, ['fsync=off', 'synchronous_commit=off']);
  const head = [
    'nDCG@10',
    'Questions',
    'SQLite',
    'PostgreSQL',
    'Difference',
    'Questions that differ',
  ];
  console.log(head.join(' | '));
  try {
    for (const [index, [name, set]] of [...setsToAsk(names)].entries()) {
      const engines = [null, await server.createDatabase(`set_${index}`)];
      const answers = await Promise.all(engines.map((database) => askService(set, database)));
      const scores = answers.map((all) => all.map(({ marks }) => 100 * marks.ndcgAt10));
      const places = set.queries.map((question, place) => ({
        group: groupOf(name, question),
        place,
      }));
      for (const [group, own] of Map.groupBy(places, (one) => one.group)) {
        const pairs = own.map(({ place }) => scores.map((all) => all[place] ?? Number.NaN));
        const [sqlite = 0, postgres = 0] = [0, 1].map((engine) =>
          mean(pairs.map((pair) => pair[engine] ?? Number.NaN)),
        );
        const differ = pairs.filter(([one, other]) => one !== other).length;
        const figures = [sqlite, postgres, postgres - sqlite].map((figure) => figure.toFixed(2));
        console.log([group, own.length, ...figures, differ].join(' | '));
      }
    }
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
