/** Prints the benchmark scores as a table, with a line for each engine and kind of page. */
import type { Reading } from './engines/engine.ts';
import { compare, metadataFields } from './metadata-score.ts';
import type { KnownPage } from './pages.ts';
import { type Score, scoreOf, shareFound, shingleF1 } from './word-score.ts';

export const engines = ['keepsake', 'readability', 'defuddle'] as const;
export type Engine = (typeof engines)[number];

/** A page, and what each engine extracted from it. */
export type Measured = { known: KnownPage; readings: Record<Engine, Reading> };

/** Prints the scores for some of the pages. */
export function printTable(title: string, measured: readonly Measured[]): void {
  console.log(`\n${title}: ${measured.length} pages`);
  console.log('kind (pages)         engine        precision  recall     F1  runs    with  without');
  const kinds = [...new Set(measured.map(({ known }) => known.kind))].toSorted();
  for (const kind of [...kinds, 'all']) {
    const ofKind = measured.filter(({ known }) => kind === 'all' || known.kind === kind);
    for (const engine of engines) printLine(`${kind} (${ofKind.length})`, engine, ofKind);
  }
  printKinds(measured);
  printMetadata(measured);
}

/** Returns a quantile, such as the median for a share of 0.5; 0 if there are no values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function printLine(kind: string, engine: Engine, measured: readonly Measured[]): void {
  const scores = measured
    .filter(({ known }) => known.main_content !== '')
    .map(({ known, readings }) => bestScore(readings[engine].text, known));
  const found = measured.map(({ known, readings }) =>
    shareFound(readings[engine].text, known.with),
  );
  const wrong = measured.map(({ known, readings }) =>
    shareFound(readings[engine].text, known.without),
  );
  // Null for pages of which only snippets are known.
  const ofScores = (field: keyof PageScore) =>
    scores.length === 0 ? null : mean(scores.map((score) => score[field]));
  const figures = [
    ofScores('precision'),
    ofScores('recall'),
    ofScores('f1'),
    ofScores('runs'),
    mean(found),
    1 - mean(wrong),
  ];
  const cells = figures.map((figure) => (figure?.toFixed(3) ?? '–').padStart(8));
  console.log(`${kind.padEnd(20)} ${engine.padEnd(12)} ${cells.join('')}`);
}

type PageScore = Score & { runs: number };

/** Scores a text against the known one, with or without its optional paragraphs, whichever fits better. */
export function bestScore(text: string, { main_content: wanted, optional }: KnownPage): PageScore {
  const scores = [wanted, [wanted, ...optional].join('\n\n')].map((each) => ({
    ...scoreOf(text, each),
    runs: shingleF1(text, each),
  }));
  return scores.reduce((best, score) => (score.f1 > best.f1 ? score : best));
}

/** Prints the share of pages whose kind matches the label in the data set, and the mean confidence. */
function printKinds(measured: readonly Measured[]): void {
  const names: Readonly<Record<string, string>> = {
    collection: 'list',
    listing: 'list',
    service: 'other',
  };
  const told = measured.filter(({ readings }) => readings.keepsake.kind !== undefined);
  const isKindRight = ({ known, readings }: Measured) =>
    readings.keepsake.kind === (names[known.kind] ?? known.kind);
  const sure = told.filter(({ readings }) => (readings.keepsake.confidence ?? 0) >= 0.8);
  const share = (of: readonly Measured[]) =>
    (of.filter(isKindRight).length / Math.max(1, of.length)).toFixed(3);
  const said = mean(told.map(({ readings }) => readings.keepsake.confidence ?? 0)).toFixed(3);
  console.log(
    `kind right ${share(told)}, said to be ${said}; where said to be 0.8 or more (${sure.length}): ${share(sure)}`,
  );
}

/**
 * Prints how often each engine gets a field exactly right on pages that have it, and how often it returns a value on
 * pages that have none.
 */
export function printMetadata(measured: readonly Measured[]): void {
  console.log(
    '\nfield (pages)        right on pages with a value        made up on pages without one',
  );
  for (const field of metadataFields) {
    const counted = engines.map((engine) => {
      const all = measured.map(({ known, readings }) =>
        compare(field, readings[engine].metadata, known),
      );
      const count = (...kinds: readonly string[]) =>
        all.filter((each) => kinds.includes(each)).length;
      const withValue = count('right', 'wrong', 'missing');
      const without = count('rightly empty', 'made up');
      const share = (part: number, whole: number) =>
        whole === 0 ? '–' : (part / whole).toFixed(3);
      return {
        pages: `${field} (${withValue}, ${without})`,
        right: `${engine} ${share(count('right'), withValue)}`,
        madeUp: `${engine} ${share(count('made up'), without)}`,
      };
    });
    const cells = [
      ...counted.map(({ right }) => right),
      '',
      ...counted.map(({ madeUp }) => madeUp),
    ];
    console.log(`${(counted[0]?.pages ?? '').padEnd(24)} ${cells.join('  ')}`);
  }
}

function mean(values: readonly (number | null)[]): number {
  const known = values.filter((value) => value !== null);
  return known.reduce((sum, value) => sum + value, 0) / Math.max(1, known.length);
}
