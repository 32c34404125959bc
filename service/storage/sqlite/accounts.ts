import * as z from 'zod/mini';
import { agentSettingsSchema, type AgentSettings } from '../../../lib/contract/owner-api.ts';
import { insertRow, query, type Database, type Queries } from '../port.ts';

const accountRow = z.object({
  id: z.string(),
  name: z.string(),
  created_at: z.string(),
  is_first: z.int(),
});
export type AccountRow = z.infer<typeof accountRow>;

const SELECT_ACCOUNT = `
  SELECT id, name, created_at, seq = (SELECT min(seq) FROM accounts) AS is_first FROM accounts`;

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
  { id, name, now }: Record<'id' | 'name' | 'now', string>,
) => insertRow(queries, 'accounts', { id, name, created_at: now });

/** Call it in a transaction: the full-text index is cleared first. */
export async function deleteAccount(queries: Queries, id: string): Promise<void> {
  await queries.run(
    `DELETE FROM passage_index WHERE rowid IN (
       SELECT p.id FROM passages p JOIN materials m ON m.seq = p.material WHERE m.account_id = ?)`,
    [id],
  );
  await queries.run('DELETE FROM accounts WHERE id = ?', [id]);
}

type NewToken = Readonly<Record<'tokenDigest' | 'accountId' | 'expiresAt' | 'now', string>>;

const accountIdRow = z.object({ account_id: z.string() });
const selectAccountOfLink = query(
  'SELECT account_id FROM sign_in_links WHERE token_digest = ? AND expires_at > ?',
  accountIdRow,
);
const selectAccountOfSession = query(
  'SELECT account_id FROM owner_sessions WHERE token_digest = ? AND expires_at > ?',
  accountIdRow,
);

export async function insertSignInLink(
  queries: Queries,
  { tokenDigest, accountId, expiresAt, now }: NewToken,
): Promise<void> {
  await queries.run('DELETE FROM sign_in_links WHERE expires_at <= ?', [now]);
  await insertRow(queries, 'sign_in_links', {
    token_digest: tokenDigest,
    account_id: accountId,
    expires_at: expiresAt,
  });
}

export async function isSignInLink(
  queries: Queries,
  tokenDigest: string,
  now: string,
): Promise<boolean> {
  return (await queries.get(selectAccountOfLink, [tokenDigest, now])) !== undefined;
}

/** Null if unknown, used or expired. Call it in a transaction. */
export async function takeSignInLink(
  queries: Queries,
  tokenDigest: string,
  now: string,
): Promise<string | null> {
  const found = await queries.get(selectAccountOfLink, [tokenDigest, now]);
  await queries.run('DELETE FROM sign_in_links WHERE token_digest = ?', [tokenDigest]);
  return found?.account_id ?? null;
}

export async function insertSession(
  queries: Queries,
  { tokenDigest, accountId, expiresAt, now }: NewToken,
): Promise<void> {
  await queries.run('DELETE FROM owner_sessions WHERE expires_at <= ?', [now]);
  await insertRow(queries, 'owner_sessions', {
    token_digest: tokenDigest,
    account_id: accountId,
    created_at: now,
    expires_at: expiresAt,
  });
}

export async function accountOfSessionAt(
  queries: Queries,
  tokenDigest: string,
  now: string,
): Promise<string | null> {
  const found = await queries.get(selectAccountOfSession, [tokenDigest, now]);
  return found?.account_id ?? null;
}

export const deleteSession = (queries: Queries, tokenDigest: string) =>
  queries.run('DELETE FROM owner_sessions WHERE token_digest = ?', [tokenDigest]);

const selectSettings = query(
  'SELECT settings FROM agent_settings WHERE account_id = ?',
  z.object({ settings: z.string() }),
);

export async function agentSettingsOf(
  queries: Queries,
  accountId: string,
): Promise<AgentSettings | null> {
  const row = await queries.get(selectSettings, [accountId]);
  return row === undefined ? null : z.parse(agentSettingsSchema, JSON.parse(row.settings));
}

export const setAgentSettings = (queries: Queries, accountId: string, settings: AgentSettings) =>
  insertRow(queries, 'agent_settings', {
    account_id: accountId,
    settings: JSON.stringify(settings),
    onConflict: 'ON CONFLICT (account_id) DO UPDATE SET settings = excluded.settings',
  });
