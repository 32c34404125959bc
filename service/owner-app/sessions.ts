/** Signing in and out of the owner's app: a link that works once, then a cookie for 30 days. */
import { digestOf, createToken } from '../auth/token.ts';
import type { OwnerSession, OwnerSessions } from '../auth/owner-session.ts';
import type { Database, Queries } from '../db/port.ts';
import {
  accountOfSessionAt,
  deleteSession,
  insertSession,
  insertSignInLink,
  isSignInLink,
  takeSignInLink,
} from '../db/sessions.ts';
import { timestamp, type Clock } from '../ports.ts';

export interface SignInSessions extends OwnerSessions {
  /** Says whether a link's token would still sign in, and leaves it as it is. */
  isUsable(linkToken: string): Promise<boolean>;
  /** Uses a link up; gives the `Set-Cookie` of the new session, or null where the link is no longer good. */
  signIn(linkToken: string, request: Request): Promise<string | null>;
  /** Ends the session of the request; gives the `Set-Cookie` that removes it from the browser. */
  signOut(request: Request): Promise<string>;
}

export interface SignInSessionsOptions {
  readonly db: Database;
  readonly clock: Clock;
  /** Where people reach the service, if a proxy stands before it; without it, where each request says it came to. */
  readonly publicUrl?: string;
}

const COOKIE = 'keepsake_session';
const SESSION_MS = 30 * 24 * 60 * 60_000;
const LINK_MS = 60 * 60_000;

/** Opens the sessions kept in the database. */
export function createOwnerSessions({
  db,
  clock,
  publicUrl,
}: SignInSessionsOptions): SignInSessions {
  // Lax: with Strict the browser would leave the session out when a client of OAuth opens the consent page.
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
      return isSignInLink(db, await digestOf(linkToken), timestamp(clock));
    },

    async signIn(linkToken, request) {
      const linkDigest = await digestOf(linkToken);
      const token = createToken();
      const tokenDigest = await digestOf(token);
      const now = timestamp(clock);
      const isIn = await db.transaction(async (queries) => {
        const accountId = await takeSignInLink(queries, linkDigest, now);
        if (accountId === null) return false;
        const expiresAt = later(clock, SESSION_MS);
        await insertSession(queries, { tokenDigest, accountId, expiresAt, now });
        return true;
      });
      return isIn ? cookie(token, SESSION_MS / 1000, request) : null;
    },

    async signOut(request) {
      const token = tokenIn(request);
      if (token !== null) await deleteSession(db, await digestOf(token));
      return cookie('', 0, request);
    },
  };
}

export interface SignInLinkOptions {
  readonly accountId: string;
  /** Where people reach the service, such as `http://127.0.0.1:4321`. */
  readonly baseUrl: string;
  readonly clock: Clock;
}

/** Makes a link that signs in to the account once, within the next hour. */
export async function createSignInLink(
  queries: Queries,
  { accountId, baseUrl, clock }: SignInLinkOptions,
): Promise<string> {
  const token = createToken();
  const expiresAt = later(clock, LINK_MS);
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

/** Says whether a form came back with the token of the session; how long it takes tells nothing of how much was right. */
export function isFormTokenOf({ formToken }: OwnerSession, given: unknown): boolean {
  if (typeof given !== 'string' || given.length !== formToken.length) return false;
  let difference = 0;
  for (let index = 0; index < given.length; index += 1) {
    difference |= given.charCodeAt(index) ^ formToken.charCodeAt(index);
  }
  return difference === 0;
}

/** Drawn from the session's token, of which the database holds another digest: whoever reads that forges no form. */
function formTokenOf(token: string): Promise<string> {
  return digestOf(`form of ${token}`);
}

function tokenIn(request: Request): string | null {
  const pairs = (request.headers.get('cookie') ?? '').split(';').map((pair) => pair.trim());
  const found = pairs.find((pair) => pair.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1);
  return found === undefined || found === '' ? null : found;
}

function later(clock: Clock, ms: number): string {
  return new Date(clock.now() + ms).toISOString();
}
