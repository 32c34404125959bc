import * as z from 'zod/mini';
import type { NewFact } from './facts.ts';
import { deletePassages, STATED_URL } from './passages.ts';
import { flag, insertRow, json, query, type Queries } from './sql.ts';

/**
 * Selects the newest materials of a kind: `?1` is a JSON array of Memory ids, `?2` the `seq` they come before, `?3` how
 * many. Reads that many per Memory from the index `materials_newest`; sorting would read all of them.
 */
function newestOfKind(kind: 'document' | 'note', where = 'true'): string {
  return `SELECT newest.seq FROM json_each(?1) asked JOIN materials newest ON newest.seq IN (
    SELECT seq FROM materials
    WHERE container_id = asked.value AND kind = '${kind}' AND seq < ?2 AND ${where} ORDER BY seq DESC LIMIT ?3)`;
}

const materialRow = z.object({
  seq: z.int(),
  container: z.int(),
  title: z.nullable(z.string()),
  content: z.string(),
  address: z.nullable(z.string()),
});
export type MaterialRow = z.infer<typeof materialRow>;

const selectMaterial = query(
  `SELECT m.seq, c.seq AS container, m.title, m.content,
     coalesce(m.source_url, ${STATED_URL}, m.custom_id) AS address
   FROM materials m JOIN containers c ON c.id = m.container_id WHERE m.seq = ?`,
  materialRow,
);

export const materialBySeq = (queries: Queries, seq: number) => queries.get(selectMaterial, [seq]);

const selectFetchUrl = query(
  'SELECT fetch_url FROM materials WHERE seq = ? AND fetch_url IS NOT NULL',
  z.object({ fetch_url: z.string() }),
);

export async function fetchUrlOf(queries: Queries, seq: number): Promise<string | undefined> {
  return (await queries.get(selectFetchUrl, [seq]))?.fetch_url;
}

/** Stores the content of a fetched page. An existing title is kept. */
export const storePage = (
  queries: Queries,
  seq: number,
  { title, content }: { readonly title: string | null; readonly content: string },
) =>
  queries.run('UPDATE materials SET content = ?, title = coalesce(title, ?) WHERE seq = ?', [
    content,
    title,
    seq,
  ]);

export const markLearned = (queries: Queries, seq: number) =>
  queries.run('UPDATE materials SET learned = 1 WHERE seq = ?', [seq]);

export async function unlearn(queries: Queries, seq: number): Promise<void> {
  await deletePassages(queries, seq);
  await queries.run('UPDATE materials SET learned = 0 WHERE seq = ?', [seq]);
}

export async function deleteMaterial(queries: Queries, seq: number): Promise<void> {
  await deletePassages(queries, seq);
  await queries.run('DELETE FROM materials WHERE seq = ?', [seq]);
}

const textOrNull = z.nullable(z.string());
const documentRow = z.object({
  seq: z.int(),
  id: z.string(),
  container: z.string(),
  container_name: z.string(),
  custom_id: textOrNull,
  title: textOrNull,
  url: textOrNull,
  metadata: z.nullable(json(z.unknown())),
  learned: flag,
  /** The latest run; null before the first. */
  learning_run: z.nullable(
    json(
      z.object({
        status: z.string(),
        reason: textOrNull,
        queued_at: z.string(),
        started_at: textOrNull,
        finished_at: textOrNull,
      }),
    ),
  ),
  saved_at: z.string(),
});
export type DocumentRow = z.infer<typeof documentRow>;

const SELECT_DOCUMENT = `
  SELECT m.seq, m.id, m.container_id AS container, c.name AS container_name, m.custom_id, m.title,
    m.source_url AS url, m.metadata, m.learned, m.saved_at, iif(r.seq IS NULL, NULL, json_object(
      'status', r.status, 'reason', r.reason, 'queued_at', r.queued_at, 'started_at', r.started_at,
      'finished_at', r.finished_at)) AS learning_run
  FROM materials m
  JOIN containers c ON c.id = m.container_id
  LEFT JOIN learning_runs r ON r.seq = (SELECT max(seq) FROM learning_runs WHERE material = m.seq)`;

const selectDocument = query(
  `${SELECT_DOCUMENT} WHERE m.kind = 'document' AND m.id = ? AND m.account_id = ?`,
  documentRow,
);
const selectDocumentByCustomId = query(
  'SELECT id FROM materials WHERE container_id = ? AND custom_id = ?',
  z.object({ id: z.string() }),
);
const selectDocumentPage = query(
  `${SELECT_DOCUMENT} WHERE m.seq IN (${newestOfKind('document')}) ORDER BY m.seq DESC LIMIT ?3`,
  documentRow,
);

const selectDocumentsByCustomId = query(
  `${SELECT_DOCUMENT} JOIN json_each(?1) asked ON m.container_id = asked.value WHERE m.custom_id = ?2`,
  documentRow,
);

/** Returns at most one document per Memory. */
export const documentsByCustomId = (
  queries: Queries,
  containerIds: readonly string[],
  customId: string,
) => queries.all(selectDocumentsByCustomId, [JSON.stringify(containerIds), customId]);

/** `content` is empty if the page still has to be fetched. */
export interface NewDocument
  extends
    NewFact,
    Readonly<Record<'customId' | 'title' | 'sourceUrl' | 'metadata', string | null>> {
  readonly fetchUrl?: string | null;
}

/** If the Memory already has this `custom_id`, stores nothing and returns the existing id. */
export async function insertDocument(
  queries: Queries,
  { now, ...document }: NewDocument,
): Promise<{ readonly id: string; readonly existed: boolean }> {
  const changes = await insertRow(queries, 'materials', {
    ...document,
    kind: 'document',
    savedAt: now,
    onConflict: 'ON CONFLICT (container_id, custom_id) WHERE custom_id IS NOT NULL DO NOTHING',
  });
  if (changes === 1) return { id: document.id, existed: false };
  const known = await queries.get(selectDocumentByCustomId, [
    document.containerId,
    document.customId,
  ]);
  if (known === undefined) throw new Error('A document was neither stored nor known.');
  return { id: known.id, existed: true };
}

export const documentById = (queries: Queries, id: string, accountId: string) =>
  queries.get(selectDocument, [id, accountId]);

interface DocumentPage {
  readonly containerIds: readonly string[];
  /** The `seq` of the last document on the previous page. */
  readonly before: number;
  readonly limit: number;
}

export const documentsBefore = (queries: Queries, { containerIds, before, limit }: DocumentPage) =>
  queries.all(selectDocumentPage, [JSON.stringify(containerIds), before, limit]);

/** Selects only the beginning of a note, which may be as long as a document. Highlights are words of a page. */
const selectRecentNotes = query(
  `SELECT m.id, substr(m.content, 1, 2000) AS content, c.name AS container_name, m.saved_at
   FROM materials m JOIN containers c ON c.id = m.container_id
   WHERE m.seq IN (${newestOfKind('note', `metadata ->> '$.highlight' IS NULL`)}) ORDER BY m.seq DESC LIMIT ?3`,
  z.object({
    id: z.string(),
    content: z.string(),
    container_name: z.string(),
    saved_at: z.string(),
  }),
);

export const recentNotes = (queries: Queries, containerIds: readonly string[], limit: number) =>
  queries.all(selectRecentNotes, [JSON.stringify(containerIds), Number.MAX_SAFE_INTEGER, limit]);

const selectNoteByKey = query(
  'SELECT id FROM materials WHERE container_id = ? AND request_key = ?',
  z.object({ id: z.string() }),
);

export interface NewNote extends NewFact {
  readonly metadata?: string | null;
  /** Identifies the request if it's sent again. */
  readonly requestKey?: string | null;
}

/**
 * Stores a note and returns its id. If the Memory has a note with the same `requestKey`, that note gets the text, which
 * the person might have edited before sending it again.
 */
export async function insertNote(
  queries: Queries,
  { now, requestKey = null, ...note }: NewNote,
): Promise<string> {
  await insertRow(queries, 'materials', {
    ...note,
    requestKey,
    kind: 'note',
    savedAt: now,
    onConflict: `ON CONFLICT (container_id, request_key) WHERE request_key IS NOT NULL
      DO UPDATE SET content = excluded.content, metadata = coalesce(excluded.metadata, metadata)`,
  });
  if (requestKey === null) return note.id;
  const stored = await queries.get(selectNoteByKey, [note.containerId, requestKey]);
  return stored?.id ?? note.id;
}

const noteRow = z.object({
  seq: z.int(),
  id: z.string(),
  content: z.string(),
  metadata: z.nullable(json(z.unknown())),
  saved_at: z.string(),
});

const selectNote = query(
  `SELECT seq, id, content, metadata, saved_at FROM materials WHERE kind = 'note' AND id = ? AND container_id = ?`,
  noteRow,
);

export const noteById = (queries: Queries, id: string, containerId: string) =>
  queries.get(selectNote, [id, containerId]);

type NotePage = Omit<DocumentPage, 'containerIds'> & { readonly containerId: string };

const selectNotePage = query(
  `SELECT seq, id, substr(content, 1, 4000) AS content, metadata, saved_at FROM materials
   WHERE container_id = ? AND kind = 'note' AND seq < ? ORDER BY seq DESC LIMIT ?`,
  noteRow,
);

export const notesBefore = (queries: Queries, { containerId, before, limit }: NotePage) =>
  queries.all(selectNotePage, [containerId, before, limit]);

/** Replaces the metadata of a note in the account. Returns how many rows changed: 0 or 1. */
export const describeNote = (
  queries: Queries,
  accountId: string,
  { id, metadata }: { readonly id: string; readonly metadata: string },
) =>
  queries.run(
    `UPDATE materials SET metadata = ?1 WHERE kind = 'note' AND id = ?2 AND account_id = ?3 AND metadata IS NOT ?1`,
    [metadata, id, accountId],
  );
