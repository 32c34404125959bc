/** Measures how the cost of the service in Node grows with its library, from ten thousand passages up. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import type { Row } from '../figure.ts';
import { writeExport, writtenSchema } from './export-file.ts';

const collectionSchema = z.extend(writtenSchema, {
  /** The service's data folder. */
  folder: z.string(),
  /** The path of the service's SQLite database. */
  file: z.string(),
  /** The address of a PostgreSQL database, for the same library; null without a server. */
  database: z.nullable(z.string()),
  /** The path of the export that fills the service. */
  exported: z.string(),
});
export type Collection = z.infer<typeof collectionSchema>;

/** These fill the library. Their rows are kept with it. */
const filling = ['learn', 'move'] as const;
const measuring = ['search', 'lists'] as const;

export const stepSchema = z.object({
  step: z.enum([...filling, ...measuring]),
  collection: collectionSchema,
});

type Step = z.infer<typeof stepSchema>['step'];

const rowsSchema = z.array(
  z.object({
    name: z.string(),
    value: z.number(),
    unit: z.string(),
    baselines: z.optional(z.array(z.object({ name: z.string(), value: z.number() }))),
  }),
);

export interface Filling {
  readonly passages: number;
  /** The folder of the library. One that is there already is used. */
  readonly folder: string;
  /** An empty database to move the library to, or one that it was moved to; null without a server. */
  readonly database: string | null;
  readonly tell: (step: string) => void;
}

/** Calls `use` with the folder to keep libraries in, or with a temporary one. */
export async function withLibraries<T>(
  keep: string | null,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  if (keep !== null) return use(keep);
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-scale-'));
  // PostgreSQL, which doesn't run as root, has its folder in this one.
  await chmod(folder, 0o755);
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Fills a library, on both engines. Returns it, and the cost of each step. */
export async function fillLibrary({ passages, folder, database, tell }: Filling) {
  await mkdir(folder, { recursive: true });
  const exported = join(folder, 'export.jsonl');
  const written = await kept(join(folder, 'collection.json'), writtenSchema, () =>
    writeExport(exported, passages),
  );
  const file = join(folder, 'memory.sqlite3');
  const collection: Collection = { ...written, folder, file, database, exported };
  const rows: Row[] = [];
  for (const step of filling) {
    if (step === 'move' && database === null) continue;
    tell(step);
    const measured = () => runStep(step, collection);
    rows.push(...asRows(await kept(join(folder, `${step}.json`), rowsSchema, measured)));
  }
  return { collection, rows };
}

/** Fills a library of this size, searches it, lists and exports everything, and returns the cost of each step. */
export async function benchScale(asked: Filling): Promise<Row[]> {
  const { collection, rows } = await fillLibrary(asked);
  for (const step of measuring) {
    asked.tell(step);
    rows.push(...(await runStep(step, collection)));
  }
  return rows;
}

/** Returns what a file holds; without the file, writes the result of the work to it. */
async function kept<T>(
  file: string,
  schema: z.ZodMiniType<T>,
  work: () => Promise<unknown>,
): Promise<T> {
  if (!existsSync(file)) {
    const result = await work();
    await writeFile(`${file}.new`, JSON.stringify(result));
    await rename(`${file}.new`, file);
  }
  return z.parse(schema, JSON.parse(await readFile(file, 'utf8')));
}

/** Runs one step in its own process. */
export async function runStep(step: Step, collection: Collection): Promise<Row[]> {
  const asked = JSON.stringify({ step, collection });
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, 'step.ts'), asked],
    { maxBuffer: 2 ** 24 },
  );
  return asRows(z.parse(rowsSchema, JSON.parse(stdout)));
}

function asRows(rows: z.infer<typeof rowsSchema>): Row[] {
  return rows.map(({ baselines = [], ...row }) => ({ ...row, baselines }));
}
