import * as z from 'zod/mini';
import type { Accounts, AccountTokens, AgentSettingsArea } from '../port/accounts.ts';
import { accountIdRow, accountRow as baseRow, agentSettingsRow } from '../rows.ts';
import { query } from '../sql.ts';
import { insertRow, timeOf, type Queries, type Session } from './sql.ts';

const accountRow = z.extend(baseRow, { operator: z.boolean() });

const SELECT_ACCOUNT = `
  SELECT id, name, created_at, seq = (SELECT min(seq) FROM directory_accounts) AS operator FROM directory_accounts`;
const selectAll = query(`${SELECT_ACCOUNT} ORDER BY seq`, accountRow);
const selectById = query(`${SELECT_ACCOUNT} WHERE id = $1`, accountRow);

export function accountsOn(session: Session): Accounts {
  const { directory } = session;
  const accounts: Accounts = {
    all: () => directory.all(selectAll),
    byId: (id) => directory.get(selectById, [id]),
    async ensureFirst(made) {
      const [known] = await accounts.all();
      if (known !== undefined) return known.id;
      await accounts.insert({ ...made, name: '' });
      return made.id;
    },
    async insert({ now, ...account }) {
      await insertRow(directory, 'directory_accounts', { ...account, createdAt: now });
    },
    // In the account's turn, since its rows are deleted too.
    async delete(id) {
      await session.account(id).run('DELETE FROM directory_accounts WHERE id = $1', [id]);
    },
  };
  return accounts;
}

export function tokensOn(
  { directory }: Session,
  table: 'directory_sign_in_links' | 'directory_owner_sessions',
): AccountTokens {
  const selectAccount = query(
    `SELECT account_id FROM ${table} WHERE token_digest = $1 AND ${timeOf('expires_at')} > ${timeOf('$2')}`,
    accountIdRow,
  );
  return {
    async insert({ now, ...token }) {
      await directory.run(`DELETE FROM ${table} WHERE ${timeOf('expires_at')} <= ${timeOf('$1')}`, [
        now,
      ]);
      const created = table === 'directory_owner_sessions' ? { createdAt: now } : {};
      await insertRow(directory, table, { ...token, ...created });
    },
    accountOf: async (tokenDigest, now) =>
      (await directory.get(selectAccount, [tokenDigest, now]))?.account_id ?? null,
    async delete(tokenDigest) {
      await directory.run(`DELETE FROM ${table} WHERE token_digest = $1`, [tokenDigest]);
    },
  };
}

const selectSettings = query(
  'SELECT settings FROM agent_settings WHERE account_id = $1',
  agentSettingsRow,
);

export function agentSettingsOn(queries: Queries, accountId: string): AgentSettingsArea {
  return {
    get: async () => (await queries.get(selectSettings, [accountId]))?.settings ?? null,
    async set(settings) {
      await insertRow(queries, 'agent_settings', {
        accountId,
        settings: JSON.stringify(settings),
        onConflict: 'ON CONFLICT (account_id) DO UPDATE SET settings = excluded.settings',
      });
    },
  };
}
