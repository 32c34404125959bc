import type { BatchAccess, BatchView } from './model.ts';
import { appError } from '../contract/errors.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { OutboxStore } from '../outbox/store.ts';
import type { StoredConnections } from '../connections/model.ts';
import type { createBatchStore } from './store.ts';
import type { BookmarkNode } from '../browser/bookmarks.ts';

export type BatchPorts = {
  store: ReturnType<typeof createBatchStore>;
  outbox: Pick<OutboxStore, 'get' | 'unlearned'> &
    Pick<Outbox, 'request' | 'retry' | 'discard'> & { work: () => void };
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
