/** The service on this device: a dedicated worker of the extension, with SQLite in the origin private file system. */
import sqlite3InitModule, {
  type Database as WasmDatabase,
  type SAHPoolUtil,
  type Sqlite3Static,
} from '@sqlite.org/sqlite-wasm';
import { sharedOnce } from '../../../lib/async/shared-once.ts';
import { yieldToEventLoop } from '../../../lib/capture/cooperative-yield.ts';
import { deviceServiceLock, type WireRequest } from '../../../lib/contract/device-wire.ts';
import { openService, type OpenService } from '../../app.ts';
import type { LoadPage } from '../../fetching/load-page.ts';
import { mcpRoutes } from '../../mcp/routes.ts';
import { silent, systemClock, type Logger } from '../../ports.ts';
import { createSqliteStorage } from '../../storage/sqlite/storage.ts';
import { openWasmDatabase } from '../../storage/sqlite/wasm.ts';
import { handleMessage, transferFiles } from './handle-message.ts';

export interface DeviceServiceOptions {
  readonly locateWasm: string;
  readonly loadPage: LoadPage;
  readonly logger?: Logger;
}

export function startDeviceService({
  locateWasm,
  loadPage,
  logger = silent,
}: DeviceServiceOptions) {
  // Never leaves this worker. Requests don't need it, because only the extension itself can send messages here.
  const ownerToken = crypto.randomUUID();
  // Loaded once for all attempts, because the memory of each instance stays allocated.
  const loadSqlite = sharedOnce(() =>
    initModule({ locateFile: () => locateWasm, print: quiet, printErr: quiet }),
  );
  const open = sharedOnce(() => openDeviceService({ loadSqlite, loadPage, ownerToken, logger }));

  open().catch(() => undefined);
  return {
    /** Waits for the service to open, then handles the request. After a failed start, the next request tries again. */
    answer: (request: WireRequest) =>
      handleMessage(request, { open, ownerToken, files: transferFiles }),
  };
}

async function openDeviceService(
  options: Required<Omit<DeviceServiceOptions, 'locateWasm'>> & {
    readonly loadSqlite: () => Promise<Sqlite3Static>;
    readonly ownerToken: string;
  },
): Promise<OpenService> {
  await acquireLock();
  const database = await openDatabase(await options.loadSqlite());
  try {
    return await openService({
      storage: createSqliteStorage(openWasmDatabase(database)),
      ownerToken: options.ownerToken,
      loadPage: options.loadPage,
      logger: options.logger,
      clock: systemClock,
      newId: () => crypto.randomUUID(),
      pause: yieldToEventLoop,
      // OAuth isn't mounted: every request to this worker already acts as the owner.
      routes: [mcpRoutes],
    });
  } catch (error) {
    database.close();
    throw error;
  }
}

let lock: Promise<void> | null = null;

/** Resolves once this worker holds the lock, which it keeps until it stops. */
function acquireLock(): Promise<void> {
  lock ??= new Promise((resolve, reject) => {
    const hold = () => {
      resolve();
      return new Promise<never>(() => undefined);
    };
    navigator.locks.request(deviceServiceLock, hold).catch(reject);
  });
  return lock;
}

const POOL = {
  name: 'keepsake',
  /** Existing installations have their data under this name. */
  directory: '/keepsake-device-home',
  /** Files for the database, its write-ahead log, and SQLite's temporary files. */
  initialCapacity: 6,
  /** Without this, a failed start deletes every file of the pool, and with them the person's library. */
  preserveOnInitFailure: true,
  /** Without this, a retry returns the first failure. */
  forceReinitIfPreviouslyFailed: true,
};
const FILE = '/memory.sqlite3';

/** Only one worker at a time can hold the files, and the browser takes a while to free those of a stopped worker. */
const RETRY_DELAYS_MS = [50, 100, 200, 400, 800, 1600, 3200] as const;

/** Throws if the files are still locked after about six seconds. */
async function openDatabase(sqlite3: Sqlite3Static): Promise<WasmDatabase> {
  const pool = await installPool(sqlite3);
  return new pool.OpfsSAHPoolDb(FILE);
}

async function installPool(sqlite3: Sqlite3Static): Promise<SAHPoolUtil> {
  for (const delayMs of RETRY_DELAYS_MS) {
    try {
      return await sqlite3.installOpfsSAHPoolVfs(POOL);
    } catch {
      // Usually, a worker that has just stopped still holds the files. The last attempt below throws any other error.
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
  }
  return sqlite3.installOpfsSAHPoolVfs(POOL);
}

/** The package's types declare no parameters, but the function takes the options of any Emscripten module. */
const initModule: (
  options: Record<'print' | 'printErr', () => void> & { readonly locateFile: () => string },
) => Promise<Sqlite3Static> = sqlite3InitModule;
const quiet = () => undefined;
