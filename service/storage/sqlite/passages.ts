import * as z from 'zod/mini';
import { isDense } from '../../../lib/text/split-passages.ts';
import { scopeTerm } from './match-passages.ts';
import { flag, insertRow, query, type Queries } from './sql.ts';
import { countWords, uncountWords, withTitle, type IndexedText, type TitledText } from './words.ts';

export interface NewPassage extends TitledText {
  readonly position: number;
  /** The whitespace before the passage. */
  readonly lead: string;
  readonly body: IndexedText;
  /** Terms of the title and headings, and of the address, separated by spaces. */
  readonly titleTerms: string;
  readonly siteTerms: string;
}

export interface PassagesOf {
  readonly material: number;
  readonly container: number;
  readonly passages: readonly NewPassage[];
}

/** Inserts the passages of materials. Chinese, Japanese and Korean text has its own index (see migration 7). */
export async function insertPassages(
  queries: Queries,
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
    await countPassages(queries, container, { passages: passages.length - dense, dense });
  }
}

const countPassages = (
  queries: Queries,
  container: number,
  { passages, dense }: Readonly<Record<'passages' | 'dense', number>>,
) =>
  queries.run(
    'UPDATE containers SET passages = passages + ?, dense_passages = dense_passages + ? WHERE seq = ?',
    [passages, dense, container],
  );

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
  const where = `p.material = ? AND ${condition}`;
  const select = `SELECT c.seq AS container, p.text, p.title, p.counted FROM passages p
    JOIN materials m ON m.seq = p.material JOIN containers c ON c.id = m.container_id WHERE ${where}`;
  return { select: query(select, indexedRow), remove: `DELETE FROM passages AS p WHERE ${where}` };
}

const parts = {
  all: partOf('true'),
  earlier: partOf('p.position < 0'),
  new: partOf('p.position >= 0'),
} as const;

/** Deletes passages. Triggers remove them from the indexes. */
export async function deletePassages(
  queries: Queries,
  material: number,
  part: keyof typeof parts = 'all',
): Promise<void> {
  const { select, remove } = parts[part];
  const passages = await queries.all(select, [material]);
  const [first] = passages;
  if (first === undefined) return;
  await queries.run(remove, [material]);
  const counted = passages.filter((passage) => passage.counted);
  await uncountWords(queries, first.container, counted);
  await countPassages(queries, first.container, {
    passages: -counted.filter(({ text }) => !isDense(text)).length,
    dense: -counted.filter(({ text }) => isDense(text)).length,
  });
}

/** Makes the passages of a text its earlier ones. */
export const keepAsEarlier = (queries: Queries, material: number) =>
  queries.run('UPDATE passages SET position = position + ? WHERE material = ? AND position >= 0', [
    EARLIER,
    material,
  ]);

/** The URL and title in the metadata of row `m`; null if missing. A document's URL is also in `source_url`. */
export const STATED_URL = `iif(json_type(m.metadata, '$.url') = 'text'
  AND (m.metadata ->> '$.url' LIKE 'http://%' OR m.metadata ->> '$.url' LIKE 'https://%'), m.metadata ->> '$.url', NULL)`;
export const STATED_TITLE = `iif(json_type(m.metadata, '$.title') = 'text', m.metadata ->> '$.title', NULL)`;

const foundRow = z.object({
  id: z.int(),
  position: z.int(),
  lead: z.string(),
  text: z.string(),
  material: z.int(),
  material_id: z.string(),
  kind: z.enum(['document', 'note']),
  container_id: z.string(),
  container_name: z.string(),
  title: z.nullable(z.string()),
  source_url: z.nullable(z.string()),
  custom_id: z.nullable(z.string()),
  saved_at: z.string(),
});
export type FoundPassage = z.infer<typeof foundRow>;

const selectFound = query(
  `SELECT p.id, p.position, p.lead, p.text, p.material, m.id AS material_id, m.kind, m.container_id,
     c.name AS container_name, coalesce(m.title, ${STATED_TITLE}) AS title,
     coalesce(m.source_url, ${STATED_URL}) AS source_url, m.custom_id, m.saved_at
   FROM json_each(?) wanted
   JOIN passages p ON p.id = wanted.value
   JOIN materials m ON m.seq = p.material
   JOIN containers c ON c.id = m.container_id`,
  foundRow,
);

/** Returns the passages in no particular order. */
export const passagesByIds = (queries: Queries, ids: readonly number[]) =>
  queries.all(selectFound, [JSON.stringify(ids)]);
