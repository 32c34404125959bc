/** Measures moving a library to PostgreSQL, and the space it takes there. */
import * as z from 'zod/mini';
import { runMove } from '../../../service/runtime/node/move.ts';
import type { Row } from '../figure.ts';
import type { Collection } from './bench-scale.ts';
import { asSuperuser } from './postgres.ts';

const sizesSchema = z.tuple([z.object({ all: z.coerce.number(), postings: z.coerce.number() })]);

export async function moveToPostgres({ folder, database, passages }: Collection): Promise<Row[]> {
  if (database === null) return [];
  const begun = performance.now();
  await runMove({ from: folder, to: database }, (line) => process.stderr.write(`${line}\n`));
  const seconds = (performance.now() - begun) / 1000;
  // A new library would otherwise be measured while the server does this on its own.
  const sizes = await asSuperuser(
    database,
    'VACUUM ANALYZE',
    `SELECT pg_database_size(current_database()) AS all, pg_total_relation_size('postings') AS postings`,
  );
  const [{ all, postings }] = z.parse(sizesSchema, sizes);
  const perPassage = (bytes: number) => bytes / passages;
  return [
    { name: 'PostgreSQL: moved from SQLite', value: passages / seconds, unit: 'passages/s' },
    { name: 'PostgreSQL: size', value: all / 1e6, unit: 'MB' },
    { name: 'PostgreSQL: size, each passage', value: perPassage(all), unit: 'bytes' },
    { name: 'PostgreSQL: postings, each passage', value: perPassage(postings), unit: 'bytes' },
  ];
}
