/** Measures how the cost of the service in Node grows with its library, from ten thousand passages up. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import type { Row } from '../figure.ts';
import { writeExport } from './export-file.ts';

const collectionSchema = z.object({
  /** The path of the service's database. */
  file: z.string(),
  /** The path of the export that fills the service. */
  exported: z.string(),
  documents: z.int(),
  passages: z.int(),
});
export type Collection = z.infer<typeof collectionSchema>;

export const stepSchema = z.object({
  step: z.enum(['learn', 'search', 'lists']),
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

/**
 * Fills a service with this many passages, searches it, lists and exports everything, and returns the cost of each
 * step. Calls `tell` before each step.
 */
export async function benchScale(passages: number, tell: (step: string) => void): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-scale-'));
  try {
    const exported = join(folder, 'export.jsonl');
    const written = await writeExport(exported, passages);
    const collection = { file: join(folder, 'memory.sqlite3'), exported, ...written };
    const rows: Row[] = [];
    for (const step of stepSchema.shape.step.options) {
      tell(step);
      rows.push(...(await runStep(step, collection)));
    }
    return rows;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Runs one step in its own process. */
export async function runStep(step: Step, collection: Collection): Promise<Row[]> {
  const asked = JSON.stringify({ step, collection });
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, 'step.ts'), asked],
    { maxBuffer: 2 ** 24 },
  );
  return z
    .parse(rowsSchema, JSON.parse(stdout))
    .map(({ baselines = [], ...row }) => ({ ...row, baselines }));
}
