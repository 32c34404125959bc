/** Measures reading the library, the Memories, the profile and the export. */
import { writeCursor } from '../../../service/operations/checks.ts';
import { median, percentile, type Row } from '../figure.ts';
import type { Collection } from './bench-scale.ts';
import { openService, peakMemory, type BenchService } from './service.ts';

const TIMES = 60;

export async function exportAndLists({ file, documents }: Collection): Promise<Row[]> {
  const service = await openService(file);
  const rows = [
    ...(await timed(service, 'library, first page', () => '/v1/documents')),
    ...(await timed(service, 'library, a page deep down', (round) => {
      const place = Math.round((documents * (round + 1)) / (TIMES + 2));
      return `/v1/documents?cursor=${writeCursor(place)}`;
    })),
    ...(await timed(service, 'Memories with their counts', () => '/owner/containers')),
    ...(await timed(service, 'profile', () => '/v1/profile')),
    ...(await exported(service)),
  ];
  await service.close();
  return rows;
}

async function timed(
  service: BenchService,
  name: string,
  path: (round: number) => string,
): Promise<Row[]> {
  const times: number[] = [];
  for (let round = 0; round < TIMES; round += 1)
    times.push((await service.time('GET', path(round))).wall);
  return [
    { name: `${name}, p50`, value: median(times), unit: 'ms' },
    { name: `${name}, p95`, value: percentile(times, 0.95), unit: 'ms' },
  ];
}

async function exported(service: BenchService): Promise<Row[]> {
  const atFirst = process.memoryUsage.rss() / 1e6;
  const begun = performance.now();
  let bytes = 0;
  for await (const chunk of (await service.ask('GET', '/owner/export')).body ?? [])
    bytes += chunk.length;
  const seconds = (performance.now() - begun) / 1000;
  return [
    { name: 'export', value: seconds, unit: 's' },
    { name: 'export, size', value: bytes / 1e6, unit: 'MB' },
    { name: 'export, memory gained', value: peakMemory() - atFirst, unit: 'MB' },
  ];
}
