import * as z from 'zod/mini';
import { agentSettingsSchema, type AgentSettings } from '../../../lib/contract/owner-api.ts';
import { unindexAll } from './passages.ts';
import { flag, insertRow, json, query, timeOf, type Database, type Queries } from '../port.ts';

const accountRow = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.string(),
  /** Whether it's the first account, whose owner runs the service. */
  operator: flag,
});
export type AccountRow = z.infer<typeof accountRow>;

const SELECT_ACCOUNT = `
  SELECT id, name, created_at, seq = (SELECT min(seq) FROM accounts) AS operator FROM accounts`;

export const allAccounts = (queries: Queries) =>
  queries.all(query(`${SELECT_ACCOUNT} ORDER BY seq`, accountRow));

export const accountById = (queries: Queries, id: string) =>
  queries.get(query(`${SELECT_ACCOUNT} WHERE id = ?`, accountRow), [id]);

export function ensureFirstAccount(
  db: Database,
  made: { id: string; now: string },
): Promise<string> {
  return db.transaction(async (queries) => {
    const [known] = await allAccounts(queries);
    if (known !== undefined) return known.id;
    await insertAccount(queries, { ...made, name: '' });
    return made.id;
  });
}

export const insertAccount = (
  queries: Queries,
  { now, ...account }: Record<'id' | 'name' | 'now', string>,
) => insertRow(queries, 'accounts', { ...account, createdAt: now });

/** Deletes an account. Call it in a transaction, because the full-text index is cleared first. */
export async function deleteAccount(queries: Queries, id: string): Promise<void> {
  await unindexAll(queries, 'account_id', id);
  await queries.run('DELETE FROM accounts WHERE id = ?', [id]);
}

type NewToken = Readonly<Record<'tokenDigest' | 'accountId' | 'expiresAt' | 'now', string>>;

type TokenTable = 'sign_in_links' | 'owner_sessions';

const deleteExpired = (queries: Queries, table: TokenTable, now: string) =>
  queries.run(`DELETE FROM ${table} WHERE ${timeOf('expires_at')} <= ${timeOf('?')}`, [now]);

const accountIdRow = z.object({ account_id: z.string() });

/** Returns null if the token is unknown or expired. */
async function accountOf(
  queries: Queries,
  table: TokenTable,
  { tokenDigest, now }: Pick<NewToken, 'tokenDigest' | 'now'>,
): Promise<string | null> {
  const sql = `SELECT account_id FROM ${table} WHERE token_digest = ? AND ${timeOf('expires_at')} > ${timeOf('?')}`;
  return (await queries.get(query(sql, accountIdRow), [tokenDigest, now]))?.account_id ?? null;
}

export async function insertSignInLink(queries: Queries, { now, ...link }: NewToken) {
  await deleteExpired(queries, 'sign_in_links', now);
  await insertRow(queries, 'sign_in_links', link);
}

export const accountOfSignInLink = (queries: Queries, tokenDigest: string, now: string) =>
  accountOf(queries, 'sign_in_links', { tokenDigest, now });

/** Uses up a sign-in link. Returns null if it is unknown, used or expired. Call it in a transaction. */
export async function takeSignInLink(
  queries: Queries,
  tokenDigest: string,
  now: string,
): Promise<string | null> {
  const accountId = await accountOfSignInLink(queries, tokenDigest, now);
  await queries.run('DELETE FROM sign_in_links WHERE token_digest = ?', [tokenDigest]);
  return accountId;
}

export async function insertSession(queries: Queries, { now, ...session }: NewToken) {
  await deleteExpired(queries, 'owner_sessions', now);
  await insertRow(queries, 'owner_sessions', { ...session, createdAt: now });
}

export const accountOfSessionAt = (queries: Queries, tokenDigest: string, now: string) =>
  accountOf(queries, 'owner_sessions', { tokenDigest, now });

export const deleteSession = (queries: Queries, tokenDigest: string) =>
  queries.run('DELETE FROM owner_sessions WHERE token_digest = ?', [tokenDigest]);

const selectSettings = query(
  'SELECT settings FROM agent_settings WHERE account_id = ?',
  z.object({ settings: json(agentSettingsSchema) }),
);

export async function agentSettingsOf(
  queries: Queries,
  accountId: string,
): Promise<AgentSettings | null> {
  return (await queries.get(selectSettings, [accountId]))?.settings ?? null;
}

export const setAgentSettings = (queries: Queries, accountId: string, settings: AgentSettings) =>
  insertRow(queries, 'agent_settings', {
    accountId,
    settings: JSON.stringify(settings),
    onConflict: 'ON CONFLICT (account_id) DO UPDATE SET settings = excluded.settings',
  });
