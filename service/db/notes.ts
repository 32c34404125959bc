/** Notes, as stored: rows of `materials` without a title or a key of the caller's. */
import * as z from 'zod/mini';
import { newestOfKind } from './materials.ts';
import { query, type Queries } from './port.ts';

const noteRow = z.object({ seq: z.int(), id: z.string(), content: z.string() });
export type NoteRow = z.infer<typeof noteRow>;

const selectOne = query(
  `SELECT seq, id, content FROM materials WHERE kind = 'note' AND id = ? AND container_id = ?`,
  noteRow,
);

const recentRow = z.object({
  id: z.string(),
  content: z.string(),
  container_name: z.string(),
  saved_at: z.string(),
});
export type RecentNoteRow = z.infer<typeof recentRow>;

/** The beginning is enough: a note may be as long as a document. */
const selectRecent = query(
  `SELECT m.id, substr(m.content, 1, 2000) AS content, c.name AS container_name, m.saved_at
   FROM materials m JOIN containers c ON c.id = m.container_id
   WHERE m.seq IN (${newestOfKind('note')}) ORDER BY m.seq DESC LIMIT ?3`,
  recentRow,
);

/** Gives the beginnings of the newest notes of these Memories, newest first. */
export function recentNotes(
  queries: Queries,
  containerIds: readonly string[],
  limit: number,
): Promise<RecentNoteRow[]> {
  return queries.all(selectRecent, [JSON.stringify(containerIds), Number.MAX_SAFE_INTEGER, limit]);
}

export interface NewNote {
  readonly id: string;
  readonly accountId: string;
  readonly containerId: string;
  readonly content: string;
  readonly now: string;
}

/** Stores a note. */
export async function insertNote(queries: Queries, note: NewNote): Promise<void> {
  await queries.run(
    `INSERT INTO materials (id, kind, account_id, container_id, content, saved_at) VALUES (?, 'note', ?, ?, ?, ?)`,
    [note.id, note.accountId, note.containerId, note.content, note.now],
  );
}

/** Finds a note of a Memory. */
export function noteById(
  queries: Queries,
  id: string,
  containerId: string,
): Promise<NoteRow | undefined> {
  return queries.get(selectOne, [id, containerId]);
}
