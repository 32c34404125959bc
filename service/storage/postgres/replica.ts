/** Connections to a replica that has everything that was committed on the primary before. */
import * as z from 'zod/mini';
import { sleep } from '../../../lib/async/sleep.ts';
import { openPool, type Connection, type Pool } from './pool.ts';

/** A search waits no longer than this for a replica, which is usually a few milliseconds behind. */
const MAX_LAG_MS = 50;
const POLL_MS = 5;
const CONNECT_TIMEOUT_MS = 1_000;
/** How long a replica isn't tried again after it failed. */
const RETRY_MS = 5_000;

/** Commits are visible before they're flushed only if the server doesn't wait for its disk. */
const selectPosition = `SELECT system_identifier::text AS system,
  CASE current_setting('synchronous_commit') WHEN 'off' THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_flush_lsn() END::text
    AS position FROM pg_control_system()`;
/** Null for a server that isn't a replica of this primary, or not any more. */
const selectHasReplayed = `SELECT CASE WHEN pg_is_in_recovery() AND system_identifier::text = $1
  THEN pg_last_wal_replay_lsn() >= $2::pg_lsn END AS replayed FROM pg_control_system()`;
const positionRow = z.object({ system: z.string(), position: z.string() });
const replayedRow = z.object({ replayed: z.nullable(z.boolean()) });

export function openReplica(address: string, primary: Pool) {
  const replicas = openPool(address, { connectTimeoutMs: CONNECT_TIMEOUT_MS, isReplica: true });
  let failedAt = -Infinity;

  async function currentPosition(): Promise<z.infer<typeof positionRow>> {
    const connection = await primary.connect();
    let isClean = false;
    try {
      const { rows } = await connection.query(selectPosition);
      isClean = true;
      return z.parse(positionRow, rows[0]);
    } finally {
      connection.release(isClean);
    }
  }

  async function hasReplayed(
    connection: Connection,
    { system, position }: z.infer<typeof positionRow>,
  ): Promise<boolean> {
    const until = performance.now() + MAX_LAG_MS;
    for (;;) {
      const { rows } = await connection.query(selectHasReplayed, [system, position]);
      const { replayed } = z.parse(replayedRow, rows[0]);
      if (replayed === null) throw new Error('This server is no replica of the primary.');
      if (replayed || performance.now() > until) return replayed;
      await sleep(POLL_MS);
    }
  }

  return {
    /** Returns null if the replica can't be reached, isn't one, or is too far behind. */
    async connect(): Promise<Connection | null> {
      if (performance.now() - failedAt < RETRY_MS) return null;
      const position = await currentPosition();
      let connection: Connection | null = null;
      try {
        connection = await replicas.connect();
        if (await hasReplayed(connection, position)) return connection;
        connection.release(true);
      } catch {
        connection?.release(false);
        failedAt = performance.now();
      }
      return null;
    },
    end: () => replicas.end(),
  };
}
