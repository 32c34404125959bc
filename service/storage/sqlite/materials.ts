import * as z from 'zod/mini';
import type { Documents, Materials, Notes } from '../port/library.ts';
import { deletePassages, STATED_URL } from './passages.ts';
import {
  documentRow as baseRow,
  fetchUrlRow,
  idRow,
  itemRow,
  latestRun,
  materialRow,
  noteRow,
} from '../rows.ts';
import { json, query } from '../sql.ts';
import { flag, insertRow, type Queries } from './sql.ts';

/**
 * Selects the newest materials of a kind: `?1` is a JSON array of Memory ids, `?2` the `seq` they come before, `?3` how
 * many. Reads that many per Memory from the index `materials_newest`; sorting would read all of them.
 */
function newestOfKind(kind: 'document' | 'note', where = 'true'): string {
  return `SELECT newest.seq FROM json_each(?1) asked JOIN materials newest ON newest.seq IN (
    SELECT seq FROM materials
    WHERE container_id = asked.value AND kind = '${kind}' AND seq < ?2 AND ${where} ORDER BY seq DESC LIMIT ?3)`;
}

const selectMaterial = query(
  `SELECT m.seq, c.seq AS container, m.title, m.content,
     coalesce(m.source_url, ${STATED_URL}, m.custom_id) AS address
   FROM materials m JOIN containers c ON c.id = m.container_id WHERE m.seq = ? AND m.account_id = ?`,
  materialRow,
);

const selectFetchUrl = query(
  'SELECT fetch_url FROM materials WHERE seq = ? AND account_id = ? AND fetch_url IS NOT NULL',
  fetchUrlRow,
);

export function materialsOn(queries: Queries, accountId: string): Materials {
  return {
    bySeq: (seq) => queries.get(selectMaterial, [seq, accountId]),
    fetchUrlOf: async (seq) => (await queries.get(selectFetchUrl, [seq, accountId]))?.fetch_url,
    async storePage(seq, { title, content }) {
      await queries.run(
        'UPDATE materials SET content = ?, title = coalesce(title, ?) WHERE seq = ? AND account_id = ?',
        [content, title, seq, accountId],
      );
    },
    async markLearned(seq) {
      await queries.run('UPDATE materials SET learned = 1 WHERE seq = ? AND account_id = ?', [
        seq,
        accountId,
      ]);
    },
    async unlearn(seq) {
      await deletePassages(queries, accountId, { material: seq });
      await queries.run('UPDATE materials SET learned = 0 WHERE seq = ? AND account_id = ?', [
        seq,
        accountId,
      ]);
    },
    async delete(seq) {
      await deletePassages(queries, accountId, { material: seq });
      await queries.run('DELETE FROM materials WHERE seq = ? AND account_id = ?', [seq, accountId]);
    },
  };
}

const documentRow = z.extend(baseRow, {
  learned: flag,
  learning_run: z.nullable(json(latestRun)),
});

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
const selectIdByCustomId = query(
  'SELECT id FROM materials WHERE container_id = ? AND custom_id = ? AND account_id = ?',
  idRow,
);
const selectDocumentPage = query(
  `${SELECT_DOCUMENT} WHERE m.seq IN (${newestOfKind('document')}) AND m.account_id = ?4
   ORDER BY m.seq DESC LIMIT ?3`,
  documentRow,
);
const selectDocumentsByCustomId = query(
  `${SELECT_DOCUMENT} JOIN json_each(?1) asked ON m.container_id = asked.value
   WHERE m.custom_id = ?2 AND m.account_id = ?3`,
  documentRow,
);

export function documentsOn(queries: Queries, accountId: string): Documents {
  return {
    async insert({ now, ...document }) {
      const changes = await insertRow(queries, 'materials', {
        ...document,
        accountId,
        kind: 'document',
        savedAt: now,
        onConflict: 'ON CONFLICT (container_id, custom_id) WHERE custom_id IS NOT NULL DO NOTHING',
      });
      if (changes === 1) return { id: document.id, existed: false };
      const known = await queries.get(selectIdByCustomId, [
        document.containerId,
        document.customId,
        accountId,
      ]);
      if (known === undefined) throw new Error('A document was neither stored nor known.');
      return { id: known.id, existed: true };
    },
    byId: (id) => queries.get(selectDocument, [id, accountId]),
    byCustomId: (containerIds, customId) =>
      queries.all(selectDocumentsByCustomId, [JSON.stringify(containerIds), customId, accountId]),
    before: ({ containerIds, before, limit }) =>
      queries.all(selectDocumentPage, [JSON.stringify(containerIds), before, limit, accountId]),
  };
}

const selectNote = query(
  `SELECT seq, id, content, metadata, saved_at FROM materials
   WHERE kind = 'note' AND id = ? AND container_id = ? AND account_id = ?`,
  noteRow,
);
const selectNoteByKey = query(
  'SELECT id FROM materials WHERE container_id = ? AND request_key = ? AND account_id = ?',
  idRow,
);
const selectNotePage = query(
  `SELECT seq, id, substr(content, 1, 4000) AS content, metadata, saved_at FROM materials
   WHERE container_id = ? AND kind = 'note' AND seq < ? AND account_id = ? ORDER BY seq DESC LIMIT ?`,
  noteRow,
);
/** Selects only the beginning of a note, which may be as long as a document. Highlights are words of a page. */
const selectRecentNotes = query(
  `SELECT m.id, substr(m.content, 1, 2000) AS content, c.name AS container_name, m.saved_at
   FROM materials m JOIN containers c ON c.id = m.container_id
   WHERE m.seq IN (${newestOfKind('note', `metadata ->> '$.highlight' IS NULL`)}) AND m.account_id = ?4
   ORDER BY m.seq DESC LIMIT ?3`,
  itemRow,
);

export function notesOn(queries: Queries, accountId: string): Notes {
  return {
    async insert({ now, requestKey = null, ...note }) {
      await insertRow(queries, 'materials', {
        ...note,
        accountId,
        requestKey,
        kind: 'note',
        savedAt: now,
        onConflict: `ON CONFLICT (container_id, request_key) WHERE request_key IS NOT NULL
          DO UPDATE SET content = excluded.content, metadata = coalesce(excluded.metadata, metadata)
          WHERE account_id = excluded.account_id`,
      });
      if (requestKey === null) return note.id;
      const stored = await queries.get(selectNoteByKey, [note.containerId, requestKey, accountId]);
      return stored?.id ?? note.id;
    },
    byId: (id, containerId) => queries.get(selectNote, [id, containerId, accountId]),
    before: ({ containerId, before, limit }) =>
      queries.all(selectNotePage, [containerId, before, accountId, limit]),
    recent: (containerIds, limit) =>
      queries.all(selectRecentNotes, [
        JSON.stringify(containerIds),
        Number.MAX_SAFE_INTEGER,
        limit,
        accountId,
      ]),
    async describe({ id, metadata }) {
      const changes = await queries.run(
        `UPDATE materials SET metadata = ?1 WHERE kind = 'note' AND id = ?2 AND account_id = ?3 AND metadata IS NOT ?1`,
        [metadata, id, accountId],
      );
      return changes === 1;
    },
  };
}
