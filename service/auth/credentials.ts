import { ok, type Result } from '../../lib/contract/result.ts';
import { hasPassed, type Clock } from '../ports.ts';
import { refuse, type Refusal } from '../refusal.ts';
import type { KeyRow } from '../storage/port/keys.ts';
import type { Storage } from '../storage/port/storage.ts';

/** Each level includes the ones before it. */
export type Level = 'read' | 'write' | 'full';

export interface Principal {
  readonly accountId: string;
  /** Identifies the credential for limits and logs; not the token. */
  readonly credentialId: string;
  readonly level: Level;
  readonly reach: 'all' | readonly string[];
  readonly profile: boolean;
  readonly agent: boolean;
  readonly owner: boolean;
  /** Set for the operator token, which manages the accounts but has none, so it reads and changes nothing in them. */
  readonly operator?: true;
  /** Set if the account is suspended: `principalOf` refuses it. The first account can't be. */
  readonly suspended?: true;
}

/** The interfaces that an access token can be for. Keys work on both. */
export type Audience = 'mcp' | 'rest';

/**
 * Looks up a token. Returns null if it is unknown, expired, revoked, or not for this interface (`rest` if left out).
 * Nothing is cached, so a change to a key applies to its very next call.
 */
export type Authenticator = (token: string, audience?: Audience) => Promise<Principal | null>;

export interface OwnerSession {
  readonly accountId: string;
  /** Sent back with every form; other sites can't know it. */
  readonly formToken: string;
}

export function bearerOf(request: Request): string | undefined {
  return /^Bearer +([^\s]+)\s*$/i.exec(request.headers.get('authorization') ?? '')?.[1];
}

export async function principalOf(
  request: Request,
  authenticator: Authenticator,
  audience: Audience = 'rest',
): Promise<Result<Principal, Refusal>> {
  const token = bearerOf(request);
  if (token === undefined)
    return refuse('unauthenticated', 'Send an API key as "Authorization: Bearer <API_KEY>".');
  const principal = await authenticator(token, audience);
  if (principal === null) {
    return refuse('unauthorized', 'This API key is unknown, expired or revoked.');
  }
  return principal.suspended === true ? refuseSuspended() : ok(principal);
}

/** Refuses all access to an account that the operator has suspended. */
export function refuseSuspended() {
  const message =
    'This account is suspended. Nothing was deleted. Ask the operator of this service to resume it.';
  return refuse('suspended', message, { account: 'suspended' });
}

/** Adds to a principal that its account is suspended. */
export function withSuspension(
  principal: Principal,
  { suspended_at }: Pick<KeyRow, 'suspended_at'>,
): Principal {
  return suspended_at === null ? principal : { ...principal, suspended: true };
}

export function firstKnown(authenticators: readonly Authenticator[]): Authenticator {
  return async (token, audience) => {
    for (const authenticate of authenticators) {
      const principal = await authenticate(token, audience);
      if (principal !== null) return principal;
    }
    return null;
  };
}

export function ownerOf(accountId: string): Principal {
  return {
    accountId,
    credentialId: 'owner',
    level: 'full',
    reach: 'all',
    profile: true,
    agent: true,
    owner: true,
  };
}

const operator: Principal = {
  accountId: '',
  credentialId: 'operator',
  level: 'read',
  reach: [],
  profile: false,
  agent: false,
  owner: false,
  operator: true,
};

export async function ownerTokenAuthenticator(
  ownerToken: string,
  accountId: string,
): Promise<Authenticator> {
  if (ownerToken === '') throw new Error('The owner token is empty.');
  return tokenAuthenticator(ownerToken, ownerOf(accountId));
}

export async function operatorTokenAuthenticator(operatorToken: string): Promise<Authenticator> {
  if (operatorToken === '') throw new Error('The operator token is empty.');
  return tokenAuthenticator(operatorToken, operator);
}

/** Accepts one token. Compares digests, so that timing doesn't reveal how much of a guess is right. */
async function tokenAuthenticator(accepted: string, principal: Principal): Promise<Authenticator> {
  const expected = await digestOf(accepted);
  return async (token) => ((await digestOf(token)) === expected ? principal : null);
}

export function keyAuthenticator({ keys }: Pick<Storage, 'keys'>, clock: Clock): Authenticator {
  return async (token) => {
    const key = await keys.byDigest(await digestOf(token));
    return key === undefined || !isValid(key, clock) ? null : principalOfKey(key);
  };
}

function isValid({ revoked_at, expires_at }: KeyRow, clock: Clock): boolean {
  return revoked_at === null && (expires_at === null || !hasPassed(expires_at, clock));
}

function principalOfKey(key: KeyRow): Principal {
  const { account_id: accountId, id: credentialId, level, reach, profile, agent } = key;
  const granted = { accountId, credentialId, level, reach, profile, agent, owner: false };
  return withSuspension(granted, key);
}

/** Lets people and secret scanners recognize a token as a key. */
const KEY_PREFIX = 'keepsake_';
const TOKEN_BYTES = 32;

export function createToken(prefix: string = KEY_PREFIX): string {
  const bytes = crypto.getRandomValues(new Uint8Array(TOKEN_BYTES));
  return prefix + base64Url(bytes);
}

/** Hashes a token with SHA-256, as hexadecimal. With 256 random bits, a slow hash adds nothing. */
export async function digestOf(token: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function base64Url(bytes: Uint8Array): string {
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
