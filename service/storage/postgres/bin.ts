/** The bin, which keeps deleted items with all their columns. Copies rows in SQL, since a Memory can hold thousands. */
import type * as z from 'zod/mini';
import { binEntrySchema } from '../../../lib/contract/owner-api.ts';
import type { Bin, Containers, RestoredRow } from '../port/library.ts';
import { memoryOf } from '../restored-memory.ts';
import { binEntryRow, accountIdRow } from '../rows.ts';
import { query } from '../sql.ts';
import { addToQueue } from './leases.ts';
import type { Database, Queries } from './sql.ts';

/** The columns that `bin_items` has in common with `materials`. */
const MATERIAL = `id, kind, custom_id, title, content, source_url, fetch_url, metadata, type, stated_url,
  stated_title, tags, saved_at`;
const FACT = `id, 'fact', NULL, NULL, content, NULL, NULL, NULL, NULL, NULL, NULL, NULL, saved_at`;

/** Keys and connections can be limited to some Memories. */
const limited = ['key', 'connection'] as const;
const REACH = limited.map(
  (one) =>
    `ARRAY(SELECT r.${one} FROM ${one}_reach r WHERE r.account_id = c.account_id AND r.container_id = c.id)`,
);

/** As many as fit into one response. Older entries are listed once these are removed. */
const listed = 5_000;
const selectEntries = query(
  `SELECT id, kind, title, name AS memory, deleted_at FROM bin WHERE account_id = $1 ORDER BY seq DESC LIMIT ${listed}`,
  binEntrySchema,
);
const selectExpired = query(
  `SELECT DISTINCT account_id FROM bin WHERE deleted_at <= $1
     AND account_id NOT IN (SELECT id FROM directory_accounts WHERE suspended_at IS NOT NULL)`,
  accountIdRow,
);

export async function purgeBins(db: Database, until: string): Promise<void> {
  const failures: unknown[] = [];
  for (const { account_id: id } of await db.queues.all(selectExpired, [until]))
    await purgeBin(db.account(id), id, until).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

async function purgeBin(queries: Queries, accountId: string, until: string): Promise<void> {
  await queries.run('DELETE FROM bin WHERE account_id = $1 AND deleted_at <= $2', [
    accountId,
    until,
  ]);
}

/** Restoring can create a Memory again, hence the containers. */
export function binOn(queries: Queries, accountId: string, containers: Containers): Bin {
  return {
    async put({ id, itemId, now }) {
      const added = await queries.run(
        `INSERT INTO bin (account_id, id, kind, title, deleted_at, container_id, name, description,
           key_reach, connection_reach)
         SELECT c.account_id, $2, coalesce(m.kind, CASE WHEN f.id IS NULL THEN 'memory' ELSE 'fact' END),
           coalesce(m.title, m.source_url, m.fetch_url, left(btrim(coalesce(m.content, f.content)), 200), c.name),
           $4, c.id, c.name, c.description, ${REACH.join(', ')}
         FROM containers c
           LEFT JOIN materials m ON m.account_id = c.account_id AND m.id = $3
           LEFT JOIN facts f ON f.account_id = c.account_id AND f.id = $3
         WHERE c.account_id = $1 AND c.id = coalesce(m.container_id, f.container_id, $3)`,
        [accountId, id, itemId, now],
      );
      for (const [table, columns] of [
        ['materials', MATERIAL],
        ['facts', FACT],
      ]) {
        await queries.run(
          `INSERT INTO bin_items (account_id, entry, ${MATERIAL})
           SELECT account_id, (SELECT seq FROM bin WHERE account_id = $1 AND id = $2), ${columns} FROM ${table}
           WHERE account_id = $1 AND (id = $3 OR container_id = $3) ORDER BY seq`,
          [accountId, id, itemId],
        );
      }
      return added === 1;
    },
    all: () => queries.all(selectEntries, [accountId]),
    purge: (until) => purgeBin(queries, accountId, until),
    empty: (id) =>
      queries.run('DELETE FROM bin WHERE account_id = $1 AND id = coalesce($2, id)', [
        accountId,
        id,
      ]),
    restore: (entry) => restore({ queries, containers, accountId }, entry),
  };
}

const countOf = (kind: string) =>
  `(SELECT count(*) FROM bin_items i WHERE i.account_id = b.account_id AND i.entry = b.seq AND i.kind = '${kind}')`;
const selectEntry = query(
  `SELECT seq, container_id AS id, name, description,
     ${countOf('document')} AS documents, ${countOf('note')} AS notes, ${countOf('fact')} AS facts
   FROM bin b WHERE account_id = $1 AND id = $2`,
  binEntryRow,
);

interface Restoring {
  readonly queries: Queries;
  readonly containers: Containers;
  readonly accountId: string;
}

async function restore(
  restoring: Restoring,
  { id, now }: Parameters<Bin['restore']>[0],
): Promise<RestoredRow | undefined> {
  const { queries, containers, accountId } = restoring;
  const entry = await queries.get(selectEntry, [accountId, id]);
  if (entry === undefined) return undefined;
  const { seq, documents, notes, facts } = entry;
  const memory = await memoryOf(entry, {
    containers,
    now,
    restoreReach: () => restoreReach(restoring, entry),
  });
  const place = [accountId, memory.id, seq];
  // If the Memory has a new document with the `custom_id`, restore this one without it: their texts may differ.
  await queries.run(
    `INSERT INTO materials (account_id, container_id, ${MATERIAL})
     SELECT account_id, $2, ${MATERIAL.replace('custom_id', RESTORED_CUSTOM_ID)}
     FROM bin_items b WHERE account_id = $1 AND entry = $3 AND kind <> 'fact' ORDER BY seq`,
    place,
  );
  await queries.run(
    `INSERT INTO facts (account_id, container_id, id, content, saved_at)
     SELECT account_id, $2, id, content, saved_at
     FROM bin_items b WHERE account_id = $1 AND entry = $3 AND kind = 'fact' AND NOT EXISTS (
       SELECT 1 FROM facts f WHERE f.account_id = $1 AND f.container_id = $2 AND f.content = b.content) ORDER BY seq`,
    place,
  );
  await queries.run(
    `INSERT INTO learning_runs (account_id, material, status, queued_at, awaits_page)
     SELECT m.account_id, m.seq, 'queued', $3, m.fetch_url IS NOT NULL AND m.content = ''
     FROM bin_items b JOIN materials m ON m.account_id = b.account_id AND m.id = b.id
     WHERE b.account_id = $1 AND b.entry = $2 ORDER BY m.seq`,
    [accountId, seq, now],
  );
  // A queue with nothing to do is removed by the process that takes it next.
  await addToQueue(queries, accountId, 'texts');
  await addToQueue(queries, accountId, 'pages');
  await queries.run('DELETE FROM bin WHERE account_id = $1 AND seq = $2', [accountId, seq]);
  return { ...memory, documents, notes, facts };
}

const RESTORED_CUSTOM_ID = `CASE WHEN EXISTS (SELECT 1 FROM materials m WHERE m.account_id = $1 AND m.container_id = $2
  AND m.custom_id_digest = keepsake_digest(b.custom_id)) THEN NULL ELSE b.custom_id END`;

/** Gives the Memory back to the keys and connections that were limited to it. */
async function restoreReach(
  { queries, accountId }: Restoring,
  { id, seq }: z.infer<typeof binEntryRow>,
): Promise<void> {
  for (const one of limited) {
    await queries.run(
      `INSERT INTO ${one}_reach (account_id, ${one}, container_id)
       SELECT o.account_id, o.seq, $3 FROM bin b JOIN ${one}s o
         ON o.account_id = b.account_id AND o.seq = ANY (b.${one}_reach)
       WHERE b.account_id = $1 AND b.seq = $2`,
      [accountId, seq, id],
    );
  }
}
