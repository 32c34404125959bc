/** The rows of several sizes as one table in Markdown, a column for each size. */
import { cpus, loadavg, totalmem } from 'node:os';
import type { Row } from '../figure.ts';

export interface Measured {
  readonly passages: number;
  readonly rows: readonly Row[];
  /** Of the last minute, when it ended. */
  readonly load: number;
}

/** The machine's load, as it stands beside the figures. */
export function loadNow(): number {
  return loadavg()[0] ?? Number.NaN;
}

/** Figures of one thing stand in one cell, as p50 / p95 / p95 of processor time; what they are held against, in brackets. */
export function growthTable(measured: readonly Measured[]): string {
  const [first] = measured;
  if (first === undefined) return '';
  const head = ['', ...measured.map(({ passages }) => `${passages.toLocaleString('en')} passages`)];
  const names = new Map(first.rows.map((row) => [thingOf(row), row.unit]));
  const lines = [...names].map(([thing, unit]) => [
    `${thing} (${unit})`,
    ...measured.map(({ rows }) => cell(rows.filter((row) => thingOf(row) === thing))),
  ]);
  lines.push(['load average', ...measured.map(({ load }) => load.toFixed(1))]);
  return [head, head.map((_, at) => (at === 0 ? '---' : '---:')), ...lines]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function thingOf({ name }: Row): string {
  return name.replace(/, p(?:50|95.*)$/, '');
}

/** In one sentence. */
export function machine(): string {
  const { versions, platform } = process;
  return (
    `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB of memory, ` +
    `${platform}, Node ${versions.node}, SQLite ${versions['sqlite']}`
  );
}

function cell(rows: readonly Row[]): string {
  const values = rows.map(({ value }) => shown(value)).join(' / ');
  const held = rows.flatMap(({ baseline }) => (baseline === undefined ? [] : [baseline.value]));
  return held.length === 0 ? values : `${values} (${held.map(shown).join(' / ')})`;
}

function shown(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 });
}
