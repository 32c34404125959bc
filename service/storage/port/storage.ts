/**
 * The storage port: everything the service asks of its storage. Each engine implements it, and `../port.test.ts` holds
 * them all to it.
 *
 * Ids are strings that the service chooses. A `seq` is a number that the engine chooses: it identifies a row within its
 * account, later rows have greater ones, and it is never reused. Times are ISO 8601 in UTC, and texts are what
 * `storable` returns.
 */
import type { StorageError } from '../storage-error.ts';
import type { Accounts, AccountTokens, AgentSettingsArea, OwnAccount } from './accounts.ts';
import type { KeyLookup, Keys } from './keys.ts';
import type { LearningQueue, LearningRuns } from './learning.ts';
import type {
  Bin,
  Containers,
  Documents,
  Facts,
  Materials,
  Notes,
  Rules,
  Transfer,
} from './library.ts';
import type { SharedLimits } from './limits.ts';
import type { Connections, OauthClients, OauthConnections, OauthTokens } from './oauth.ts';
import type { Passages, Search, WordCounts } from './search.ts';

/** The storage of a service. Outside a transaction, each call commits by itself; some need a transaction and say so. */
export interface Storage extends StorageAreas {
  account(accountId: string): AccountStorage;
  readonly learningQueue: LearningQueue;
  readonly wordCounts: WordCounts;
  /** Null if only one process can use the storage, which then keeps the limits itself. */
  readonly sharedLimits: SharedLimits | null;
  /** How many searches of this process can run at the same time: 1 if a search blocks everything else. */
  readonly searchesAtOnce: number;
  /** Removes entries that were deleted at `until` or earlier from the bins of all accounts except suspended ones. */
  purgeBins(until: string): Promise<void>;
  /**
   * Runs the work alone, then commits, or rolls back if it throws. An engine can run the work again from the start if it
   * has to retry, so the work must await nothing but the areas it's given, and have no effect outside. It must not use
   * the storage itself, whose calls wait until the transaction ends. The areas reject calls once it has ended.
   */
  transaction<T>(work: (areas: StorageAreas) => Promise<T>): Promise<T>;
  /** Creates the schema, or updates that of an earlier version. Rejects if a later version wrote it. */
  migrate(now: string): Promise<void>;
  /** Reads something that always exists; rejects if the storage can't be read. */
  tryReading(): Promise<void>;
  /** Commits a write that changes nothing; rejects if the storage can't be written to. */
  tryWriting(): Promise<void>;
  /** The latest failure to write, until a write succeeds. */
  writeFailure(): StorageError | null;
  /** Closes after all earlier calls; rejects later ones. Can be called again. */
  close(): Promise<void>;
}

/** What belongs to no single account, or has to be found before the account is known. */
export interface StorageAreas {
  readonly accounts: Accounts;
  readonly keys: KeyLookup;
  readonly signInLinks: AccountTokens;
  readonly ownerSessions: AccountTokens;
  readonly oauthClients: OauthClients;
  readonly oauthTokens: OauthTokens;
  readonly oauthConnections: OauthConnections;
  /** Returns the areas of an account, which are empty if it doesn't exist. */
  account(accountId: string): AccountAreas;
}

/**
 * The storage of one account. No call reads or changes a row of another, whatever ids it's given. What is inserted must
 * name Memories and materials of this account.
 */
export interface AccountStorage extends AccountAreas {
  /** Like the transaction of the storage, but has only this account's areas and runs alone for this account. */
  transaction<T>(work: (areas: AccountAreas) => Promise<T>): Promise<T>;
  /** Runs the work on one state of the account. The work must only read; otherwise the same applies as to a transaction. */
  snapshot<T>(work: (areas: AccountAreas) => Promise<T>): Promise<T>;
}

export interface AccountAreas {
  readonly account: OwnAccount;
  readonly containers: Containers;
  readonly documents: Documents;
  readonly notes: Notes;
  readonly materials: Materials;
  readonly facts: Facts;
  readonly rules: Rules;
  readonly keys: Keys;
  readonly connections: Connections;
  readonly bin: Bin;
  readonly runs: LearningRuns;
  readonly passages: Passages;
  readonly search: Search;
  readonly transfer: Transfer;
  readonly agentSettings: AgentSettingsArea;
}
