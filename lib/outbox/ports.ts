import type { CaptureError } from '../contract/errors.ts';
import type { PageCapture, PagePart, SelectionCapture } from '../capture/schema.ts';
import type { Highlight, OutboxItem, LiveItem } from './model.ts';
import type { AsyncResult } from '../contract/result.ts';
import type { MemoryChoice } from '../connections/model.ts';
import type { createOutboxStore } from './store.ts';
import type { MemoryClient } from '../memory-client/client.ts';

export type OutboxPorts = {
  store: ReturnType<typeof createOutboxStore>;
  highlights: {
    put: (highlight: Highlight) => Promise<void>;
    /** Returns the highlights of a page, by its id. */
    ofPage: (pageKey: string) => Promise<Highlight[]>;
    update: (id: string, changes: { memoryId: string }) => Promise<void>;
    reword: (id: string, text: string) => Promise<void>;
    remove: (id: string) => Promise<void>;
  };
  /** Without a part, reads what the person last chose to save on the page's site. */
  readPage: (
    source: OutboxItem['source'],
    part?: PagePart,
  ) => AsyncResult<PageCapture, CaptureError>;
  readSelection: (
    source: OutboxItem['source'],
  ) => AsyncResult<SelectionCapture & { pageUrl: string }, CaptureError>;
  /** Returns whether the connection can fetch the URL. On this device, the browser must allow the site. */
  mayFetch: (connectionId: string, url: string) => Promise<boolean>;
  /** Returns null if the connection was removed. */
  clientOf: (connectionId: string) => Promise<MemoryClient | null>;
  memoriesOf: (connectionId: string) => Promise<readonly MemoryChoice[]>;
  /** `time` is in milliseconds since the epoch, or null if there is nothing left to do. */
  wakeAt: (time: number | null) => Promise<void>;
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Also called when an item is restored; `before` is null for a new item. */
  changed: (item: LiveItem, before: OutboxItem | null) => void;
  /** Called when an item is dropped because `original` has the same text. */
  deduplicated: (item: OutboxItem, original: LiveItem) => void;
  /** Called when an item is discarded or removed; `item` is null if only its id is known. */
  removed: (id: string, item: OutboxItem | null) => void;
  /** Called with an exception thrown by a step. The item is kept. */
  report: (cause: unknown) => void;
  now: () => number;
};
