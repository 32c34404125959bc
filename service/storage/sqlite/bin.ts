/** The bin, which keeps deleted items with all their columns. Copies rows in SQL, since a Memory can hold thousands. */
import * as z from 'zod/mini';
import { timestamp, type Clock } from '../../ports.ts';
import { containerByName, containersOf, insertContainer, type ContainerRow } from './containers.ts';
import { query, timeOf, type Queries } from '../port.ts';

/** As long as the documentation and the confirmation messages say. */
const keptMs = 30 * 24 * 60 * 60 * 1000;

const entryRow = z.object({
  seq: z.int(),
  id: z.string(),
  kind: z.enum(['document', 'note', 'fact', 'memory']),
  /** For an item without a title, its URL or its first words. */
  title: z.string(),
  /** Name of the Memory at the time. */
  name: z.string(),
  deleted_at: z.string(),
});

const inMemory = 'i JOIN containers c ON c.id = i.container_id WHERE i.id';
const words = 'substr(trim(i.content), 1, 200)';
const material = {
  title: `coalesce(i.title, i.source_url, i.fetch_url, ${words})`,
  from: `materials ${inMemory}`,
};
const sources = {
  document: material,
  note: material,
  fact: { title: words, from: `facts ${inMemory}` },
  memory: { title: 'c.name', from: 'containers c WHERE c.id' },
} as const;

/** The columns that documents and notes have in the bin too. */
const MATERIAL = 'id, kind, custom_id, title, content, source_url, fetch_url, metadata, saved_at';
const reachOf = (table: string, column: string) =>
  `(SELECT json_group_array(${column}) FROM ${table} WHERE container_id = c.id)`;

export interface BinnedItem {
  readonly kind: keyof typeof sources;
  readonly itemId: string;
}

/**
 * Copies an item, or a Memory with its contents, to the bin. Returns false if it no longer exists. Call it in the
 * transaction that then deletes the item.
 */
export async function putInBin(
  queries: Queries,
  { id, kind, itemId, now }: BinnedItem & { readonly id: string; readonly now: string },
): Promise<boolean> {
  const { title, from } = sources[kind];
  const added = await queries.run(
    `INSERT INTO bin (id, kind, deleted_at, account_id, title, container_id, name, description, reach)
     SELECT ?, ?, ?, c.account_id, ${title}, c.id, c.name, c.description, json_object(
       'keys', json(${reachOf('key_reach', 'key')}),
       'connections', json(${reachOf('connection_reach', 'connection')}))
     FROM ${from} = ?`,
    [id, kind, now, itemId],
  );
  const column = kind === 'memory' ? 'container_id' : 'id';
  await queries.run(
    `INSERT INTO bin_items (entry, ${MATERIAL})
     SELECT (SELECT seq FROM bin WHERE id = ?), ${MATERIAL} FROM materials WHERE ${column} = ?`,
    [id, itemId],
  );
  await queries.run(
    `INSERT INTO bin_items (entry, kind, id, content, saved_at)
     SELECT (SELECT seq FROM bin WHERE id = ?), 'fact', id, content, saved_at FROM facts WHERE ${column} = ?`,
    [id, itemId],
  );
  return added === 1;
}

const selectPage = query(
  `SELECT seq, id, kind, title, name, deleted_at FROM bin
   WHERE account_id = ? AND seq < ? ORDER BY seq DESC LIMIT ?`,
  entryRow,
);

interface BinPage {
  readonly accountId: string;
  readonly before: number;
  readonly limit: number;
}

export const binBefore = (queries: Queries, { accountId, before, limit }: BinPage) =>
  queries.all(selectPage, [accountId, before, limit]);

export const emptyBin = (queries: Queries, accountId: string) =>
  queries.run('DELETE FROM bin WHERE account_id = ?', [accountId]);

export const purgeBin = (queries: Queries, clock: Clock) =>
  queries.run(`DELETE FROM bin WHERE ${timeOf('deleted_at')} <= ${timeOf('?')}`, [
    timestamp(clock, -keptMs),
  ]);

const storedEntry = z.object({
  seq: z.int(),
  container_id: z.string(),
  name: z.string(),
  description: z.string(),
});
const selectEntry = query(
  'SELECT seq, container_id, name, description FROM bin WHERE id = ? AND account_id = ?',
  storedEntry,
);

interface Restoring {
  readonly id: string;
  readonly accountId: string;
  readonly now: string;
}

/**
 * Puts an entry's contents back into their Memory and queues them to be learned. Returns the Memory with the number of
 * items put back, or undefined if the account has no such entry. Call it in a transaction.
 */
export async function restoreFromBin(queries: Queries, restoring: Restoring) {
  const { id, accountId, now } = restoring;
  const entry = await queries.get(selectEntry, [id, accountId]);
  if (entry === undefined) return undefined;
  const memory = await memoryFor(queries, entry, restoring);
  /** If the Memory has the `custom_id` again, the document is kept without one, since its text may differ. */
  const add = (kind: 'document' | 'note') =>
    queries.run(
      `INSERT INTO materials (account_id, container_id, ${MATERIAL})
       SELECT ?1, ?2, id, kind,
         iif(EXISTS (SELECT 1 FROM materials m WHERE m.container_id = ?2 AND m.custom_id = b.custom_id), NULL, custom_id),
         title, content, source_url, fetch_url, metadata, saved_at
       FROM bin_items b WHERE entry = ?3 AND kind = ?4 ORDER BY seq`,
      [accountId, memory.id, entry.seq, kind],
    );
  const documents = await add('document');
  const notes = await add('note');
  const facts = await queries.run(
    `INSERT INTO facts (account_id, container_id, id, content, saved_at)
     SELECT ?1, ?2, id, content, saved_at FROM bin_items b WHERE entry = ?3 AND kind = 'fact'
       AND NOT EXISTS (SELECT 1 FROM facts f WHERE f.container_id = ?2 AND f.content = b.content) ORDER BY seq`,
    [accountId, memory.id, entry.seq],
  );
  await queries.run(
    `INSERT INTO learning_runs (material, status, queued_at, awaits_page)
     SELECT m.seq, 'queued', ?, m.fetch_url IS NOT NULL AND m.content = ''
     FROM bin_items b JOIN materials m ON m.id = b.id WHERE b.entry = ? ORDER BY m.seq`,
    [now, entry.seq],
  );
  await queries.run('DELETE FROM bin WHERE seq = ?', [entry.seq]);
  return { ...memory, documents, notes, facts };
}

/** Finds the Memory by its id or by its name, or else creates it again with the id and reach it had. */
async function memoryFor(
  queries: Queries,
  { seq, container_id: id, name, description }: z.infer<typeof storedEntry>,
  { accountId, now }: Restoring,
): Promise<Pick<ContainerRow, 'id' | 'name'>> {
  const known =
    (await containersOf(queries, accountId)).find((memory) => memory.id === id) ??
    (await containerByName(queries, accountId, name));
  if (known !== undefined) return { id: known.id, name: known.name };
  await insertContainer(queries, { id, accountId, name, description, now });
  for (const [table, column, owners] of reaches) {
    await queries.run(
      `INSERT INTO ${table} (${column}, container_id)
       SELECT o.seq, ? FROM bin b JOIN json_each(b.reach, '$.${owners}') had JOIN ${owners} o ON o.seq = had.value
       WHERE b.seq = ?`,
      [id, seq],
    );
  }
  return { id, name };
}

const reaches = [
  ['key_reach', 'key', 'keys'],
  ['connection_reach', 'connection', 'connections'],
] as const;
