/**
 * Measures search quality alone, compared with baselines in the same run: `node tests/bench/retrieval.ts [set …]`. Also
 * prints how far the service is ahead of each baseline.
 */
import { askAll, type Asked, baselines, type Engine } from './ask-sets.ts';
import { mean, type Row } from './figure.ts';
import { markdownTable } from './report.ts';
import { qualityRows, qualityTable } from './retrieval-rows.ts';
import { hasRetrievalSets, retrievalSets, setsToAsk } from './retrieval-sets.ts';

const names = process.argv.length > 2 ? process.argv.slice(2) : retrievalSets;
if (hasRetrievalSets()) await run();
else console.log('Skipped: the questions (../shared/data/retrieval) are missing.');

async function run(): Promise<void> {
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
