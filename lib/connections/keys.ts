import {
  type ConnectOutcome,
  type CredentialSlot,
  type CredentialLifetime,
  type KeyConnection,
  type KeyTrouble,
  type MemoryChoice,
  type StoredConnections,
  chooseConnection,
  findConnection,
  noSuchConnection,
  withKeyFacts,
  withMemories,
  memoryChoices,
} from './model.ts';
import type { MemoryError } from '../contract/errors.ts';
import { type AsyncResult, err, ok } from '../contract/result.ts';
import { originToAllow, tidyAddress } from '../url/origins.ts';
import { askKeySlot, keySlot } from './credential-slot.ts';
import { attemptCanceled, releaseUnneeded, type ConnectionPorts } from './ports.ts';
import { readServiceAddress } from '../memory-client/service-address.ts';
import type { MessageInput } from '../messaging/messages.ts';

export type KeyEntry = MessageInput<'connections.connect-with-key'>;
type ReplacementKey = MessageInput<'connections.replace-key'>;

type KeyPorts = ConnectionPorts & {
  change: <T>(work: () => AsyncResult<T>) => AsyncResult<T>;
  keep: (connection: KeyConnection, memories: MemoryChoice[]) => Promise<ConnectOutcome>;
};

export function createKeys(ports: KeyPorts) {
  const { store, vault, withdrawals, changed, change, keep, attempts } = ports;

  async function connectUnless(signal: AbortSignal, entry: KeyEntry): AsyncResult<ConnectOutcome> {
    // Pasted keys often have surrounding white space.
    const trial = { baseUrl: tidyAddress(entry.address), secret: entry.key.trim() };
    const wanted = { id: entry.connectionId, kind: 'key' as const, baseUrl: trial.baseUrl };
    const made = existingOutcome(wanted, await store.read());
    if (made !== null) return ok(made);
    const tried = await tryKey(trial, ports, signal);
    if (signal.aborted || !tried.ok) await releasePermission(trial.baseUrl);
    if (signal.aborted) return err(attemptCanceled);
    if (!tried.ok) return ok(tried.error);
    const connection: KeyConnection = {
      ...wanted,
      name: new URL(trial.baseUrl).host,
      owner: null,
      createdAt: ports.now(),
    };
    const slot = keySlot(connection);
    const stored = await change(async () => {
      if (signal.aborted) return err(attemptCanceled);
      await vault.store(slot, { secret: trial.secret, until: entry.keep });
      try {
        return ok(await keep(connection, tried.value));
      } catch (cause) {
        await vault.forget(slot);
        throw cause;
      }
    });
    if (!stored.ok) await releasePermission(trial.baseUrl);
    return stored;
  }

  /** Serialized, because a connection that is being stored might need the permission. */
  async function releasePermission(baseUrl: string): Promise<void> {
    const origin = originToAllow(baseUrl);
    if (origin === null) return;
    await change(async () => {
      await releaseUnneeded([origin], ports);
      return ok(null);
    });
  }

  async function replaceUnless(
    signal: AbortSignal,
    entry: ReplacementKey,
  ): AsyncResult<ConnectOutcome> {
    const { connectionId, key, keep: until, choose = false } = entry;
    const connection = await keyConnection(connectionId);
    if (connection === null) return err(noSuchConnection);
    const trial = { baseUrl: connection.baseUrl, secret: key.trim() };
    const tried = await tryKey(trial, ports, signal);
    if (signal.aborted) return err(attemptCanceled);
    if (!tried.ok) return ok(tried.error);
    return change(async () => {
      if (signal.aborted) return err(attemptCanceled);
      // The connection was removed meanwhile, so don't leave its key behind.
      if ((await keyConnection(connectionId)) === null) return err(noSuchConnection);
      await exchange(keySlot(connection), { secret: trial.secret, until });
      await store.update((before) => {
        // Whether the new key can be used for Ask is unknown, even if the current key can.
        const after = withKeyFacts(withMemories(before, connectionId, tried.value), connectionId, {
          keyAsks: false,
        });
        return choose ? chooseConnection(after, connectionId) : after;
      });
      changed(connectionId);
      return ok({ outcome: 'works', connectionId, memories: tried.value });
    });
  }

  /** Lifts withdrawals only after the credential is replaced, because they apply until then. */
  async function exchange(
    slot: CredentialSlot,
    next: { secret: string; until: CredentialLifetime } | null,
  ): Promise<void> {
    const before = await vault.open(slot);
    if (next === null) await vault.forget(slot);
    else await vault.store(slot, next);
    if (before.ok) await withdrawals.lift(before.value.id);
  }

  /** Doesn't try the key, which would take an agent turn; the first question shows whether it works. */
  async function keepAskKey({
    connectionId,
    key,
    keep: until,
  }: MessageInput<'connections.keep-ask-key'>): AsyncResult<{ outcome: 'kept' | 'bad-key' }> {
    const secret = key.trim();
    if (!isKey(secret)) return ok({ outcome: 'bad-key' });
    return change(async () => {
      const connection = await keyConnection(connectionId);
      if (connection === null) return err(noSuchConnection);
      // Recorded first, because a session key might disappear without notice.
      await store.update((before) => withKeyFacts(before, connectionId, { hasAskKey: true }));
      await exchange(askKeySlot(connection), { secret, until });
      changed(connectionId);
      return ok({ outcome: 'kept' });
    });
  }

  /** Removes the second key, so that questions use the first key again. */
  function forgetAskKey(connectionId: string): AsyncResult<null> {
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

  return {
    /** Stores nothing unless the key works. */
    connectWithKey: (entry: KeyEntry) =>
      attempts.run(entry.connectionId, (signal) => connectUnless(signal, entry)),
    /** Stores the new key only if it works, so that a failure leaves a working key. */
    replaceKey: (entry: ReplacementKey) =>
      attempts.run(entry.connectionId, (signal) => replaceUnless(signal, entry)),
    keepAskKey,
    forgetAskKey,
  };
}

export type KeyTrial = { baseUrl: string; secret: string };

/** Tries a key by listing its Memories. Stores nothing, and sends nothing without permission for the origin. */
export async function tryKey(
  trial: KeyTrial,
  { isGranted, openTrial }: Pick<ConnectionPorts, 'isGranted' | 'openTrial'>,
  signal?: AbortSignal,
): AsyncResult<MemoryChoice[], KeyTrouble> {
  const address = readServiceAddress(trial.baseUrl);
  if (!address.ok) return err(addressTrouble(address.error));
  if (!isKey(trial.secret)) return err({ outcome: 'bad-key' });
  const { origin } = address.value;
  if (!(await isGranted(origin))) return err({ outcome: 'not-permitted', origin });
  const listed = await openTrial(trial).containers.list({ signal });
  return listed.ok ? ok(memoryChoices(listed.value)) : err(troubleOf(listed.error));
}

export function addressTrouble({ code }: MemoryError): KeyTrouble {
  return { outcome: code === 'memory.insecure' ? 'insecure-address' : 'bad-address' };
}

/** Returns whether the key can be sent as a bearer token in a header. */
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
    case 'memory.daily-limit':
    case 'memory.server':
      return { outcome: 'service-trouble', error };
    // The request has no input, so a validation error means it's a different kind of service.
    default:
      return { outcome: 'not-this-service', status: error.status ?? null };
  }
}

/** Returns the outcome of an earlier attempt with this id, whose response was lost; null if there was none. */
export function existingOutcome(
  { id, kind, baseUrl }: { id: string; kind: 'key' | 'read-only'; baseUrl: string },
  connections: StoredConnections,
): ConnectOutcome | null {
  const stored = findConnection(connections, id);
  if (stored === null) return null;
  const { connection, memories } = stored;
  const isSame =
    connection.kind !== 'device' && connection.kind === kind && connection.baseUrl === baseUrl;
  if (!isSame) throw new Error('The id of the new connection is already taken.');
  return { outcome: 'works', connectionId: id, memories: memoryChoices(memories) };
}
