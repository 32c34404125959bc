/** Sign-in sessions of the owner app: a one-time link, then a cookie for 30 days. */
import { parse } from 'hono/utils/cookie';
import { err, ok, type Result } from '../../lib/contract/result.ts';
import { digestOf, createToken, type OwnerSession } from '../auth/credentials.ts';
import { timestamp, type Clock } from '../ports.ts';
import type { Storage } from '../storage/port/storage.ts';

export type SignInSessions = ReturnType<typeof createOwnerSessions>;

interface SignInSessionsOptions {
  readonly storage: Pick<Storage, 'ownerSessions' | 'signInLinks' | 'transaction'>;
  readonly clock: Clock;
  /** The origin people use, if a proxy is in front; defaults to the origin of each request. */
  readonly publicUrl?: string;
}

const COOKIE = 'keepsake_session';
const SESSION_MS = 30 * 24 * 60 * 60_000;
const LINK_MS = 60 * 60_000;

export function createOwnerSessions({ storage, clock, publicUrl }: SignInSessionsOptions) {
  // Lax, because Strict would leave the cookie out when an OAuth client opens the consent page.
  const cookie = (value: string, maxAge: number, request: Request) => {
    const isSecure = new URL(publicUrl ?? request.url).protocol === 'https:';
    const attributes = `Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax`;
    return `${COOKIE}=${value}; ${attributes}${isSecure ? '; Secure' : ''}`;
  };

  return {
    /** Returns null if there is no session or it has ended. */
    async of(request: Request): Promise<OwnerSession | null> {
      const token = tokenIn(request);
      if (token === null) return null;
      const accountId = await storage.ownerSessions.accountOf(
        await digestOf(token),
        timestamp(clock),
      );
      return accountId === null ? null : { accountId, formToken: await formTokenOf(token) };
    },

    /** Returns whether a sign-in link is still valid, without using it up. */
    async isUsable(linkToken: string): Promise<boolean> {
      const digest = await digestOf(linkToken);
      return (await storage.signInLinks.accountOf(digest, timestamp(clock))) !== null;
    },

    /**
     * Uses up a link and returns the `Set-Cookie` of the new session. If the account is suspended, the link stays usable.
     */
    async signIn(
      linkToken: string,
      request: Request,
    ): Promise<Result<string, 'expired' | 'suspended'>> {
      const linkDigest = await digestOf(linkToken);
      const token = createToken();
      const tokenDigest = await digestOf(token);
      const now = timestamp(clock);
      return storage.transaction(async ({ accounts, signInLinks, ownerSessions }) => {
        const accountId = await signInLinks.accountOf(linkDigest, now);
        if (accountId === null) return err('expired');
        const account = await accounts.byId(accountId);
        if ((account?.suspended_at ?? null) !== null) return err('suspended');
        await signInLinks.delete(linkDigest);
        const expiresAt = timestamp(clock, SESSION_MS);
        await ownerSessions.insert({ tokenDigest, accountId, expiresAt, now });
        return ok(cookie(token, SESSION_MS / 1000, request));
      });
    },

    /** Returns the `Set-Cookie` that clears the session. */
    async signOut(request: Request): Promise<string> {
      const token = tokenIn(request);
      if (token !== null) await storage.ownerSessions.delete(await digestOf(token));
      return cookie('', 0, request);
    },
  };
}

/** Creates a sign-in link: its URL, and what to store for it. */
export async function createSignInLink({
  accountId,
  baseUrl,
  clock,
}: Record<'accountId' | 'baseUrl', string> & { clock: Clock }) {
  const token = createToken();
  const url = new URL('/app/sign-in', baseUrl);
  url.searchParams.set('token', token);
  return {
    url: url.href,
    stored: {
      tokenDigest: await digestOf(token),
      accountId,
      expiresAt: timestamp(clock, LINK_MS),
      now: timestamp(clock),
    },
  };
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

/** Derives a form token from the session token. The digest in the database differs, so a leak can't forge forms. */
function formTokenOf(token: string): Promise<string> {
  return digestOf(`form of ${token}`);
}

function tokenIn(request: Request): string | null {
  return parse(request.headers.get('cookie') ?? '', COOKIE)[COOKIE] || null;
}
