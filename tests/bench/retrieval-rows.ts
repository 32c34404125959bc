/** Reports search quality as rows, and as a table with a line for each set. */
import { askAll, type Asked, baselines, type Answer, type Engine } from './ask-sets.ts';
import { mean, percentile, type Row } from './figure.ts';
import type { Marks } from './judge-hits.ts';
import { markdownTable, shown, tableOf } from './report.ts';
import { hasRetrievalSets, setsToAsk } from './retrieval-sets.ts';

/** Runs every question of every set; returns no rows if the sets are missing. */
export async function benchRetrieval({
  tell,
  note,
}: {
  readonly tell: (step: string) => void;
  readonly note: (text: string) => void;
}): Promise<Row[]> {
  if (!hasRetrievalSets()) {
    note('Search quality was skipped: the questions (../shared/data/retrieval) are missing.');
    return [];
  }
  const rows: Row[] = [];
  for (const [name, set] of setsToAsk()) {
    tell(name);
    for (const [group, asked] of Map.groupBy(await askAll(name, set), (one) => one.group))
      rows.push(...qualityRows(group, asked));
  }
  return rows;
}

interface Measure {
  readonly unit: string;
  readonly of: (answers: readonly Answer[]) => number;
}

const measures: Readonly<Record<string, Measure>> = {
  'nDCG@10': scored(({ ndcgAt10 }) => ndcgAt10),
  'R@10': scored(({ recallAt10 }) => recallAt10),
  'R@5': scored(({ recallAt5 }) => recallAt5),
  MRR: scored(({ reciprocalRank }) => reciprocalRank),
  p50: timed(0.5),
  p99: timed(0.99),
};

function scored(of: (marks: Marks) => number): Measure {
  return {
    unit: 'of 100',
    of: (answers) => 100 * mean(answers.map(({ marks }) => of(marks))),
  };
}

function timed(share: number): Measure {
  return {
    unit: 'ms',
    of: (answers) =>
      percentile(
        answers.map(({ ms }) => ms),
        share,
      ),
  };
}

const PREFIX = 'search quality, ';

/** Returns a row for each measure. */
export function qualityRows(group: string, asked: readonly Asked[]): Row[] {
  const by = (engine: Engine) => asked.map(({ answers }) => answers[engine]);
  return Object.entries(measures).map(([measure, { unit, of }]) => ({
    name: `${PREFIX}${group} (${asked.length} questions): ${measure}`,
    value: of(by('service')),
    unit,
    baselines: baselines.map((name) => ({ name, value: of(by(name)) })),
  }));
}

/** The measures of the baselines that the table shows. */
const BESIDE = ['nDCG@10', 'R@10', 'p50'];
const BASELINES: readonly Engine[] = ['FTS5', 'MiniSearch'];

/** Returns a table with a line for each set, and another one with the other rows. */
export function searchTable(rows: readonly Row[]): string {
  const isQuality = ({ name }: Row) => name.startsWith(PREFIX);
  const others = rows.filter((row) => !isQuality(row));
  return [
    ...(rows.some(isQuality) ? [qualityTable(rows.filter(isQuality))] : []),
    ...(others.length > 0 ? [tableOf(others)] : []),
  ].join('\n\n');
}

/** Returns the rows as a table: the service's measures first, then those of the baselines. */
export function qualityTable(rows: readonly Row[]): string {
  const sets = Map.groupBy(rows, ({ name }) => name.slice(PREFIX.length, name.lastIndexOf(':')));
  const names = Object.keys(measures);
  const head = [
    'Set',
    ...names.map(titleOf),
    ...BASELINES.flatMap((engine) => BESIDE.map((name) => `${engine} ${titleOf(name)}`)),
  ];
  const lines = [...sets].map(([set, own]) => {
    const row = (measure: string) => own.find(({ name }) => name.endsWith(`: ${measure}`));
    const beside = (engine: Engine, measure: string) =>
      row(measure)?.baselines?.find(({ name }) => name === engine);
    return [
      set,
      ...names.map((measure) => cell(row(measure))),
      ...BASELINES.flatMap((engine) => BESIDE.map((measure) => cell(beside(engine, measure)))),
    ];
  });
  return markdownTable([head, ...lines]);
}

function titleOf(measure: string): string {
  return measures[measure]?.unit === 'ms' ? `${measure} (ms)` : measure;
}

function cell(figure: { readonly value: number } | undefined): string {
  return figure === undefined ? '' : shown(figure.value);
}
