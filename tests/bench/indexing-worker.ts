/**
 * Indexes an export with the service and the same documents with SQLite alone, in one worker, with SQLite and files as in
 * the extension. `indexing.ts` bundles and starts it.
 */
import sqlite3InitModule, { type Sqlite3Static } from '@sqlite.org/sqlite-wasm';
import * as z from 'zod/mini';
import { yieldToEventLoop } from '../../lib/capture/cooperative-yield.ts';
import { openService } from '../../service/app.ts';
import { silent } from '../../service/ports.ts';
import { createSqliteStorage } from '../../service/storage/sqlite/storage.ts';
import { openWasmDatabase } from '../../service/storage/sqlite/wasm.ts';
import { type BareSpeed, timeBareIndexing } from './scale/bare-indexing.ts';

const askedSchema = z.object({ wasm: z.string(), exported: z.string(), documents: z.int() });

/** How long the service indexed, and the speed of SQLite alone. */
export interface Indexed {
  readonly ms: number;
  readonly bare: BareSpeed;
}

/** The package's types declare no parameters. */
const initModule: (options: { readonly locateFile: () => string }) => Promise<Sqlite3Static> =
  sqlite3InitModule;

addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  // A rejection would be reported nowhere.
  void index(z.parse(askedSchema, data)).then(postMessage, (error: unknown) =>
    postMessage(String(error)),
  );
});

async function index({ wasm, exported, documents }: z.infer<typeof askedSchema>): Promise<Indexed> {
  const sqlite3 = await initModule({ locateFile: () => wasm });
  const pool = await sqlite3.installOpfsSAHPoolVfs({ name: 'bench', initialCapacity: 12 });
  const ms = await timeService(new pool.OpfsSAHPoolDb('/service.sqlite3'), exported);
  const database = new pool.OpfsSAHPoolDb('/bare.sqlite3');
  const bare = timeBareIndexing(
    {
      exec: (sql) => void database.exec(sql),
      prepare(sql) {
        const statement = database.prepare(sql);
        return (values) => void statement.bind(values).stepReset();
      },
    },
    documents,
  );
  return { ms, bare };
}

/** Imports the export, and returns how long indexing takes afterwards. */
async function timeService(
  database: Parameters<typeof openWasmDatabase>[0],
  exported: string,
): Promise<number> {
  const ownerToken = crypto.randomUUID();
  const service = await openService({
    storage: createSqliteStorage(openWasmDatabase(database)),
    ownerToken,
    loadPage: () => Promise.reject(new Error('The export has no addresses to fetch.')),
    logger: silent,
    clock: { now: () => Date.now() },
    newId: () => crypto.randomUUID(),
    pause: yieldToEventLoop,
  });
  const response = await service.fetch(
    new Request(new URL('/owner/import', location.href), {
      method: 'POST',
      headers: { authorization: `Bearer ${ownerToken}` },
      body: await (await fetch(exported)).blob(),
    }),
  );
  if (!response.ok) throw new Error(`The import returned ${response.status}.`);
  const begun = performance.now();
  await service.idle();
  const ms = performance.now() - begun;
  await service.close();
  return ms;
}
