import * as z from 'zod/mini';
import { insertRow, json, query, type Queries } from './sql.ts';
import type { NewDocument } from './materials.ts';

const exportedRow = z.object({
  seq: z.int(),
  kind: z.enum(['document', 'note']),
  title: z.nullable(z.string()),
  content: z.string(),
  custom_id: z.nullable(z.string()),
  metadata: z.nullable(json(z.unknown())),
  url: z.nullable(z.string()),
  fetch_url: z.nullable(z.string()),
  saved_at: z.string(),
});
export type ExportedRow = z.infer<typeof exportedRow>;

/** Selects the next rows of a kind from the index. One query for both kinds would sort all remaining rows. */
const nextOfKind = (kind: ExportedRow['kind']) =>
  `SELECT * FROM (SELECT seq FROM materials WHERE container_id = ?1 AND kind = '${kind}' AND seq > ?2 ORDER BY seq LIMIT ?3)`;
const selectMaterials = query(
  `SELECT seq, kind, title, content, custom_id, metadata, source_url AS url, fetch_url, saved_at FROM materials
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

/**
 * The first conditions use an index, so that whole texts are compared for only a few rows. Equal texts saved at
 * different times are different items: the same words can be highlighted on two pages.
 */
const selectSame = query(
  `WITH asked (container, kind, content, fetch_url, saved_at, metadata)
     AS (VALUES (?, ?, ?, ?, ?, ?))
   SELECT m.seq, m.metadata FROM asked JOIN materials m ON m.container_id = asked.container AND m.kind = asked.kind
     AND length(m.content) = length(asked.content) AND substr(m.content, 1, 64) = substr(asked.content, 1, 64)
     AND m.content = asked.content AND m.fetch_url IS asked.fetch_url AND m.saved_at = asked.saved_at
     AND (m.metadata IS asked.metadata OR m.metadata IS NULL OR asked.metadata IS NULL)
   ORDER BY m.metadata IS asked.metadata DESC LIMIT 1`,
  z.object({ seq: z.int(), metadata: z.nullable(z.string()) }),
);
const selectCustomId = query(
  'SELECT seq FROM materials WHERE container_id = ? AND custom_id = ?',
  z.object({ seq: z.int() }),
);

export interface ImportedMaterial extends Required<Omit<NewDocument, 'now'>> {
  readonly kind: 'document' | 'note';
  readonly savedAt: string;
}

/**
 * Returns false if the Memory already has this `custom_id`, or an item with the same text and time. If that item lacks
 * metadata, because an earlier export omitted it, the metadata is added.
 */
export async function importMaterial(
  queries: Queries,
  material: ImportedMaterial,
): Promise<boolean> {
  const { containerId, kind, customId, content, fetchUrl, savedAt, metadata } = material;
  if (customId !== null) {
    if ((await queries.get(selectCustomId, [containerId, customId])) !== undefined) return false;
  } else {
    const same = [containerId, kind, content, fetchUrl, savedAt, metadata];
    const known = await queries.get(selectSame, same);
    if (known !== undefined) {
      if (known.metadata === null && metadata !== null) {
        await queries.run('UPDATE materials SET metadata = ? WHERE seq = ?', [metadata, known.seq]);
      }
      return false;
    }
  }
  await insertRow(queries, 'materials', { ...material });
  return true;
}
