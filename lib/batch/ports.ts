import type { BatchAccess, BatchView } from './model.ts';
import { appError } from '../contract/errors.ts';
import type { OutboxItem, LiveItem } from '../outbox/model.ts';
import type { AsyncResult } from '../contract/result.ts';
import type { StoredConnections } from '../connections/model.ts';
import type { createBatchStore } from './store.ts';
import type { BookmarkNode } from '../browser/bookmarks.ts';

export type BatchPorts = {
  store: ReturnType<typeof createBatchStore>;
  outbox: {
    get: (id: string) => Promise<OutboxItem | null>;
    unlearned: () => Promise<string[]>;
    /** Fails with `storage.full` if the outbox is full. Repeating an id returns the existing item. */
    request: (item: LiveItem) => AsyncResult<LiveItem>;
    retry: (id: string, tabId: number | null) => Promise<LiveItem | null>;
    discard: (id: string) => Promise<void>;
    work: () => void;
  };
  readConnections: () => Promise<StoredConnections>;
  /** Returns null if the tab is closed. `url` is empty if the browser hides it. */
  getTab: (tabId: number) => Promise<{ url: string } | null>;
  bookmarksIn: (folderId: string) => Promise<BookmarkNode | null>;
  releaseAccess: (access: BatchAccess) => Promise<void>;
  releaseOrigin: (origin: string) => Promise<void>;
  /** Whether anything other than a batch needs the origin. */
  isOriginKept: (origin: string) => Promise<boolean>;
  tryAgain: (connectionId: string) => Promise<unknown>;
  watch: (isOn: boolean) => Promise<void>;
  /** Called at most a few times a second for each batch. */
  changed: (view: BatchView) => void;
  sleep: (ms: number) => Promise<void>;
  report: (cause: unknown) => void;
  newId: () => string;
  now: () => number;
};

export const batchGone = appError('memory.not-found', 'This batch no longer exists.');

export const notOver = appError('message.invalid', 'This batch is still running.');

export const folderGone = appError('memory.not-found', 'This folder no longer exists.');
