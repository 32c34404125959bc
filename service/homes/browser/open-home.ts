/** The home on this device: the service in a dedicated worker of the extension. */
import {
  deviceHomeLock,
  type WireAnswer,
  type WireRequest,
} from '../../../lib/contracts/device-wire.ts';
import { openWasmDatabase } from '../../db/drivers/wasm.ts';
import { mcpDoor } from '../../mcp/mcp-door.ts';
import type { LoadPage } from '../../fetching/load-page.ts';
import { openService, type OpenService } from '../../open-service.ts';
import { silent, type Logger } from '../../ports.ts';
import { openPooledDatabase } from './open-pool.ts';
import { answerWire } from './serve-wire.ts';
import { transferFiles } from './transfer-files.ts';

export interface DeviceHomeScope {
  /** URL of sqlite3.wasm, as the bundler placed it. */
  readonly locateWasm: string;
  /** Loads what is at an address. */
  readonly loadPage: LoadPage;
  /** Nothing is logged when left out. */
  readonly logger?: Logger;
}

export interface DeviceHome {
  /** Answers one request; the first one waits for the start, and one after a failed start begins another. */
  answer(request: WireRequest): Promise<WireAnswer>;
}

/** Begins to open the home at once, in a dedicated worker only. */
export function startDeviceHome({
  locateWasm,
  loadPage,
  logger = silent,
}: DeviceHomeScope): DeviceHome {
  // Nobody else ever learns it: whoever can reach this worker is the extension itself.
  const ownerToken = crypto.randomUUID();
  let opening: Promise<OpenService> | null = null;

  function open(): Promise<OpenService> {
    opening ??= openHome({ locateWasm, loadPage, ownerToken, logger }).catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  }

  open().catch(() => undefined);
  return { answer: (request) => answerWire(request, { open, ownerToken, files: transferFiles }) };
}

async function openHome(options: {
  readonly locateWasm: string;
  readonly loadPage: LoadPage;
  readonly ownerToken: string;
  readonly logger: Logger;
}): Promise<OpenService> {
  await holdLock();
  const database = await openPooledDatabase({ locateWasm: options.locateWasm, sleep });
  try {
    return await openService({
      db: openWasmDatabase(database),
      ownerToken: options.ownerToken,
      loadPage: options.loadPage,
      logger: options.logger,
      clock: { now: () => Date.now() },
      newId: () => crypto.randomUUID(),
      pause: nextTask,
      // No OAuth here: whoever reaches this worker brings the owner's token, so nobody is sent to find one.
      doors: [mcpDoor((request) => new URL(request.url).origin)],
    });
  } catch (error) {
    database.close();
    throw error;
  }
}

let lock: Promise<void> | null = null;

/** Resolves once the lock is held; the lock itself ends with the worker. */
function holdLock(): Promise<void> {
  lock ??= new Promise((resolve, reject) => {
    const held = () => {
      resolve();
      return new Promise<never>(() => undefined);
    };
    navigator.locks.request(deviceHomeLock, held).catch(reject);
  });
  return lock;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** A message to oneself: timers are slowed down to 4 ms each when they follow one another. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}
