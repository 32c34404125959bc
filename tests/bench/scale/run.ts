/** `npm run bench -- scale [--passages=1000000]`: measures the cost of the service in Node as its library grows. */
import type { Row } from '../figure.ts';
import { loadNow } from '../machine.ts';
import { benchScale } from './bench-scale.ts';
import { ofSize } from './growth.ts';

export async function runScale({
  passages,
  tell,
}: {
  readonly passages: readonly number[];
  readonly tell: (step: string) => void;
}): Promise<Row[]> {
  const measured: Row[] = [];
  for (const size of passages) {
    const rows = await benchScale(size, (step) => tell(`${size} passages: ${step}`));
    const load: Row = { name: 'load average', value: loadNow(), unit: 'processes' };
    measured.push(...[...rows, load].map((row) => ofSize(size, row)));
  }
  return measured;
}
