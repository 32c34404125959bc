/** The accounts of one database; today there is one, and every row of the others already names it. */
import * as z from 'zod/mini';
import { query, type Database } from './port.ts';

const selectFirst = query(
  'SELECT id FROM accounts ORDER BY seq LIMIT 1',
  z.object({ id: z.string() }),
);

/** Gives the id of the one account, which it makes when the database is new. */
export function openOnlyAccount(db: Database, made: { id: string; now: string }): Promise<string> {
  return db.transaction(async (queries) => {
    const known = await queries.get(selectFirst);
    if (known !== undefined) return known.id;
    await queries.run('INSERT INTO accounts (id, created_at) VALUES (?, ?)', [made.id, made.now]);
    return made.id;
  });
}
