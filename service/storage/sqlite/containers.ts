import * as z from 'zod/mini';
import { memoryNameKey } from '../../../lib/text/memory-name.ts';
import { insertRow, query, type Queries } from './sql.ts';

const containerRow = z.object({
  /** Identifies a Memory in the full-text index. Never reused. */
  seq: z.int(),
  id: z.string(),
  name: z.string(),
  description: z.string(),
});
export type ContainerRow = z.infer<typeof containerRow>;

const SELECT_CONTAINER = 'SELECT seq, id, name, description FROM containers WHERE account_id = ?';

export const containersOf = (queries: Queries, accountId: string) =>
  queries.all(query(`${SELECT_CONTAINER} ORDER BY seq`, containerRow), [accountId]);

export const containerByName = (queries: Queries, accountId: string, name: string) =>
  queries.get(query(`${SELECT_CONTAINER} AND name_key = ?`, containerRow), [
    accountId,
    memoryNameKey(name),
  ]);

const COUNT_MATERIALS = '(SELECT count(*) FROM materials WHERE container_id = c.id AND kind =';
const selectCounted = query(
  `SELECT c.id, c.name, c.description, ${COUNT_MATERIALS} 'document') AS documents,
     ${COUNT_MATERIALS} 'note') AS notes, (SELECT count(*) FROM facts WHERE container_id = c.id) AS facts
   FROM containers c WHERE c.account_id = ? ORDER BY c.seq`,
  z.extend(z.omit(containerRow, { seq: true }), {
    documents: z.int(),
    notes: z.int(),
    facts: z.int(),
  }),
);

export const countedContainersOf = (queries: Queries, accountId: string) =>
  queries.all(selectCounted, [accountId]);

type NewContainer = Readonly<Record<'id' | 'accountId' | 'name' | 'description' | 'now', string>>;

/** Returns false if the account has a Memory with this name, or one that looks the same. */
export async function insertContainer(
  queries: Queries,
  { now, ...container }: NewContainer,
): Promise<boolean> {
  const changes = await insertRow(queries, 'containers', {
    ...container,
    nameKey: memoryNameKey(container.name),
    createdAt: now,
    onConflict: 'ON CONFLICT (account_id, name_key) DO NOTHING',
  });
  return changes === 1;
}

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

export async function deleteContainerRow(queries: Queries, id: string): Promise<void> {
  await queries.run('DELETE FROM containers WHERE id = ?', [id]);
}
