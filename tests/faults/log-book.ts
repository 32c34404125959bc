/** What reached a server of the tests, and what became of it. */
import type { ServerResponse } from 'node:http';
import type { Fault } from './faults.ts';
import type { Received } from './pass-on.ts';

export interface Entry {
  /** From 0, in the order of arrival. */
  readonly nth: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** `Authorization`, as it came. */
  readonly authorization: string | null;
  readonly body: string;
  readonly fault: Fault | null;
  /** Whether it was handed to the service, which may have done it even where it gave no answer. */
  readonly isPassedOn: boolean;
  /** Status of the service's own answer; null where there was none. */
  readonly servedStatus: number | null;
  /** Whether the service did what was asked: it was passed on and answered with success. */
  readonly isDone: boolean;
  /** Bytes of its answer that were handed to the network. */
  readonly bytes: number;
  /** `answered`: the whole answer, true or false, was handed to the network. `lost`: the connection ended before. */
  readonly outcome: 'pending' | 'answered' | 'lost';
}

/** An entry that is still being written. */
export type OpenEntry = { -readonly [Name in keyof Entry]: Entry[Name] };

/** Makes a log, with those who wait for it to say something. */
export function createLogBook() {
  const entries: OpenEntry[] = [];
  /** Who waits for something to become true; `look` asks them whether it has. */
  let watchers: { isTrue: () => boolean; seen: () => void }[] = [];
  let count = 0;

  function look(): void {
    const seen = watchers.filter(({ isTrue }) => isTrue());
    watchers = watchers.filter((watcher) => !seen.includes(watcher));
    for (const watcher of seen) watcher.seen();
  }

  return {
    entries,
    look,
    clear: () => void entries.splice(0),
    when(isTrue: () => boolean): Promise<void> {
      if (isTrue()) return Promise.resolve();
      return new Promise((seen) => void watchers.push({ isTrue, seen }));
    },
    enter(received: Received, given: { fault: Fault | null; outgoing: ServerResponse }) {
      const entry: OpenEntry = {
        nth: count,
        at: Date.now(),
        method: received.method,
        path: received.path,
        authorization: received.headers.authorization ?? null,
        body: received.body.toString('utf8'),
        fault: given.fault,
        isPassedOn: false,
        servedStatus: null,
        isDone: false,
        bytes: 0,
        outcome: 'pending',
      };
      count += 1;
      entries.push(entry);
      const { socket } = given.outgoing;
      const before = socket?.bytesWritten ?? 0;
      const end = () => {
        entry.bytes = (socket?.bytesWritten ?? before) - before;
        entry.outcome = given.outgoing.writableFinished ? 'answered' : 'lost';
        look();
      };
      if (given.outgoing.closed) end();
      else given.outgoing.once('close', end);
      look();
      return entry;
    },
  };
}
