import * as z from 'zod/mini';
import { insertRow, query, type Queries } from '../port.ts';

const exportedRow = z.object({
  seq: z.int(),
  kind: z.enum(['document', 'note']),
  custom_id: z.nullable(z.string()),
  title: z.nullable(z.string()),
  content: z.string(),
  source_url: z.nullable(z.string()),
  fetch_url: z.nullable(z.string()),
  /** JSON. */
  metadata: z.nullable(z.string()),
  saved_at: z.string(),
});
export type ExportedRow = z.infer<typeof exportedRow>;

/** One subquery per kind: each reads its page off the index, where one query for both would sort all remaining rows. */
const nextOfKind = (kind: ExportedRow['kind']) =>
  `SELECT * FROM (SELECT seq FROM materials WHERE container_id = ?1 AND kind = '${kind}' AND seq > ?2 ORDER BY seq LIMIT ?3)`;
const selectMaterials = query(
  `SELECT seq, kind, custom_id, title, content, source_url, fetch_url, metadata, saved_at FROM materials
   WHERE seq IN (${nextOfKind('document')} UNION ALL ${nextOfKind('note')}) ORDER BY seq LIMIT ?3`,
  exportedRow,
);

export interface MaterialPage {
  readonly containerId: string;
  /** The `seq` of the last row on the previous page; 0 for the first page. */
  readonly after: number;
  readonly limit: number;
}

export const materialsAfter = (queries: Queries, { containerId, after, limit }: MaterialPage) =>
  queries.all(selectMaterials, [containerId, after, limit]);

const foundRow = z.object({ found: z.int() });

/** The first conditions use an index, so that whole texts are compared only for a few rows. */
const selectSame = query(
  `WITH asked (container, kind, content, fetch_url) AS (VALUES (?, ?, ?, ?))
   SELECT 1 AS found FROM asked JOIN materials m ON m.container_id = asked.container AND m.kind = asked.kind
     AND length(m.content) = length(asked.content) AND substr(m.content, 1, 64) = substr(asked.content, 1, 64)
     AND m.content = asked.content AND m.fetch_url IS asked.fetch_url
   LIMIT 1`,
  foundRow,
);
const selectCustomId = query(
  'SELECT 1 AS found FROM materials WHERE container_id = ? AND custom_id = ?',
  foundRow,
);

export interface ImportedMaterial {
  readonly id: string;
  readonly accountId: string;
  readonly containerId: string;
  readonly kind: 'document' | 'note';
  readonly customId: string | null;
  readonly title: string | null;
  readonly content: string;
  readonly sourceUrl: string | null;
  readonly fetchUrl: string | null;
  readonly metadata: string | null;
  readonly savedAt: string;
}

/** False if the Memory has its `custom_id` or the same text. */
export async function importMaterial(
  queries: Queries,
  material: ImportedMaterial,
): Promise<boolean> {
  const { containerId, kind, customId, content, fetchUrl } = material;
  const known =
    customId === null
      ? await queries.get(selectSame, [containerId, kind, content, fetchUrl])
      : await queries.get(selectCustomId, [containerId, customId]);
  if (known !== undefined) return false;
  await insertRow(queries, 'materials', {
    id: material.id,
    kind,
    account_id: material.accountId,
    container_id: containerId,
    custom_id: customId,
    title: material.title,
    content,
    source_url: material.sourceUrl,
    fetch_url: fetchUrl,
    metadata: material.metadata,
    saved_at: material.savedAt,
  });
  return true;
}
