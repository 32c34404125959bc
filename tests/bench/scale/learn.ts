/** Measures importing a whole export and indexing it, compared with SQLite alone. */
import { openAsBlob } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import type { Row } from '../figure.ts';
import { type BareSpeed, indexingRows, timeBareIndexing } from './bare-indexing.ts';
import type { Collection } from './bench-scale.ts';
import { openService, peakMemory, stopwatch } from './service.ts';

export async function importAndLearn({
  file,
  exported,
  documents,
  passages,
}: Collection): Promise<Row[]> {
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
  const bare = await indexBare(`${file}-bare`, documents);
  return [
    { name: 'import', value: (imported - begun) / 1000, unit: 's' },
    { name: 'import, memory gained', value: afterImport - atFirst, unit: 'MB' },
    ...indexingRows('indexing', (1000 * passages) / learning.wall, bare),
    {
      name: 'indexing, by processor time',
      value: (1000 * passages) / learning.processor,
      unit: 'passages/s',
    },
    { name: 'indexing, memory gained', value: afterLearning - atFirst, unit: 'MB' },
    { name: 'file', value: size / 1e6, unit: 'MB' },
    { name: 'file, each passage', value: size / passages, unit: 'bytes' },
  ];
}

/** Indexes the same documents in a file of their own, and removes it. */
async function indexBare(file: string, documents: number): Promise<BareSpeed> {
  const database = new DatabaseSync(file);
  try {
    return timeBareIndexing(
      {
        exec: (sql) => database.exec(sql),
        prepare(sql) {
          const statement = database.prepare(sql);
          return (values) => statement.run(...values);
        },
      },
      documents,
    );
  } finally {
    database.close();
    await rm(file);
  }
}
