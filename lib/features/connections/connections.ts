/** The person's connections: made with a key that works, chosen, given another key, removed. */
import type {
  Connection,
  ConnectOutcome,
  CredentialSlot,
  CredentialView,
  KeptUntil,
  KeyConnection,
  KeyTrouble,
  ReadOnlyConnection,
} from '../../contracts/connections.ts';
import type { AppError } from '../../contracts/errors.ts';
import { err, ok, type Result } from '../../contracts/result.ts';
import type { MemoryChoice } from '../../contracts/settings.ts';
import { tidyAddress } from '../../core/connections/address.ts';
import {
  addConnection,
  chooseConnection,
  homeOf,
  removeConnection,
  withMemories,
} from '../../core/connections/connections.ts';
import {
  askKeySlot,
  keySlot,
  originOf,
  slotsOf,
  tokenSlot,
} from '../../core/connections/credential-slot.ts';
import { listConnections, withdrawnFrom } from './connection-views.ts';
import type { ConnectionPorts } from './ports.ts';
import { isKey, tidyKey, tryKey } from './try-key.ts';

/** What the person entered. */
export type KeyEntry = {
  address: string;
  key: string;
  until: KeptUntil;
  /** What to call it; the host where it is null. */
  name: string | null;
  /** Whose memory it is, in the person's words. */
  owner: string | null;
};

export type NewKey = { connectionId: string; key: string; until: KeptUntil };

/** A consent in the browser that was given: the vault holds its tokens already. */
export type Consented = { connection: ReadOnlyConnection; memories: MemoryChoice[] };

type Outcome = Promise<Result<ConnectOutcome, AppError>>;

/** Makes the use cases; a background makes them once, since changes wait for one another. */
export function createConnections(ports: ConnectionPorts) {
  const { settings, vault, withdrawals, changed } = ports;
  let changing: Promise<unknown> = Promise.resolve();

  function change<T>(work: () => Promise<Result<T, AppError>>): Promise<Result<T, AppError>> {
    const next = changing.then(work).catch((cause: unknown) => {
      ports.report(cause);
      return err(storageFailed);
    });
    changing = next;
    return next;
  }

  /** Tries the key; where it works, keeps it and uses the connection from now on. Otherwise nothing is stored. */
  async function connectWithKey(entry: KeyEntry): Outcome {
    const trial = { baseUrl: tidyAddress(entry.address), secret: tidyKey(entry.key) };
    const tried = await tryKey(trial, ports);
    if (!tried.ok) return ok(tried.error);
    const connection: KeyConnection = {
      id: ports.newId(),
      kind: 'key',
      baseUrl: trial.baseUrl,
      name: entry.name ?? new URL(trial.baseUrl).host,
      owner: entry.owner,
      createdAt: ports.now(),
    };
    const slot = keySlot(connection);
    return change(async () => {
      await vault.store(slot, { secret: trial.secret, until: entry.until });
      try {
        return ok(await keep(connection, tried.value));
      } catch (cause) {
        await vault.forget(slot);
        throw cause;
      }
    });
  }

  /** Keeps a read-only connection, consented to for the first time or anew, and uses it from now on. */
  function keepReadOnly({ connection, memories }: Consented): Outcome {
    return change(async () => {
      const tokens = await vault.open(tokenSlot(connection));
      return tokens.ok ? ok(await keep(connection, memories)) : err(noSuchConnection);
    });
  }

  async function keep(
    connection: KeyConnection | ReadOnlyConnection,
    memories: MemoryChoice[],
  ): Promise<ConnectOutcome> {
    await settings.update((before) =>
      withMemories(addConnection(before, connection), connection.id, memories),
    );
    changed(connection.id);
    return { outcome: 'works', connectionId: connection.id, memories };
  }

  /** Tries another key at the address of a connection, and keeps it in the place of the first where it works. */
  async function replaceKey({ connectionId, key, until }: NewKey): Outcome {
    const connection = await keyConnection(connectionId);
    if (connection === null) return err(noSuchConnection);
    const trial = { baseUrl: connection.baseUrl, secret: tidyKey(key) };
    const tried = await tryKey(trial, ports);
    if (!tried.ok) return ok(tried.error);
    return change(async () => {
      // Removed while the key was tried: it must not leave a key behind.
      if ((await keyConnection(connectionId)) === null) return err(noSuchConnection);
      await exchange(keySlot(connection), { secret: trial.secret, until });
      await settings.update((before) => withMemories(before, connectionId, tried.value));
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
      await exchange(slot, { secret, until });
      changed(connectionId);
      const view = await vault.describe(slot);
      return view === null ? err(storageFailed) : ok(view);
    });
  }

  function forgetAskKey(connectionId: string): Promise<Result<null, AppError>> {
    return change(async () => {
      const connection = await keyConnection(connectionId);
      if (connection === null) return err(noSuchConnection);
      await exchange(askKeySlot(connection), null);
      changed(connectionId);
      return ok(null);
    });
  }

  /** The person's word that the service may be asked again with the credentials as they are. */
  function tryAgain(connectionId: string): Promise<Result<null, AppError>> {
    return change(async () => {
      const home = homeOf(await settings.read(), connectionId);
      if (home === null) return err(noSuchConnection);
      for (const slot of slotsOf(home.connection)) {
        const opened = await vault.open(slot);
        if (opened.ok) await withdrawals.lift(opened.value.id);
      }
      changed(connectionId);
      return ok(null);
    });
  }

  /** Uses a kept connection from now on. */
  function choose(connectionId: string): Promise<Result<null, AppError>> {
    return change(async () => {
      const after = await settings.update((before) => chooseConnection(before, connectionId));
      if (homeOf(after, connectionId) === null) return err(noSuchConnection);
      changed(connectionId);
      return ok(null);
    });
  }

  /**
   * Forgets a connection with its credentials, and gives its origin's permission back where no other needs it. What
   * was saved for it stays in the outbox until the person moves or discards it.
   */
  function remove(connectionId: string): Promise<Result<null, AppError>> {
    return change(async () => {
      const home = homeOf(await settings.read(), connectionId);
      if (home === null) return err(noSuchConnection);
      // Credentials first: were this to end halfway, a connection without a key is left to see and remove.
      for (const slot of slotsOf(home.connection)) await vault.forget(slot);
      await withdrawals.forget(connectionId);
      const after = await settings.update((before) => removeConnection(before, connectionId));
      const origin = originOf(home.connection);
      const isShared = after.homes.some(({ connection }) => originOf(connection) === origin);
      changed(connectionId);
      // A permission that the browser will not take back keeps no connection alive.
      if (origin !== null && !isShared) await ports.release(origin).catch(ports.report);
      return ok(null);
    });
  }

  /** Forgets credentials that belong to no connection; to be called when the background starts. */
  function tidyUp(): Promise<Result<null, AppError>> {
    return change(async () => {
      const { homes } = await settings.read();
      await vault.forgetStrays(homes.map(({ connection }) => connection.id));
      return ok(null);
    });
  }

  async function keyConnection(connectionId: string): Promise<KeyConnection | null> {
    const connection = homeOf(await settings.read(), connectionId)?.connection;
    return connection?.kind === 'key' ? connection : null;
  }

  return {
    connectWithKey,
    keepReadOnly,
    replaceKey,
    keepAskKey,
    forgetAskKey,
    tryAgain,
    choose,
    remove,
    list: () => listConnections(ports),
    withdrawnFrom: (connection: Connection) => withdrawnFrom(connection, ports),
    tidyUp,
  };
}

const noSuchConnection: AppError = {
  code: 'home.none',
  message: 'This connection is no longer kept.',
  retryable: false,
};

const storageFailed: AppError = {
  code: 'storage.failed',
  message: 'The browser’s storage did not take it.',
  retryable: true,
};
