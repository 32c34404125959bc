/**
 * What a service is asked once a session: kept until the browser closes, for the credential it was read with alone.
 *
 * A credential that replaces another, and a connection that was removed, find nothing kept, also where the background
 * ended before it could clear away.
 */
import type { AppError, MemoryError } from '../contract/errors.ts';
import { err, ok, type Result } from '../contract/result.ts';
import type { MemoryClient } from '../memory-client/client.ts';
import { noConnection } from '../connections/model.ts';
import * as z from 'zod/mini';
import { storedFamily, valueOf } from '../browser/storage.ts';

/** What one credential of one connection may read. */
type Reader = {
  connectionId: string;
  /** Null where none can be opened: then nothing kept is shown, and nothing is kept. */
  credentialId: string | null;
  client: MemoryClient;
};

export type Kept<View> = { credentialId: string; view: View };

/** Keeps views by connection until the browser closes. */
export type SessionCacheStore<View> = {
  get: (connectionId: string) => Promise<Kept<View> | null>;
  put: (connectionId: string, kept: Kept<View>) => Promise<void>;
  drop: (connectionId: string) => Promise<void>;
};

export type ReaderPorts = {
  /** The reader of the connection in use; null where none was chosen. */
  reader: () => Promise<Reader | null>;
  /** The credential that a connection reads with now; null where it has none, or is not kept any more. */
  credentialOf: (connectionId: string) => Promise<string | null>;
  /** Told what storage failed on: the service is then asked again the next time. */
  report: (cause: unknown) => void;
};

type KeptReadOptions<View> = ReaderPorts & {
  store: SessionCacheStore<View>;
  ask: (client: MemoryClient) => Promise<Result<View, MemoryError>>;
};

/** Makes the reading of one thing. */
export function createSessionCache<View>({
  reader,
  credentialOf,
  report,
  store,
  ask,
}: KeptReadOptions<View>) {
  const reading = new Map<string, Promise<Result<View, AppError>>>();
  /** Counted, so that a read which began before one leaves nothing behind. */
  let forgettings = 0;

  /** Gives what is kept, or with `refresh` what the service says now. Several that ask at once share one request. */
  async function read({ refresh }: { refresh: boolean }): Promise<Result<View, AppError>> {
    const by = await reader();
    if (by === null) return err(noConnection);
    const name = `${nameOf(by)} ${refresh}`;
    const shared = reading.get(name) ?? begin(by, refresh);
    reading.set(name, shared);
    const answer = await shared.finally(() => {
      if (reading.get(name) === shared) reading.delete(name);
    });
    // Another connection, or another key, may be in use by now; what the one before said is not for it.
    const after = await reader();
    return after !== null && nameOf(after) === nameOf(by) ? answer : read({ refresh });
  }

  async function begin(by: Reader, refresh: boolean): Promise<Result<View, AppError>> {
    const kept = refresh ? null : await tried(() => store.get(by.connectionId));
    if (kept !== null && kept.credentialId === by.credentialId) return ok(kept.view);
    const begunAt = forgettings;
    const answer = await ask(by.client);
    if (answer.ok) await keep(by, answer.value, begunAt);
    // What may no longer be read is not shown from memory either.
    else if (isRefusal(answer.error)) await tried(() => store.drop(by.connectionId));
    return answer;
  }

  async function keep(
    { connectionId, credentialId }: Reader,
    view: View,
    begunAt: number,
  ): Promise<void> {
    const now = await credentialOf(connectionId);
    if (credentialId === null || now !== credentialId || forgettings !== begunAt) return;
    await tried(() => store.put(connectionId, { credentialId, view }));
  }

  /** Clears away what is kept of a connection, unless it was read with the credential that the connection has now. */
  async function tidy(connectionId: string): Promise<void> {
    const kept = await tried(() => store.get(connectionId));
    if (kept === null || kept.credentialId === (await credentialOf(connectionId))) return;
    await forget(connectionId);
  }

  /** Has the service asked again the next time, since it would say something else now. */
  async function forget(connectionId: string): Promise<void> {
    forgettings += 1;
    reading.clear();
    await tried(() => store.drop(connectionId));
  }

  async function tried<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (cause) {
      report(cause);
      return null;
    }
  }

  return { read, tidy, forget };
}

function nameOf({ connectionId, credentialId }: Reader): string {
  return `${connectionId} ${credentialId}`;
}

function isRefusal({ code }: MemoryError): boolean {
  return code === 'memory.unauthorized' || code === 'memory.unauthenticated';
}

/** The area has 10 MB for everything in it. */
const largestBytes = 1024 * 1024;

/** Makes the store of one kind of view. A view of more than a megabyte is not kept, so it is read anew each time. */
export function createSessionReads<View>(
  name: 'profile' | 'rules',
  view: z.ZodMiniType<View>,
): SessionCacheStore<View> {
  const stored = storedFamily<Kept<View> | null>({
    area: 'session',
    prefix: `${name}.`,
    parse: valueOf(z.object({ credentialId: z.string(), view })),
    fallback: null,
    corrupt: 'ignore',
  });

  return {
    get: (connectionId) => stored.of(connectionId).read(),
    async put(connectionId, kept) {
      const bytes = new TextEncoder().encode(JSON.stringify(kept)).byteLength;
      const item = stored.of(connectionId);
      await (bytes > largestBytes ? item.remove() : item.write(kept));
    },
    drop: (connectionId) => stored.of(connectionId).remove(),
  };
}
