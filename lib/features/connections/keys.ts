/** The keys of the person's connections: tried, kept, put in the place of another, forgotten. */
import type {
  ConnectOutcome,
  CredentialSlot,
  CredentialView,
  KeptUntil,
  KeyConnection,
  KeyTrouble,
} from '../../contracts/connections.ts';
import type { AppError } from '../../contracts/errors.ts';
import { err, ok, type Result } from '../../contracts/result.ts';
import type { MemoryChoice } from '../../contracts/settings.ts';
import { originToAllow, tidyAddress } from '../../core/connections/address.ts';
import { homeOf, withKeyFacts, withMemories } from '../../core/connections/connections.ts';
import { askKeySlot, keySlot } from '../../core/connections/credential-slot.ts';
import { givenUp } from './attempts.ts';
import { noSuchConnection, storageFailed } from './connection-errors.ts';
import { madeBefore } from './made-before.ts';
import { releaseUnneeded } from './permissions.ts';
import type { ConnectionPorts } from './ports.ts';
import { isKey, tidyKey, tryKey } from './try-key.ts';

/** What the person entered. */
export type KeyEntry = {
  /** What the connection is called, chosen by whoever asks for it: the same id again is the same connection. */
  id: string;
  address: string;
  key: string;
  until: KeptUntil;
  /** What to call it; the host where it is null. */
  name: string | null;
  /** Whose memory it is, in the person's words. */
  owner: string | null;
};

export type NewKey = { connectionId: string; key: string; until: KeptUntil };

type Outcome = Promise<Result<ConnectOutcome, AppError>>;

export type KeyPorts = ConnectionPorts & {
  /** Runs one change of the connections after another. */
  change: <T>(work: () => Promise<Result<T, AppError>>) => Promise<Result<T, AppError>>;
  /** Keeps the connection and uses it from now on. */
  keep: (connection: KeyConnection, memories: MemoryChoice[]) => Promise<ConnectOutcome>;
};

/** Makes the use cases of keys. */
export function createKeys(ports: KeyPorts) {
  const { settings, vault, withdrawals, changed, change, keep, attempts } = ports;

  /** Tries the key; where it works, keeps it and uses the connection from now on. Otherwise nothing is stored. */
  function connectWithKey(entry: KeyEntry): Outcome {
    return attempts.run(entry.id, (signal) => connectUnless(signal, entry));
  }

  async function connectUnless(signal: AbortSignal, entry: KeyEntry): Outcome {
    const trial = { baseUrl: tidyAddress(entry.address), secret: tidyKey(entry.key) };
    const wanted = { id: entry.id, kind: 'key' as const, baseUrl: trial.baseUrl };
    const made = madeBefore(wanted, await settings.read());
    if (made !== null) return ok(made);
    const tried = await tryKey(trial, ports, signal);
    if (signal.aborted) {
      await letGo(trial.baseUrl);
      return err(givenUp);
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
      if (signal.aborted) return err(givenUp);
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

  /** In turn with the changes: a home that is being kept meanwhile may need the permission. */
  async function letGo(baseUrl: string): Promise<void> {
    const origin = originToAllow(baseUrl);
    if (origin === null) return;
    await change(async () => {
      await releaseUnneeded([origin], ports);
      return ok(null);
    });
  }

  /** Tries another key at the address of a connection, and keeps it in the place of the first where it works. */
  function replaceKey(entry: NewKey): Outcome {
    return attempts.run(entry.connectionId, (signal) => replaceUnless(signal, entry));
  }

  async function replaceUnless(signal: AbortSignal, { connectionId, key, until }: NewKey): Outcome {
    const connection = await keyConnection(connectionId);
    if (connection === null) return err(noSuchConnection);
    const trial = { baseUrl: connection.baseUrl, secret: tidyKey(key) };
    const tried = await tryKey(trial, ports, signal);
    if (signal.aborted) return err(givenUp);
    if (!tried.ok) return ok(tried.error);
    return change(async () => {
      if (signal.aborted) return err(givenUp);
      // Removed while the key was tried: it must not leave a key behind.
      if ((await keyConnection(connectionId)) === null) return err(noSuchConnection);
      await exchange(keySlot(connection), { secret: trial.secret, until });
      await settings.update((before) =>
        // Whether this one may ask is not known of the one before.
        withKeyFacts(withMemories(before, connectionId, tried.value), connectionId, {
          keyAsks: false,
        }),
      );
      changed(connectionId);
      return ok({ outcome: 'works', connectionId, memories: tried.value });
    });
  }

  /** What was withdrawn from the credential before goes after it has gone: until then it still stands. */
  async function exchange(
    slot: CredentialSlot,
    next: { secret: string; until: KeptUntil } | null,
  ): Promise<void> {
    const before = await vault.open(slot);
    if (next === null) await vault.forget(slot);
    else await vault.store(slot, next);
    if (before.ok) await withdrawals.lift(before.value.id);
  }

  /** Keeps a key for Ask alone. It cannot be tried without running a turn: its first question shows its worth. */
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
      // First of all: were it told after, a key that goes with the browser might be missed by nobody.
      await settings.update((before) => withKeyFacts(before, connectionId, { hasAskKey: true }));
      await exchange(slot, { secret, until });
      changed(connectionId);
      const kept = await vault.look(slot);
      return kept === null ? err(storageFailed) : ok(kept.view);
    });
  }

  /** Forgets the key for Ask, or that there was one: the first key asks from now on. */
  function forgetAskKey(connectionId: string): Promise<Result<null, AppError>> {
    return change(async () => {
      const connection = await keyConnection(connectionId);
      if (connection === null) return err(noSuchConnection);
      await exchange(askKeySlot(connection), null);
      await settings.update((before) => withKeyFacts(before, connectionId, { hasAskKey: false }));
      changed(connectionId);
      return ok(null);
    });
  }

  async function keyConnection(connectionId: string): Promise<KeyConnection | null> {
    const connection = homeOf(await settings.read(), connectionId)?.connection;
    return connection?.kind === 'key' ? connection : null;
  }

  return { connectWithKey, replaceKey, keepAskKey, forgetAskKey };
}
