import type { BatchAccess, BatchView } from './model.ts';
import { type AppError, appError } from '../contract/errors.ts';
import type { OutboxItem, LiveItem } from '../outbox/model.ts';
import type { Result } from '../contract/result.ts';
import type { StoredConnections } from '../connections/model.ts';
import type { createBatchStore } from './store.ts';
import type { BookmarkNode } from '../browser/bookmarks.ts';

export type BatchPorts = {
  store: ReturnType<typeof createBatchStore>;
  outbox: {
    get: (id: string) => Promise<OutboxItem | null>;
    /** Ids of items the service has but couldn't index. */
    unlearned: () => Promise<string[]>;
    /** Fails with `storage.full`. The same id is the same item. */
    request: (item: LiveItem) => Promise<Result<LiveItem, AppError>>;
    retry: (id: string, tabId: number | null) => Promise<LiveItem | null>;
    discard: (id: string) => Promise<void>;
    work: () => void;
  };
  readConnections: () => Promise<StoredConnections>;
  /** `url` is empty if hidden; null if the tab is closed. */
  getTab: (tabId: number) => Promise<{ url: string } | null>;
  bookmarksIn: (folderId: string) => Promise<BookmarkNode | null>;
  releaseAccess: (access: BatchAccess) => Promise<void>;
  releaseOrigin: (origin: string) => Promise<void>;
  /** Whether anything but a batch needs the origin. */
  isOriginKept: (origin: string) => Promise<boolean>;
  tryAgain: (connectionId: string) => Promise<unknown>;
  watch: (isOn: boolean) => Promise<void>;
  /** At most a few times a second for each batch. */
  changed: (view: BatchView) => void;
  sleep: (ms: number) => Promise<void>;
  report: (cause: unknown) => void;
  newId: () => string;
  now: () => number;
};

export const noConnection = appError(
  'connection.none',
  'Choose where your memory lives before you save.',
);

export const onlyReads = appError(
  'memory.not-offered',
  'You consented to reading alone, so nothing can be saved to this memory.',
);

export const noMemory = appError('connection.no-memory', 'Create a Memory to save to first.');

export const connectionGone = appError(
  'connection.removed',
  'The connection this was saved for is no longer connected.',
  true,
);

export const tabGone = appError('page.gone', 'The tab was closed before it could be read.');

export const tabLeft = appError('page.gone', 'The tab went to another page before it was read.');

export const batchGone = appError('memory.not-found', 'This is gone.');

export const notOver = appError('message.invalid', 'This is still going on.');

export const folderGone = appError('memory.not-found', 'There is no such folder.');

export const unwritten = appError('storage.failed', 'The browser did not write this down.', true);
