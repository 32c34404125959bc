/** Compares the gzipped size of each bundle with its budget. */
import { execFileSync } from 'node:child_process';
import * as z from 'zod/mini';
import type { Row } from './figure.ts';

const reportSchema = z.array(
  z.object({ name: z.string(), size: z.number(), sizeLimit: z.number() }),
);

export function benchBundles(): Row[] {
  const report = execFileSync('size-limit', ['--json'], { encoding: 'utf8' });
  return z.parse(reportSchema, JSON.parse(report)).map(({ name, size, sizeLimit }) => ({
    name: `bundle: ${name}, gzipped`,
    value: size / 1000,
    unit: 'kB',
    baselines: [{ name: 'budget', value: sizeLimit / 1000 }],
  }));
}
