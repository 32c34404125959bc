/** Memories. */
import * as z from 'zod/mini';
import { memoryNameKey } from '../../../lib/text/memory-name.ts';
import { query, type Queries } from '../port.ts';

const containerRow = z.object({
  /** Identifies a Memory in the full-text index. Never reused. */
  seq: z.int(),
  id: z.string(),
  name: z.string(),
  description: z.string(),
});
export type ContainerRow = z.infer<typeof containerRow>;

const selectOfAccount = query(
  'SELECT seq, id, name, description FROM containers WHERE account_id = ? ORDER BY seq',
  containerRow,
);

/** Lists an account's Memories, oldest first. */
export function containersOf(queries: Queries, accountId: string): Promise<ContainerRow[]> {
  return queries.all(selectOfAccount, [accountId]);
}

const countedRow = z.extend(containerRow, {
  documents: z.int(),
  notes: z.int(),
  facts: z.int(),
});
export type CountedContainerRow = z.infer<typeof countedRow>;

const COUNT_MATERIALS = '(SELECT count(*) FROM materials WHERE container_id = c.id AND kind =';
const selectCounted = query(
  `SELECT c.seq, c.id, c.name, c.description, ${COUNT_MATERIALS} 'document') AS documents,
     ${COUNT_MATERIALS} 'note') AS notes, (SELECT count(*) FROM facts WHERE container_id = c.id) AS facts
   FROM containers c WHERE c.account_id = ? ORDER BY c.seq`,
  countedRow,
);

/** Lists an account's Memories with the number of items in each, oldest first. */
export function countedContainersOf(
  queries: Queries,
  accountId: string,
): Promise<CountedContainerRow[]> {
  return queries.all(selectCounted, [accountId]);
}

const selectByName = query(
  'SELECT seq, id, name, description FROM containers WHERE account_id = ? AND name_key = ?',
  containerRow,
);

/** Finds the account's Memory with this name, or one that looks the same. */
export function containerByName(
  queries: Queries,
  accountId: string,
  name: string,
): Promise<ContainerRow | undefined> {
  return queries.get(selectByName, [accountId, memoryNameKey(name)]);
}

export interface NewContainer {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly description: string;
  readonly now: string;
}

/** Stores a Memory; false if the account has one with this name, or one that looks the same. */
export async function insertContainer(queries: Queries, container: NewContainer): Promise<boolean> {
  const changes = await queries.run(
    `INSERT INTO containers (id, account_id, name, name_key, description, created_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (account_id, name_key) DO NOTHING`,
    [
      container.id,
      container.accountId,
      container.name,
      memoryNameKey(container.name),
      container.description,
      container.now,
    ],
  );
  return changes === 1;
}

/** Changes a Memory; false if another one of the account has this name. */
export async function updateContainer(
  queries: Queries,
  id: string,
  { name, description }: Pick<NewContainer, 'name' | 'description'>,
): Promise<boolean> {
  const changes = await queries.run(
    'UPDATE OR IGNORE containers SET name = ?, name_key = ?, description = ? WHERE id = ?',
    [name, memoryNameKey(name), description, id],
  );
  return changes === 1;
}

/** Deletes a Memory and everything in it. Call it in a transaction: the full-text index is cleared first. */
export async function deleteContainerRow(queries: Queries, id: string): Promise<void> {
  await queries.run(
    `DELETE FROM passage_index WHERE rowid IN (
       SELECT p.id FROM passages p JOIN materials m ON m.seq = p.material WHERE m.container_id = ?)`,
    [id],
  );
  await queries.run('DELETE FROM containers WHERE id = ?', [id]);
}
