/** Notes, as stored: rows of `materials` without a title or a key of the caller's. */
import * as z from 'zod/mini';
import { query, type Queries } from './port.ts';

const noteRow = z.object({ seq: z.int(), id: z.string(), content: z.string() });
export type NoteRow = z.infer<typeof noteRow>;

const selectOne = query(
  `SELECT seq, id, content FROM materials WHERE kind = 'note' AND id = ? AND container_id = ?`,
  noteRow,
);

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
