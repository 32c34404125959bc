import * as z from 'zod/mini';
import { isDense } from '../../../lib/text/split-passages.ts';
import { withTitle } from '../indexed-text.ts';
import type { Passages, PassagesOf } from '../port/search.ts';
import { scopeTerm } from './match-passages.ts';
import { passageRow } from '../rows.ts';
import { query } from '../sql.ts';
import { flag, insertRow, type Queries } from './sql.ts';
import { countWords, uncountWords } from './words.ts';

export function passagesOn(queries: Queries, accountId: string): Passages {
  return {
    insert: (materials) => insertPassages(queries, accountId, materials),
    delete: (material, part) => deletePassages(queries, accountId, { material, part }),
    async keepAsEarlier(material) {
      await queries.run(
        `UPDATE passages SET position = position + ? WHERE material = ? AND position >= 0 AND ${IS_OWN}`,
        [EARLIER, material, accountId],
      );
    },
    byIds: (ids) => queries.all(selectFound, [JSON.stringify(ids), accountId]),
  };
}

/** True if the passage in the row belongs to the account. */
const IS_OWN = 'EXISTS (SELECT 1 FROM materials m WHERE m.seq = material AND m.account_id = ?)';

/** Chinese, Japanese and Korean text has its own index (see migration 7). */
async function insertPassages(
  queries: Queries,
  accountId: string,
  materials: readonly PassagesOf[],
): Promise<void> {
  for (const { material, container, passages } of materials) {
    for (const { position, lead, text, title, body, titleTerms, siteTerms } of passages) {
      await insertRow(queries, 'passages', { material, position, lead, text, title, counted: 1 });
      const index = isDense(text) ? 'dense_index' : 'passage_index';
      await queries.run(
        `INSERT INTO ${index} (rowid, scope, title, body, site) VALUES (last_insert_rowid(), ?, ?, ?, ?)`,
        [scopeTerm(container), titleTerms, body.terms, siteTerms],
      );
    }
  }
  for (const [container, group] of Map.groupBy(materials, (one) => one.container)) {
    const passages = group.flatMap((one) => one.passages);
    const dense = passages.filter(({ text }) => isDense(text)).length;
    await countWords(
      queries,
      container,
      passages.map(({ body, title }) => withTitle(body, title)),
    );
    await countPassages(queries, accountId, {
      container,
      passages: passages.length - dense,
      dense,
    });
  }
}

function countPassages(
  queries: Queries,
  accountId: string,
  { container, passages, dense }: Readonly<Record<'container' | 'passages' | 'dense', number>>,
): Promise<number> {
  return queries.run(
    `UPDATE containers SET passages = passages + ?, dense_passages = dense_passages + ?
     WHERE seq = ? AND +account_id = ?`,
    [passages, dense, container, accountId],
  );
}

/**
 * While a long text is learned again, its earlier passages stay searchable. They keep their order, but at positions below
 * zero.
 */
const EARLIER = -(2 ** 31);
const indexedRow = z.object({
  container: z.int(),
  text: z.string(),
  title: z.nullable(z.string()),
  counted: flag,
});

function partOf(condition: string) {
  const select = `SELECT c.seq AS container, p.text, p.title, p.counted FROM passages p
    JOIN materials m ON m.seq = p.material JOIN containers c ON c.id = m.container_id
    WHERE p.material = ? AND ${condition} AND m.account_id = ?`;
  const remove = `DELETE FROM passages AS p WHERE p.material = ? AND ${condition} AND ${IS_OWN}`;
  return { select: query(select, indexedRow), remove };
}

const parts = {
  all: partOf('true'),
  earlier: partOf('p.position < 0'),
  new: partOf('p.position >= 0'),
} as const;

/** Deletes passages. Triggers remove them from the indexes. */
export async function deletePassages(
  queries: Queries,
  accountId: string,
  {
    material,
    part = 'all',
  }: { readonly material: number; readonly part?: keyof typeof parts | undefined },
): Promise<void> {
  const { select, remove } = parts[part];
  const passages = await queries.all(select, [material, accountId]);
  const [first] = passages;
  if (first === undefined) return;
  await queries.run(remove, [material, accountId]);
  const { container } = first;
  const counted = passages.filter((passage) => passage.counted);
  await uncountWords(queries, container, counted);
  await countPassages(queries, accountId, {
    container,
    passages: -counted.filter(({ text }) => !isDense(text)).length,
    dense: -counted.filter(({ text }) => isDense(text)).length,
  });
}

/** The URL and title in the metadata of row `m`; null if missing. A document's URL is also in `source_url`. */
export const STATED_URL = `iif(json_type(m.metadata, '$.url') = 'text'
  AND (m.metadata ->> '$.url' LIKE 'http://%' OR m.metadata ->> '$.url' LIKE 'https://%'), m.metadata ->> '$.url', NULL)`;
export const STATED_TITLE = `iif(json_type(m.metadata, '$.title') = 'text', m.metadata ->> '$.title', NULL)`;

const selectFound = query(
  `SELECT p.id, p.position, p.lead, p.text, p.material, m.id AS material_id, m.kind, m.container_id,
     c.name AS container_name, coalesce(m.title, ${STATED_TITLE}) AS title,
     coalesce(m.source_url, ${STATED_URL}) AS source_url, m.custom_id, m.saved_at
   FROM json_each(?) wanted
   JOIN passages p ON p.id = wanted.value
   JOIN materials m ON m.seq = p.material
   JOIN containers c ON c.id = m.container_id
   WHERE m.account_id = ?`,
  passageRow,
);
