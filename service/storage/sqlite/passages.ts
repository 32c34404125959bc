import * as z from 'zod/mini';
import { isDense } from '../../../lib/text/split-passages.ts';
import { scopeTerm } from './match-passages.ts';
import { insertRow, query, type Queries } from '../port.ts';

export interface NewPassage {
  readonly material: number;
  readonly container: number;
  readonly position: number;
  /** The whitespace before the passage. */
  readonly lead: string;
  readonly text: string;
  /** Terms of the title and headings, and of the text, separated by spaces. */
  readonly titleTerms: string;
  readonly bodyTerms: string;
}

/** Inserts a passage. Chinese, Japanese and Korean text has its own index (see migration 7). */
export async function insertPassage(
  queries: Queries,
  { material, container, position, lead, text, titleTerms, bodyTerms }: NewPassage,
): Promise<void> {
  await insertRow(queries, 'passages', { material, position, lead, text });
  const index = isDense(text) ? 'dense_index' : 'passage_index';
  await queries.run(
    `INSERT INTO ${index} (rowid, scope, title, body) VALUES (last_insert_rowid(), ?, ?, ?)`,
    [scopeTerm(container), titleTerms, bodyTerms],
  );
}

export async function deletePassages(queries: Queries, material: number): Promise<void> {
  await queries.run(
    'DELETE FROM passage_index WHERE rowid IN (SELECT id FROM passages WHERE material = ?)',
    [material],
  );
  await queries.run('DELETE FROM passages WHERE material = ?', [material]);
}

/** Removes a Memory or an account from the full-text index. Call it in the transaction that then deletes the rows. */
export const unindexAll = (queries: Queries, column: 'container_id' | 'account_id', id: string) =>
  queries.run(
    `DELETE FROM passage_index WHERE rowid IN (
       SELECT p.id FROM passages p JOIN materials m ON m.seq = p.material WHERE m.${column} = ?)`,
    [id],
  );

const foundRow = z.object({
  id: z.int(),
  position: z.int(),
  lead: z.string(),
  text: z.string(),
  material: z.int(),
  material_id: z.string(),
  kind: z.enum(['document', 'note']),
  container_id: z.string(),
  container_name: z.string(),
  title: z.nullable(z.string()),
  source_url: z.nullable(z.string()),
  custom_id: z.nullable(z.string()),
  saved_at: z.string(),
});
export type FoundPassage = z.infer<typeof foundRow>;

const selectFound = query(
  `SELECT p.id, p.position, p.lead, p.text, p.material, m.id AS material_id, m.kind, m.container_id,
     c.name AS container_name, m.title, m.source_url, m.custom_id, m.saved_at
   FROM json_each(?) wanted
   JOIN passages p ON p.id = wanted.value
   JOIN materials m ON m.seq = p.material
   JOIN containers c ON c.id = m.container_id`,
  foundRow,
);

/** Returns the passages in no particular order. */
export const passagesByIds = (queries: Queries, ids: readonly number[]) =>
  queries.all(selectFound, [JSON.stringify(ids)]);
