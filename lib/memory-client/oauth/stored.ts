/** Pending consents and grants, which outlive the background. Both contain secrets. */
import * as z from 'zod/mini';
import type { ConsentError } from '../../contract/errors.ts';
import { err, ok, type Result } from '../../contract/result.ts';
import { consentError } from './errors.ts';

/** Milliseconds since the epoch. */
const timestamp = z.number();

/** The metadata of an authorization server (RFC 8414), already checked. */
const authorizationServerSchema = z.object({
  issuer: z.string(),
  authorizationEndpoint: z.string(),
  tokenEndpoint: z.string(),
  revocationEndpoint: z.nullable(z.string()),
  /** If true, an answer that doesn't name its issuer is refused (RFC 9207). */
  namesItself: z.boolean(),
});
export type AuthorizationServer = z.infer<typeof authorizationServerSchema>;

/** Keepsake's registration. Some servers issue a secret although none is requested. */
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
  /** The address the person was sent back to; null until they answer. */
  answer: z.nullable(z.string()),
  /** The tokens are stored, so the answer must not be exchanged again. */
  isExchanged: z.boolean(),
});
export type PendingConsent = z.infer<typeof pendingConsentSchema>;

/** Once it has ended, only the id and the time are left. */
export const grantSchema = z.discriminatedUnion('status', [
  z.object({
    ...terms,
    status: z.literal('live'),
    accessToken: z.string(),
    /** Null if the server issued none: the grant ends with the access token. */
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
  /** Atomic, and only while the stored access token is `expected`; undefined matches any. Null removes the grant. */
  replace(connectionId: string, expected: string | undefined, next: Grant | null): Promise<boolean>;
}

/** If the store rejects, the error is `consent.storage`. */
export async function inStorage<T>(step: () => Promise<T>): Promise<Result<T, ConsentError>> {
  try {
    return ok(await step());
  } catch {
    return err(consentError('consent.storage'));
  }
}

/** Fails with `consent.ended` if there is no live grant. */
export async function readLive(
  connectionId: string,
  grants: GrantStore,
): Promise<Result<LiveGrant, ConsentError>> {
  const stored = await inStorage(() => grants.read(connectionId));
  if (!stored.ok) return stored;
  const grant = grantSchema.safeParse(stored.value);
  return grant.success && grant.data.status === 'live'
    ? ok(grant.data)
    : err(consentError('consent.ended'));
}
