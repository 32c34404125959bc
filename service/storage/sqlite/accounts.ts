/** Accounts, their sign-in links and sessions, and their agent settings. */
import * as z from 'zod/mini';
import { query, type Database, type Queries } from '../port.ts';
import { agentSettingsSchema, type AgentSettings } from '../../../lib/contract/owner-api.ts';

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

/** Returns the id of the first account; creates it in a new database. */
export function ensureFirstAccount(
  db: Database,
  made: { id: string; now: string },
): Promise<string> {
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

interface NewAccount {
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

/** Deletes an account and everything in it. Call it in a transaction: the full-text index is cleared first. */
export async function deleteAccount(queries: Queries, id: string): Promise<void> {
  await queries.run(
    `DELETE FROM passage_index WHERE rowid IN (
       SELECT p.id FROM passages p JOIN materials m ON m.seq = p.material WHERE m.account_id = ?)`,
    [id],
  );
  await queries.run('DELETE FROM accounts WHERE id = ?', [id]);
}

interface NewSignInLink {
  readonly tokenDigest: string;
  readonly accountId: string;
  readonly expiresAt: string;
  readonly now: string;
}

type NewSession = NewSignInLink;

const selectAccountOfLink = query(
  'SELECT account_id FROM sign_in_links WHERE token_digest = ? AND expires_at > ?',
  z.object({ account_id: z.string() }),
);

const selectAccountOfSession = query(
  'SELECT account_id FROM owner_sessions WHERE token_digest = ? AND expires_at > ?',
  z.object({ account_id: z.string() }),
);

/** Stores a sign-in link and deletes expired ones. Only a digest of its token is stored. */
export async function insertSignInLink(queries: Queries, link: NewSignInLink): Promise<void> {
  await queries.run('DELETE FROM sign_in_links WHERE expires_at <= ?', [link.now]);
  await queries.run(
    'INSERT INTO sign_in_links (token_digest, account_id, expires_at) VALUES (?, ?, ?)',
    [link.tokenDigest, link.accountId, link.expiresAt],
  );
}

/** Whether a sign-in link is still valid; doesn't use it up. */
export async function isSignInLink(
  queries: Queries,
  tokenDigest: string,
  now: string,
): Promise<boolean> {
  return (await queries.get(selectAccountOfLink, [tokenDigest, now])) !== undefined;
}

/** Uses up a sign-in link and returns its account; null if unknown, used or expired. Call it in a transaction. */
export async function takeSignInLink(
  queries: Queries,
  tokenDigest: string,
  now: string,
): Promise<string | null> {
  const found = await queries.get(selectAccountOfLink, [tokenDigest, now]);
  await queries.run('DELETE FROM sign_in_links WHERE token_digest = ?', [tokenDigest]);
  return found?.account_id ?? null;
}

/** Stores a session and deletes expired ones. Only a digest of its token is stored. */
export async function insertSession(queries: Queries, session: NewSession): Promise<void> {
  await queries.run('DELETE FROM owner_sessions WHERE expires_at <= ?', [session.now]);
  await queries.run(
    'INSERT INTO owner_sessions (token_digest, account_id, created_at, expires_at) VALUES (?, ?, ?, ?)',
    [session.tokenDigest, session.accountId, session.now, session.expiresAt],
  );
}

/** Returns the account a session is signed in to; null if the session is unknown or expired. */
export async function accountOfSessionAt(
  queries: Queries,
  tokenDigest: string,
  now: string,
): Promise<string | null> {
  const found = await queries.get(selectAccountOfSession, [tokenDigest, now]);
  return found?.account_id ?? null;
}

/** Deletes a session, if it exists. */
export async function deleteSession(queries: Queries, tokenDigest: string): Promise<void> {
  await queries.run('DELETE FROM owner_sessions WHERE token_digest = ?', [tokenDigest]);
}

const selectSettings = query(
  'SELECT settings FROM agent_settings WHERE account_id = ?',
  z.object({ settings: z.string() }),
);

/** Returns the owner's agent settings; null if none are stored. */
export async function agentSettingsOf(
  queries: Queries,
  accountId: string,
): Promise<AgentSettings | null> {
  const row = await queries.get(selectSettings, [accountId]);
  if (row === undefined) return null;
  return z.parse(agentSettingsSchema, JSON.parse(row.settings));
}

/** Replaces the owner's agent settings. */
export async function setAgentSettings(
  queries: Queries,
  accountId: string,
  settings: AgentSettings,
): Promise<void> {
  await queries.run(
    `INSERT INTO agent_settings (account_id, settings) VALUES (?, ?)
     ON CONFLICT (account_id) DO UPDATE SET settings = excluded.settings`,
    [accountId, JSON.stringify(settings)],
  );
}
