/** Reads from a replica, once it has replayed everything that was committed on the primary before. */
import * as z from 'zod/mini';
import { sleep } from '../../../lib/async/sleep.ts';
import { errorName, type Logger } from '../../ports.ts';
import { StorageError } from '../storage-error.ts';
import { openPool, type Connection, type Pool } from './pool.ts';

/** A search waits no longer than this for a replica, which is usually a few milliseconds behind. */
const MAX_LAG_MS = 50;
const POLL_MS = 5;
const CONNECT_TIMEOUT_MS = 1_000;
/** A replica that is frozen keeps its connections and never answers. */
const POSITION_TIMEOUT_MS = 200;
const READ_TIMEOUT_MS = 5_000;
/** How long a replica isn't tried again after it was too far behind, or failed. */
const BEHIND_PAUSE_MS = 1_000;
const FAILED_PAUSE_MS = 5_000;

/** Commits are visible before they're flushed only if the server doesn't wait for its disk. */
const selectPosition = `SELECT system_identifier::text AS system,
  ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int AS timeline,
  CASE current_setting('synchronous_commit') WHEN 'off' THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_flush_lsn() END::text
    AS position FROM pg_control_system()`;
/**
 * Null for a server that isn't a replica of this primary, or not any more. After a promotion, positions on the earlier timeline
 * mean nothing: a replica counts again from its first restartpoint on the new one.
 */
const selectHasReplayed = `SELECT CASE WHEN pg_is_in_recovery() AND system_identifier::text = $1 AND timeline_id = $2
  THEN pg_last_wal_replay_lsn() >= $3::pg_lsn END AS replayed FROM pg_control_system(), pg_control_checkpoint()`;
const positionRow = z.object({ system: z.string(), timeline: z.int(), position: z.string() });
const replayedRow = z.object({ replayed: z.nullable(z.boolean()) });

type Position = z.infer<typeof positionRow>;

export function openReplica(address: string, primary: Pool, logger: Logger) {
  const replicas = openPool(address, { connectTimeoutMs: CONNECT_TIMEOUT_MS, isReplica: true });
  /** Why the replica isn't used; null while it is. */
  let trouble: string | null = null;
  let pausedUntil = -Infinity;

  function pause(reason: string, milliseconds: number): void {
    pausedUntil = performance.now() + milliseconds;
    if (reason !== trouble) logger.warn('replica.skipped', { code: reason });
    trouble = reason;
  }

  function resume(): void {
    pausedUntil = -Infinity;
    if (trouble !== null) logger.info('replica.used');
    trouble = null;
  }

  async function connect(): Promise<Connection | null> {
    if (performance.now() < pausedUntil) return null;
    // While this search tries the replica again, the others don't wait for it.
    if (trouble !== null) pause(trouble, FAILED_PAUSE_MS);
    // If the primary can't be reached, there is nothing to fall back on.
    const onPrimary = await primary.connect();
    let onReplica: Connection | null = null;
    try {
      const position = await positionOn(onPrimary);
      const connection = await replicas.connect();
      onReplica = connection;
      const replayed = await within(POSITION_TIMEOUT_MS, connection, () =>
        hasReplayed(connection, position),
      );
      if (replayed === true) {
        resume();
        return connection;
      }
      // The address may lead to another server later.
      connection.release(replayed !== null);
      if (replayed === null) pause('not-a-replica', FAILED_PAUSE_MS);
      else pause('behind', BEHIND_PAUSE_MS);
    } catch (error) {
      onReplica?.release(false);
      pause(errorName(error), FAILED_PAUSE_MS);
    }
    return null;
  }

  return {
    /**
     * Does the work, which must release the connection. Returns null if the replica can't be reached, isn't one, is too far
     * behind, or fails meanwhile.
     */
    async read<T>(work: (connection: Connection) => Promise<T>): Promise<{ value: T } | null> {
      const connection = await connect();
      if (connection === null) return null;
      try {
        return { value: await within(READ_TIMEOUT_MS, connection, () => work(connection)) };
      } catch (error) {
        // A replica can also cancel what conflicts with changes that it replays. Other errors recur on the primary.
        if (error instanceof StorageError) pause(errorName(error), FAILED_PAUSE_MS);
        return null;
      }
    },
    end: () => replicas.end(),
  };
}

async function positionOn(primary: Connection): Promise<Position> {
  let isClean = false;
  try {
    const { rows } = await primary.query(selectPosition);
    isClean = true;
    return z.parse(positionRow, rows[0]);
  } finally {
    primary.release(isClean);
  }
}

/** Returns null for a server that isn't a replica of the primary. */
async function hasReplayed(
  replica: Connection,
  { system, timeline, position }: Position,
): Promise<boolean | null> {
  const until = performance.now() + MAX_LAG_MS;
  for (;;) {
    const { rows } = await replica.query(selectHasReplayed, [system, timeline, position]);
    const { replayed } = z.parse(replayedRow, rows[0]);
    if (replayed !== false || performance.now() > until) return replayed;
    await sleep(POLL_MS);
  }
}

/** Does the work. After this time, closes the connection, so that its statements fail. */
async function within<T>(
  milliseconds: number,
  connection: Connection,
  work: () => Promise<T>,
): Promise<T> {
  const timer = setTimeout(() => connection.abandon(), milliseconds);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
  }
}
