/** Documents, as stored: rows of `materials` with their latest learning run. */
import * as z from 'zod/mini';
import { newestOfKind } from './materials.ts';
import { query, type Queries } from './port.ts';

const documentRow = z.object({
  seq: z.int(),
  id: z.string(),
  container_id: z.string(),
  container_name: z.string(),
  custom_id: z.nullable(z.string()),
  title: z.nullable(z.string()),
  source_url: z.nullable(z.string()),
  /** JSON. */
  metadata: z.nullable(z.string()),
  learned: z.int(),
  saved_at: z.string(),
  run_status: z.nullable(z.string()),
  run_reason: z.nullable(z.string()),
  run_queued_at: z.nullable(z.string()),
  run_started_at: z.nullable(z.string()),
  run_finished_at: z.nullable(z.string()),
});
export type DocumentRow = z.infer<typeof documentRow>;

const SELECT_DOCUMENT = `
  SELECT m.seq, m.id, m.container_id, c.name AS container_name, m.custom_id, m.title, m.source_url, m.metadata,
    m.learned, m.saved_at, r.status AS run_status, r.reason AS run_reason, r.queued_at AS run_queued_at,
    r.started_at AS run_started_at, r.finished_at AS run_finished_at
  FROM materials m
  JOIN containers c ON c.id = m.container_id
  LEFT JOIN learning_runs r ON r.seq = (SELECT max(seq) FROM learning_runs WHERE material = m.seq)`;

const selectOne = query(
  `${SELECT_DOCUMENT} WHERE m.kind = 'document' AND m.id = ? AND m.account_id = ?`,
  documentRow,
);
const selectByCustomId = query(
  'SELECT id FROM materials WHERE container_id = ? AND custom_id = ?',
  z.object({ id: z.string() }),
);
const selectPage = query(
  `${SELECT_DOCUMENT} WHERE m.seq IN (${newestOfKind('document')}) ORDER BY m.seq DESC LIMIT ?3`,
  documentRow,
);

export interface NewDocument {
  readonly id: string;
  readonly accountId: string;
  readonly containerId: string;
  readonly customId: string | null;
  readonly title: string | null;
  /** Empty where it is fetched. */
  readonly content: string;
  /** The address it is fetched from; none when left out. */
  readonly fetchUrl?: string | null;
  readonly sourceUrl: string | null;
  readonly metadata: string | null;
  readonly now: string;
}

/** Stores a document and queues its learning; where its `custom_id` is known, stores nothing and gives the known id. */
export async function insertDocument(
  queries: Queries,
  document: NewDocument,
): Promise<{ readonly id: string; readonly existed: boolean }> {
  const changes = await queries.run(
    `INSERT INTO materials
      (id, kind, account_id, container_id, custom_id, title, content, fetch_url, source_url, metadata, saved_at)
     VALUES (?, 'document', ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (container_id, custom_id) WHERE custom_id IS NOT NULL DO NOTHING`,
    [
      document.id,
      document.accountId,
      document.containerId,
      document.customId,
      document.title,
      document.content,
      document.fetchUrl ?? null,
      document.sourceUrl,
      document.metadata,
      document.now,
    ],
  );
  if (changes === 1) return { id: document.id, existed: false };
  const known = await queries.get(selectByCustomId, [document.containerId, document.customId]);
  if (known === undefined) throw new Error('A document was neither stored nor known.');
  return { id: known.id, existed: true };
}

/** Finds a document of the account, whichever of its Memories it is in. */
export function documentById(
  queries: Queries,
  id: string,
  accountId: string,
): Promise<DocumentRow | undefined> {
  return queries.get(selectOne, [id, accountId]);
}

export interface DocumentPage {
  readonly containerIds: readonly string[];
  /** The `seq` of the last document of the page before. */
  readonly before: number;
  readonly limit: number;
}

/** Lists documents, newest first. */
export function documentsBefore(queries: Queries, page: DocumentPage): Promise<DocumentRow[]> {
  return queries.all(selectPage, [JSON.stringify(page.containerIds), page.before, page.limit]);
}
