/** The accounts of one database, each with a memory of its own. */
import * as z from 'zod/mini';
import { query, type Database, type Queries } from './port.ts';

const accountRow = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.string(),
  is_first: z.int(),
});
export type AccountRow = z.infer<typeof accountRow>;

const SELECT_ACCOUNT = `
  SELECT id, name, created_at, seq = (SELECT min(seq) FROM accounts) AS is_first FROM accounts`;

const selectFirst = query(`${SELECT_ACCOUNT} ORDER BY seq LIMIT 1`, accountRow);
const selectOne = query(`${SELECT_ACCOUNT} WHERE id = ?`, accountRow);
const selectAll = query(`${SELECT_ACCOUNT} ORDER BY seq`, accountRow);

/** Gives the id of the first account, which it makes when the database is new. */
export function openOnlyAccount(db: Database, made: { id: string; now: string }): Promise<string> {
  return db.transaction(async (queries) => {
    const known = await queries.get(selectFirst);
    if (known !== undefined) return known.id;
    await insertAccount(queries, { ...made, name: '' });
    return made.id;
  });
}

/** Lists all accounts, the operator's first. */
export function allAccounts(queries: Queries): Promise<AccountRow[]> {
  return queries.all(selectAll);
}

/** Finds an account. */
export function accountById(queries: Queries, id: string): Promise<AccountRow | undefined> {
  return queries.get(selectOne, [id]);
}

export interface NewAccount {
  readonly id: string;
  readonly name: string;
  readonly now: string;
}

/** Stores an account. */
export async function insertAccount(queries: Queries, account: NewAccount): Promise<void> {
  await queries.run('INSERT INTO accounts (id, name, created_at) VALUES (?, ?, ?)', [
    account.id,
    account.name,
    account.now,
  ]);
}

/** Deletes an account with everything in it. Belongs in a transaction, since the index goes first. */
export async function deleteAccount(queries: Queries, id: string): Promise<void> {
  await queries.run(
    `DELETE FROM passage_index WHERE rowid IN (
       SELECT p.id FROM passages p JOIN materials m ON m.seq = p.material WHERE m.account_id = ?)`,
    [id],
  );
  await queries.run('DELETE FROM accounts WHERE id = ?', [id]);
}
