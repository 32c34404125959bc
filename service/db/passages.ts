/** Passages and their index; the rows of both go together. */
import * as z from 'zod/mini';
import { isDense } from '../../lib/core/text/split-passages.ts';
import { scopeTerm } from './match-passages.ts';
import { query, type Queries } from './port.ts';

export interface NewPassage {
  /** `seq` of the document or note. */
  readonly material: number;
  /** `seq` of the Memory. */
  readonly container: number;
  readonly position: number;
  /** The white space between the passage before and this one. */
  readonly lead: string;
  readonly text: string;
  /** Terms of the title and headings, and of the text, joined by spaces. */
  readonly titleTerms: string;
  readonly bodyTerms: string;
}

const indexSpaced =
  'INSERT INTO passage_index (rowid, scope, title, body) VALUES (last_insert_rowid(), ?, ?, ?)';
const indexDense =
  'INSERT INTO dense_index (rowid, scope, title, body) VALUES (last_insert_rowid(), ?, ?, ?)';

/** Stores a passage and indexes it. What is in ideographs has an index of its own (see migration 7). */
export async function insertPassage(queries: Queries, passage: NewPassage): Promise<void> {
  await queries.run('INSERT INTO passages (material, position, lead, text) VALUES (?, ?, ?, ?)', [
    passage.material,
    passage.position,
    passage.lead,
    passage.text,
  ]);
  await queries.run(isDense(passage.text) ? indexDense : indexSpaced, [
    scopeTerm(passage.container),
    passage.titleTerms,
    passage.bodyTerms,
  ]);
}

/** Takes a material's passages out of the index and the table. */
export async function deletePassages(queries: Queries, material: number): Promise<void> {
  await queries.run(
    'DELETE FROM passage_index WHERE rowid IN (SELECT id FROM passages WHERE material = ?)',
    [material],
  );
  await queries.run('DELETE FROM passages WHERE material = ?', [material]);
}

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
/** A passage with what a hit says of its document or note. */
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

/** Reads passages by id, in one statement, in no order. */
export function passagesByIds(queries: Queries, ids: readonly number[]): Promise<FoundPassage[]> {
  return queries.all(selectFound, [JSON.stringify(ids)]);
}
