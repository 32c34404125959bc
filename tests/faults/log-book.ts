/** Logs the requests to a test server and their outcomes. */
import type { ServerResponse } from 'node:http';
import type { Fault } from './faults.ts';
import type { Received } from './pass-on.ts';

export interface Entry {
  /** The number of the request in order of arrival, from 0. */
  readonly nth: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly method: string;
  /** The path with its query. */
  readonly path: string;
  /** The `Authorization` header as received. */
  readonly authorization: string | null;
  readonly body: string;
  readonly fault: Fault | null;
  /** Whether the request was forwarded to the service, which may handle it even if no response arrives. */
  readonly isPassedOn: boolean;
  /** The status of the service's own response; null if there was none. */
  readonly servedStatus: number | null;
  /** Whether the service handled the request successfully. */
  readonly isDone: boolean;
  /** Bytes of the response that reached the network. */
  readonly bytes: number;
  /**
   * `answered`: the whole response, real or faked, reached the network. `lost`: the connection
   * closed first.
   */
  readonly outcome: 'pending' | 'answered' | 'lost';
}

/** An entry that may still change. */
export type OpenEntry = { -readonly [Name in keyof Entry]: Entry[Name] };

/** Creates a log that callers can wait on. */
export function createLogBook() {
  const entries: OpenEntry[] = [];
  /** Pending `when` calls, resolved by `look`. */
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
