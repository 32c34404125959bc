import * as z from 'zod/mini';
import { keySchema } from '../../../lib/contract/owner-api.ts';
import type { KeyGrant, KeyLookup, Keys } from '../port/keys.ts';
import { query } from '../sql.ts';
import { insertRow, type Queries, type Session } from './sql.ts';

const keyRow = z.extend(keySchema, {
  account_id: z.string(),
  suspended_at: z.nullable(z.string()),
});

const SELECT_KEY = `
  SELECT k.id, k.account_id, k.last_four, k.name, k.level, k.profile, k.agent, k.expires_at, k.created_at, k.revoked_at,
    (SELECT a.suspended_at FROM directory_accounts a WHERE a.id = k.account_id) AS suspended_at,
    CASE WHEN k.reaches_all THEN '"all"'::json ELSE (SELECT coalesce(json_agg(r.container_id), '[]') FROM key_reach r
      WHERE r.account_id = k.account_id AND r.key = k.seq) END AS reach
  FROM keys k WHERE k.account_id = $1`;
const selectById = query(`${SELECT_KEY} AND k.id = $2`, keyRow);
const selectAll = query(`${SELECT_KEY} ORDER BY k.seq`, keyRow);
const selectToken = query(
  'SELECT account_id, key_id FROM directory_key_tokens WHERE digest = $1',
  z.object({ account_id: z.string(), key_id: z.string() }),
);

export function keyLookupOn(session: Session): KeyLookup {
  return {
    async byDigest(digest) {
      const token = await session.directory.get(selectToken, [digest]);
      if (token === undefined) return undefined;
      return session.account(token.account_id).get(selectById, [token.account_id, token.key_id]);
    },
  };
}

export function keysOn(queries: Queries, accountId: string): Keys {
  async function insertReach(id: string, reach: KeyGrant['reach']): Promise<void> {
    if (reach === 'all') return;
    await queries.run(
      `INSERT INTO key_reach (account_id, key, container_id)
       SELECT DISTINCT k.account_id, k.seq, wanted.id FROM keys k CROSS JOIN unnest($3::text[]) AS wanted (id)
       WHERE k.account_id = $1 AND k.id = $2`,
      [accountId, id, reach],
    );
  }

  return {
    byId: (id) => queries.get(selectById, [accountId, id]),
    all: () => queries.all(selectAll, [accountId]),
    async insert({ reach, now, tokenDigest, ...key }) {
      await insertRow(queries, 'keys', {
        ...key,
        accountId,
        reachesAll: reach === 'all',
        createdAt: now,
      });
      const token = { digest: tokenDigest, accountId, keyId: key.id };
      await insertRow(queries, 'directory_key_tokens', token);
      await insertReach(key.id, reach);
    },
    async update(id, { name, level, reach, profile, agent, expires_at }) {
      await queries.run(
        `UPDATE keys SET name = $3, level = $4, reaches_all = $5, profile = $6, agent = $7, expires_at = $8
         WHERE account_id = $1 AND id = $2`,
        [accountId, id, name, level, reach === 'all', profile, agent, expires_at],
      );
      await queries.run(
        `DELETE FROM key_reach
         WHERE account_id = $1 AND key = (SELECT seq FROM keys WHERE account_id = $1 AND id = $2)`,
        [accountId, id],
      );
      await insertReach(id, reach);
    },
    async revoke(id, now) {
      await queries.run(
        'UPDATE keys SET revoked_at = coalesce(revoked_at, $3) WHERE account_id = $1 AND id = $2',
        [accountId, id, now],
      );
    },
  };
}
