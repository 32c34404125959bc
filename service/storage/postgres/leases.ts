/** Divides work among the processes of a service. Each holds leases, which others can take when it stops or dies. */
import * as z from 'zod/mini';
import { query } from '../sql.ts';
import type { Database, Queries } from './sql.ts';

/** What an account has to do: texts to learn, pages to fetch, or words to count. */
export const QUEUES = ['texts', 'pages', 'words'] as const;
export type QueueKind = (typeof QUEUES)[number];

export interface Lease {
  readonly accountId: string;
  /** Later leases have greater numbers, so a process that lost its lease without noticing can't change anything. */
  readonly lease: number;
}

export type Leases = ReturnType<typeof leasesOn>;

/** Processes that share the database wake each other on this channel. */
export const CHANNEL = 'keepsake_queues';

/** A process counts as dead after this long without a heartbeat. */
export const ALIVE_MS = 20_000;
const HEARTBEAT_MS = 5_000;

const leaseRow = z.object({ accountId: z.string(), lease: z.int() });

/** SQL that is true if the process with this id is alive. */
export const isAlive = (id: string) =>
  `EXISTS (SELECT 1 FROM directory_processes p WHERE p.id = ${id} AND p.alive_until > now())`;

export const anyAlive = query(
  'SELECT EXISTS (SELECT 1 FROM directory_processes WHERE alive_until > now()) AS exists',
  z.object({ exists: z.boolean() }),
);

/** SQL that extends the life of the process with this id: a heartbeat. */
export const stayAlive = (id: string) =>
  `INSERT INTO directory_processes (id, alive_until) VALUES (${id}, now() + ${ALIVE_MS} * interval '1 ms')
   ON CONFLICT (id) DO UPDATE SET alive_until = excluded.alive_until RETURNING id`;
const beat = query(stayAlive('$1'), z.object({ id: z.string() }));
const forgetDead = query(
  `DELETE FROM directory_processes WHERE id = $1 OR alive_until < now() - interval '1 hour' RETURNING id`,
  z.object({ id: z.string() }),
);
/**
 * Takes the next free lease. One that this process got in a response that was lost counts as free too. It's also a heartbeat: a
 * crash of the server forgets the earlier ones, and processes would take one lease from each other until the next.
 */
const takeNext = query(
  `WITH alive AS (${stayAlive('$2')}), next AS MATERIALIZED (
     SELECT account_id, kind FROM directory_queues
     WHERE kind = $1 AND (holder IS NULL OR NOT ${isAlive('holder')} OR (holder = $2 AND lease <> ALL ($3::bigint[])))
     ORDER BY lease LIMIT 1 FOR UPDATE SKIP LOCKED)
   UPDATE directory_queues q SET holder = $2, lease = nextval('directory_leases')
   FROM next WHERE q.account_id = next.account_id AND q.kind = next.kind
   RETURNING q.account_id AS "accountId", q.lease`,
  leaseRow,
);
const giveBack = query(
  `UPDATE directory_queues SET holder = NULL WHERE holder = $1 AND ($2::bigint IS NULL OR lease = $2)
   RETURNING account_id AS "accountId", lease`,
  leaseRow,
);

/** SQL that is true as long as an account, `$1`, has something to do. */
const hasWork: Readonly<Record<QueueKind, string>> = {
  texts: `EXISTS (SELECT 1 FROM learning_runs WHERE account_id = $1 AND status IN ('queued', 'running') AND NOT awaits_page)`,
  pages: `EXISTS (SELECT 1 FROM learning_runs WHERE account_id = $1 AND status IN ('queued', 'running') AND awaits_page)`,
  words: `EXISTS (SELECT 1 FROM word_changes WHERE account_id = $1)`,
};

export function leasesOn(db: Database) {
  /** Identifies this process. */
  const holder = crypto.randomUUID();
  const held = new Set<number>();
  let beating: NodeJS.Timeout | undefined;

  function keepBeating(): void {
    if (beating !== undefined) return;
    beating = setInterval(() => {
      // If this keeps failing, the process counts as dead, as it should.
      db.change(beat, [holder]).catch(() => undefined);
    }, HEARTBEAT_MS);
    beating.unref();
  }

  return {
    holder,
    /** Keeps this process alive from now on, in the eyes of the others. */
    keepBeating,
    /** Leases the account that has waited longest; undefined if no account has unleased work. */
    async take(kind: QueueKind): Promise<Lease | undefined> {
      keepBeating();
      const [taken] = await db.change(takeNext, [kind, holder, [...held]]);
      if (taken !== undefined) held.add(taken.lease);
      return taken;
    },
    /** Ends a lease unless another process has taken it. The account's work stays queued, behind that of others. */
    async giveBack({ lease }: Lease): Promise<void> {
      held.delete(lease);
      await db.change(giveBack, [holder, lease]);
    },
    /** Makes a lease free without telling the server, for work that failed. */
    forget({ lease }: Lease): void {
      held.delete(lease);
    },
    /** Ends a lease if its account has nothing to do. Returns whether this process no longer holds it. */
    async endIfDone({ accountId, lease }: Lease, kind: QueueKind): Promise<boolean> {
      const isHeld = await db.accountTransaction(accountId, async (queries) => {
        await queries.run(
          `DELETE FROM directory_queues WHERE account_id = $1 AND kind = $2 AND lease = $3 AND NOT ${hasWork[kind]}`,
          [accountId, kind, lease],
        );
        return holdsLease(queries, { accountId, lease });
      });
      if (!isHeld) held.delete(lease);
      return !isHeld;
    },
    /** Ends all leases. */
    async release(): Promise<void> {
      if (beating === undefined) return;
      held.clear();
      await db.change(giveBack, [holder, null]);
    },
    /** Ends all leases and turns of this process. Call it last. */
    async close(): Promise<void> {
      if (beating === undefined) return;
      clearInterval(beating);
      beating = undefined;
      // If the server can't be reached, it finds out by itself.
      await db.change(forgetDead, [holder]).catch(() => undefined);
    },
  };
}

const selectLease = query(
  'SELECT lease FROM directory_queues WHERE account_id = $1 AND lease = $2',
  z.object({ lease: z.int() }),
);

/**
 * Returns whether no other process has taken a lease. In a transaction of the account, a process that takes it afterwards
 * can't change anything until that transaction ends.
 */
export async function holdsLease(queries: Queries, { accountId, lease }: Lease): Promise<boolean> {
  return (await queries.get(selectLease, [accountId, lease])) !== undefined;
}

/**
 * Queues an account for work and notifies the processes. A suspended account is only queued for counting words. Call it in
 * the transaction that adds the work.
 */
export async function addToQueue(
  queries: Queries,
  accountId: string,
  kind: QueueKind,
): Promise<void> {
  const added = await queries.run(
    `INSERT INTO directory_queues (account_id, kind)
     SELECT id, $2 FROM directory_accounts WHERE id = $1 AND (suspended_at IS NULL OR $2 = 'words') ON CONFLICT DO NOTHING`,
    [accountId, kind],
  );
  // Commits that notify wait for each other, so only the first does.
  if (added > 0) await queries.run('SELECT pg_notify($1, $2)', [CHANNEL, '']);
}
