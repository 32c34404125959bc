/** Reports search quality as rows. `retrieval.ts` prints more about the same questions. */
import { askAll, type Asked } from './ask-sets.ts';
import { mean, type Row } from './figure.ts';
import type { Marks } from './judge-hits.ts';
import { hasRetrievalSets, setsToAsk } from './retrieval-sets.ts';

/** Runs every question of every set; returns no rows if the sets are missing. */
export async function benchRetrieval({
  note,
}: {
  readonly note: (text: string) => void;
}): Promise<Row[]> {
  if (!hasRetrievalSets()) {
    note('Search quality was skipped: the questions (../shared/data/retrieval) are missing.');
    return [];
  }
  const rows: Row[] = [];
  for (const [name, set] of setsToAsk()) {
    const asked = await askAll(name, set);
    for (const [group, answers] of Map.groupBy(asked, (one) => one.group)) {
      const heading = `search quality, ${group} (${answers.length} questions)`;
      rows.push(quality(`${heading}: nDCG@10`, answers, ({ ndcgAt10 }) => ndcgAt10));
      rows.push(quality(`${heading}: recall@10`, answers, ({ recallAt10 }) => recallAt10));
    }
  }
  return rows;
}

function quality(name: string, asked: readonly Asked[], of: (marks: Marks) => number): Row {
  const points = (marks: readonly Marks[]) => 100 * mean(marks.map(of));
  return {
    name,
    value: points(asked.map(({ service }) => service)),
    unit: 'of 100',
    baselines: [
      { name: 'plain BM25', value: points(asked.map(({ plain }) => plain)) },
      {
        name: 'plain BM25 on the same passages',
        value: points(asked.map(({ samePassages }) => samePassages)),
      },
    ],
  };
}
