/** Who calls, and what they may do: all that is ever asked of a credential. */

/** Each level includes the ones before it. */
export type Level = 'read' | 'write' | 'full';

export interface Principal {
  readonly accountId: string;
  /** Names the credential, for what is counted or written for each; it is not the token. */
  readonly credentialId: string;
  readonly level: Level;
  /** Ids of the Memories it may reach. */
  readonly reach: 'all' | readonly string[];
  /** Whether it may read the profile. */
  readonly profile: boolean;
  /** Whether it may ask the agent. */
  readonly agent: boolean;
  /** Whether it is the owner themself, who may manage what keys only use. */
  readonly owner: boolean;
}

/** Looks a token up at every call, so that a narrowed or revoked one is refused at the very next. */
export interface Authenticator {
  /** Null where the token is unknown, expired or revoked. */
  authenticate(token: string): Promise<Principal | null>;
}
