/** What saving many at once needs of the world. */
import type {
  Batch,
  BatchAccess,
  BatchEntry,
  BatchView,
  EntryStatus,
  EntryCounts,
} from './model.ts';
import type { AppError } from '../contract/errors.ts';
import type { OutboxItem, LiveItem } from '../outbox/model.ts';
import type { Result } from '../contract/result.ts';
import type { StoredConnections } from '../connections/model.ts';
import type { BookmarkNode } from '../browser/bookmarks.ts';

export type BatchPorts = {
  store: {
    /** The same id again gives the batch as it is. */
    create: (batch: Batch, entries: readonly BatchEntry[]) => Promise<Result<Batch, 'unwritten'>>;
    get: (id: string) => Promise<Batch | null>;
    list: () => Promise<Batch[]>;
    update: (id: string, change: (batch: Batch) => Batch) => Promise<Batch | null>;
    counts: (id: string) => Promise<EntryCounts>;
    entries: (id: string, status: EntryStatus, most?: number) => Promise<BatchEntry[]>;
    entry: (id: string) => Promise<BatchEntry | null>;
    /** Tells whether anything changed. */
    change: (id: string, change: (entry: BatchEntry) => BatchEntry) => Promise<boolean>;
    cancelWaiting: (id: string) => Promise<void>;
    /** Puts another entry into the place of one; tells whether that one was there. */
    replace: (id: string, make: (entry: BatchEntry) => BatchEntry) => Promise<boolean>;
    remove: (id: string) => Promise<void>;
  };
  outbox: {
    get: (id: string) => Promise<OutboxItem | null>;
    /** Ids of the rows that the service took and could not make findable. */
    unlearned: () => Promise<string[]>;
    /** Fails with `storage.full` where there is no room for another. The same id again is the same row. */
    request: (item: LiveItem) => Promise<Result<LiveItem, AppError>>;
    retry: (id: string, tabId: number | null) => Promise<LiveItem | null>;
    discard: (id: string) => Promise<void>;
    /** Has it carry on with what was put in. */
    work: () => void;
  };
  readConnections: () => Promise<StoredConnections>;
  /** The tab as it is now, its address empty where that is not to be seen; null where it is closed. */
  getTab: (tabId: number) => Promise<{ url: string } | null>;
  /** A folder with all in it; null where there is none, or it may not be read. */
  bookmarksIn: (folderId: string) => Promise<BookmarkNode | null>;
  /** Gives back the permission to list tabs or bookmarks. */
  releaseAccess: (access: BatchAccess) => Promise<void>;
  /** Gives the permission for an origin back. */
  releaseOrigin: (origin: string) => Promise<void>;
  /** Whether something else than a batch needs an origin. */
  isOriginKept: (origin: string) => Promise<boolean>;
  /** Lets a connection that refused be asked once more. */
  tryAgain: (connectionId: string) => Promise<unknown>;
  /** Has the background woken now and then, or no longer. */
  watch: (isOn: boolean) => Promise<void>;
  /** Tells the surfaces; at most some times a second for each batch. */
  changed: (view: BatchView) => void;
  sleep: (ms: number) => Promise<void>;
  report: (cause: unknown) => void;
  newId: () => string;
  now: () => number;
};

export const noConnection: AppError = {
  code: 'connection.none',
  message: 'Choose where your memory lives before you save.',
  retryable: false,
};

export const onlyReads: AppError = {
  code: 'memory.not-offered',
  message: 'You consented to reading alone, so nothing can be saved to this memory.',
  retryable: false,
};

export const noMemory: AppError = {
  code: 'connection.no-memory',
  message: 'Create a Memory to save to first.',
  retryable: false,
};

export const homeGone: AppError = {
  code: 'connection.removed',
  message: 'The connection this was saved for is no longer connected.',
  retryable: true,
};

export const tabGone: AppError = {
  code: 'page.gone',
  message: 'The tab was closed before it could be read.',
  retryable: false,
};

export const tabLeft: AppError = {
  code: 'page.gone',
  message: 'The tab went to another page before it was read.',
  retryable: false,
};

export const batchGone: AppError = {
  code: 'memory.not-found',
  message: 'This is gone.',
  retryable: false,
};

export const notOver: AppError = {
  code: 'message.invalid',
  message: 'This is still going on.',
  retryable: false,
};

export const folderGone: AppError = {
  code: 'memory.not-found',
  message: 'There is no such folder.',
  retryable: false,
};

export const unwritten: AppError = {
  code: 'storage.failed',
  message: 'The browser did not write this down.',
  retryable: true,
};
