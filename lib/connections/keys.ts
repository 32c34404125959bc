/** Manages the keys of connections: tries, stores, replaces and removes them. */
import {
  type ConnectOutcome,
  type CredentialSlot,
  type CredentialView,
  type CredentialLifetime,
  type KeyConnection,
  type KeyTrouble,
  type MemoryChoice,
  type StoredConnections,
  chooseConnection,
  findConnection,
  withKeyFacts,
  withMemories,
  memoryChoices,
} from './model.ts';
import type { AppError, MemoryError } from '../contract/errors.ts';
import { err, ok, type Result } from '../contract/result.ts';
import { originToAllow, tidyAddress } from '../url/origins.ts';
import { askKeySlot, keySlot } from './credential-slot.ts';
import {
  attemptCanceled,
  noSuchConnection,
  storageFailed,
  releaseUnneeded,
  type ConnectionPorts,
} from './ports.ts';
import { readServiceAddress } from '../memory-client/service-address.ts';

/** What the person entered. */
export type KeyEntry = {
  /** The id of the new connection, chosen by the sender: the same id again means the same connection. */
  id: string;
  address: string;
  key: string;
  until: CredentialLifetime;
  /** Null for the host name. */
  name: string | null;
  /** Whose memory it is, as the person put it. */
  owner: string | null;
};

type NewKey = { connectionId: string; key: string; until: CredentialLifetime };

type ReplacementKey = NewKey & {
  /** Whether the connection becomes the active one. */
  choose?: boolean;
};

type Outcome = Promise<Result<ConnectOutcome, AppError>>;

type KeyPorts = ConnectionPorts & {
  /** Runs changes of the connections one after another. */
  change: <T>(work: () => Promise<Result<T, AppError>>) => Promise<Result<T, AppError>>;
  /** Stores the connection and makes it the active one. */
  keep: (connection: KeyConnection, memories: MemoryChoice[]) => Promise<ConnectOutcome>;
};

/** Makes the use cases of keys. */
export function createKeys(ports: KeyPorts) {
  const { store, vault, withdrawals, changed, change, keep, attempts } = ports;

  /** Tries the key. If it works, stores it and makes the connection active; otherwise stores nothing. */
  function connectWithKey(entry: KeyEntry): Outcome {
    return attempts.run(entry.id, (signal) => connectUnless(signal, entry));
  }

  async function connectUnless(signal: AbortSignal, entry: KeyEntry): Outcome {
    const trial = { baseUrl: tidyAddress(entry.address), secret: tidyKey(entry.key) };
    const wanted = { id: entry.id, kind: 'key' as const, baseUrl: trial.baseUrl };
    const made = existingOutcome(wanted, await store.read());
    if (made !== null) return ok(made);
    const tried = await tryKey(trial, ports, signal);
    if (signal.aborted) {
      await letGo(trial.baseUrl);
      return err(attemptCanceled);
    }
    if (!tried.ok) {
      await letGo(trial.baseUrl);
      return ok(tried.error);
    }
    const connection: KeyConnection = {
      ...wanted,
      name: entry.name ?? new URL(trial.baseUrl).host,
      owner: entry.owner,
      createdAt: ports.now(),
    };
    const slot = keySlot(connection);
    const kept = await change(async () => {
      if (signal.aborted) return err(attemptCanceled);
      await vault.store(slot, { secret: trial.secret, until: entry.until });
      try {
        return ok(await keep(connection, tried.value));
      } catch (cause) {
        await vault.forget(slot);
        throw cause;
      }
    });
    if (!kept.ok) await letGo(trial.baseUrl);
    return kept;
  }

  /** Queued with the changes: a connection that is being stored may need the permission. */
  async function letGo(baseUrl: string): Promise<void> {
    const origin = originToAllow(baseUrl);
    if (origin === null) return;
    await change(async () => {
      await releaseUnneeded([origin], ports);
      return ok(null);
    });
  }

  /**
   * Tries another key at the address of a connection and, if it works, stores it in place of the present one. Until
   * then the present key stays; whatever fails after that, the connection has a key that works.
   */
  function replaceKey(entry: ReplacementKey): Outcome {
    return attempts.run(entry.connectionId, (signal) => replaceUnless(signal, entry));
  }

  async function replaceUnless(signal: AbortSignal, entry: ReplacementKey): Outcome {
    const { connectionId, key, until, choose = false } = entry;
    const connection = await keyConnection(connectionId);
    if (connection === null) return err(noSuchConnection);
    const trial = { baseUrl: connection.baseUrl, secret: tidyKey(key) };
    const tried = await tryKey(trial, ports, signal);
    if (signal.aborted) return err(attemptCanceled);
    if (!tried.ok) return ok(tried.error);
    return change(async () => {
      if (signal.aborted) return err(attemptCanceled);
      // The connection was removed in the meantime, so no key must be left behind.
      if ((await keyConnection(connectionId)) === null) return err(noSuchConnection);
      await exchange(keySlot(connection), { secret: trial.secret, until });
      await store.update((before) => {
        // Whether the present key can ask says nothing about the new one.
        const after = withKeyFacts(withMemories(before, connectionId, tried.value), connectionId, {
          keyAsks: false,
        });
        return choose ? chooseConnection(after, connectionId) : after;
      });
      changed(connectionId);
      return ok({ outcome: 'works', connectionId, memories: tried.value });
    });
  }

  /** Lifts the old credential's withdrawals only after it is replaced: until then they apply. */
  async function exchange(
    slot: CredentialSlot,
    next: { secret: string; until: CredentialLifetime } | null,
  ): Promise<void> {
    const before = await vault.open(slot);
    if (next === null) await vault.forget(slot);
    else await vault.store(slot, next);
    if (before.ok) await withdrawals.lift(before.value.id);
  }

  /** Stores a key for Ask only. It can't be tried without an agent turn; the first question shows whether it works. */
  async function keepAskKey({
    connectionId,
    key,
    until,
  }: NewKey): Promise<Result<CredentialView, AppError | KeyTrouble>> {
    const secret = tidyKey(key);
    if (!isKey(secret)) return err({ outcome: 'bad-key' });
    return change(async () => {
      const connection = await keyConnection(connectionId);
      if (connection === null) return err(noSuchConnection);
      const slot = askKeySlot(connection);
      // Recorded first: otherwise a session key could vanish without anyone knowing that it existed.
      await store.update((before) => withKeyFacts(before, connectionId, { hasAskKey: true }));
      await exchange(slot, { secret, until });
      changed(connectionId);
      const kept = await vault.look(slot);
      return kept === null ? err(storageFailed) : ok(kept.view);
    });
  }

  /** Removes the key for Ask, or the record of one: the first key asks from then on. */
  function forgetAskKey(connectionId: string): Promise<Result<null, AppError>> {
    return change(async () => {
      const connection = await keyConnection(connectionId);
      if (connection === null) return err(noSuchConnection);
      await exchange(askKeySlot(connection), null);
      await store.update((before) => withKeyFacts(before, connectionId, { hasAskKey: false }));
      changed(connectionId);
      return ok(null);
    });
  }

  async function keyConnection(connectionId: string): Promise<KeyConnection | null> {
    const connection = findConnection(await store.read(), connectionId)?.connection;
    return connection?.kind === 'key' ? connection : null;
  }

  return { connectWithKey, replaceKey, keepAskKey, forgetAskKey };
}

export type KeyTrial = { baseUrl: string; secret: string };

/** Lists the Memories that the key can access. Stores nothing, and sends nothing to an origin without permission. */
export async function tryKey(
  trial: KeyTrial,
  { isGranted, openTrial }: Pick<ConnectionPorts, 'isGranted' | 'openTrial'>,
  signal?: AbortSignal,
): Promise<Result<MemoryChoice[], KeyTrouble>> {
  const address = readServiceAddress(trial.baseUrl);
  if (!address.ok) {
    const isInsecure = address.error.code === 'memory.insecure';
    return err({ outcome: isInsecure ? 'insecure-address' : 'bad-address' });
  }
  if (!isKey(trial.secret)) return err({ outcome: 'bad-key' });
  const { origin } = address.value;
  if (!(await isGranted(origin))) return err({ outcome: 'not-permitted', origin });
  const listed = await openTrial(trial).containers.list({ signal });
  return listed.ok ? ok(memoryChoices(listed.value)) : err(troubleOf(listed.error));
}

/** Removes the white space that comes along with a paste. */
export function tidyKey(text: string): string {
  return text.trim();
}

/** Whether a header can carry the text as a bearer token. */
function isKey(secret: string): boolean {
  return /^[\x21-\x7e]+$/.test(secret);
}

function troubleOf(error: MemoryError): KeyTrouble {
  switch (error.code) {
    case 'memory.unreachable':
    case 'memory.aborted':
    case 'memory.not-permitted':
      return { outcome: 'unreachable' };
    case 'memory.timeout':
      return { outcome: 'timeout' };
    case 'memory.insecure':
      return { outcome: 'insecure-address' };
    case 'memory.unauthenticated':
      return error.status === undefined ? { outcome: 'bad-key' } : { outcome: 'refused', error };
    case 'memory.unauthorized':
      return { outcome: 'refused', error };
    case 'memory.conflict':
    case 'memory.rate-limited':
    case 'memory.turns-exhausted':
    case 'memory.server':
      return { outcome: 'service-trouble', error };
    // This request has no input, so a validation error means that it's another kind of service.
    default:
      return { outcome: 'not-this-service', status: error.status ?? null };
  }
}

type NewConnection = { id: string; kind: 'key' | 'read-only'; baseUrl: string };

/**
 * The outcome of an earlier attempt with the same id, whose answer was lost with its background; null if there was
 * none.
 */
export function existingOutcome(
  { id, kind, baseUrl }: NewConnection,
  connections: StoredConnections,
): ConnectOutcome | null {
  const stored = findConnection(connections, id);
  if (stored === null) return null;
  const { connection, memories } = stored;
  const isSame =
    connection.kind !== 'device' && connection.kind === kind && connection.baseUrl === baseUrl;
  if (!isSame) throw new Error('A new connection was given the id of another.');
  return { outcome: 'works', connectionId: id, memories: memoryChoices(memories) };
}
