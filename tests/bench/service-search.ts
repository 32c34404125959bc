/**
 * Measures how fast the service in Node indexes and searches, called within this process:
 * `node tests/bench/service-search.ts [pages]`.
 */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { serviceLimits } from '../../lib/contract/limits.ts';
import { indexAll, openBeside } from './bare-sqlite.ts';
import { type Row, timeRows } from './figure.ts';
import { generatePages, type GeneratedPage } from './generate-pages.ts';
import { withFolder } from './keepsake-browser.ts';
import { queriesOf } from './queries.ts';
import { tableOf } from './report.ts';
import { openService, type BenchService } from './scale/service.ts';

const QUERIES = 200;
/** How many queries to run first, to warm up. */
const FIRST = 20;
/** How many long queries arrive at once. */
const LONG_QUERIES = 50;

if (import.meta.main) console.log(tableOf(await benchNodeSearch(Number(process.argv[2] ?? 2000))));

/** Indexes this many pages and searches them, compared with bare SQLite on the same pages. */
export function benchNodeSearch(count: number): Promise<Row[]> {
  return withFolder(async (folder) => {
    const file = join(folder, 'memory.sqlite3');
    const service = await openService(file);
    const pages = generatePages(count, 1);
    await service.time('POST', '/owner/containers', { name: 'Bench' });
    const begun = performance.now();
    for (const { url, title, content } of pages) {
      await service.time('POST', '/v1/documents', {
        title,
        content,
        custom_id: url,
        metadata: { url },
      });
    }
    await service.idle();
    const learned = performance.now();
    const bare = indexAll(join(folder, 'bare.sqlite3'), pages);
    const rows: Row[] = [
      {
        name: `service in Node, within the process: ${count.toLocaleString('en')} pages stored and indexed`,
        value: (count * 1000) / (learned - begun),
        unit: 'pages/s',
        baselines: [{ name: 'bare SQLite', value: bare.perSecond }],
      },
      {
        name: 'service in Node: its file',
        value: (await stat(file)).size / 1e6,
        unit: 'MB',
        baselines: [
          { name: 'bare SQLite', value: (await stat(join(folder, 'bare.sqlite3'))).size / 1e6 },
        ],
      },
    ];
    const beside = openBeside(file);
    for (const [kind, queries] of Object.entries(queriesOf(pages, QUERIES))) {
      const times: number[] = [];
      for (const q of [...queries.slice(0, FIRST), ...queries])
        times.push((await service.time('POST', '/v1/search', { q })).wall);
      rows.push(
        ...timeRows(
          `search, service in Node, ${count.toLocaleString('en')} pages: ${kind}`,
          times.slice(FIRST),
          {
            'bare SQLite': beside.searchAll(queries).times,
          },
        ),
      );
    }
    rows.push(...(await searchBesideLongQueries(service, pages)));
    beside.close();
    await service.close();
    return rows;
  });
}

/** Times three-word searches while many maximum-length queries are queued, compared with running alone. */
async function searchBesideLongQueries(
  service: BenchService,
  pages: readonly GeneratedPage[],
): Promise<Row[]> {
  const words = new Set(pages.flatMap(({ content }) => content.split(/\P{L}+/u)));
  const long = [...words].join(' ').slice(0, serviceLimits.queryLength);
  const normal = queriesOf(pages, QUERIES)['three words of a page'] ?? [];
  const time = async (q: string) => (await service.time('POST', '/v1/search', { q })).wall;

  async function timeNormal(): Promise<number[]> {
    const times: number[] = [];
    for (const q of [...normal.slice(0, FIRST), ...normal]) times.push(await time(q));
    return times.slice(FIRST);
  }

  const alone = await timeNormal();
  const over = new AbortController();
  // Each long query is followed by another, so that the queue stays full during the whole measurement.
  const waiting = Array.from({ length: LONG_QUERIES }, async () => {
    while (!over.signal.aborted) await time(long);
  });
  const beside = await timeNormal();
  over.abort();
  await Promise.all(waiting);
  const name = `search, service in Node: beside ${LONG_QUERIES} long queries`;
  return timeRows(name, beside, { alone }, { p50: 0.5, p95: 0.95, p99: 0.99 });
}
