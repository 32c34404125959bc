import * as z from 'zod/mini';
import { insertRow, query, type Queries } from './sql.ts';

const factRow = z.object({
  seq: z.int(),
  id: z.string(),
  content: z.string(),
  container_name: z.string(),
  saved_at: z.string(),
});

const SELECT_FACT = `
  SELECT f.seq, f.id, f.content, c.name AS container_name, f.saved_at
  FROM facts f JOIN containers c ON c.id = f.container_id`;

const selectEqual = query(`${SELECT_FACT} WHERE f.container_id = ? AND f.content = ?`, factRow);
const selectIn = query(
  `${SELECT_FACT} WHERE f.container_id IN (SELECT value FROM json_each(?)) ORDER BY f.seq`,
  factRow,
);

export type NewFact = Readonly<
  Record<'id' | 'accountId' | 'containerId' | 'content' | 'now', string>
>;

/** Inserts a fact and returns its id, or that of the Memory's fact with the same text. Call it in a transaction. */
export async function insertFact(queries: Queries, { now, ...fact }: NewFact): Promise<string> {
  const known = await queries.get(selectEqual, [fact.containerId, fact.content]);
  if (known !== undefined) return known.id;
  await insertRow(queries, 'facts', { ...fact, savedAt: now });
  return fact.id;
}

export const factById = (queries: Queries, id: string, containerId: string) =>
  queries.get(query(`${SELECT_FACT} WHERE f.id = ? AND f.container_id = ?`, factRow), [
    id,
    containerId,
  ]);

export const factsIn = (queries: Queries, containerIds: readonly string[]) =>
  queries.all(selectIn, [JSON.stringify(containerIds)]);

export const deleteFact = (queries: Queries, seq: number) =>
  queries.run('DELETE FROM facts WHERE seq = ?', [seq]);
