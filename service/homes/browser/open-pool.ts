/** SQLite on the origin's private file system: the pool of files that one worker at a time may hold. */
import sqlite3InitModule, {
  type Database as WasmDatabase,
  type SAHPoolUtil,
  type Sqlite3Static,
} from '@sqlite.org/sqlite-wasm';

interface ModuleOptions {
  readonly locateFile: () => string;
  readonly print: () => void;
  readonly printErr: () => void;
}

/** The package declares no parameters, though its function takes the options of every Emscripten module. */
const initModule: (options: ModuleOptions) => Promise<Sqlite3Static> = sqlite3InitModule;

const POOL = {
  name: 'keepsake',
  directory: '/keepsake-device-home',
  /** The database, its write-ahead log, and room for what SQLite may need besides. */
  initialCapacity: 6,
  /** Without this, a start that fails deletes every file of the pool: the person's memory. */
  preserveOnInitFailure: true,
  /** Without this, a second try answers the first failure. */
  forceReinitIfPreviouslyFailed: true,
};
const FILE = '/memory.sqlite3';

export interface PoolOptions {
  /** URL of sqlite3.wasm. */
  readonly locateWasm: string;
  readonly sleep: (ms: number) => Promise<void>;
}

/** Waits between tries, in milliseconds: the browser frees a dead worker's file handles only after a while. */
const RETRY_GAPS_MS = [50, 100, 200, 400, 800, 1600, 3200] as const;

/** Opens the database file; throws where the handles are not free after about six seconds. */
export async function openPooledDatabase({
  locateWasm,
  sleep,
}: PoolOptions): Promise<WasmDatabase> {
  const sqlite3 = await loadEngine(locateWasm);
  const pool = await installPool(sqlite3, sleep);
  return new pool.OpfsSAHPoolDb(FILE);
}

async function installPool(
  sqlite3: Sqlite3Static,
  sleep: PoolOptions['sleep'],
): Promise<SAHPoolUtil> {
  for (const gap of RETRY_GAPS_MS) {
    try {
      return await sqlite3.installOpfsSAHPoolVfs(POOL);
    } catch {
      // Most likely a worker that has just ended; the last try below tells what it is otherwise.
      await sleep(gap);
    }
  }
  return sqlite3.installOpfsSAHPoolVfs(POOL);
}

const quiet = () => undefined;
let engine: Promise<Sqlite3Static> | null = null;

/** Loaded once for all tries, since every copy of the engine keeps its memory. */
function loadEngine(locateWasm: string): Promise<Sqlite3Static> {
  engine ??= initModule({ locateFile: () => locateWasm, print: quiet, printErr: quiet }).catch(
    (error: unknown) => {
      engine = null;
      throw error;
    },
  );
  return engine;
}
