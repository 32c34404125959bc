/** API keys. Only a digest of each token is stored. */
import * as z from 'zod/mini';
import { insertRow, query, type Queries } from '../port.ts';

const keyRow = z.object({
  id: z.string(),
  account_id: z.string(),
  last_four: z.string(),
  name: z.string(),
  level: z.enum(['read', 'write', 'full']),
  reaches_all: z.int(),
  /** JSON array of the ids of the Memories in reach, unless the key reaches all. */
  reach: z.string(),
  profile: z.int(),
  agent: z.int(),
  expires_at: z.nullable(z.string()),
  created_at: z.string(),
  revoked_at: z.nullable(z.string()),
});
export type KeyRow = z.infer<typeof keyRow>;

const SELECT_KEY = `
  SELECT k.id, k.account_id, k.last_four, k.name, k.level, k.reaches_all, k.profile, k.agent, k.expires_at,
    k.created_at, k.revoked_at,
    (SELECT json_group_array(container_id) FROM key_reach WHERE key = k.seq) AS reach
  FROM keys k`;

const selectOne = query(`${SELECT_KEY} WHERE k.id = ? AND k.account_id = ?`, keyRow);
const selectOfAccount = query(`${SELECT_KEY} WHERE k.account_id = ? ORDER BY k.seq`, keyRow);

/** Finds a key by its digest, even if it is expired or revoked. */
export const keyByDigest = (queries: Queries, digest: string) =>
  queries.get(query(`${SELECT_KEY} WHERE k.token_digest = ?`, keyRow), [digest]);

export const keyById = (queries: Queries, id: string, accountId: string) =>
  queries.get(selectOne, [id, accountId]);

export const keysOf = (queries: Queries, accountId: string) =>
  queries.all(selectOfAccount, [accountId]);

export interface KeyGrant extends Pick<KeyRow, 'name' | 'level'> {
  readonly reach: 'all' | readonly string[];
  readonly profile: boolean;
  readonly agent: boolean;
  /** ISO 8601, UTC. */
  readonly expiresAt: string | null;
}

interface NewKey extends KeyGrant {
  readonly id: string;
  readonly accountId: string;
  readonly tokenDigest: string;
  readonly lastFour: string;
  readonly now: string;
}

export async function insertKey(
  queries: Queries,
  { id, accountId, tokenDigest, lastFour, now, ...grant }: NewKey,
): Promise<void> {
  const identity = { id, accountId, tokenDigest, lastFour, createdAt: now };
  await insertRow(queries, 'keys', { ...identity, ...columnsOf(grant) });
  await insertReach(queries, id, grant.reach);
}

export async function updateKey(queries: Queries, id: string, grant: KeyGrant): Promise<void> {
  const columns = columnsOf(grant);
  const changes = Object.keys(columns).map((column) => `${column} = ?`);
  await queries.run(`UPDATE keys SET ${changes.join(', ')} WHERE id = ?`, [
    ...Object.values(columns),
    id,
  ]);
  await queries.run('DELETE FROM key_reach WHERE key = (SELECT seq FROM keys WHERE id = ?)', [id]);
  await insertReach(queries, id, grant.reach);
}

export const revokeKeyRow = (queries: Queries, id: string, now: string) =>
  queries.run('UPDATE keys SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?', [now, id]);

function columnsOf({ name, level, reach, profile, agent, expiresAt }: KeyGrant) {
  return {
    name,
    level,
    reaches_all: Number(reach === 'all'),
    profile: Number(profile),
    agent: Number(agent),
    expires_at: expiresAt,
  };
}

async function insertReach(queries: Queries, id: string, reach: KeyGrant['reach']): Promise<void> {
  if (reach === 'all') return;
  await queries.run(
    `INSERT INTO key_reach (key, container_id)
     SELECT DISTINCT k.seq, wanted.value FROM keys k, json_each(?) wanted WHERE k.id = ?`,
    [JSON.stringify(reach), id],
  );
}
