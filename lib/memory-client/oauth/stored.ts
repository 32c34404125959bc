/** Pending consents and grants as stored for the next background. Both contain secrets. */
import * as z from 'zod/mini';
import { err, ok } from '../../contract/result.ts';
import { consentError, type Outcome } from './errors.ts';

/** Milliseconds since the epoch. */
const timestamp = z.number();

/** The metadata of an authorization server (RFC 8414), already checked. */
const authorizationServerSchema = z.object({
  issuer: z.string(),
  authorizationEndpoint: z.string(),
  tokenEndpoint: z.string(),
  revocationEndpoint: z.nullable(z.string()),
  /** Whether to reject a response that doesn't name its issuer (RFC 9207). */
  namesItself: z.boolean(),
});
export type AuthorizationServer = z.infer<typeof authorizationServerSchema>;

/** Keepsake's registration at the server. Some servers issue a secret although none is requested. */
const registeredClientSchema = z.object({
  id: z.string(),
  secret: z.nullable(z.string()),
  authentication: z.enum(['none', 'client_secret_basic', 'client_secret_post']),
});
export type RegisteredClient = z.infer<typeof registeredClientSchema>;

const terms = {
  connectionId: z.string(),
  server: authorizationServerSchema,
  client: registeredClientSchema,
  /** The resource identifier that the tokens are for (RFC 8707). */
  resource: z.string(),
};

export const pendingConsentSchema = z.object({
  ...terms,
  baseUrl: z.string(),
  redirectUri: z.string(),
  state: z.string(),
  verifier: z.string(),
  scope: z.nullable(z.string()),
  startedAt: timestamp,
  /** The URL the person was redirected to; null until then. */
  answer: z.nullable(z.string()),
  /** Whether the tokens are stored, so the code must not be exchanged again. */
  isExchanged: z.boolean(),
});
export type PendingConsent = z.infer<typeof pendingConsentSchema>;

/** Once a grant has ended, only its connection's id and the time are stored. */
export const grantSchema = z.discriminatedUnion('status', [
  z.object({
    ...terms,
    status: z.literal('live'),
    accessToken: z.string(),
    /** Null if the server issued no refresh token; the grant then ends with the access token. */
    refreshToken: z.nullable(z.string()),
    expiresAt: z.nullable(timestamp),
    scope: z.nullable(z.string()),
  }),
  z.object({ status: z.literal('ended'), connectionId: z.string(), endedAt: timestamp }),
]);
export type Grant = z.infer<typeof grantSchema>;
export type LiveGrant = Extract<Grant, { status: 'live' }>;

export interface ConsentStore {
  read(connectionId: string): Promise<unknown>;
  waitedFor(): Promise<string[]>;
  write(consent: PendingConsent): Promise<void>;
  remove(connectionId: string): Promise<void>;
}

export interface GrantStore {
  read(connectionId: string): Promise<unknown>;
  /**
   * Atomically replaces the grant, but only while the stored access token is `expected`; undefined matches any. A null
   * `next` removes the grant.
   */
  replace(connectionId: string, expected: string | undefined, next: Grant | null): Promise<boolean>;
}

/** If the store rejects, fails with `consent.storage`. */
export async function inStorage<T>(step: () => Promise<T>): Outcome<T> {
  try {
    return ok(await step());
  } catch {
    return err(consentError('consent.storage'));
  }
}

/** Fails with `consent.ended` if there is no live grant. */
export async function readLive(connectionId: string, grants: GrantStore): Outcome<LiveGrant> {
  const stored = await inStorage(() => grants.read(connectionId));
  if (!stored.ok) return stored;
  const grant = grantSchema.safeParse(stored.value);
  return grant.success && grant.data.status === 'live'
    ? ok(grant.data)
    : err(consentError('consent.ended'));
}
