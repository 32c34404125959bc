/** Formats the rows of several sizes as Markdown tables, with a column for each size. */
import type { Row } from '../figure.ts';
import { shown } from '../report.ts';

/** Prefixes a row's name with its size, such as "10 accounts". */
export function ofSize(size: string, row: Row): Row {
  return { ...row, name: `${size}: ${row.name}` };
}

/** Returns a table for what grows: passages, accounts, processes. */
export function growthTables(rows: readonly Row[]): string {
  const kinds = Map.groupBy(rows, ({ name }) => partsOf(name).size.split(' ').at(-1));
  return Array.from(kinds.values(), growthTable).join('\n\n');
}

/**
 * Returns the table. A cell holds all figures of one measurement, as p50 / p95 / p99 / p95 of processor time, with
 * the baselines in brackets.
 */
function growthTable(rows: readonly Row[]): string {
  const sizes = Map.groupBy(rows, ({ name }) => partsOf(name).size);
  const head = ['', ...sizes.keys()];
  const things = new Map(rows.map((row) => [partsOf(row.name).thing, row.unit]));
  const lines = [...things].map(([thing, unit]) => [
    `${thing} (${unit})`,
    ...Array.from(sizes.values(), (all) =>
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
