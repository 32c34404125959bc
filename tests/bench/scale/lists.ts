/** What is read page by page: the library, the profile and the export. */
import { writeCursor } from '../../../service/operations/checks.ts';
import { median, percentile, type Row } from '../figure.ts';
import type { Collection } from './bench-scale.ts';
import { openHome, peakMemory, type AskedHome } from './home.ts';

const TIMES = 60;

export async function exportAndLists({ file, documents }: Collection): Promise<Row[]> {
  const home = await openHome(file);
  const rows = [
    ...(await timed(home, 'library, first page', () => '/v1/documents')),
    ...(await timed(home, 'library, a page deep down', (round) => {
      const place = Math.round((documents * (round + 1)) / (TIMES + 2));
      return `/v1/documents?cursor=${writeCursor(place)}`;
    })),
    ...(await timed(home, 'Memories with their counts', () => '/owner/containers')),
    ...(await timed(home, 'profile', () => '/v1/profile')),
    ...(await exported(home)),
  ];
  await home.close();
  return rows;
}

async function timed(
  home: AskedHome,
  name: string,
  path: (round: number) => string,
): Promise<Row[]> {
  const times: number[] = [];
  for (let round = 0; round < TIMES; round += 1)
    times.push((await home.time('GET', path(round))).wall);
  return [
    { name: `${name}, p50`, value: median(times), unit: 'ms' },
    { name: `${name}, p95`, value: percentile(times, 0.95), unit: 'ms' },
  ];
}

async function exported(home: AskedHome): Promise<Row[]> {
  const atFirst = process.memoryUsage.rss() / 1e6;
  const begun = performance.now();
  let bytes = 0;
  for await (const chunk of (await home.ask('GET', '/owner/export')).body ?? [])
    bytes += chunk.length;
  const seconds = (performance.now() - begun) / 1000;
  return [
    { name: 'export', value: seconds, unit: 's' },
    { name: 'export, size', value: bytes / 1e6, unit: 'MB' },
    { name: 'export, memory gained', value: peakMemory() - atFirst, unit: 'MB' },
  ];
}
