import * as z from 'zod/mini';
import type { ExportedRow, Transfer } from '../port/library.ts';
import { exportedRow } from '../rows.ts';
import { query } from '../sql.ts';
import { insertRow, type Queries } from './sql.ts';

/** Selects the next rows of a kind from the index. One query for both kinds would sort all remaining rows. */
const nextOfKind = (kind: ExportedRow['kind']) =>
  `SELECT * FROM (SELECT seq FROM materials WHERE container_id = ?1 AND kind = '${kind}' AND seq > ?2 ORDER BY seq LIMIT ?3)`;
const selectMaterials = query(
  `SELECT seq, kind, title, content, custom_id, metadata, source_url AS url, fetch_url, saved_at FROM materials
   WHERE seq IN (${nextOfKind('document')} UNION ALL ${nextOfKind('note')}) AND account_id = ?4
   ORDER BY seq LIMIT ?3`,
  exportedRow,
);

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
     AND m.account_id = ?
     AND (m.metadata IS asked.metadata OR m.metadata IS NULL OR asked.metadata IS NULL)
   ORDER BY m.metadata IS asked.metadata DESC LIMIT 1`,
  z.object({ seq: z.int(), metadata: z.nullable(z.string()) }),
);
const selectCustomId = query(
  'SELECT seq FROM materials WHERE container_id = ? AND custom_id = ? AND account_id = ?',
  z.object({ seq: z.int() }),
);

export function transferOn(queries: Queries, accountId: string): Transfer {
  return {
    materialsAfter: ({ containerId, after, limit }) =>
      queries.all(selectMaterials, [containerId, after, limit, accountId]),
    async importMaterial(material) {
      const { containerId, kind, customId, content, fetchUrl, savedAt, metadata } = material;
      if (customId !== null) {
        const known = await queries.get(selectCustomId, [containerId, customId, accountId]);
        if (known !== undefined) return false;
      } else {
        const same = [containerId, kind, content, fetchUrl, savedAt, metadata, accountId];
        const known = await queries.get(selectSame, same);
        if (known !== undefined) {
          if (known.metadata === null && metadata !== null) {
            await queries.run('UPDATE materials SET metadata = ? WHERE seq = ?', [
              metadata,
              known.seq,
            ]);
          }
          return false;
        }
      }
      await insertRow(queries, 'materials', { ...material, accountId });
      return true;
    },
  };
}
