import * as z from 'zod/mini';
import { isDense } from '../../../lib/text/split-passages.ts';
import { withTitle } from '../indexed-text.ts';
import type { NewPassage, Passages, PassagesOf } from '../port/search.ts';
import { passageRow } from '../rows.ts';
import { query } from '../sql.ts';
import { insertPostings } from './postings.ts';
import type { Queries } from './sql.ts';
import { countWords, uncountWords } from './words.ts';

export function passagesOn(queries: Queries, accountId: string): Passages {
  return {
    insert: (materials) => insertPassages(queries, accountId, materials),
    delete: (material, part) => deletePassages(queries, accountId, { material, part }),
    async keepAsEarlier(material) {
      await queries.run(
        `UPDATE passages SET position = position + $3
         WHERE account_id = $1 AND material = $2 AND position >= 0`,
        [accountId, material, EARLIER],
      );
    },
    byIds: (ids) => queries.all(selectFound, [accountId, ids]),
  };
}

const insertRows = query(
  `INSERT INTO passages (account_id, material, container, position, lead, text, title, dense, title_terms, body_terms, site_terms, length)
   SELECT $1, * FROM unnest($2::bigint[], $3::bigint[], $4::integer[], $5::text[], $6::text[], $7::text[], $8::boolean[],
     $9::text[], $10::text[], $11::text[], $12::integer[])
   RETURNING id`,
  z.object({ id: z.int() }),
);

/** Inserts the passages of all texts at once, since each statement is a round trip. */
async function insertPassages(
  queries: Queries,
  accountId: string,
  materials: readonly PassagesOf[],
): Promise<void> {
  const all = materials.flatMap(({ material, container, passages }) =>
    passages.map((passage) => ({
      ...passage,
      dense: isDense(passage.text),
      length: lengthOf(passage),
      material,
      container,
    })),
  );
  if (all.length === 0) return;
  const inserted = await queries.all(insertRows, [
    accountId,
    all.map(({ material }) => material),
    all.map(({ container }) => container),
    all.map(({ position }) => position),
    all.map(({ lead }) => lead),
    all.map(({ text }) => text),
    all.map(({ title }) => title),
    all.map(({ dense }) => dense),
    all.map(({ titleTerms }) => titleTerms),
    all.map(({ body }) => body.terms),
    all.map(({ siteTerms }) => siteTerms),
    all.map(({ length }) => length),
  ]);
  await insertPostings(
    queries,
    accountId,
    inserted.map(({ id }) => id),
  );
  for (const [container, passages] of Map.groupBy(all, (one) => one.container)) {
    await countWords(queries, accountId, {
      container,
      passages: passages.map(({ body, title }) => withTitle(body, title)),
    });
    await countPassages(queries, accountId, { container, passages, change: 1 });
  }
}

/** Returns a passage's number of terms, plus 1 for the Memory, which is a term in SQLite. */
function lengthOf({ titleTerms, body, siteTerms }: NewPassage): number {
  const terms = [titleTerms, body.terms, siteTerms].flatMap((list) => list.split(' '));
  return terms.filter((term) => term !== '').length + 1;
}

interface Counted {
  readonly container: number;
  readonly passages: readonly Readonly<{ dense: boolean; length: number }>[];
  readonly change: 1 | -1;
}

/** Updates how many passages and terms the indexes have of a Memory. */
function countPassages(
  queries: Queries,
  accountId: string,
  { container, passages, change }: Counted,
): Promise<number> {
  const counts = [false, true].flatMap((isIn) => {
    const own = passages.filter(({ dense }) => dense === isIn);
    return [own.length, own.reduce((sum, { length }) => sum + length, 0)];
  });
  return queries.run(
    `UPDATE containers SET passages = passages + $3, passage_terms = passage_terms + $4,
       dense_passages = dense_passages + $5, dense_terms = dense_terms + $6
     WHERE account_id = $1 AND seq = $2`,
    [accountId, container, ...counts.map((count) => change * count)],
  );
}

/**
 * While a long text is learned again, its earlier passages stay searchable. They keep their order, but at positions below
 * zero.
 */
const EARLIER = -(2 ** 31);

function partOf(condition: string) {
  const select = `SELECT p.container, p.text, p.title, p.dense, p.length FROM passages p
    WHERE p.account_id = $1 AND p.material = $2 AND ${condition}`;
  const row = z.object({
    container: z.int(),
    text: z.string(),
    title: z.nullable(z.string()),
    dense: z.boolean(),
    length: z.int(),
  });
  const remove = `DELETE FROM passages p WHERE p.account_id = $1 AND p.material = $2 AND ${condition}`;
  return { select: query(select, row), remove };
}

const parts = {
  all: partOf('true'),
  earlier: partOf('p.position < 0'),
  new: partOf('p.position >= 0'),
} as const;

/** Deletes passages. A trigger deletes their postings. */
export async function deletePassages(
  queries: Queries,
  accountId: string,
  {
    material,
    part = 'all',
  }: { readonly material: number; readonly part?: keyof typeof parts | undefined },
): Promise<void> {
  const { select, remove } = parts[part];
  const passages = await queries.all(select, [accountId, material]);
  const [first] = passages;
  if (first === undefined) return;
  await queries.run(remove, [accountId, material]);
  const { container } = first;
  await uncountWords(queries, accountId, { container, passages });
  await countPassages(queries, accountId, { container, passages, change: -1 });
}

const selectFound = query(
  `SELECT p.id, p.position, p.lead, p.text, p.material, m.id AS material_id, m.kind, m.container_id,
     c.name AS container_name, coalesce(m.title, m.stated_title) AS title,
     coalesce(m.source_url, m.stated_url) AS source_url, m.custom_id, m.saved_at
   FROM passages p
   JOIN materials m ON m.account_id = p.account_id AND m.seq = p.material
   JOIN containers c ON c.account_id = m.account_id AND c.id = m.container_id
   WHERE p.account_id = $1 AND p.id = ANY ($2::bigint[])`,
  passageRow,
);
