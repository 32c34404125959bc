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
import { addToQueue, QUEUES } from './leases.ts';
import { insertRow, type Queries, type Session } from './sql.ts';

const accountRow = z.extend(baseRow, { operator: z.boolean() });

const SELECT_ACCOUNT = `
  SELECT a.id, a.name, a.created_at, a.suspended_at, a.seq = (SELECT min(seq) FROM directory_accounts) AS operator,
    a.documents, a.bytes, q.documents AS quota_documents, q.bytes AS quota_bytes, q.turns AS quota_turns,
    coalesce(q.turns_on, '') AS turns_on, coalesce(q.turns_taken, 0) AS turns_taken
  FROM directory_accounts a LEFT JOIN directory_quotas q ON q.account_id = a.id`;
const selectAll = query(`${SELECT_ACCOUNT} ORDER BY a.seq`, accountRow);
const selectFirst = query('SELECT id FROM directory_accounts ORDER BY seq LIMIT 1', idRow);
const selectById = query(`${SELECT_ACCOUNT} WHERE a.id = $1`, accountRow);

/** Returns the limit unless the turn was counted. Clocks differ around midnight, so the count of a later day is kept. */
const takeTurn = query(
  `WITH counted AS (
     UPDATE directory_quotas SET turns_taken = CASE WHEN turns_on >= $2 THEN turns_taken ELSE 0 END + 1,
       turns_on = greatest(turns_on, $2)
     WHERE account_id = $1 AND CASE WHEN turns_on >= $2 THEN turns_taken ELSE 0 END < turns RETURNING account_id)
   SELECT turns FROM directory_quotas
   WHERE account_id = $1 AND turns IS NOT NULL AND NOT EXISTS (SELECT 1 FROM counted)`,
  turnLimitRow,
);

export function accountsOn(session: Session): Accounts {
  const { directory } = session;
  const accounts: Accounts = {
    all: () => directory.all(selectAll),
    byId: (id) => directory.get(selectById, [id]),
    async ensureFirst(made) {
      const known = await directory.get(selectFirst);
      if (known !== undefined) return known.id;
      await accounts.insert({ ...made, name: '' });
      return made.id;
    },
    async insert({ now, ...account }) {
      await insertRow(directory, 'directory_accounts', { ...account, createdAt: now });
    },
    async takeTurn(id, day) {
      const [taken] = await session.change(takeTurn, [id, day], `turns of a day ${id}`);
      return taken?.turns ?? null;
    },
  };
  return accounts;
}

export function ownAccountOn(queries: Queries, accountId: string): OwnAccount {
  return {
    get: () => queries.get(selectById, [accountId]),
    // The account's lock keeps anything from being queued meanwhile. A process that is learning its texts loses the lease,
    // and the attempt doesn't count. Words are still counted: changes that no process can apply would keep all of them busy.
    async suspend(now) {
      const suspended = await queries.run(
        'UPDATE directory_accounts SET suspended_at = $2 WHERE id = $1 AND suspended_at IS NULL',
        [accountId, now],
      );
      if (suspended === 0) return;
      await queries.run(`DELETE FROM directory_queues WHERE account_id = $1 AND kind <> 'words'`, [
        accountId,
      ]);
      await queries.run(
        `UPDATE learning_runs SET attempts = attempts - 1
         WHERE account_id = $1 AND status IN ('queued', 'running') AND attempts > 0`,
        [accountId],
      );
    },
    // A queue with nothing to do is removed by the process that takes it next.
    async resume() {
      const resumed = await queries.run(
        'UPDATE directory_accounts SET suspended_at = NULL WHERE id = $1 AND suspended_at IS NOT NULL',
        [accountId],
      );
      if (resumed > 0) for (const kind of QUEUES) await addToQueue(queries, accountId, kind);
    },
    async setQuota(quota) {
      await insertRow(queries, 'directory_quotas', {
        accountId,
        ...quota,
        onConflict: `ON CONFLICT (account_id) DO UPDATE
          SET documents = excluded.documents, bytes = excluded.bytes, turns = excluded.turns`,
      });
    },
    async disconnect() {
      for (const table of ['directory_sign_in_links', 'directory_owner_sessions', 'connections'])
        await queries.run(`DELETE FROM ${table} WHERE account_id = $1`, [accountId]);
    },
    // Deletes the account's row last: while it's locked, a sign-in to the account waits, and all other sign-ins wait behind it.
    async delete() {
      for (const table of ['postings', 'containers', 'bin'])
        await queries.run(`DELETE FROM ${table} WHERE account_id = $1`, [accountId]);
      await queries.run('DELETE FROM directory_accounts WHERE id = $1', [accountId]);
    },
  };
}

export function tokensOn(
  { directory }: Session,
  table: 'directory_sign_in_links' | 'directory_owner_sessions',
): AccountTokens {
  const selectAccount = query(
    `SELECT account_id FROM ${table} WHERE token_digest = $1 AND expires_at > $2`,
    accountIdRow,
  );
  return {
    async insert({ now, ...token }) {
      await directory.run(`DELETE FROM ${table} WHERE expires_at <= $1`, [now]);
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
