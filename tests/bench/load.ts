/**
 * Measures the service's HTTP throughput, compared with bare SQLite in the same run:
 * `node tests/bench/load.ts [passages] [connections]`.
 */
import { join } from 'node:path';
import { startService } from '../../service/runtime/node/testing/start-process.ts';
import { indexAll, insertAll, openBeside } from './bare-sqlite.ts';
import { postAll, type Asking, type LoadRun } from './connections.ts';
import { percentile, type Row } from './figure.ts';
import { generatePages, type GeneratedPage } from './generate-pages.ts';
import { withFolder } from './keepsake-browser.ts';
import { queriesOf } from './queries.ts';
import { tableOf } from './report.ts';

/** How many pages to send before waiting until the service has indexed them. */
const BATCH = 500;
const QUERIES = 400;
const ADDS = 1000;

interface Load {
  readonly passages: number;
  readonly connections: number;
  /** Whether to measure searches too, after filling the service. */
  readonly isSearched?: boolean;
}

interface Loaded {
  readonly asking: Asking;
  readonly beside: ReturnType<typeof openBeside>;
  readonly folder: string;
}

if (import.meta.main) {
  const [passages = 100_000, connections = 8] = process.argv.slice(2).map(Number);
  console.log(tableOf(await benchServer({ passages, connections, isSearched: true })));
}

/** Measures filling a separate service with this many passages, searching it if requested, and adding more pages. */
export function benchServer({ passages, connections, isSearched = false }: Load): Promise<Row[]> {
  return withFolder(async (folder) => {
    const service = await startService(folder);
    // The service must stop with this process.
    const interrupted = (): never => process.exit(130);
    process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
    process.stdout.once('error', interrupted);
    process.once('exit', () => void service.end('SIGKILL'));
    const beside = openBeside(join(folder, 'memory.sqlite3'));
    const asking: Asking = { url: service.url, token: service.ownerToken, connections };
    const loaded: Loaded = { asking, beside, folder };
    try {
      await postAll(asking, '/owner/containers', [{ name: 'Load' }]);
      const { pages, rows } = await fill(loaded, passages);
      if (isSearched) rows.push(...(await search(loaded, pages)));
      const further = generatePages(ADDS, 2).map((page) => ({
        ...page,
        url: `${page.url}#further`,
      }));
      const added = await postAll(asking, '/v1/documents', further.map(asDocument));
      const bare = insertAll(join(folder, 'bare.sqlite3'), further);
      return [...rows, ...compared('server: pages taken in, learned beside it', added, bare)];
    } finally {
      beside.close();
      await service.end('SIGTERM');
    }
  });
}

/** Adds pages until there are enough passages. */
async function fill({ asking, beside, folder }: Loaded, wanted: number) {
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
  const filledWith = pages.slice(0, handedIn);
  const bare = indexAll(join(folder, 'bare-index.sqlite3'), filledWith);
  const name = 'bare SQLite';
  const rows: Row[] = [
    {
      name: `server: ${handedIn.toLocaleString('en')} pages sent over ${asking.connections} connections and indexed`,
      value: handedIn / seconds,
      unit: 'pages/s',
      baselines: [{ name, value: bare.perSecond }],
    },
    {
      name: 'server: the same',
      value: passages / seconds,
      unit: 'passages/s',
      baselines: [{ name, value: bare.passagesPerSecond }],
    },
  ];
  return { pages: filledWith, rows };
}

async function search({ asking, beside }: Loaded, pages: readonly GeneratedPage[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [kind, queries] of Object.entries(queriesOf(pages, QUERIES))) {
    await postAll(asking, '/v1/search', queries.slice(0, 50).map(asSearch));
    const searched = await postAll(asking, '/v1/search', queries.map(asSearch));
    const alone = await postAll(
      { ...asking, connections: 1 },
      '/v1/search',
      queries.slice(0, QUERIES / 5).map(asSearch),
    );
    const bare = beside.searchAll(queries);
    rows.push(...compared(`server: search, ${kind}`, searched, bare));
    rows.push(...compared(`server: search over one connection, ${kind}`, alone, bare));
  }
  return rows;
}

function asSearch(q: string) {
  return { q };
}

function asDocument({ url, title, content }: GeneratedPage) {
  return { title, content, custom_id: url, metadata: { url } };
}

/** Returns throughput and times as rows, compared with bare SQLite working sequentially. */
function compared(name: string, served: LoadRun, bare: LoadRun): Row[] {
  const beside = (of: (run: LoadRun) => number) => ({
    value: of(served),
    baselines: [{ name: 'bare SQLite', value: of(bare) }],
  });
  return [
    { name, unit: 'a second', ...beside(({ perSecond }) => perSecond) },
    { name: `${name}, p50`, unit: 'ms', ...beside(({ times }) => percentile(times, 0.5)) },
    { name: `${name}, p99`, unit: 'ms', ...beside(({ times }) => percentile(times, 0.99)) },
  ];
}
