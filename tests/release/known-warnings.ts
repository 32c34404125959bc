/** The remaining addons.mozilla.org linter warnings for the Firefox package, which docs/release.md explains. */
import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';

/** One kind of warning in one file, with its count. */
export type Warning = { code: string; file: string; times: number };

const reportSchema = z.object({
  summary: z.object({ errors: z.number() }),
  errors: z.array(z.object({ code: z.string(), file: z.optional(z.string()) })),
  warnings: z.array(z.object({ code: z.string(), file: z.optional(z.string()) })),
});

/** Parses the linter's JSON report. */
export function readReport(text: string): { errors: string[]; warnings: Warning[] } {
  const { errors, warnings } = reportSchema.parse(JSON.parse(text));
  const counted = new Map<string, Warning>();
  for (const { code, file = '' } of warnings) {
    const warning = { code, file: withoutHash(file), times: 0 };
    const known = counted.get(`${code} ${warning.file}`) ?? warning;
    counted.set(`${code} ${warning.file}`, { ...known, times: known.times + 1 });
  }
  return { errors: errors.map(({ code, file }) => `${code} ${file}`), warnings: sorted(counted) };
}

/** Reads the table in docs/release.md: one row per warning, with the reason in its last cell. */
export async function explainedWarnings(): Promise<Warning[]> {
  const text = await readFile('docs/release.md', 'utf8');
  const rows = text.matchAll(/^\| `([A-Z_]+)` +\| `([^`]+)` +\| (\d+) +\| \S.*\|$/gmu);
  const table = Array.from(rows, ([, code = '', file = '', times]) => ({
    code,
    file,
    times: Number(times),
  }));
  return sorted(new Map(table.map((warning) => [`${warning.code} ${warning.file}`, warning])));
}

function sorted(warnings: ReadonlyMap<string, Warning>): Warning[] {
  return [...warnings].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, warning]) => warning);
}

/** Removes the content hash from a bundle's name. */
function withoutHash(file: string): string {
  return file.replace(/-[\w-]{8}\.js$/u, '-*.js');
}
