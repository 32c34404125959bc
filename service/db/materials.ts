/** What documents and notes have in common. */
import * as z from 'zod/mini';
import { deletePassages } from './passages.ts';
import { query, type Queries } from './port.ts';

/**
 * A selection of the newest of a kind: `?1` holds the ids of Memories as a JSON array, `?2` the `seq` they come before,
 * `?3` how many. It reads that many of each Memory off the index `materials_newest`, where sorting would read them all.
 */
export function newestOfKind(kind: 'document' | 'note'): string {
  return `SELECT newest.seq FROM json_each(?1) asked JOIN materials newest ON newest.seq IN (
    SELECT seq FROM materials
    WHERE container_id = asked.value AND kind = '${kind}' AND seq < ?2 ORDER BY seq DESC LIMIT ?3)`;
}

const materialRow = z.object({
  seq: z.int(),
  container: z.int(),
  title: z.nullable(z.string()),
  content: z.string(),
});
/** What learning reads of a document or a note. */
export type MaterialRow = z.infer<typeof materialRow>;

const selectOne = query(
  `SELECT m.seq, c.seq AS container, m.title, m.content
   FROM materials m JOIN containers c ON c.id = m.container_id WHERE m.seq = ?`,
  materialRow,
);

/** Reads a document or a note for learning. */
export function materialBySeq(queries: Queries, seq: number): Promise<MaterialRow | undefined> {
  return queries.get(selectOne, [seq]);
}

const selectFetchUrl = query(
  'SELECT fetch_url FROM materials WHERE seq = ? AND fetch_url IS NOT NULL',
  z.object({ fetch_url: z.string() }),
);

/** Gives the address of a document that was handed in as one. */
export async function fetchUrlOf(queries: Queries, seq: number): Promise<string | undefined> {
  return (await queries.get(selectFetchUrl, [seq]))?.fetch_url;
}

/** Puts what was fetched in the place of the text; a title that was sent, or that came before, stays. */
export async function storePage(
  queries: Queries,
  seq: number,
  { title, content }: { readonly title: string | null; readonly content: string },
): Promise<void> {
  await queries.run('UPDATE materials SET content = ?, title = coalesce(title, ?) WHERE seq = ?', [
    content,
    title,
    seq,
  ]);
}

/** Notes that a document or a note has been learned. */
export async function markLearned(queries: Queries, seq: number): Promise<void> {
  await queries.run('UPDATE materials SET learned = 1 WHERE seq = ?', [seq]);
}

/** Takes back what was learned of a document or a note, in whole or in part: no search finds it from then on. */
export async function unlearn(queries: Queries, seq: number): Promise<void> {
  await deletePassages(queries, seq);
  await queries.run('UPDATE materials SET learned = 0 WHERE seq = ?', [seq]);
}

/** Deletes a document or a note with its learning runs and its passages, which no search finds from then on. */
export async function deleteMaterial(queries: Queries, seq: number): Promise<void> {
  await deletePassages(queries, seq);
  await queries.run('DELETE FROM materials WHERE seq = ?', [seq]);
}
