/** Reports a run as a Markdown table and as JSON. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Row } from './figure.ts';
import type { Machine } from './machine.ts';

/** The results of one part of the benchmark. */
export interface PartReport {
  readonly part: string;
  readonly rows: readonly Row[];
  /** Sentences on what was skipped and why. */
  readonly notes: readonly string[];
  readonly seconds: number;
  /** The load average of the minute before the part finished. */
  readonly load: number;
}

/** Returns a Markdown table with padded columns, as the formatter would write it. */
export function tableOf(rows: readonly Row[]): string {
  const cells = [
    ['', 'measured', 'beside it'],
    ...rows.map(({ name, value, unit, baselines = [] }) => [
      name,
      `${shown(value)} ${unit}`,
      baselines.map((other) => `${other.name} ${shown(other.value)}`).join('; '),
    ]),
  ];
  const widths = [0, 1, 2].map((at) => Math.max(...cells.map((line) => line[at]?.length ?? 0)));
  const [head = '', ...lines] = cells.map(
    ([name = '', value = '', other = '']) =>
      `| ${name.padEnd(widths[0] ?? 0)} | ${value.padStart(widths[1] ?? 0)} | ${other.padEnd(widths[2] ?? 0)} |`,
  );
  const [first = 0, second = 0, third = 0] = widths;
  const rule = `| ${'-'.repeat(first)} | ${'-'.repeat(second - 1)}: | ${'-'.repeat(third)} |`;
  return [head, rule, ...lines].join('\n');
}

/** Writes the whole run; creates the folder if necessary. */
export async function writeJson(
  file: string,
  run: { readonly machine: Machine; readonly parts: readonly PartReport[] },
): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(run, null, 2)}\n`);
}

/** Formats a number with at most three decimals below 1, one below 100, and none above. */
export function shown(value: number): string {
  const digits = Math.abs(value) < 1 ? 3 : Math.abs(value) < 100 ? 1 : 0;
  return value.toLocaleString('en', { maximumFractionDigits: digits });
}
