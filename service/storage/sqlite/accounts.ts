import * as z from 'zod/mini';
import { agentSettingsSchema, type AgentSettings } from '../../../lib/contract/owner-api.ts';
import { flag, insertRow, json, query, timeOf, type Database, type Queries } from './sql.ts';

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

export async function deleteAccount(queries: Queries, id: string): Promise<void> {
  await queries.run('DELETE FROM accounts WHERE id = ?', [id]);
}

type NewToken = Readonly<Record<'tokenDigest' | 'accountId' | 'expiresAt' | 'now', string>>;

const accountIdRow = z.object({ account_id: z.string() });

/** Creates the queries for a table of tokens, each of which identifies an account until it expires. */
function tokensIn(table: 'sign_in_links' | 'owner_sessions') {
  const selectAccount = query(
    `SELECT account_id FROM ${table} WHERE token_digest = ? AND ${timeOf('expires_at')} > ${timeOf('?')}`,
    accountIdRow,
  );
  return {
    /** Inserts a token, and deletes those that have expired. */
    async insert(queries: Queries, { now, ...token }: NewToken): Promise<void> {
      await queries.run(`DELETE FROM ${table} WHERE ${timeOf('expires_at')} <= ${timeOf('?')}`, [
        now,
      ]);
      const created = table === 'owner_sessions' ? { createdAt: now } : {};
      await insertRow(queries, table, { ...token, ...created });
    },
    /** Returns null if the token is unknown or expired. */
    accountOf: async (queries: Queries, tokenDigest: string, now: string) =>
      (await queries.get(selectAccount, [tokenDigest, now]))?.account_id ?? null,
    delete: (queries: Queries, tokenDigest: string) =>
      queries.run(`DELETE FROM ${table} WHERE token_digest = ?`, [tokenDigest]),
  };
}

export const signInLinks = tokensIn('sign_in_links');
export const ownerSessions = tokensIn('owner_sessions');

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
