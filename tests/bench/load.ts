/** What the service bears, beside bare SQLite in the same run: `node tests/bench/load.ts [passages] [connections]`. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from '../../service/homes/node/testing/start-process.ts';
import { insertAll, openBeside } from './bare-sqlite.ts';
import { postAll, type Asking, type LoadRun } from './connections.ts';
import { milliseconds, percentile } from './figure.ts';
import { generatePages, type GeneratedPage } from './generate-pages.ts';
import { queriesOf } from './queries.ts';

const wanted = Number(process.argv[2] ?? 100_000);
const connections = Number(process.argv[3] ?? 8);
/** Pages handed in before the service is waited for. */
const BATCH = 500;
const QUERIES = 400;
const ADDS = 1000;

const folder = await mkdtemp(join(tmpdir(), 'keepsake-load-'));
const service = await startService(folder);
// Whatever ends this process must end the service it started.
const interrupted = (): never => process.exit(130);
process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
process.stdout.once('error', interrupted);
process.once('exit', () => void service.end('SIGKILL'));
const beside = openBeside(join(folder, 'memory.sqlite3'));
const asking: Asking = { url: service.url, token: service.ownerToken, connections };
try {
  await postAll(asking, '/owner/containers', [{ name: 'Load' }]);
  const pages = await fill();
  for (const [name, queries] of Object.entries(queriesOf(pages, QUERIES))) {
    await postAll(asking, '/v1/search', queries.slice(0, 50).map(asSearch));
    const searched = await postAll(asking, '/v1/search', queries.map(asSearch));
    const alone = await postAll(
      { ...asking, connections: 1 },
      '/v1/search',
      queries.slice(0, QUERIES / 5).map(asSearch),
    );
    const bare = beside.searchAll(queries);
    compare(`search, ${name}`, searched, bare);
    print('  over one connection', describe(alone));
  }
  const further = generatePages(ADDS, 2).map((page) => ({ ...page, url: `${page.url}#further` }));
  const added = await postAll(asking, '/v1/documents', further.map(asDocument));
  compare('add, learning beside it', added, insertAll(join(folder, 'bare.sqlite3'), further));
} finally {
  beside.close();
  await service.end('SIGTERM');
  await rm(folder, { recursive: true });
}

/** Hands in pages until there are as many passages as wanted. */
async function fill(): Promise<GeneratedPage[]> {
  const pages = generatePages(Math.ceil(wanted / 4), 1);
  const begun = performance.now();
  let handedIn = 0;
  while (beside.countPassages() < wanted && handedIn < pages.length) {
    const batch = pages.slice(handedIn, handedIn + BATCH);
    await postAll(asking, '/v1/documents', batch.map(asDocument));
    handedIn += batch.length;
    await beside.learned();
  }
  const seconds = (performance.now() - begun) / 1000;
  const passages = beside.countPassages();
  print('filled', `${passages} passages of ${handedIn} pages, over ${connections} connections`);
  print(
    'adding and learning',
    `${Math.round(passages / seconds)} passages a second (${Math.round(handedIn / seconds)} pages)`,
  );
  return pages.slice(0, handedIn);
}

function asSearch(q: string) {
  return { q };
}

function asDocument({ url, title, content }: GeneratedPage) {
  return { title, content, custom_id: url, metadata: { url } };
}

function compare(name: string, served: LoadRun, bare: LoadRun): void {
  print(name, describe(served));
  print('  bare SQLite, one after another', describe(bare));
  print('  share of its throughput', `${Math.round((100 * served.perSecond) / bare.perSecond)} %`);
}

function describe({ perSecond, times }: LoadRun): string {
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
  return `${Math.round(perSecond)} a second, ${milliseconds(p50)} p50, ${milliseconds(p99)} p99`;
}

function print(name: string, figures: string): void {
  process.stdout.write(`${name.padEnd(36)} ${figures}\n`);
}
