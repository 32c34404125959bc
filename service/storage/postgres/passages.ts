import * as z from 'zod/mini';
import { isDense } from '../../../lib/text/split-passages.ts';
import { withTitle } from '../indexed-text.ts';
import type { NewPassage, Passages, PassagesOf } from '../port/search.ts';
import { passageRow } from '../rows.ts';
import { query } from '../sql.ts';
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
  `INSERT INTO passages (account_id, material, position, lead, text, title, dense, title_terms, body_terms, site_terms, length)
   SELECT $1, * FROM unnest($2::bigint[], $3::integer[], $4::text[], $5::text[], $6::text[], $7::boolean[],
     $8::text[], $9::text[], $10::text[], $11::integer[])
   RETURNING id, material, position`,
  z.object({ id: z.int(), material: z.int(), position: z.int() }),
);
/** In the order of the index, so that neighbors go to the same pages. */
const INSERT_POSTINGS = `
  INSERT INTO postings (account_id, container, dense, term, passage, in_title, in_body, in_site, length)
  SELECT $1, * FROM unnest($2::bigint[], $3::boolean[], $4::text[], $5::bigint[], $6::smallint[], $7::smallint[],
    $8::smallint[], $9::integer[]) AS p (container, dense, term, passage) ORDER BY dense, term COLLATE "C", passage`;

/** More would block the process for longer than a search takes, because the driver writes them out as text. */
const POSTINGS_AT_ONCE = 20_000;

/** Inserts the passages of all texts at once, since each statement is a round trip. */
async function insertPassages(
  queries: Queries,
  accountId: string,
  materials: readonly PassagesOf[],
): Promise<void> {
  const all = materials.flatMap(({ material, container, passages }) =>
    passages.map((passage) => ({ ...passage, ...indexPassage(passage), material, container })),
  );
  if (all.length === 0) return;
  const inserted = await queries.all(insertRows, [
    accountId,
    all.map(({ material }) => material),
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
  const keyOf = ({ material, position }: Readonly<Record<'material' | 'position', number>>) =>
    `${material} ${position}`;
  const ids = new Map(inserted.map((row) => [keyOf(row), row.id]));
  const postings = all.flatMap(({ container, dense, length, counts, ...passage }) => {
    const id = ids.get(keyOf(passage));
    if (id === undefined) throw new Error('A passage was inserted without an id.');
    const common = { container, dense, length, passage: id };
    return Array.from(counts, ([term, [title, body, site]]) => {
      return { ...common, term, title, body, site };
    });
  });
  for (let from = 0; from < postings.length; from += POSTINGS_AT_ONCE) {
    const some = postings.slice(from, from + POSTINGS_AT_ONCE);
    await queries.run(INSERT_POSTINGS, [
      accountId,
      some.map(({ container }) => container),
      some.map(({ dense }) => dense),
      some.map(({ term }) => term),
      some.map(({ passage }) => passage),
      some.map(({ title }) => title),
      some.map(({ body }) => body),
      some.map(({ site }) => site),
      some.map(({ length }) => length),
    ]);
  }
  for (const [container, passages] of Map.groupBy(all, (one) => one.container)) {
    await countWords(queries, accountId, {
      container,
      passages: passages.map(({ body, title }) => withTitle(body, title)),
    });
    await countPassages(queries, accountId, { container, passages, change: 1 });
  }
}

const MAX_SMALLINT = 32_767;

/** Counts a passage's terms in its title, body and address. */
function indexPassage({ text, titleTerms, body, siteTerms }: NewPassage) {
  const counts = new Map<string, [title: number, body: number, site: number]>();
  let terms = 0;
  for (const [column, list] of [titleTerms, body.terms, siteTerms].entries()) {
    for (const term of list.split(' ')) {
      if (term === '') continue;
      terms += 1;
      const own = counts.get(term) ?? [0, 0, 0];
      own[column] = Math.min(MAX_SMALLINT, (own[column] ?? 0) + 1);
      counts.set(term, own);
    }
  }
  // In SQLite, the Memory is a term too.
  return { dense: isDense(text), length: terms + 1, counts };
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
  const select = `SELECT c.seq AS container, p.text, p.title, p.dense, p.length FROM passages p
    JOIN materials m ON m.account_id = p.account_id AND m.seq = p.material
    JOIN containers c ON c.account_id = m.account_id AND c.id = m.container_id
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
