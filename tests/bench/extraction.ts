/** Measures extraction quality and cost, compared with Readability alone and Defuddle alone on the same pages. */
import { engines, type Engine, type Measured, quantile } from '../extraction/figures.ts';
import { measureEngines } from '../extraction/measure-engines.ts';
import { hasPages, readPages, samplePages } from '../extraction/pages.ts';
import { type Times, warmMs } from '../extraction/times.ts';
import { scoreOf } from '../extraction/word-score.ts';
import { mean, type Row } from './figure.ts';

const OTHERS = { readability: 'Readability', defuddle: 'Defuddle' } as const;

/** Benchmarks extraction on `pages` of the reference pages. Returns no rows if they are missing. */
export async function benchExtraction({
  pages: most,
  note,
}: {
  readonly pages: number;
  readonly note: (text: string) => void;
}): Promise<Row[]> {
  if (!hasPages()) {
    note('Extraction was skipped: the pages (../shared/data/pages) are missing.');
    return [];
  }
  const known = readPages();
  const pages = samplePages(known, most);
  const { measured, times, failed } = await measureEngines({
    pages,
    models: [0, 1, 2, 3, 4],
    readings: 3,
    isTimed: true,
  });
  note(
    `${pages.length} of ${known.length} known pages were read, spread evenly; each by a model trained without any page ` +
      `of its site. ${failed.length} could not be opened. Times are processor time: cold in a process in which nothing ` +
      `was compiled, warm the second and third reading.`,
  );
  const kinds = Map.groupBy(measured, (page) => page.known.kind);
  const sorted = [...kinds].toSorted(([one], [other]) => one.localeCompare(other));
  const counted = times.filter((page) => engines.every((engine) => page[engine].coldMs > 0));
  return [
    beside(`extraction, word F1: all kinds (${measured.length} pages)`, 'of 1', (engine) =>
      f1(engine, measured),
    ),
    ...sorted.map(([kind, of]) =>
      beside(`extraction, word F1: ${kind} (${of.length} pages)`, 'of 1', (engine) =>
        f1(engine, of),
      ),
    ),
    ...timeRows('cold', counted, ({ coldMs }) => coldMs),
    ...timeRows('warm', counted, warmMs),
  ];
}

function timeRows(
  name: string,
  times: readonly Record<Engine, Times>[],
  of: (times: Times) => number,
): Row[] {
  return Object.entries({ p50: 0.5, p95: 0.95 }).map(([what, share]) =>
    beside(`extraction, a page ${name} (${times.length} pages), ${what}`, 'ms', (engine) =>
      quantile(
        times.map((page) => of(page[engine])),
        share,
      ),
    ),
  );
}

function f1(engine: Engine, measured: readonly Measured[]): number {
  return mean(
    measured.map(({ known, readings }) => scoreOf(readings[engine].text, known.main_content).f1),
  );
}

function beside(name: string, unit: string, of: (engine: Engine) => number): Row {
  return {
    name,
    value: of('keepsake'),
    unit,
    baselines: (['readability', 'defuddle'] as const).map((other) => ({
      name: OTHERS[other],
      value: of(other),
    })),
  };
}
