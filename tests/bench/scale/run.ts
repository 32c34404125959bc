/** `npm run bench -- scale [--passages=1000000]`: what the home in Node costs as its collection grows, as a table. */
import { parseArgs } from 'node:util';
import { benchScale } from './bench-scale.ts';
import { growthTable, loadNow, machine, type Measured } from './growth.ts';

const USUAL = ['10000', '100000'];

/** Measures each size asked for, or the usual ones, and prints the table. */
export async function runScale(flags: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...flags],
    options: { passages: { type: 'string', multiple: true, default: USUAL } },
  });
  const sizes = values.passages.map(Number);
  if (sizes.some((passages) => !Number.isInteger(passages) || passages < 1)) {
    throw new Error('--passages has to be a number of passages, such as 1000000.');
  }
  const measured: Measured[] = [];
  for (const passages of sizes) {
    const rows = await benchScale(passages, (step) =>
      console.error(`${passages} passages: ${step}`),
    );
    measured.push({ passages, rows, load: loadNow() });
  }
  console.log(`${machine()}\n\n${growthTable(measured)}`);
}
