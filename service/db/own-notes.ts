/** An owner's notes and standing facts, as they are looked through one page after the other. */
import * as z from 'zod/mini';
import { query, type Queries } from './port.ts';

const ownNoteRow = z.object({
  seq: z.int(),
  id: z.string(),
  content: z.string(),
  saved_at: z.string(),
});
export type OwnNoteRow = z.infer<typeof ownNoteRow>;

export interface NotePage {
  readonly containerId: string;
  /** The `seq` of the last note of the page before. */
  readonly before: number;
  readonly limit: number;
}

/** The beginning is enough: a note may be as long as a document. */
const selectPage = query(
  `SELECT seq, id, substr(content, 1, 4000) AS content, saved_at FROM materials
   WHERE container_id = ? AND kind = 'note' AND seq < ? ORDER BY seq DESC LIMIT ?`,
  ownNoteRow,
);

const selectFacts = query(
  'SELECT seq, id, content, saved_at FROM facts WHERE container_id = ? ORDER BY seq',
  ownNoteRow,
);

/** Lists the notes of a Memory, newest first. */
export function notesBefore(queries: Queries, page: NotePage): Promise<OwnNoteRow[]> {
  return queries.all(selectPage, [page.containerId, page.before, page.limit]);
}

/** Lists the standing facts of a Memory, oldest first. */
export function factsOf(queries: Queries, containerId: string): Promise<OwnNoteRow[]> {
  return queries.all(selectFacts, [containerId]);
}
