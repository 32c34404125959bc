import * as z from 'zod/mini';
import { keySchema } from '../../../lib/contract/owner-api.ts';
import type { KeyGrant, KeyLookup, Keys } from '../port/keys.ts';
import { json, query } from '../sql.ts';
import { flag, insertRow, type Queries } from './sql.ts';

const keyRow = z.extend(keySchema, {
  account_id: z.string(),
  suspended_at: z.nullable(z.string()),
  reach: json(keySchema.shape.reach),
  profile: flag,
  agent: flag,
});

const SELECT_KEY = `
  SELECT k.id, k.account_id, k.last_four, k.name, k.level, k.profile, k.agent, k.expires_at, k.created_at, k.revoked_at,
    (SELECT a.suspended_at FROM accounts a WHERE a.id = k.account_id) AS suspended_at,
    iif(k.reaches_all, '"all"', (SELECT json_group_array(container_id) FROM key_reach WHERE key = k.seq)) AS reach
  FROM keys k`;
const selectByDigest = query(`${SELECT_KEY} WHERE k.token_digest = ?`, keyRow);
const selectById = query(`${SELECT_KEY} WHERE k.id = ? AND k.account_id = ?`, keyRow);
const selectAll = query(`${SELECT_KEY} WHERE k.account_id = ? ORDER BY k.seq`, keyRow);

export function keyLookupOn(queries: Queries): KeyLookup {
  return { byDigest: (digest) => queries.get(selectByDigest, [digest]) };
}

export function keysOn(queries: Queries, accountId: string): Keys {
  async function insertReach(id: string, reach: KeyGrant['reach']): Promise<void> {
    if (reach === 'all') return;
    await queries.run(
      `INSERT INTO key_reach (key, container_id)
       SELECT DISTINCT k.seq, wanted.value FROM keys k, json_each(?) wanted WHERE k.id = ? AND +k.account_id = ?`,
      [JSON.stringify(reach), id, accountId],
    );
  }

  return {
    byId: (id) => queries.get(selectById, [id, accountId]),
    all: () => queries.all(selectAll, [accountId]),
    async insert({ reach, now, ...key }) {
      await insertRow(queries, 'keys', {
        ...key,
        accountId,
        reachesAll: reach === 'all',
        createdAt: now,
      });
      await insertReach(key.id, reach);
    },
    async update(id, { name, level, reach, profile, agent, expires_at }) {
      const flags = [reach === 'all', profile, agent].map(Number);
      await queries.run(
        `UPDATE keys SET name = ?, level = ?, reaches_all = ?, profile = ?, agent = ?, expires_at = ?
         WHERE id = ? AND +account_id = ?`,
        [name, level, ...flags, expires_at, id, accountId],
      );
      await queries.run(
        'DELETE FROM key_reach WHERE key = (SELECT seq FROM keys WHERE id = ? AND +account_id = ?)',
        [id, accountId],
      );
      await insertReach(id, reach);
    },
    async revoke(id, now) {
      await queries.run(
        'UPDATE keys SET revoked_at = coalesce(revoked_at, ?) WHERE id = ? AND +account_id = ?',
        [now, id, accountId],
      );
    },
  };
}
