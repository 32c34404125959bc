/** Standing facts. They appear in the profile and aren't searched. */
import * as z from 'zod/mini';
import { query, type Queries } from '../port.ts';

const factRow = z.object({
  seq: z.int(),
  id: z.string(),
  content: z.string(),
  container_name: z.string(),
  saved_at: z.string(),
});
export type FactRow = z.infer<typeof factRow>;

const SELECT_FACT = `
  SELECT f.seq, f.id, f.content, c.name AS container_name, f.saved_at
  FROM facts f JOIN containers c ON c.id = f.container_id`;

const selectOne = query(`${SELECT_FACT} WHERE f.id = ? AND f.container_id = ?`, factRow);
const selectEqual = query(`${SELECT_FACT} WHERE f.container_id = ? AND f.content = ?`, factRow);
const selectIn = query(
  `${SELECT_FACT} WHERE f.container_id IN (SELECT value FROM json_each(?)) ORDER BY f.seq`,
  factRow,
);

export interface NewFact {
  readonly id: string;
  readonly accountId: string;
  readonly containerId: string;
  readonly content: string;
  readonly now: string;
}

/** Stores a fact and returns its id; the same text in the same Memory stays one fact. Call it in a transaction. */
export async function insertFact(queries: Queries, fact: NewFact): Promise<string> {
  const known = await queries.get(selectEqual, [fact.containerId, fact.content]);
  if (known !== undefined) return known.id;
  await queries.run(
    'INSERT INTO facts (id, account_id, container_id, content, saved_at) VALUES (?, ?, ?, ?, ?)',
    [fact.id, fact.accountId, fact.containerId, fact.content, fact.now],
  );
  return fact.id;
}

/** Finds a fact of a Memory. */
export function factById(
  queries: Queries,
  id: string,
  containerId: string,
): Promise<FactRow | undefined> {
  return queries.get(selectOne, [id, containerId]);
}

/** Lists the facts of these Memories, oldest first. */
export function factsIn(queries: Queries, containerIds: readonly string[]): Promise<FactRow[]> {
  return queries.all(selectIn, [JSON.stringify(containerIds)]);
}

const selectOfContainer = query(`${SELECT_FACT} WHERE f.container_id = ? ORDER BY f.seq`, factRow);

/** Lists the facts of one Memory, oldest first. */
export function factsOf(queries: Queries, containerId: string): Promise<FactRow[]> {
  return queries.all(selectOfContainer, [containerId]);
}

/** Deletes a fact. */
export async function deleteFact(queries: Queries, seq: number): Promise<void> {
  await queries.run('DELETE FROM facts WHERE seq = ?', [seq]);
}
