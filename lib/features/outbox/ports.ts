/** What the outbox needs of the world. */
import type { CaptureError } from '../../contracts/errors.ts';
import type { PageCapture, SelectionCapture } from '../../contracts/capture.ts';
import type { Highlight, OutboxItem } from '../../contracts/outbox.ts';
import type { Result } from '../../contracts/result.ts';
import type { MemoryChoice } from '../../contracts/settings.ts';
import type { KeptItem } from '../../core/outbox/view.ts';
import type { MemoryClient } from '../../memory/client.ts';

export type OutboxPorts = {
  store: {
    /** The highlight of a note is written with it, both or neither. */
    insert: (
      item: OutboxItem,
      highlight: Highlight | null,
    ) => Promise<Result<OutboxItem, 'full' | 'unwritten'>>;
    get: (id: string) => Promise<OutboxItem | null>;
    /** `whenFull` is made instead of a change that would add text beyond the limit. */
    update: (
      id: string,
      change: (item: OutboxItem) => OutboxItem,
      whenFull?: (item: OutboxItem) => OutboxItem,
    ) => Promise<OutboxItem | null>;
    remove: (id: string) => Promise<void>;
    removeIf: (id: string, mayGo: (item: OutboxItem) => boolean) => Promise<boolean>;
    due: (now: number) => Promise<{ id: string; lane: string }[]>;
    nextDue: (isLeftOut: (id: string) => boolean) => Promise<number | null>;
    idsWaiting: () => Promise<string[]>;
    /** What was not discarded of a page, by its identity. */
    ofPage: (pageKey: string) => Promise<KeptItem[]>;
    idsOfMemory: (memoryId: string) => Promise<string[]>;
    letGoOfOldest: () => Promise<string[]>;
  };
  highlights: {
    put: (highlight: Highlight) => Promise<void>;
    /** All of a page, by its identity. */
    ofPage: (pageKey: string) => Promise<Highlight[]>;
    update: (id: string, changes: { memoryId: string }) => Promise<void>;
    /** Takes over what the person made of the note. */
    reword: (id: string, text: string) => Promise<void>;
    remove: (id: string) => Promise<void>;
  };
  /** Read the page or the selection the item was asked for. */
  readPage: (source: OutboxItem['source']) => Promise<Result<PageCapture, CaptureError>>;
  readSelection: (
    source: OutboxItem['source'],
  ) => Promise<Result<SelectionCapture & { pageUrl: string }, CaptureError>>;
  /** Whether the home at a connection can get at an address, which on this device is the browser's to allow. */
  mayFetch: (connectionId: string, url: string) => Promise<boolean>;
  /** The client of the home an item belongs to; null where that home is gone. */
  clientOf: (connectionId: string) => Promise<MemoryClient | null>;
  /** The Memories of a connection, as far as they are known here. */
  memoriesOf: (connectionId: string) => Promise<readonly MemoryChoice[]>;
  /** Asks to be woken at a time (milliseconds since the epoch); null where nothing is left to do. */
  wakeAt: (time: number | null) => Promise<void>;
  /** Ends early where the signal aborts. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Tells the surfaces of an item's new state, also of one that was restored; `before` is null for a new one. */
  changed: (item: KeptItem, before: OutboxItem | null) => void;
  /** Told of one that goes since another keeps the very same words already. */
  repeated: (item: OutboxItem, kept: KeptItem) => void;
  /** Told of one that was discarded or is gone; `item` is null where no more than its id is known. */
  removed: (id: string, item: OutboxItem | null) => void;
  /** Told what a step threw, which the item it was for survives. */
  report: (cause: unknown) => void;
  now: () => number;
};
