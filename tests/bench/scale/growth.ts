/** Formats the rows of several sizes as a Markdown table, with a column for each size. */
import type { Row } from '../figure.ts';
import { shown } from '../report.ts';

/** Prefixes a row's name with its size. */
export function ofSize(passages: number, row: Row): Row {
  return { ...row, name: `${passages.toLocaleString('en')} passages: ${row.name}` };
}

/**
 * Returns the table. A cell holds all figures of one measurement, as p50 / p95 / p99 / p95 of processor time, with
 * the baselines in brackets.
 */
export function growthTable(rows: readonly Row[]): string {
  const sizes = Map.groupBy(rows, ({ name }) => partsOf(name).size);
  const first = sizes.values().next().value ?? [];
  const head = ['', ...sizes.keys()];
  const things = new Map(first.map((row) => [partsOf(row.name).thing, row.unit]));
  const lines = [...things].map(([thing, unit]) => [
    `${thing} (${unit})`,
    ...[...sizes.values()].map((all) =>
      cell(all.filter(({ name }) => partsOf(name).thing === thing)),
    ),
  ]);
  return [head, head.map((_, at) => (at === 0 ? '---' : '---:')), ...lines]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function partsOf(name: string): { readonly size: string; readonly thing: string } {
  const [size = '', ...rest] = name.split(': ');
  return { size, thing: rest.join(': ').replace(/, p(?:50|95|99)(?: .*)?$/, '') };
}

function cell(rows: readonly Row[]): string {
  const values = rows.map(({ value }) => shown(value)).join(' / ');
  const held = rows.flatMap(({ baselines = [] }) => baselines.map(({ value }) => value));
  return held.length === 0 ? values : `${values} (${held.map(shown).join(' / ')})`;
}
