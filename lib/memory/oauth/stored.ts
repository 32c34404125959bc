/** What has to outlive the background: a consent that is being waited for, and what one yielded. Both hold secrets. */
import * as z from 'zod/mini';

/** Milliseconds since the epoch. */
const timestamp = z.number();

/** What is kept of an authorization server's metadata (RFC 8414), checked when it was read. */
export const authorizationServerSchema = z.object({
  issuer: z.string(),
  authorizationEndpoint: z.string(),
  tokenEndpoint: z.string(),
  revocationEndpoint: z.nullable(z.string()),
  /** It promises to name itself in its answers (RFC 9207), so one that does not is none of its own. */
  namesItself: z.boolean(),
});
export type AuthorizationServer = z.infer<typeof authorizationServerSchema>;

/** As Keepsake was registered; servers give a secret at times, although none is asked for. */
export const registeredClientSchema = z.object({
  id: z.string(),
  secret: z.nullable(z.string()),
  authentication: z.enum(['none', 'client_secret_basic', 'client_secret_post']),
});
export type RegisteredClient = z.infer<typeof registeredClientSchema>;

const terms = {
  connectionId: z.string(),
  server: authorizationServerSchema,
  client: registeredClientSchema,
  /** Identifier of the service that the tokens are for (RFC 8707). */
  resource: z.string(),
};

/** A consent between its start and the connection that is kept for it. */
export const pendingConsentSchema = z.object({
  ...terms,
  /** Address of the service, as the connection will have it. */
  baseUrl: z.string(),
  redirectUri: z.string(),
  state: z.string(),
  verifier: z.string(),
  /** Null where the service named none. */
  scope: z.nullable(z.string()),
  startedAt: timestamp,
  /** The address the person was sent back to; null while they have not answered. */
  answer: z.nullable(z.string()),
  /** The tokens for the answer are stored: it is not sent a second time. */
  isExchanged: z.boolean(),
});
export type PendingConsent = z.infer<typeof pendingConsentSchema>;

/** What a consent yielded. Where it has ended, that is all there is left of it. */
export const grantSchema = z.discriminatedUnion('status', [
  z.object({
    ...terms,
    status: z.literal('live'),
    accessToken: z.string(),
    /** Null where the server gave none: the consent ends with the access token. */
    refreshToken: z.nullable(z.string()),
    /** Null where the server did not say. */
    expiresAt: z.nullable(timestamp),
    scope: z.nullable(z.string()),
  }),
  z.object({ status: z.literal('ended'), connectionId: z.string(), endedAt: timestamp }),
]);
export type Grant = z.infer<typeof grantSchema>;
export type LiveGrant = Extract<Grant, { status: 'live' }>;

/** Keeps consents that are being waited for, one a connection; what is read is checked by the reader. */
export interface ConsentStore {
  read(connectionId: string): Promise<unknown>;
  /** Connections that one is waited for on. */
  waitedFor(): Promise<string[]>;
  /** Takes the place of one that was started before. */
  write(consent: PendingConsent): Promise<void>;
  remove(connectionId: string): Promise<void>;
}

/** Keeps grants, one a connection; what is read is checked by the reader. */
export interface GrantStore {
  read(connectionId: string): Promise<unknown>;
  /**
   * Writes `next`, or removes where it is null, in one step, and only while the access token of what is stored is
   * `expected`; false where it is not. Undefined takes whatever is stored.
   */
  replace(connectionId: string, expected: string | undefined, next: Grant | null): Promise<boolean>;
}
