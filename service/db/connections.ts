/** Connections: what an owner consented to for a client of OAuth, as stored. */
import * as z from 'zod/mini';
import { query, type Queries } from './port.ts';

const connectionRow = z.object({
  id: z.string(),
  account_id: z.string(),
  client_id: z.string(),
  client_name: z.string(),
  /** Address that the tokens are for. */
  resource: z.string(),
  reaches_all: z.int(),
  /** JSON: ids of the Memories in reach, where it does not reach all. */
  reach: z.string(),
  profile: z.int(),
  redirect_uri: z.string(),
  challenge: z.string(),
  created_at: z.string(),
  /** When the client exchanged its code; until then it is not connected. */
  connected_at: z.nullable(z.string()),
  /** End of the code, then of the newest refresh token. */
  expires_at: z.string(),
  last_used_at: z.nullable(z.string()),
  revoked_at: z.nullable(z.string()),
});
export type ConnectionRow = z.infer<typeof connectionRow>;

const SELECT_CONNECTION = `
  SELECT c.id, c.account_id, c.client_id, o.name AS client_name, c.resource, c.reaches_all, c.profile, c.redirect_uri,
    c.challenge, c.created_at, c.connected_at, c.expires_at, c.last_used_at, c.revoked_at,
    (SELECT json_group_array(container_id) FROM connection_reach WHERE connection = c.seq) AS reach
  FROM connections c JOIN oauth_clients o ON o.id = c.client_id`;

const selectByCode = query(`${SELECT_CONNECTION} WHERE c.code_digest = ?`, connectionRow);
const selectOne = query(`${SELECT_CONNECTION} WHERE c.id = ?`, connectionRow);
const selectByToken = query(
  `${SELECT_CONNECTION} JOIN oauth_tokens t ON t.connection = c.seq
   WHERE t.digest = ? AND t.kind = 'access' AND t.expires_at > ? AND c.revoked_at IS NULL`,
  connectionRow,
);
const selectOfAccount = query(
  `${SELECT_CONNECTION}
   WHERE c.account_id = ? AND c.connected_at IS NOT NULL AND c.expires_at > ? ORDER BY c.seq`,
  connectionRow,
);

/** Finds the connection that a code was given for, also after the code was used or has expired. */
export function connectionByCode(
  queries: Queries,
  digest: string,
): Promise<ConnectionRow | undefined> {
  return queries.get(selectByCode, [digest]);
}

export function connectionById(queries: Queries, id: string): Promise<ConnectionRow | undefined> {
  return queries.get(selectOne, [id]);
}

/** Finds the connection of an access token that is good at this time. */
export function connectionByAccessToken(
  queries: Queries,
  digest: string,
  now: string,
): Promise<ConnectionRow | undefined> {
  return queries.get(selectByToken, [digest, now]);
}

/** Lists an account's connections, oldest first: those that have ended by time are left out, revoked ones are not. */
export function connectionsOf(
  queries: Queries,
  accountId: string,
  now: string,
): Promise<ConnectionRow[]> {
  return queries.all(selectOfAccount, [accountId, now]);
}

export interface NewConnection {
  readonly id: string;
  readonly accountId: string;
  readonly clientId: string;
  readonly resource: string;
  readonly reach: 'all' | readonly string[];
  readonly profile: boolean;
  readonly codeDigest: string;
  readonly redirectUri: string;
  readonly challenge: string;
  /** End of the code. */
  readonly expiresAt: string;
  readonly now: string;
}

/** Stores what the owner consented to, with the code that is on its way to the client. */
export async function insertConnection(queries: Queries, made: NewConnection): Promise<void> {
  await queries.run(
    `INSERT INTO connections (id, account_id, client_id, resource, reaches_all, profile, code_digest, redirect_uri,
       challenge, created_at, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      made.id,
      made.accountId,
      made.clientId,
      made.resource,
      Number(made.reach === 'all'),
      Number(made.profile),
      made.codeDigest,
      made.redirectUri,
      made.challenge,
      made.now,
      made.expiresAt,
    ],
  );
  if (made.reach === 'all') return;
  await queries.run(
    `INSERT INTO connection_reach (connection, container_id)
     SELECT DISTINCT c.seq, m.id
     FROM json_each(?) wanted, connections c JOIN containers m ON m.account_id = c.account_id
     WHERE m.id = wanted.value AND c.id = ?`,
    [JSON.stringify(made.reach), made.id],
  );
}

/** Notes that the client is connected, and until when it stays so unless it comes back; the first time stays. */
export async function keepConnected(
  queries: Queries,
  id: string,
  { now, expiresAt }: { readonly now: string; readonly expiresAt: string },
): Promise<void> {
  await queries.run(
    'UPDATE connections SET connected_at = coalesce(connected_at, ?), expires_at = ? WHERE id = ?',
    [now, expiresAt, id],
  );
}

/** Notes when a connection was used. */
export async function markUsed(queries: Queries, id: string, now: string): Promise<void> {
  await queries.run('UPDATE connections SET last_used_at = ? WHERE id = ?', [now, id]);
}

/** Revokes a connection for good and forgets its tokens; one that is revoked keeps its time. */
export async function revokeConnectionRow(
  queries: Queries,
  id: string,
  now: string,
): Promise<void> {
  await queries.run('UPDATE connections SET revoked_at = coalesce(revoked_at, ?) WHERE id = ?', [
    now,
    id,
  ]);
  await queries.run(
    'DELETE FROM oauth_tokens WHERE connection = (SELECT seq FROM connections WHERE id = ?)',
    [id],
  );
}

/** Deletes connections that ended before now by time, and those that were revoked before another time. */
export async function deleteEndedConnections(
  queries: Queries,
  { now, revokedBefore }: { readonly now: string; readonly revokedBefore: string },
): Promise<void> {
  await queries.run('DELETE FROM connections WHERE expires_at <= ? OR revoked_at < ?', [
    now,
    revokedBefore,
  ]);
}
