/** One-time links to sign in by and the sessions they open; of either only the token's digest is stored. */
import * as z from 'zod/mini';
import { query, type Queries } from './port.ts';

export interface NewSignInLink {
  readonly tokenDigest: string;
  readonly accountId: string;
  readonly expiresAt: string;
  readonly now: string;
}

export type NewSession = NewSignInLink;

const accountOfLink = query(
  'SELECT account_id FROM sign_in_links WHERE token_digest = ? AND expires_at > ?',
  z.object({ account_id: z.string() }),
);

const accountOfSession = query(
  'SELECT account_id FROM owner_sessions WHERE token_digest = ? AND expires_at > ?',
  z.object({ account_id: z.string() }),
);

/** Stores a link, and drops those that nobody used in time. */
export async function insertSignInLink(queries: Queries, link: NewSignInLink): Promise<void> {
  await queries.run('DELETE FROM sign_in_links WHERE expires_at <= ?', [link.now]);
  await queries.run(
    'INSERT INTO sign_in_links (token_digest, account_id, expires_at) VALUES (?, ?, ?)',
    [link.tokenDigest, link.accountId, link.expiresAt],
  );
}

/** Says whether a link would still sign somebody in; it stays unused. */
export async function isSignInLink(
  queries: Queries,
  tokenDigest: string,
  now: string,
): Promise<boolean> {
  return (await queries.get(accountOfLink, [tokenDigest, now])) !== undefined;
}

/** Uses a link up and gives its account; null where it is unknown, used or too old. Belongs in a transaction. */
export async function takeSignInLink(
  queries: Queries,
  tokenDigest: string,
  now: string,
): Promise<string | null> {
  const found = await queries.get(accountOfLink, [tokenDigest, now]);
  await queries.run('DELETE FROM sign_in_links WHERE token_digest = ?', [tokenDigest]);
  return found?.account_id ?? null;
}

/** Stores a session, and drops those that have ended. */
export async function insertSession(queries: Queries, session: NewSession): Promise<void> {
  await queries.run('DELETE FROM owner_sessions WHERE expires_at <= ?', [session.now]);
  await queries.run(
    'INSERT INTO owner_sessions (token_digest, account_id, created_at, expires_at) VALUES (?, ?, ?, ?)',
    [session.tokenDigest, session.accountId, session.now, session.expiresAt],
  );
}

/** Gives the account that a session is signed in to; null where there is none, or where it has ended. */
export async function accountOfSessionAt(
  queries: Queries,
  tokenDigest: string,
  now: string,
): Promise<string | null> {
  const found = await queries.get(accountOfSession, [tokenDigest, now]);
  return found?.account_id ?? null;
}

/** Ends a session; one that is not there has ended already. */
export async function deleteSession(queries: Queries, tokenDigest: string): Promise<void> {
  await queries.run('DELETE FROM owner_sessions WHERE token_digest = ?', [tokenDigest]);
}
