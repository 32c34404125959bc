/** Clients of OAuth and the tokens of their connections, as stored: never a token, only its digest. */
import * as z from 'zod/mini';
import { query, type Queries } from './port.ts';

const clientRow = z.object({
  id: z.string(),
  name: z.string(),
  /** JSON: a list of addresses. */
  redirect_uris: z.string(),
});

export interface OauthClient {
  readonly id: string;
  /** As the client calls itself: nobody has checked it. */
  readonly name: string;
  readonly redirectUris: readonly string[];
}

const selectClient = query(
  'SELECT id, name, redirect_uris FROM oauth_clients WHERE id = ?',
  clientRow,
);

/** Finds a client that registered itself. */
export async function clientById(queries: Queries, id: string): Promise<OauthClient | undefined> {
  const row = await queries.get(selectClient, [id]);
  if (row === undefined) return undefined;
  const redirectUris = z.parse(z.array(z.string()), JSON.parse(row.redirect_uris));
  return { id: row.id, name: row.name, redirectUris };
}

/** Stores a client that nobody has consented to yet. */
export async function insertClient(
  queries: Queries,
  client: OauthClient & { readonly now: string },
): Promise<void> {
  await queries.run(
    'INSERT INTO oauth_clients (id, name, redirect_uris, created_at) VALUES (?, ?, ?, ?)',
    [client.id, client.name, JSON.stringify(client.redirectUris), client.now],
  );
}

/** Keeps a client for good, since an owner consented to it; false where it is no longer there. */
export async function keepClient(queries: Queries, id: string, now: string): Promise<boolean> {
  const changes = await queries.run(
    'UPDATE oauth_clients SET consented_at = coalesce(consented_at, ?) WHERE id = ?',
    [now, id],
  );
  return changes === 1;
}

/** Deletes clients that nobody consented to: those that registered before a time, and all but the newest of the rest. */
export async function deleteUnusedClients(
  queries: Queries,
  { before, keep }: { readonly before: string; readonly keep: number },
): Promise<void> {
  await queries.run('DELETE FROM oauth_clients WHERE consented_at IS NULL AND created_at < ?', [
    before,
  ]);
  await queries.run(
    `DELETE FROM oauth_clients WHERE id IN (
       SELECT id FROM oauth_clients WHERE consented_at IS NULL ORDER BY created_at DESC, id LIMIT -1 OFFSET ?
     )`,
    [keep],
  );
}

export type TokenKind = 'access' | 'refresh';

const tokenRow = z.object({
  kind: z.enum(['access', 'refresh']),
  expires_at: z.string(),
  replaced_at: z.nullable(z.string()),
  connection_id: z.string(),
});
export type TokenRow = z.infer<typeof tokenRow>;

const selectToken = query(
  `SELECT t.kind, t.expires_at, t.replaced_at, c.id AS connection_id
   FROM oauth_tokens t JOIN connections c ON c.seq = t.connection WHERE t.digest = ?`,
  tokenRow,
);

/** Finds a token of either kind by its digest, also one that has expired or was replaced. */
export function tokenByDigest(queries: Queries, digest: string): Promise<TokenRow | undefined> {
  return queries.get(selectToken, [digest]);
}

export interface NewToken {
  readonly digest: string;
  readonly connectionId: string;
  readonly kind: TokenKind;
  readonly expiresAt: string;
}

/** Stores a token. */
export async function insertToken(queries: Queries, token: NewToken): Promise<void> {
  await queries.run(
    `INSERT INTO oauth_tokens (digest, connection, kind, expires_at)
     SELECT ?, seq, ?, ? FROM connections WHERE id = ?`,
    [token.digest, token.kind, token.expiresAt, token.connectionId],
  );
}

/** Notes that a refresh token was exchanged; the time of the first exchange stays. */
export async function markReplaced(queries: Queries, digest: string, now: string): Promise<void> {
  await queries.run(
    'UPDATE oauth_tokens SET replaced_at = coalesce(replaced_at, ?) WHERE digest = ?',
    [now, digest],
  );
}

export async function deleteToken(queries: Queries, digest: string): Promise<void> {
  await queries.run('DELETE FROM oauth_tokens WHERE digest = ?', [digest]);
}

/** Forgets tokens that have expired. */
export async function deleteExpiredTokens(queries: Queries, now: string): Promise<void> {
  await queries.run('DELETE FROM oauth_tokens WHERE expires_at <= ?', [now]);
}
