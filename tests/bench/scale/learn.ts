/** Measures importing a whole export and indexing it. */
import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Row } from '../figure.ts';
import type { Collection } from './bench-scale.ts';
import { openService, peakMemory, stopwatch } from './service.ts';

export async function importAndLearn({ file, exported, passages }: Collection): Promise<Row[]> {
  const service = await openService(file);
  const atFirst = process.memoryUsage.rss() / 1e6;
  const begun = performance.now();
  await service.ask('POST', '/owner/import', await openAsBlob(exported));
  const imported = performance.now();
  const used = stopwatch();
  const afterImport = peakMemory();
  await service.idle();
  const learning = used();
  const afterLearning = peakMemory();
  await service.close();
  const { size } = await stat(file);
  return [
    { name: 'import', value: (imported - begun) / 1000, unit: 's' },
    { name: 'import, memory gained', value: afterImport - atFirst, unit: 'MB' },
    { name: 'learning', value: (1000 * passages) / learning.wall, unit: 'passages/s' },
    {
      name: 'learning, by processor time',
      value: (1000 * passages) / learning.processor,
      unit: 'passages/s',
    },
    { name: 'learning, memory gained', value: afterLearning - atFirst, unit: 'MB' },
    { name: 'file', value: size / 1e6, unit: 'MB' },
    { name: 'file, each passage', value: size / passages, unit: 'bytes' },
  ];
}
