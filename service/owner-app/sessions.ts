/** Sign-in sessions of the owner app: a one-time link, then a cookie for 30 days. */
import { parse } from 'hono/utils/cookie';
import {
  digestOf,
  createToken,
  type OwnerSession,
  type OwnerSessions,
} from '../auth/credentials.ts';
import { timestamp, type Clock } from '../ports.ts';
import type { Database, Queries } from '../storage/port.ts';
import {
  accountOfSessionAt,
  accountOfSignInLink,
  deleteSession,
  insertSession,
  insertSignInLink,
  takeSignInLink,
} from '../storage/sqlite/accounts.ts';

export interface SignInSessions extends OwnerSessions {
  /** Returns whether a sign-in link is still valid, without using it up. */
  isUsable(linkToken: string): Promise<boolean>;
  /** Uses up a link; returns the `Set-Cookie` of the new session, or null if the link is used or expired. */
  signIn(linkToken: string, request: Request): Promise<string | null>;
  /** Returns the `Set-Cookie` that clears the session. */
  signOut(request: Request): Promise<string>;
}

interface SignInSessionsOptions {
  readonly db: Database;
  readonly clock: Clock;
  /** The origin people use, if a proxy is in front; defaults to the origin of each request. */
  readonly publicUrl?: string;
}

const COOKIE = 'keepsake_session';
const SESSION_MS = 30 * 24 * 60 * 60_000;
const LINK_MS = 60 * 60_000;

export function createOwnerSessions({
  db,
  clock,
  publicUrl,
}: SignInSessionsOptions): SignInSessions {
  // Lax, because Strict would leave the cookie out when an OAuth client opens the consent page.
  const cookie = (value: string, maxAge: number, request: Request) => {
    const isSecure = new URL(publicUrl ?? request.url).protocol === 'https:';
    const attributes = `Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax`;
    return `${COOKIE}=${value}; ${attributes}${isSecure ? '; Secure' : ''}`;
  };

  return {
    async of(request) {
      const token = tokenIn(request);
      if (token === null) return null;
      const accountId = await accountOfSessionAt(db, await digestOf(token), timestamp(clock));
      return accountId === null ? null : { accountId, formToken: await formTokenOf(token) };
    },

    async isUsable(linkToken) {
      const digest = await digestOf(linkToken);
      return (await accountOfSignInLink(db, digest, timestamp(clock))) !== null;
    },

    async signIn(linkToken, request) {
      const linkDigest = await digestOf(linkToken);
      const token = createToken();
      const tokenDigest = await digestOf(token);
      const now = timestamp(clock);
      const isSignedIn = await db.transaction(async (queries) => {
        const accountId = await takeSignInLink(queries, linkDigest, now);
        if (accountId === null) return false;
        const expiresAt = timestamp(clock, SESSION_MS);
        await insertSession(queries, { tokenDigest, accountId, expiresAt, now });
        return true;
      });
      return isSignedIn ? cookie(token, SESSION_MS / 1000, request) : null;
    },

    async signOut(request) {
      const token = tokenIn(request);
      if (token !== null) await deleteSession(db, await digestOf(token));
      return cookie('', 0, request);
    },
  };
}

export async function createSignInLink(
  queries: Queries,
  { accountId, baseUrl, clock }: Record<'accountId' | 'baseUrl', string> & { clock: Clock },
): Promise<string> {
  const token = createToken();
  const expiresAt = timestamp(clock, LINK_MS);
  const now = timestamp(clock);
  await insertSignInLink(queries, {
    tokenDigest: await digestOf(token),
    accountId,
    expiresAt,
    now,
  });
  const url = new URL('/app/sign-in', baseUrl);
  url.searchParams.set('token', token);
  return url.href;
}

/** Compares tokens in constant time, so that timing reveals nothing. */
export function isFormTokenOf({ formToken }: OwnerSession, given: unknown): boolean {
  if (typeof given !== 'string' || given.length !== formToken.length) return false;
  let difference = 0;
  for (let index = 0; index < given.length; index += 1) {
    difference |= given.charCodeAt(index) ^ formToken.charCodeAt(index);
  }
  return difference === 0;
}

/** Derived from the session token. The database stores a different digest, so reading it doesn't help forge a form. */
function formTokenOf(token: string): Promise<string> {
  return digestOf(`form of ${token}`);
}

function tokenIn(request: Request): string | null {
  return parse(request.headers.get('cookie') ?? '', COOKIE)[COOKIE] || null;
}
