/** Measures search quality, compared with plain BM25 in the same run: `node tests/bench/retrieval.ts [set …]`. */
import { askAll, type Asked } from './ask-sets.ts';
import { mean, median } from './figure.ts';
import type { Marks } from './judge-hits.ts';
import { hasRetrievalSets, retrievalSets, setsToAsk } from './retrieval-sets.ts';

const IN_MEAN = ['cranfield', 'clapnq'];

if (hasRetrievalSets()) await run(process.argv.length > 2 ? process.argv.slice(2) : retrievalSets);
else print('Skipped: the questions (../shared/data/retrieval) are not here.');

async function run(names: readonly string[]): Promise<void> {
  print(
    `${''.padEnd(24)}${['R@5', 'R@10', 'MRR', 'nDCG@10'].map((name) => name.padStart(9)).join('')}`,
  );
  const means: { service: number; plain: number }[] = [];
  for (const [name, set] of setsToAsk(names)) {
    const asked = await askAll(name, set);
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

/** Returns the mean times 100. */
function points(values: readonly number[]): number {
  return 100 * mean(values);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
