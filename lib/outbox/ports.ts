/** What the outbox depends on. */
import type { CaptureError } from '../contract/errors.ts';
import type { PageCapture, SelectionCapture } from '../capture/schema.ts';
import type { Highlight, OutboxItem, LiveItem } from './model.ts';
import type { Result } from '../contract/result.ts';
import type { MemoryChoice } from '../connections/model.ts';
import type { createOutboxStore } from './store.ts';
import type { MemoryClient } from '../memory-client/client.ts';

export type OutboxPorts = {
  store: Pick<
    ReturnType<typeof createOutboxStore>,
    | 'insert'
    | 'get'
    | 'update'
    | 'remove'
    | 'removeIf'
    | 'due'
    | 'nextDue'
    | 'idsWaiting'
    | 'ofPage'
    | 'idsOfMemory'
    | 'removeOldestFinished'
  >;
  highlights: {
    put: (highlight: Highlight) => Promise<void>;
    /** All of a page, by its identity. */
    ofPage: (pageKey: string) => Promise<Highlight[]>;
    update: (id: string, changes: { memoryId: string }) => Promise<void>;
    /** Stores the edited text of the note. */
    reword: (id: string, text: string) => Promise<void>;
    remove: (id: string) => Promise<void>;
  };
  /** Read the page or the selection the item was asked for. */
  readPage: (source: OutboxItem['source']) => Promise<Result<PageCapture, CaptureError>>;
  readSelection: (
    source: OutboxItem['source'],
  ) => Promise<Result<SelectionCapture & { pageUrl: string }, CaptureError>>;
  /** Whether a connection can fetch an address. On this device the browser must have allowed the site. */
  mayFetch: (connectionId: string, url: string) => Promise<boolean>;
  /** The client of a connection; null if the connection was removed. */
  clientOf: (connectionId: string) => Promise<MemoryClient | null>;
  /** The known Memories of a connection. */
  memoriesOf: (connectionId: string) => Promise<readonly MemoryChoice[]>;
  /** Schedules a wake (milliseconds since the epoch); null if nothing is left to do. */
  wakeAt: (time: number | null) => Promise<void>;
  /** Resolves early if the signal aborts. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Called after every change, also when an item was restored; `before` is null for a new item. */
  changed: (item: LiveItem, before: OutboxItem | null) => void;
  /** Called when an item is dropped because `original` has the same words. */
  deduplicated: (item: OutboxItem, original: LiveItem) => void;
  /** Called when an item was discarded or removed; `item` is null if only its id is known. */
  removed: (id: string, item: OutboxItem | null) => void;
  /** Called with what a step threw; the item survives. */
  report: (cause: unknown) => void;
  now: () => number;
};
