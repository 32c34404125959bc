/** OAuth clients, the connections owners granted, and their tokens. Only digests of codes and tokens are stored. */

export interface OauthClients {
  byId(id: string): Promise<OauthClient | undefined>;
  insert(client: OauthClient & { readonly now: string }): Promise<void>;
  /** Records the first consent to a client, which is then kept. Returns false if the client no longer exists. */
  keep(id: string, now: string): Promise<boolean>;
  /** Deletes clients without consent that were registered before `before`, and all but the `keep` newest others. */
  deleteUnused(which: { readonly before: string; readonly keep: number }): Promise<void>;
}

export interface OauthClient {
  readonly id: string;
  /** Chosen by the client and unverified. */
  readonly name: string;
  readonly redirectUris: readonly string[];
}

export interface OauthTokens {
  /** Finds a token by its digest, even if it is expired or replaced. */
  byDigest(digest: string): Promise<OauthTokenRow | undefined>;
  /** The time of an earlier replacement is kept. */
  markReplaced(digest: string, now: string): Promise<void>;
  delete(digest: string): Promise<void>;
  deleteExpired(now: string): Promise<void>;
}

export interface OauthTokenRow {
  readonly kind: 'access' | 'refresh';
  readonly expires_at: string;
  readonly replaced_at: string | null;
  readonly account_id: string;
  readonly connection_id: string;
}

export interface OauthConnections {
  /** Finds a connection by its code's digest, even if the code is used or expired. */
  byCode(digest: string): Promise<ConnectionRow | undefined>;
  /** Finds the connection of a valid access token, if one of the token's resources ends with `path`. */
  byAccessToken(
    token: Readonly<Record<'digest' | 'now' | 'path', string>>,
  ): Promise<ConnectionRow | undefined>;
  /** Deletes connections that have expired, or were revoked before `revokedBefore`. */
  deleteEnded(times: Readonly<Record<'now' | 'revokedBefore', string>>): Promise<void>;
}

export interface Connections {
  /** Returns the connections that haven't expired, including revoked ones, in the order they were granted. */
  current(now: string): Promise<ConnectionRow[]>;
  byId(id: string): Promise<ConnectionRow | undefined>;
  /** Returns the redirect URIs of a client's connections, without revoked ones. */
  approvedRedirectUris(clientId: string): Promise<string[]>;
  /** Call it in a transaction. */
  insert(connection: NewConnection): Promise<void>;
  insertToken(token: NewOauthToken): Promise<void>;
  /** Extends a connection; the first call also records when the client connected. */
  keepConnected(id: string, times: Readonly<Record<'now' | 'expiresAt', string>>): Promise<void>;
  markUsed(id: string, now: string): Promise<void>;
  /**
   * Revokes a connection and deletes its tokens. Returns false if there is no such connection. The time of an earlier
   * revocation is kept. Call it in a transaction.
   */
  revoke(id: string, now: string): Promise<boolean>;
}

export interface ConnectionRow {
  readonly id: string;
  readonly account_id: string;
  readonly client_id: string;
  readonly client_name: string;
  /** URLs separated by spaces. */
  readonly resource: string;
  /** The ids of the Memories in reach. */
  readonly reach: 'all' | readonly string[];
  readonly profile: boolean;
  readonly redirect_uri: string;
  readonly challenge: string;
  readonly created_at: string;
  /** When the client exchanged its code; null until then. */
  readonly connected_at: string | null;
  /** When the code expires; once it is exchanged, when the newest refresh token expires. */
  readonly expires_at: string;
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
  /** When its account was suspended; null if it isn't. */
  readonly suspended_at: string | null;
}

export interface NewConnection extends Readonly<
  Record<'id' | 'clientId' | 'resource' | 'codeDigest' | 'redirectUri', string>
> {
  readonly reach: 'all' | readonly string[];
  readonly profile: boolean;
  readonly challenge: string;
  readonly expiresAt: string;
  readonly now: string;
}

/** `resource` holds URLs separated by spaces. */
export interface NewOauthToken extends Readonly<
  Record<'digest' | 'connectionId' | 'resource' | 'expiresAt', string>
> {
  readonly kind: 'access' | 'refresh';
}
