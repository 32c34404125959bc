/** What the outbox needs of the world. */
import type { CaptureError } from '../../contracts/errors.ts';
import type { PageCapture, SelectionCapture } from '../../contracts/capture.ts';
import type { Highlight, OutboxItem } from '../../contracts/outbox.ts';
import type { Result } from '../../contracts/result.ts';
import type { MemoryClient } from '../../memory/client.ts';

export type OutboxPorts = {
  store: {
    insert: (item: OutboxItem) => Promise<OutboxItem>;
    get: (id: string) => Promise<OutboxItem | null>;
    update: (id: string, change: (item: OutboxItem) => OutboxItem) => Promise<OutboxItem | null>;
    remove: (id: string) => Promise<void>;
    active: () => Promise<OutboxItem[]>;
    ofMemory: (memoryId: string) => Promise<OutboxItem[]>;
  };
  highlights: {
    put: (highlight: Highlight) => Promise<void>;
    setMemoryId: (id: string, memoryId: string) => Promise<void>;
    remove: (id: string) => Promise<void>;
  };
  /** Read the page or the selection the item was asked for. */
  readPage: (source: OutboxItem['source']) => Promise<Result<PageCapture, CaptureError>>;
  readSelection: (
    source: OutboxItem['source'],
  ) => Promise<Result<SelectionCapture & { pageUrl: string }, CaptureError>>;
  /** The client of the home an item belongs to; null where that home is gone. */
  clientOf: (connectionId: string) => Promise<MemoryClient | null>;
  /** Asks to be woken at a time (milliseconds since the epoch); null where nothing is left to do. */
  wakeAt: (time: number | null) => Promise<void>;
  /** Tells the surfaces of an item's new state. */
  changed: (item: OutboxItem) => void;
  removed: (id: string) => void;
  now: () => number;
};
