/** Caches views until the browser closes, for the credential they were read with. */
import { isRefusal, type MemoryError } from '../contract/errors.ts';
import { type AsyncResult, err, ok } from '../contract/result.ts';
import type { MemoryClient } from '../memory-client/client.ts';
import { noConnection } from '../connections/model.ts';
import * as z from 'zod/mini';
import { storedFamily, valueOf } from '../browser/storage.ts';

type Reader = {
  connectionId: string;
  /** Null if the credential can't be decrypted, in which case nothing is cached. */
  credentialId: string | null;
  client: MemoryClient;
};

export type Kept<View> = { credentialId: string; view: View };

export type SessionCacheStore<View> = {
  get: (connectionId: string) => Promise<Kept<View> | null>;
  put: (connectionId: string, kept: Kept<View>) => Promise<void>;
  drop: (connectionId: string) => Promise<void>;
};

export type ReaderPorts = {
  reader: () => Promise<Reader | null>;
  /** Returns null if there is no credential or no connection. */
  credentialOf: (connectionId: string) => Promise<string | null>;
  report: (cause: unknown) => void;
};

type SessionCacheOptions<View> = ReaderPorts & {
  store: SessionCacheStore<View>;
  ask: (client: MemoryClient) => AsyncResult<View, MemoryError>;
};

export function createSessionCache<View>({
  reader,
  credentialOf,
  report,
  store,
  ask,
}: SessionCacheOptions<View>) {
  const reading = new Map<string, AsyncResult<View>>();
  /** Number of invalidations. A read that started before the latest invalidation isn't cached. */
  let forgettings = 0;

  /** Simultaneous reads share a request. */
  async function read({ refresh }: { refresh: boolean }): AsyncResult<View> {
    const by = await reader();
    if (by === null) return err(noConnection);
    const name = `${nameOf(by)} ${refresh}`;
    const shared = reading.get(name) ?? begin(by, refresh);
    reading.set(name, shared);
    const answer = await shared.finally(() => {
      if (reading.get(name) === shared) reading.delete(name);
    });
    // The connection or key might have changed meanwhile.
    const after = await reader();
    return after !== null && nameOf(after) === nameOf(by) ? answer : read({ refresh });
  }

  async function begin(by: Reader, refresh: boolean): AsyncResult<View> {
    const kept = refresh ? null : await tried(() => store.get(by.connectionId));
    if (kept !== null && kept.credentialId === by.credentialId) return ok(kept.view);
    const begunAt = forgettings;
    const answer = await ask(by.client);
    if (answer.ok) await keep(by, answer.value, begunAt);
    // Drop a view that the key can no longer access.
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

  /** Drops a view that was read with another credential. */
  async function tidy(connectionId: string): Promise<void> {
    const kept = await tried(() => store.get(connectionId));
    if (kept === null || kept.credentialId === (await credentialOf(connectionId))) return;
    await forget(connectionId);
  }

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

/** A fraction of `storage.session`, which is limited to 10 MB. */
const largestBytes = 1024 * 1024;

/** Stores views in `storage.session`. A view that is too large isn't cached. */
export function createSessionReads<View>(
  name: 'profile' | 'rules',
  view: z.ZodMiniType<View>,
): SessionCacheStore<View> {
  const stored = storedFamily<Kept<View> | null>({
    area: 'session',
    prefix: `${name}.`,
    parse: valueOf(z.object({ credentialId: z.string(), view })),
    fallback: null,
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
