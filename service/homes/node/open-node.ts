/** The home in Node: the service on a SQLite file. */
import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { AgentSettings } from '../../../lib/contracts/owner-api.ts';
import { openNodeDatabase } from '../../db/drivers/node.ts';
import { openService, type OpenService } from '../../open-service.ts';
import { silent, type Logger } from '../../ports.ts';

export interface NodeHomeOptions {
  /** Path of the database file, or `:memory:`. */
  readonly file: string;
  /** The owner's token, which opens everything. */
  readonly ownerToken: string;
  /** Nothing is logged when left out. */
  readonly logger?: Logger;
  /** What answers where an owner chose nothing; quotations when left out. */
  readonly agent?: AgentSettings;
}

/** Opens the home; the caller closes it. */
export async function createNodeHome({
  file,
  ownerToken,
  logger = silent,
  agent,
}: NodeHomeOptions): Promise<OpenService> {
  const db = openNodeDatabase(file);
  try {
    return await openService({
      db,
      ownerToken,
      logger,
      ...(agent === undefined ? {} : { agent }),
      clock: { now: () => Date.now() },
      newId: randomUUID,
      pause: () => setImmediate(),
    });
  } catch (error) {
    await db.close();
    throw error;
  }
}
