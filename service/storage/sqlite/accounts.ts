import * as z from 'zod/mini';
import type { Accounts, AccountTokens, AgentSettingsArea, OwnAccount } from '../port/accounts.ts';
import {
  accountIdRow,
  accountRow as baseRow,
  agentSettingsRow,
  idRow,
  turnLimitRow,
} from '../rows.ts';
import { query } from '../sql.ts';
import { flag, insertRow, timeOf, type Queries } from './sql.ts';

const accountRow = z.extend(baseRow, { operator: flag });

const SELECT_ACCOUNT = `
  SELECT a.id, a.name, a.created_at, a.suspended_at, a.seq = (SELECT min(seq) FROM accounts) AS operator,
    a.documents, a.bytes, q.documents AS quota_documents, q.bytes AS quota_bytes, q.turns AS quota_turns,
    coalesce(q.turns_on, '') AS turns_on, coalesce(q.turns_taken, 0) AS turns_taken
  FROM accounts a LEFT JOIN quotas q ON q.account_id = a.id`;
const selectAll = query(`${SELECT_ACCOUNT} ORDER BY a.seq`, accountRow);
const selectFirst = query('SELECT id FROM accounts ORDER BY seq LIMIT 1', idRow);
const selectById = query(`${SELECT_ACCOUNT} WHERE a.id = ?`, accountRow);

const selectTurnLimit = query(
  'SELECT turns FROM quotas WHERE account_id = ? AND turns IS NOT NULL',
  turnLimitRow,
);

export function accountsOn(queries: Queries): Accounts {
  const accounts: Accounts = {
    all: () => queries.all(selectAll),
    byId: (id) => queries.get(selectById, [id]),
    async ensureFirst(made) {
      const known = await queries.get(selectFirst);
      if (known !== undefined) return known.id;
      await accounts.insert({ ...made, name: '' });
      return made.id;
    },
    async insert({ now, ...account }) {
      await insertRow(queries, 'accounts', { ...account, createdAt: now });
    },
    async takeTurn(id, day) {
      const changes = await queries.run(
        // A clock that is set back around midnight doesn't start the day over.
        `UPDATE quotas SET turns_taken = iif(turns_on >= ?2, turns_taken, 0) + 1, turns_on = max(turns_on, ?2)
         WHERE account_id = ?1 AND iif(turns_on >= ?2, turns_taken, 0) < turns`,
        [id, day],
      );
      return changes === 1 ? null : ((await queries.get(selectTurnLimit, [id]))?.turns ?? null);
    },
  };
  return accounts;
}

export function ownAccountOn(queries: Queries, accountId: string): OwnAccount {
  return {
    get: () => queries.get(selectById, [accountId]),
    async suspend(now) {
      await queries.run(
        'UPDATE accounts SET suspended_at = coalesce(suspended_at, ?) WHERE id = ?',
        [now, accountId],
      );
    },
    async resume() {
      await queries.run('UPDATE accounts SET suspended_at = NULL WHERE id = ?', [accountId]);
    },
    async setQuota(quota) {
      await insertRow(queries, 'quotas', {
        accountId,
        ...quota,
        onConflict: `ON CONFLICT (account_id) DO UPDATE
          SET documents = excluded.documents, bytes = excluded.bytes, turns = excluded.turns`,
      });
    },
    async disconnect() {
      for (const table of ['sign_in_links', 'owner_sessions', 'connections'])
        await queries.run(`DELETE FROM ${table} WHERE account_id = ?`, [accountId]);
    },
    async delete() {
      await queries.run('DELETE FROM accounts WHERE id = ?', [accountId]);
    },
  };
}

export function tokensOn(
  queries: Queries,
  table: 'sign_in_links' | 'owner_sessions',
): AccountTokens {
  const selectAccount = query(
    `SELECT account_id FROM ${table} WHERE token_digest = ? AND ${timeOf('expires_at')} > ${timeOf('?')}`,
    accountIdRow,
  );
  return {
    async insert({ now, ...token }) {
      await queries.run(`DELETE FROM ${table} WHERE ${timeOf('expires_at')} <= ${timeOf('?')}`, [
        now,
      ]);
      const created = table === 'owner_sessions' ? { createdAt: now } : {};
      await insertRow(queries, table, { ...token, ...created });
    },
    accountOf: async (tokenDigest, now) =>
      (await queries.get(selectAccount, [tokenDigest, now]))?.account_id ?? null,
    async delete(tokenDigest) {
      await queries.run(`DELETE FROM ${table} WHERE token_digest = ?`, [tokenDigest]);
    },
  };
}

const selectSettings = query(
  'SELECT settings FROM agent_settings WHERE account_id = ?',
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
