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

/** Returns a table with a line for each row. */
export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map(({ name, value, unit, baselines = [] }) => [
    name,
    `${shown(value)} ${unit}`,
    baselines.map((other) => `${other.name} ${shown(other.value)}`).join('; '),
  ]);
  return markdownTable([['', 'measured', 'beside it'], ...lines], [1]);
}

/**
 * Returns a Markdown table with padded columns, as the formatter would write it. The first line is the head. The columns
 * `right` are aligned to the right; by default all but the first.
 */
export function markdownTable(
  lines: readonly (readonly string[])[],
  right = lines[0]?.map((_, at) => at).slice(1) ?? [],
): string {
  const widths = (lines[0] ?? []).map((_, at) =>
    Math.max(3, ...lines.map((line) => line[at]?.length ?? 0)),
  );
  const padded = lines.map((line) =>
    widths.map((width, at) => {
      const text = line[at] ?? '';
      return right.includes(at) ? text.padStart(width) : text.padEnd(width);
    }),
  );
  const rule = widths.map((width, at) =>
    right.includes(at) ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  );
  const [head = [], ...body] = padded;
  return [head, rule, ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
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
