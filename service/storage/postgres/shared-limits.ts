import * as z from 'zod/mini';
import type { SharedLimits } from '../port/limits.ts';
import { query } from '../sql.ts';
import { ALIVE_MS, isAlive, stayAlive, type Leases } from './leases.ts';
import type { Database } from './sql.ts';

/** By the server's clock, since the processes' clocks can differ. */
const MINUTE_AGO = `clock_timestamp() - interval '1 minute'`;
const recent = `ARRAY (SELECT time FROM unnest(w.times) AS time WHERE time > ${MINUTE_AGO} ORDER BY time)`;

/** Counts a request. A conflicting row is locked, so requests under one key are counted one after another. */
const admit = query(
  `INSERT INTO directory_request_times AS w (key, times) VALUES ($1, ARRAY[clock_timestamp()])
   ON CONFLICT (key) DO UPDATE SET times = ${recent} || clock_timestamp() WHERE cardinality(${recent}) < $2
   RETURNING key`,
  z.object({ key: z.string() }),
);
const forgetIdle = query(
  `DELETE FROM directory_request_times WHERE times[cardinality(times)] < ${MINUTE_AGO} RETURNING key`,
  z.object({ key: z.string() }),
);
/** How many requests are counted between two deletions of idle keys. */
const FORGET_EVERY = 1000;

/**
 * A turn that was taken a moment ago counts as running even if its process isn't known to be alive: a statement that waited for
 * the row can't see a heartbeat from after it began.
 */
const running = `ARRAY (SELECT turn FROM unnest(w.turns) AS turn WHERE ${isAlive(`split_part(turn, ' ', 1)`)}
  OR split_part(turn, ' ', 3)::float > extract(epoch FROM clock_timestamp()) - ${ALIVE_MS / 1000})`;
const newTurn = `($2::text || ' ' || extract(epoch FROM clock_timestamp()))`;
const takeTurn = query(
  `WITH alive AS (${stayAlive('$4')})
   INSERT INTO directory_turns AS w (account_id, turns) VALUES ($1, ARRAY[${newTurn}])
   ON CONFLICT (account_id) DO UPDATE SET turns = ${running} || ${newTurn} WHERE cardinality(${running}) < $3
   RETURNING account_id`,
  z.object({ account_id: z.string() }),
);
const endTurn = query(
  `UPDATE directory_turns SET turns = ARRAY (SELECT turn FROM unnest(turns) AS turn WHERE NOT starts_with(turn, $2))
   WHERE account_id = $1 RETURNING account_id`,
  z.object({ account_id: z.string() }),
);

export function sharedLimitsOn(db: Database, leases: Leases): SharedLimits {
  let counted = 0;
  /** Turns that ended, or whose request failed, and that the server might still count. */
  const ended = new Map<string, string>();

  async function tellEnded(): Promise<void> {
    for (const [turn, accountId] of ended) {
      await db.change(endTurn, [accountId, turn], `turns ${accountId}`);
      ended.delete(turn);
    }
  }

  return {
    async admit(key, most) {
      counted += 1;
      if (counted % FORGET_EVERY === 0) await db.change(forgetIdle);
      return (await db.change(admit, [key, most], `requests ${key}`)).length > 0;
    },
    async takeTurn(accountId, most) {
      // The heartbeat tells other processes that the turn is still running.
      leases.keepBeating();
      await tellEnded();
      const turn = `${leases.holder} ${crypto.randomUUID()}`;
      const parameters = [accountId, turn, most, leases.holder];
      let taken: readonly unknown[];
      try {
        taken = await db.change(takeTurn, parameters, `turns ${accountId}`);
      } catch (error) {
        // The server might have taken the turn, and only the response was lost.
        ended.set(turn, accountId);
        throw error;
      }
      if (taken.length === 0) return null;
      return {
        release() {
          ended.set(turn, accountId);
          return tellEnded().catch(() => undefined);
        },
      };
    },
  };
}
