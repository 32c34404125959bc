/** The queue of learning runs. */

/**
 * The open runs of accounts that aren't suspended, in order for each account. Several processes can share a storage:
 * it leases each account's runs to one process at a time until none are left. If a process dies, the others get its
 * leases.
 */
export interface LearningQueue {
  /**
   * Returns the run to learn next; undefined if there is none, or if other processes hold the leases of all that are left. A
   * run that is still marked as running was interrupted and comes first.
   */
  next(): Promise<LearningRunRow | undefined>;
  /** Returns the runs of the same account that are queued after a run, in order. */
  after(run: LearningRunRow, limit: number): Promise<LearningRunRow[]>;
  /** Returns the oldest run that awaits its page and isn't in flight. On engines with leases, accounts take turns. */
  nextToFetch(inFlight: readonly number[]): Promise<LearningRunRow | undefined>;
  /** Ends the leases of this process. */
  release(): Promise<void>;
  /** Calls the listener when another process may have left work to do, until the storage is closed. */
  watch(listener: () => void): void;
}

export interface LearningRunRow {
  /** Identifies the run among those of all accounts. */
  readonly seq: number;
  readonly accountId: string;
  /** The `seq` of the document or note. */
  readonly material: number;
  readonly status: 'queued' | 'running';
  /** How often it was begun without ending. */
  readonly attempts: number;
  /** Identifies the lease; later leases have greater numbers. 0 if only one process can use the storage. */
  readonly lease: number;
}

export interface LearningRuns {
  /**
   * Queues a run. Call it in the transaction that stored the material. The page of a document by URL is fetched first if
   * the document is empty or had a run before.
   */
  queue(materialId: string, now: string): Promise<void>;
  /** Returns the open run of a material. */
  openOf(material: number): Promise<{ readonly seq: number } | undefined>;
  /** Returns whether a run hasn't ended, isn't suspended, and is still leased to this process. Stays true in a transaction. */
  isOpen(run: LearningRunRow): Promise<boolean>;
  /** Returns whether `isOpen` is true and the run's page still has to be fetched. */
  awaitsPage(run: LearningRunRow): Promise<boolean>;
  /** Returns the current status of a run for which `isOpen` returns true, and undefined for others. */
  statusOf(run: LearningRunRow): Promise<LearningRunRow['status'] | undefined>;
  /** Counts an attempt. Starting the same row again doesn't count another. */
  start(run: LearningRunRow, now: string): Promise<void>;
  /** Puts an open run back in the queue as it was. */
  requeue(run: LearningRunRow): Promise<void>;
  /** Ends a run, if it's open. */
  end(seq: number, end: RunEnd): Promise<void>;
  /** Counts a fetch attempt. The run stays queued, so that search still finds what was learned before. */
  startFetch(seq: number, now: string): Promise<void>;
  /** Lets a run be learned, now that its page is fetched. */
  endFetch(seq: number): Promise<void>;
}

export interface RunEnd {
  readonly status: 'succeeded' | 'failed' | 'canceled' | 'deferred';
  /** A sentence for the person; null if the run succeeded. */
  readonly reason: string | null;
  readonly now: string;
}
