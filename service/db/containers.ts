/** Memories, as stored. */
import * as z from 'zod/mini';
import { query, type Queries } from './port.ts';

const containerRow = z.object({
  /** Small and never reused: what the index knows a Memory by. */
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

export interface NewContainer {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly description: string;
  readonly now: string;
}

/** Gives false, and stores nothing, where the account has a Memory of this name; case and width make no difference. */
export async function insertContainer(queries: Queries, container: NewContainer): Promise<boolean> {
  const changes = await queries.run(
    `INSERT INTO containers (id, account_id, name, name_key, description, created_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (account_id, name_key) DO NOTHING`,
    [
      container.id,
      container.accountId,
      container.name,
      container.name.normalize('NFKC').toLowerCase(),
      container.description,
      container.now,
    ],
  );
  return changes === 1;
}
