/** The bin, which keeps deleted items with all their columns. Copies rows in SQL, since a Memory can hold thousands. */
import type * as z from 'zod/mini';
import { binEntrySchema } from '../../../lib/contract/owner-api.ts';
import type { Bin, Containers, RestoredRow } from '../port/library.ts';
import { memoryOf } from '../restored-memory.ts';
import { binEntryRow } from '../rows.ts';
import { query } from '../sql.ts';
import type { Queries } from './sql.ts';

/** The columns that `bin_items` has in common with `materials`. */
const MATERIAL = 'id, kind, custom_id, title, content, source_url, fetch_url, metadata, saved_at';

/** Keys and connections can be limited to some Memories. */
const limited = ['key', 'connection'] as const;
const REACH = limited.map(
  (one) =>
    `'${one}', json((SELECT json_group_array(${one}) FROM ${one}_reach WHERE container_id = c.id))`,
);

/** As many as fit into one response. Older entries are listed once these are removed. */
const listed = 5_000;
const selectEntries = query(
  `SELECT id, kind, title, name AS memory, deleted_at FROM bin WHERE account_id = ? ORDER BY seq DESC LIMIT ${listed}`,
  binEntrySchema,
);

export async function purgeBins(queries: Queries, until: string): Promise<void> {
  await queries.run(
    `DELETE FROM bin WHERE deleted_at <= ?
       AND account_id NOT IN (SELECT id FROM accounts WHERE suspended_at IS NOT NULL)`,
    [until],
  );
}

/** Restoring can create a Memory again, hence the containers. */
export function binOn(queries: Queries, accountId: string, containers: Containers): Bin {
  return {
    async put({ id, itemId, now }) {
      const added = await queries.run(
        `INSERT INTO bin (id, kind, title, deleted_at, account_id, container_id, name, description, reach)
         SELECT ?1, coalesce(m.kind, iif(f.id IS NULL, 'memory', 'fact')),
           coalesce(m.title, m.source_url, m.fetch_url, substr(trim(coalesce(m.content, f.content)), 1, 200), c.name),
           ?3, c.account_id, c.id, c.name, c.description, json_object(${REACH.join(', ')})
         FROM containers c LEFT JOIN materials m ON m.id = ?2 LEFT JOIN facts f ON f.id = ?2
         WHERE c.id = coalesce(m.container_id, f.container_id, ?2) AND c.account_id = ?4`,
        [id, itemId, now, accountId],
      );
      for (const [table, columns] of [
        ['materials', MATERIAL],
        ['facts', "id, 'fact', NULL, NULL, content, NULL, NULL, NULL, saved_at"],
      ]) {
        await queries.run(
          `INSERT INTO bin_items (entry, ${MATERIAL})
           SELECT (SELECT seq FROM bin WHERE id = ?1), ${columns} FROM ${table}
           WHERE (id = ?2 OR container_id = ?2) AND account_id = ?3`,
          [id, itemId, accountId],
        );
      }
      return added === 1;
    },
    all: () => queries.all(selectEntries, [accountId]),
    async purge(until) {
      await queries.run(`DELETE FROM bin WHERE account_id = ? AND deleted_at <= ?`, [
        accountId,
        until,
      ]);
    },
    empty: (id) =>
      queries.run('DELETE FROM bin WHERE account_id = ? AND id = coalesce(?, id)', [accountId, id]),
    restore: (entry) => restore({ queries, containers, accountId }, entry),
  };
}

const countOf = (kind: string) =>
  `(SELECT count(*) FROM bin_items WHERE entry = b.seq AND kind = '${kind}')`;
const selectEntry = query(
  `SELECT seq, container_id AS id, name, description,
     ${countOf('document')} AS documents, ${countOf('note')} AS notes, ${countOf('fact')} AS facts
   FROM bin b WHERE id = ? AND account_id = ?`,
  binEntryRow,
);

interface Restoring {
  readonly queries: Queries;
  readonly containers: Containers;
  readonly accountId: string;
}

async function restore(
  { queries, containers, accountId }: Restoring,
  { id, now }: Parameters<Bin['restore']>[0],
): Promise<RestoredRow | undefined> {
  const entry = await queries.get(selectEntry, [id, accountId]);
  if (entry === undefined) return undefined;
  const { seq, documents, notes, facts } = entry;
  const memory = await memoryOf(entry, {
    containers,
    now,
    restoreReach: () => restoreReach(queries, entry),
  });
  const place = [accountId, memory.id, seq];
  // If the Memory has a new document with the `custom_id`, restore this one without it: their texts may differ.
  await queries.run(
    `INSERT INTO materials (account_id, container_id, ${MATERIAL})
     SELECT ?1, ?2, id, kind,
       iif(EXISTS (SELECT 1 FROM materials m WHERE m.container_id = ?2 AND m.custom_id = b.custom_id), NULL, custom_id),
       title, content, source_url, fetch_url, metadata, saved_at
     FROM bin_items b WHERE entry = ?3 AND kind <> 'fact' ORDER BY seq`,
    place,
  );
  await queries.run(
    `INSERT INTO facts (account_id, container_id, id, content, saved_at)
     SELECT ?1, ?2, id, content, saved_at FROM bin_items b WHERE entry = ?3 AND kind = 'fact'
       AND NOT EXISTS (SELECT 1 FROM facts f WHERE f.container_id = ?2 AND f.content = b.content) ORDER BY seq`,
    place,
  );
  await queries.run(
    `INSERT INTO learning_runs (material, status, queued_at, awaits_page)
     SELECT m.seq, 'queued', ?, m.fetch_url IS NOT NULL AND m.content = ''
     FROM bin_items b JOIN materials m ON m.id = b.id WHERE b.entry = ? ORDER BY m.seq`,
    [now, seq],
  );
  await queries.run('DELETE FROM bin WHERE seq = ?', [seq]);
  return { ...memory, documents, notes, facts };
}

/** Gives the Memory back to the keys and connections that were limited to it. */
async function restoreReach(
  queries: Queries,
  { id, seq }: z.infer<typeof binEntryRow>,
): Promise<void> {
  for (const one of limited) {
    await queries.run(
      `INSERT INTO ${one}_reach (${one}, container_id)
       SELECT o.seq, ? FROM bin b JOIN json_each(b.reach, '$.${one}') had JOIN ${one}s o ON o.seq = had.value
       WHERE b.seq = ?`,
      [id, seq],
    );
  }
}
