/** API keys. Only a digest of each token is stored. */
import * as z from 'zod/mini';
import { keySchema, type Key } from '../../../lib/contract/owner-api.ts';
import { flag, insertRow, json, query, type Queries } from './sql.ts';

const keyRow = z.extend(keySchema, {
  account_id: z.string(),
  reach: json(keySchema.shape.reach),
  profile: flag,
  agent: flag,
});
export type KeyRow = z.infer<typeof keyRow>;

const SELECT_KEY = `
  SELECT k.id, k.account_id, k.last_four, k.name, k.level, k.profile, k.agent, k.expires_at, k.created_at, k.revoked_at,
    iif(k.reaches_all, '"all"', (SELECT json_group_array(container_id) FROM key_reach WHERE key = k.seq)) AS reach
  FROM keys k`;

/** Finds a key by its digest, even if it is expired or revoked. */
export const keyByDigest = (queries: Queries, digest: string) =>
  queries.get(query(`${SELECT_KEY} WHERE k.token_digest = ?`, keyRow), [digest]);

export const keyById = (queries: Queries, id: string, accountId: string) =>
  queries.get(query(`${SELECT_KEY} WHERE k.id = ? AND k.account_id = ?`, keyRow), [id, accountId]);

export const keysOf = (queries: Queries, accountId: string) =>
  queries.all(query(`${SELECT_KEY} WHERE k.account_id = ? ORDER BY k.seq`, keyRow), [accountId]);

export interface KeyGrant extends Readonly<
  Pick<Key, 'name' | 'level' | 'profile' | 'agent' | 'expires_at'>
> {
  readonly reach: 'all' | readonly string[];
}

type NewKey = KeyGrant &
  Readonly<Record<'id' | 'accountId' | 'tokenDigest' | 'lastFour' | 'now', string>>;

export async function insertKey(queries: Queries, { reach, now, ...key }: NewKey): Promise<void> {
  await insertRow(queries, 'keys', { ...key, reachesAll: reach === 'all', createdAt: now });
  await insertReach(queries, key.id, reach);
}

export async function updateKey(queries: Queries, id: string, grant: KeyGrant): Promise<void> {
  const { name, level, reach, profile, agent, expires_at } = grant;
  const flags = [reach === 'all', profile, agent].map(Number);
  await queries.run(
    `UPDATE keys SET name = ?, level = ?, reaches_all = ?, profile = ?, agent = ?, expires_at = ? WHERE id = ?`,
    [name, level, ...flags, expires_at, id],
  );
  await queries.run('DELETE FROM key_reach WHERE key = (SELECT seq FROM keys WHERE id = ?)', [id]);
  await insertReach(queries, id, reach);
}

export const revokeKeyRow = (queries: Queries, id: string, now: string) =>
  queries.run('UPDATE keys SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?', [now, id]);

async function insertReach(queries: Queries, id: string, reach: KeyGrant['reach']): Promise<void> {
  if (reach === 'all') return;
  await queries.run(
    `INSERT INTO key_reach (key, container_id)
     SELECT DISTINCT k.seq, wanted.value FROM keys k, json_each(?) wanted WHERE k.id = ?`,
    [JSON.stringify(reach), id],
  );
}
