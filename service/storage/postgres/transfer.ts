import * as z from 'zod/mini';
import type { ExportedRow, Transfer } from '../port/library.ts';
import { selectByCustomId, setMetadata } from './materials.ts';
import { exportedRow } from '../rows.ts';
import { query } from '../sql.ts';
import { insertRow, type Queries } from './sql.ts';
import { statedIn } from './stated.ts';

/** Selects the next rows of a kind from the index. One query for both kinds would sort all remaining rows. */
const nextOfKind = (kind: ExportedRow['kind']) =>
  `(SELECT seq FROM materials WHERE account_id = $1 AND container_id = $2 AND kind = '${kind}' AND seq > $3
    ORDER BY seq LIMIT $4)`;
const selectMaterials = query(
  `SELECT seq, kind, title, content, custom_id, metadata, source_url AS url, fetch_url, saved_at FROM materials
   WHERE account_id = $1 AND seq IN (${nextOfKind('document')} UNION ALL ${nextOfKind('note')})
   ORDER BY seq LIMIT $4`,
  exportedRow,
);

/** Equal texts saved at different times are different items: the same words can be highlighted on two pages. */
const selectSame = query(
  `SELECT id, metadata FROM materials
   WHERE account_id = $1 AND container_id = $2 AND kind = $3
     AND content_digest = keepsake_digest($4) AND content = $4
     AND fetch_url IS NOT DISTINCT FROM $5 AND saved_at = $6
     AND (metadata IS NOT DISTINCT FROM $7 OR metadata IS NULL OR $7 IS NULL)
   ORDER BY metadata IS NOT DISTINCT FROM $7 DESC LIMIT 1`,
  z.object({ id: z.string(), metadata: z.nullable(z.string()) }),
);

export function transferOn(queries: Queries, accountId: string): Transfer {
  return {
    materialsAfter: ({ containerId, after, limit }) =>
      queries.all(selectMaterials, [accountId, containerId, after, limit]),
    async importMaterial(material) {
      const { containerId, kind, customId, content, fetchUrl, savedAt, metadata } = material;
      if (customId !== null) {
        const known = await queries.get(selectByCustomId, [accountId, containerId, customId]);
        if (known !== undefined) return false;
      } else {
        const same = [accountId, containerId, kind, content, fetchUrl, savedAt, metadata];
        const known = await queries.get(selectSame, same);
        if (known !== undefined) {
          if (known.metadata === null && metadata !== null)
            await setMetadata(queries, accountId, { id: known.id, kind, metadata });
          return false;
        }
      }
      await insertRow(queries, 'materials', {
        ...material,
        ...statedIn(kind, metadata),
        accountId,
      });
      return true;
    },
  };
}
