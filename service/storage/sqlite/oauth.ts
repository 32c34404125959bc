/** OAuth clients, the connections owners granted, and their tokens. Only digests of codes and tokens are stored. */
import * as z from 'zod/mini';
import { flag, insertRow, json, query, timeOf, type Queries } from './sql.ts';

const clientRow = z.object({
  id: z.string(),
  /** Chosen by the client and unverified. */
  name: z.string(),
  redirectUris: json(z.array(z.string())),
});
export type OauthClient = z.infer<typeof clientRow>;

const selectClient = query(
  'SELECT id, name, redirect_uris AS redirectUris FROM oauth_clients WHERE id = ?',
  clientRow,
);

export const clientById = (queries: Queries, id: string) => queries.get(selectClient, [id]);

export const insertClient = (
  queries: Queries,
  { now, redirectUris, ...client }: OauthClient & { readonly now: string },
) =>
  insertRow(queries, 'oauth_clients', {
    ...client,
    redirectUris: JSON.stringify(redirectUris),
    createdAt: now,
  });

/** Records the first consent to a client, which is then kept. Returns false if the client no longer exists. */
export async function keepClient(queries: Queries, id: string, now: string): Promise<boolean> {
  const changes = await queries.run(
    'UPDATE oauth_clients SET consented_at = coalesce(consented_at, ?) WHERE id = ?',
    [now, id],
  );
  return changes === 1;
}

/** Deletes clients without consent that were registered before `before`, and all but the `keep` newest others. */
export async function deleteUnusedClients(
  queries: Queries,
  { before, keep }: { readonly before: string; readonly keep: number },
): Promise<void> {
  await queries.run(
    `DELETE FROM oauth_clients WHERE consented_at IS NULL AND ${timeOf('created_at')} < ${timeOf('?')}`,
    [before],
  );
  await queries.run(
    `DELETE FROM oauth_clients WHERE id IN (
       SELECT id FROM oauth_clients WHERE consented_at IS NULL ORDER BY created_at DESC, id LIMIT -1 OFFSET ?
     )`,
    [keep],
  );
}

const tokenRow = z.object({
  kind: z.enum(['access', 'refresh']),
  expires_at: z.string(),
  replaced_at: z.nullable(z.string()),
  connection_id: z.string(),
});

const selectToken = query(
  `SELECT t.kind, t.expires_at, t.replaced_at, c.id AS connection_id
   FROM oauth_tokens t JOIN connections c ON c.seq = t.connection WHERE t.digest = ?`,
  tokenRow,
);

/** Finds a token by its digest, even if it is expired or replaced. */
export const tokenByDigest = (queries: Queries, digest: string) =>
  queries.get(selectToken, [digest]);

/** `resource` holds URLs separated by spaces. */
interface NewToken extends Readonly<
  Record<'digest' | 'connectionId' | 'resource' | 'expiresAt', string>
> {
  readonly kind: 'access' | 'refresh';
}

export const insertToken = (
  queries: Queries,
  { digest, kind, expiresAt, connectionId, resource }: NewToken,
) =>
  queries.run(
    `INSERT INTO oauth_tokens (digest, connection, kind, expires_at, resource)
     SELECT ?, seq, ?, ?, ? FROM connections WHERE id = ?`,
    [digest, kind, expiresAt, resource, connectionId],
  );

export const markReplaced = (queries: Queries, digest: string, now: string) =>
  queries.run('UPDATE oauth_tokens SET replaced_at = coalesce(replaced_at, ?) WHERE digest = ?', [
    now,
    digest,
  ]);

export const deleteToken = (queries: Queries, digest: string) =>
  queries.run('DELETE FROM oauth_tokens WHERE digest = ?', [digest]);

export const deleteExpiredTokens = (queries: Queries, now: string) =>
  queries.run(`DELETE FROM oauth_tokens WHERE ${timeOf('expires_at')} <= ${timeOf('?')}`, [now]);

const connectionRow = z.object({
  id: z.string(),
  account_id: z.string(),
  client_id: z.string(),
  client_name: z.string(),
  /** URLs separated by spaces. */
  resource: z.string(),
  /** The ids of the Memories in reach. */
  reach: json(z.union([z.literal('all'), z.array(z.string())])),
  profile: flag,
  redirect_uri: z.string(),
  challenge: z.string(),
  created_at: z.string(),
  /** When the client exchanged its code; null until then. */
  connected_at: z.nullable(z.string()),
  /** When the code expires; once it is exchanged, when the newest refresh token expires. */
  expires_at: z.string(),
  last_used_at: z.nullable(z.string()),
  revoked_at: z.nullable(z.string()),
});
export type ConnectionRow = z.infer<typeof connectionRow>;

const SELECT_CONNECTION = `
  SELECT c.id, c.account_id, c.client_id, o.name AS client_name, c.resource, c.profile, c.redirect_uri, c.challenge,
    c.created_at, c.connected_at, c.expires_at, c.last_used_at, c.revoked_at,
    iif(c.reaches_all, '"all"',
      (SELECT json_group_array(container_id) FROM connection_reach WHERE connection = c.seq)) AS reach
  FROM connections c JOIN oauth_clients o ON o.id = c.client_id`;

const selectByToken = query(
  `${SELECT_CONNECTION} JOIN oauth_tokens t ON t.connection = c.seq
   WHERE t.digest = ? AND t.kind = 'access' AND ${timeOf('t.expires_at')} > ${timeOf('?')} AND c.revoked_at IS NULL
     AND instr(t.resource || ' ', ? || ' ') > 0`,
  connectionRow,
);
const selectOfAccount = query(
  `${SELECT_CONNECTION}
   WHERE c.account_id = ? AND c.connected_at IS NOT NULL AND ${timeOf('c.expires_at')} > ${timeOf('?')} ORDER BY c.seq`,
  connectionRow,
);

/** Finds a connection by its code's digest, even if the code is used or expired. */
export const connectionByCode = (queries: Queries, digest: string) =>
  queries.get(query(`${SELECT_CONNECTION} WHERE c.code_digest = ?`, connectionRow), [digest]);

export const connectionById = (queries: Queries, id: string) =>
  queries.get(query(`${SELECT_CONNECTION} WHERE c.id = ?`, connectionRow), [id]);

/** Finds the connection of a valid access token, if one of the token's resources ends with `path`. */
export const connectionByAccessToken = (
  queries: Queries,
  { digest, now, path }: Record<'digest' | 'now' | 'path', string>,
) => queries.get(selectByToken, [digest, now, path]);

/** Returns an account's connections that haven't expired, including revoked ones. */
export const connectionsOf = (queries: Queries, accountId: string, now: string) =>
  queries.all(selectOfAccount, [accountId, now]);

const selectApproved = query(
  `SELECT DISTINCT redirect_uri FROM connections
   WHERE client_id = ? AND account_id = ? AND revoked_at IS NULL`,
  z.object({ redirect_uri: z.string() }),
);

/** Returns the redirect URIs of a client's connections to an account, without revoked ones. */
export async function approvedRedirectUris(
  queries: Queries,
  { clientId, accountId }: Record<'clientId' | 'accountId', string>,
): Promise<string[]> {
  const rows = await queries.all(selectApproved, [clientId, accountId]);
  return rows.map(({ redirect_uri: uri }) => uri);
}

export interface NewConnection extends Readonly<
  Record<'id' | 'accountId' | 'clientId' | 'resource' | 'codeDigest' | 'redirectUri', string>
> {
  readonly reach: 'all' | readonly string[];
  readonly profile: boolean;
  readonly challenge: string;
  readonly expiresAt: string;
  readonly now: string;
}

export async function insertConnection(
  queries: Queries,
  { reach, now, ...connection }: NewConnection,
): Promise<void> {
  await insertRow(queries, 'connections', {
    ...connection,
    reachesAll: reach === 'all',
    createdAt: now,
  });
  if (reach === 'all') return;
  await queries.run(
    `INSERT INTO connection_reach (connection, container_id)
     SELECT DISTINCT c.seq, m.id
     FROM json_each(?) wanted, connections c JOIN containers m ON m.account_id = c.account_id
     WHERE m.id = wanted.value AND c.id = ?`,
    [JSON.stringify(reach), connection.id],
  );
}

/** Extends a connection; the first call also records when the client connected. */
export const keepConnected = (
  queries: Queries,
  id: string,
  { now, expiresAt }: { readonly now: string; readonly expiresAt: string },
) =>
  queries.run(
    'UPDATE connections SET connected_at = coalesce(connected_at, ?), expires_at = ? WHERE id = ?',
    [now, expiresAt, id],
  );

export const markUsed = (queries: Queries, id: string, now: string) =>
  queries.run('UPDATE connections SET last_used_at = ? WHERE id = ?', [now, id]);

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

export const deleteEndedConnections = (
  queries: Queries,
  { now, revokedBefore }: { readonly now: string; readonly revokedBefore: string },
) =>
  queries.run(
    `DELETE FROM connections
     WHERE ${timeOf('expires_at')} <= ${timeOf('?')} OR ${timeOf('revoked_at')} < ${timeOf('?')}`,
    [now, revokedBefore],
  );
