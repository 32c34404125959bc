import * as z from 'zod/mini';
import type { Documents, Materials, Notes } from '../port/library.ts';
import { deletePassages } from './passages.ts';
import {
  documentRow as baseRow,
  fetchUrlRow,
  idRow,
  itemRow,
  latestRun,
  materialRow,
  noteRow,
} from '../rows.ts';
import { query } from '../sql.ts';
import { insertRow, type Queries } from './sql.ts';
import { statedIn } from './stated.ts';

/** Where the material `m` is from. */
export const ADDRESS = 'coalesce(m.source_url, m.stated_url, m.custom_id)';
/** The Memory `c` of the material `m`. */
export const JOIN_CONTAINER =
  'JOIN containers c ON c.account_id = m.account_id AND c.id = m.container_id';

/**
 * Selects the newest materials of a kind: `$2` is an array of Memory ids, `$3` the `seq` they come before, `$4` how many.
 * Reads that many per Memory from the index `materials_newest`; sorting would read all of them.
 */
function newestOfKind(kind: 'document' | 'note', where = 'true'): string {
  return `SELECT newest.seq FROM unnest($2::text[]) AS asked (id) CROSS JOIN LATERAL (
    SELECT seq FROM materials
    WHERE account_id = $1 AND container_id = asked.id AND kind = '${kind}' AND seq < $3 AND ${where}
    ORDER BY seq DESC LIMIT $4) newest`;
}

const selectMaterial = query(
  `SELECT m.seq, c.seq AS container, m.title, m.content, ${ADDRESS} AS address
   FROM materials m ${JOIN_CONTAINER} WHERE m.account_id = $1 AND m.seq = $2`,
  materialRow,
);

const selectFetchUrl = query(
  'SELECT fetch_url FROM materials WHERE account_id = $1 AND seq = $2 AND fetch_url IS NOT NULL',
  fetchUrlRow,
);

export function materialsOn(queries: Queries, accountId: string): Materials {
  return {
    bySeq: (seq) => queries.get(selectMaterial, [accountId, seq]),
    fetchUrlOf: async (seq) => (await queries.get(selectFetchUrl, [accountId, seq]))?.fetch_url,
    async storePage(seq, { title, content }) {
      await queries.run(
        'UPDATE materials SET content = $3, title = coalesce(title, $4) WHERE account_id = $1 AND seq = $2',
        [accountId, seq, content, title],
      );
    },
    async markLearned(seq) {
      await queries.run('UPDATE materials SET learned = true WHERE account_id = $1 AND seq = $2', [
        accountId,
        seq,
      ]);
    },
    async unlearn(seq) {
      await deletePassages(queries, accountId, { material: seq });
      await queries.run('UPDATE materials SET learned = false WHERE account_id = $1 AND seq = $2', [
        accountId,
        seq,
      ]);
    },
    async delete(seq) {
      await deletePassages(queries, accountId, { material: seq });
      await queries.run('DELETE FROM materials WHERE account_id = $1 AND seq = $2', [
        accountId,
        seq,
      ]);
    },
  };
}

const documentRow = z.extend(baseRow, {
  learned: z.boolean(),
  learning_run: z.nullable(latestRun),
});

const SELECT_DOCUMENT = `
  SELECT m.seq, m.id, m.container_id AS container, c.name AS container_name, m.custom_id, m.title,
    m.source_url AS url, m.metadata, m.learned, m.saved_at, run.learning_run
  FROM materials m ${JOIN_CONTAINER} LEFT JOIN LATERAL (
    SELECT json_build_object('status', r.status, 'reason', r.reason, 'queued_at', r.queued_at,
      'started_at', r.started_at, 'finished_at', r.finished_at) AS learning_run
    FROM learning_runs r WHERE r.account_id = m.account_id AND r.material = m.seq ORDER BY r.seq DESC LIMIT 1
  ) run ON true
  WHERE m.account_id = $1`;

const selectDocument = query(
  `${SELECT_DOCUMENT} AND m.kind = 'document' AND m.id = $2`,
  documentRow,
);
export const selectByCustomId = query(
  `SELECT id FROM materials WHERE account_id = $1 AND container_id = $2
     AND custom_id_digest = keepsake_digest($3) AND custom_id = $3`,
  idRow,
);
const selectDocumentPage = query(
  `${SELECT_DOCUMENT} AND m.seq IN (${newestOfKind('document')}) ORDER BY m.seq DESC LIMIT $4`,
  documentRow,
);
const selectDocumentsByCustomId = query(
  `${SELECT_DOCUMENT} AND m.container_id = ANY ($2::text[])
     AND m.custom_id_digest = keepsake_digest($3) AND m.custom_id = $3`,
  documentRow,
);

export function documentsOn(queries: Queries, accountId: string): Documents {
  return {
    async insert({ now, ...document }) {
      const changes = await insertRow(queries, 'materials', {
        ...document,
        ...statedIn('document', document.metadata),
        accountId,
        kind: 'document',
        savedAt: now,
        onConflict: 'ON CONFLICT (account_id, container_id, custom_id_digest) DO NOTHING',
      });
      if (changes === 1) return { id: document.id, existed: false };
      const { containerId, customId } = document;
      const known = await queries.get(selectByCustomId, [accountId, containerId, customId]);
      if (known === undefined) throw new Error('A document was neither stored nor known.');
      return { id: known.id, existed: true };
    },
    byId: (id) => queries.get(selectDocument, [accountId, id]),
    byCustomId: (containerIds, customId) =>
      queries.all(selectDocumentsByCustomId, [accountId, containerIds, customId]),
    before: ({ containerIds, before, limit }) =>
      queries.all(selectDocumentPage, [accountId, containerIds, before, limit]),
  };
}

const selectNote = query(
  `SELECT seq, id, content, metadata, saved_at FROM materials
   WHERE account_id = $1 AND container_id = $2 AND id = $3 AND kind = 'note'`,
  noteRow,
);
const selectNoteByKey = query(
  `SELECT id FROM materials WHERE account_id = $1 AND container_id = $2
     AND request_key_digest = keepsake_digest($3) AND request_key = $3`,
  idRow,
);
const selectNotePage = query(
  `SELECT seq, id, left(content, 4000) AS content, metadata, saved_at FROM materials
   WHERE account_id = $1 AND container_id = $2 AND kind = 'note' AND seq < $3 ORDER BY seq DESC LIMIT $4`,
  noteRow,
);
/** Selects only the beginning of a note, which may be as long as a document. Highlights are words of a page. */
const selectRecentNotes = query(
  `SELECT m.id, left(m.content, 2000) AS content, c.name AS container_name, m.saved_at
   FROM materials m ${JOIN_CONTAINER}
   WHERE m.account_id = $1 AND m.seq IN (${newestOfKind('note', "type = 'note'")}) ORDER BY m.seq DESC LIMIT $4`,
  itemRow,
);

/** The columns that depend on the metadata. */
const STATED = ['metadata', 'type', 'stated_url', 'stated_title', 'tags'] as const;
const KEEP_IF_NULL = STATED.map(
  (column) =>
    `${column} = CASE WHEN excluded.metadata IS NULL THEN materials.${column} ELSE excluded.${column} END`,
).join(', ');

export function notesOn(queries: Queries, accountId: string): Notes {
  return {
    async insert({ now, requestKey = null, metadata = null, ...note }) {
      await insertRow(queries, 'materials', {
        ...note,
        ...statedIn('note', metadata),
        metadata,
        accountId,
        requestKey,
        kind: 'note',
        savedAt: now,
        onConflict: `ON CONFLICT (account_id, container_id, request_key_digest)
          DO UPDATE SET content = excluded.content, ${KEEP_IF_NULL}`,
      });
      if (requestKey === null) return note.id;
      const stored = await queries.get(selectNoteByKey, [accountId, note.containerId, requestKey]);
      return stored?.id ?? note.id;
    },
    byId: (id, containerId) => queries.get(selectNote, [accountId, containerId, id]),
    before: ({ containerId, before, limit }) =>
      queries.all(selectNotePage, [accountId, containerId, before, limit]),
    recent: (containerIds, limit) =>
      queries.all(selectRecentNotes, [accountId, containerIds, Number.MAX_SAFE_INTEGER, limit]),
    async describe({ id, metadata }) {
      const changes = await setMetadata(queries, accountId, { id, kind: 'note', metadata });
      return changes === 1;
    },
  };
}

/** Replaces the metadata if it's different. Returns how many rows that changed. */
export function setMetadata(
  queries: Queries,
  accountId: string,
  { id, kind, metadata }: { id: string; kind: 'document' | 'note'; metadata: string },
): Promise<number> {
  const { type, statedUrl, statedTitle, tags } = statedIn(kind, metadata);
  return queries.run(
    `UPDATE materials SET metadata = $4, type = $5, stated_url = $6, stated_title = $7, tags = $8
     WHERE account_id = $1 AND id = $2 AND kind = $3 AND metadata IS DISTINCT FROM $4`,
    [accountId, id, kind, metadata, type, statedUrl, statedTitle, tags],
  );
}
