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
    /** By the page's identity. */
    ofPage: (pageKey: string) => Promise<Highlight[]>;
    update: (id: string, changes: { memoryId: string }) => Promise<void>;
    reword: (id: string, text: string) => Promise<void>;
    remove: (id: string) => Promise<void>;
  };
  readPage: (source: OutboxItem['source']) => Promise<Result<PageCapture, CaptureError>>;
  readSelection: (
    source: OutboxItem['source'],
  ) => Promise<Result<SelectionCapture & { pageUrl: string }, CaptureError>>;
  /** On this device the browser must have allowed the site. */
  mayFetch: (connectionId: string, url: string) => Promise<boolean>;
  /** Null if the connection was removed. */
  clientOf: (connectionId: string) => Promise<MemoryClient | null>;
  memoriesOf: (connectionId: string) => Promise<readonly MemoryChoice[]>;
  /** Milliseconds since the epoch; null if nothing is left to do. */
  wakeAt: (time: number | null) => Promise<void>;
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Also called for restored items; `before` is null for a new one. */
  changed: (item: LiveItem, before: OutboxItem | null) => void;
  /** The item is dropped because `original` has the same words. */
  deduplicated: (item: OutboxItem, original: LiveItem) => void;
  /** Discarded or removed; `item` is null if only its id is known. */
  removed: (id: string, item: OutboxItem | null) => void;
  /** What a step threw; the item survives. */
  report: (cause: unknown) => void;
  now: () => number;
};
