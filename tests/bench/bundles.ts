/** What each surface loads, compressed, beside its budget. */
import { execFileSync } from 'node:child_process';
import * as z from 'zod/mini';
import type { Figure } from './figure.ts';

const reportSchema = z.array(
  z.object({ name: z.string(), size: z.number(), sizeLimit: z.number() }),
);

export function benchBundles(): Figure[] {
  const report = execFileSync('size-limit', ['--json'], { encoding: 'utf8' });
  return reportSchema.parse(JSON.parse(report)).map(({ name, size, sizeLimit }) => ({
    what: `bundle: ${name}`,
    figure: `${(size / 1000).toFixed(1)} kB`,
    beside: `gzipped; ${((100 * size) / sizeLimit).toFixed(0)} % of its budget of ${(sizeLimit / 1000).toFixed(0)} kB`,
  }));
}
