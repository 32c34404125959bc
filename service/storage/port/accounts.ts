/** Accounts, how people sign in to them, and the agent that each has chosen. */
import type { AgentSettings } from '../../../lib/contract/owner-api.ts';

export interface Accounts {
  /** Returns the accounts in the order they were created. */
  all(): Promise<AccountRow[]>;
  byId(id: string): Promise<AccountRow | undefined>;
  /** Creates an account without a name unless there are any. Returns the id of the first. Call it in a transaction. */
  ensureFirst(made: Readonly<Record<'id' | 'now', string>>): Promise<string>;
  insert(account: Readonly<Record<'id' | 'name' | 'now', string>>): Promise<void>;
  /**
   * Counts an agent turn on a day, such as `2026-11-30`. Returns null, or the limit if that's reached. A day that is earlier
   * than the last one counts as the last one, so that processes whose clocks differ don't start it over.
   */
  takeTurn(id: string, day: string): Promise<number | null>;
}

/** The account itself. Changes wait for the account's other transactions. On PostgreSQL, they don't delay other accounts. */
export interface OwnAccount {
  /** Returns undefined if it doesn't exist. It can be changed or deleted between two transactions. */
  get(): Promise<AccountRow | undefined>;
  /**
   * Marks the account as suspended and stops its learning, until `resume`. What is stopped doesn't count as an attempt, and
   * the time of an earlier suspension is kept. Call it in a transaction.
   */
  suspend(now: string): Promise<void>;
  /** Ends a suspension. What was queued for learning continues. Call it in a transaction. */
  resume(): Promise<void>;
  /** Replaces the limits. A transaction that grows the account beyond them fails with a `QuotaError`. */
  setQuota(quota: Quota): Promise<void>;
  /** Ends all sign-ins and connections of the account. Call it in a transaction. */
  disconnect(): Promise<void>;
  /** Deletes the account with all that belongs to it. Call it in a transaction. */
  delete(): Promise<void>;
}

/** Null is unlimited. `turns` is the number of agent turns in a day. */
export type Quota = Readonly<Record<'documents' | 'bytes' | 'turns', number | null>>;

export interface AccountRow {
  readonly id: string;
  readonly name: string;
  readonly created_at: string;
  /** Null unless the account is suspended. */
  readonly suspended_at: string | null;
  /** How many it has, without the bin. */
  readonly documents: number;
  /** Of the texts and metadata of its documents and notes, and of its facts, without the bin. */
  readonly bytes: number;
  readonly quota_documents: number | null;
  readonly quota_bytes: number | null;
  readonly quota_turns: number | null;
  /** The last day with agent turns that were counted, and their number. */
  readonly turns_on: string;
  readonly turns_taken: number;
  /** Whether it's the first account, whose owner runs the service. */
  readonly operator: boolean;
}

/** Tokens that each identify an account until they expire. Only digests are stored. */
export interface AccountTokens {
  /** Inserts a token, and deletes those that have expired. */
  insert(
    token: Readonly<Record<'tokenDigest' | 'accountId' | 'expiresAt' | 'now', string>>,
  ): Promise<void>;
  /** Returns null if the token is unknown or expired. */
  accountOf(tokenDigest: string, now: string): Promise<string | null>;
  delete(tokenDigest: string): Promise<void>;
}

export interface AgentSettingsArea {
  /** Returns null if the owner hasn't chosen any. */
  get(): Promise<AgentSettings | null>;
  set(settings: AgentSettings): Promise<void>;
}
