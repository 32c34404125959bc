/**
 * Measures the capture's quality and cost, compared with Readability alone and Defuddle alone on the same pages. Each page
 * is judged by a model that wasn't trained on any page of its site.
 */
import { bestScore, engines, type Engine, type Measured, quantile } from '../extraction/figures.ts';
import { measureEngines } from '../extraction/measure-engines.ts';
import { hasPages, readNews, readPages, samplePages } from '../extraction/pages.ts';
import { type Times, warmMs } from '../extraction/times.ts';
import { mean, type Row } from './figure.ts';
import { markdownTable, tableOf } from './report.ts';

const titles = { keepsake: 'Keepsake', readability: 'Readability', defuddle: 'Defuddle' } as const;
const others = ['readability', 'defuddle'] as const;

const fields = [
  ['precision', 'precision'],
  ['recall', 'recall'],
  ['f1', 'word F1'],
  ['runs', 'F1 of runs of four words'],
] as const;

/**
 * Benchmarks the capture on `pages` of the reference pages, and of the news articles in the folder `news`. Returns no rows
 * if there are neither.
 */
export async function benchCapture({
  pages: most,
  news,
  note,
}: {
  readonly pages: number;
  readonly news: string | null;
  readonly note: (text: string) => void;
}): Promise<Row[]> {
  const sets = [hasPages() ? readPages() : [], news === null ? [] : readNews(news)];
  const pages = sets.flatMap((known) => samplePages(known, most));
  if (pages.length === 0) {
    note('The capture was skipped: the pages (../shared/data/pages) are missing.');
    return [];
  }
  const { measured, times, failed } = await measureEngines({
    pages,
    models: [0, 1, 2, 3, 4],
    readings: 3,
    isTimed: true,
  });
  note(
    `${pages.length} of ${sets.flat().length} known pages were read, spread evenly; each by a model trained without any ` +
      `page of its site. ${failed.length} could not be opened. Times are processor time: cold in a process in which ` +
      `nothing was compiled, warm the second and third reading. Pages on which an engine failed are left out of the times.`,
  );
  const isNews = ({ known }: Measured) => known.kind === 'news';
  const web = measured.filter((page) => !isNews(page));
  const kinds = [...Map.groupBy(web, ({ known }) => known.kind)];
  const counted = times.filter((page) => engines.every((engine) => page[engine].coldMs > 0));
  return [
    ...qualityRows('all kinds', web),
    ...kinds
      .toSorted(([one], [other]) => one.localeCompare(other))
      .flatMap(([kind, of]) => qualityRows(kind, of)),
    ...qualityRows('news', measured.filter(isNews)),
    ...timeRows('cold', counted, ({ coldMs }) => coldMs),
    ...timeRows('warm', counted, warmMs),
  ];
}

const start = 'capture, quality: ';

/** Returns the rows as a table with a line for each kind, and the times as another below. */
export function captureTable(rows: readonly Row[]): string {
  const quality = rows.filter(({ name }) => name.startsWith(start));
  const kinds = Map.groupBy(quality, ({ name }) =>
    name.slice(start.length, name.lastIndexOf(', ')),
  );
  const valueOf = (row: Row, engine: Engine) =>
    engine === 'keepsake'
      ? row.value
      : row.baselines?.find(({ name }) => name === titles[engine])?.value;
  const lines = [...kinds].map(([kind, own]) => [
    kind,
    ...engines.map((engine) =>
      own.map((row) => valueOf(row, engine)?.toFixed(3) ?? '–').join(' / '),
    ),
  ]);
  const head = [
    'Precision / recall / F1 (news: / runs)',
    ...engines.map((engine) => titles[engine]),
  ];
  return [
    ...(lines.length > 0 ? [markdownTable([head, ...lines])] : []),
    tableOf(rows.filter((row) => !quality.includes(row))),
  ].join('\n\n');
}

function qualityRows(kind: string, measured: readonly Measured[]): Row[] {
  if (measured.length === 0) return [];
  const scores = measured.map(({ known, readings }) => ({
    keepsake: bestScore(readings.keepsake.text, known),
    readability: bestScore(readings.readability.text, known),
    defuddle: bestScore(readings.defuddle.text, known),
  }));
  // Runs depend on the order of the words, which is certain only in texts that people cleaned.
  const measures = kind === 'news' ? fields : fields.slice(0, -1);
  return measures.map(([field, name]) =>
    beside(`${start}${kind} (${measured.length} pages), ${name}`, 'of 1', (engine) =>
      mean(scores.map((score) => score[engine][field])),
    ),
  );
}

function timeRows(
  name: string,
  times: readonly Record<Engine, Times>[],
  of: (times: Times) => number,
): Row[] {
  const timesOf = (engine: Engine) => times.map((page) => of(page[engine]));
  const pages = `capture, a page ${name} (${times.length} pages)`;
  const ratioOf = (share: number) =>
    quantile(timesOf('keepsake'), share) / quantile(timesOf('readability'), share);
  return Object.entries({ p50: 0.5, p95: 0.95 }).flatMap(([what, share]) => [
    beside(`${pages}, ${what}`, 'ms', (engine) => quantile(timesOf(engine), share)),
    {
      name: `${pages}, ${what} compared with Readability`,
      value: ratioOf(share),
      unit: 'times as long',
    },
  ]);
}

function beside(name: string, unit: string, of: (engine: Engine) => number): Row {
  return {
    name,
    value: of('keepsake'),
    unit,
    baselines: others.map((other) => ({ name: titles[other], value: of(other) })),
  };
}
