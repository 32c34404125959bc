/** The queue of learning runs. */

/** The open runs of all accounts in the order they were queued. */
export interface LearningQueue {
  /** Returns the run to learn next. One that is still marked as running was interrupted and comes first. */
  next(): Promise<LearningRunRow | undefined>;
  /** Returns the queued runs after a run, in order. */
  after(seq: number, limit: number): Promise<LearningRunRow[]>;
  /** Returns the oldest run that awaits its page, except those in flight. */
  nextToFetch(inFlight: readonly number[]): Promise<LearningRunRow | undefined>;
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
}

export interface LearningRuns {
  /**
   * Queues a run. Call it in the transaction that stored the material. The page of a document by URL is fetched first if
   * the document is empty or had a run before.
   */
  queue(materialId: string, now: string): Promise<void>;
  /** Returns the open run of a material. */
  openOf(material: number): Promise<{ readonly seq: number } | undefined>;
  isOpen(seq: number): Promise<boolean>;
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
