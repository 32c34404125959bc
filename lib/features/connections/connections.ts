/** The person's connections: kept, chosen, tried again, removed. */
import type {
  Connection,
  ConnectOutcome,
  KeyConnection,
  ReadOnlyConnection,
} from '../../contracts/connections.ts';
import type { AppError } from '../../contracts/errors.ts';
import { err, ok, type Result } from '../../contracts/result.ts';
import type { MemoryChoice, Settings } from '../../contracts/settings.ts';
import {
  addAside,
  addConnection,
  chooseConnection,
  homeOf,
  removeConnection,
  withMemories,
} from '../../core/connections/connections.ts';
import { slotsOf, tokenSlot } from '../../core/connections/credential-slot.ts';
import { originsOf } from '../../core/connections/origins.ts';
import { noSuchConnection, storageFailed } from './connection-errors.ts';
import { listConnections, withdrawnFrom } from './connection-views.ts';
import { createKeys } from './keys.ts';
import { releaseUnneeded } from './permissions.ts';
import type { ConnectionPorts } from './ports.ts';

/** A consent in the browser that was given: the vault holds its tokens already. */
export type Consented = {
  connection: ReadOnlyConnection;
  memories: MemoryChoice[];
  /** Whether it leaves the home in use in its place, as where nobody waits for the consent any more. */
  isAside: boolean;
};

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

  /** Keeps a read-only connection, consented to for the first time or anew. */
  function keepReadOnly({ connection, memories, isAside }: Consented): Outcome {
    return change(async () => {
      const tokens = await vault.open(tokenSlot(connection));
      if (!tokens.ok) return err(noSuchConnection);
      return ok(await keepBy(isAside ? addAside : addConnection, connection, memories));
    });
  }

  function keep(connection: KeyConnection, memories: MemoryChoice[]): Promise<ConnectOutcome> {
    return keepBy(addConnection, connection, memories);
  }

  async function keepBy(
    add: (before: Settings, connection: Connection) => Settings,
    connection: KeyConnection | ReadOnlyConnection,
    memories: MemoryChoice[],
  ): Promise<ConnectOutcome> {
    await settings.update((before) =>
      withMemories(add(before, connection), connection.id, memories),
    );
    changed(connection.id);
    return { outcome: 'works', connectionId: connection.id, memories };
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
   * Forgets a connection with its credentials, and gives its permissions back where no other needs them. What was saved for it stays in the outbox until the person moves or discards it. One that is not kept counts as removed.
   */
  function remove(connectionId: string): Promise<Result<null, AppError>> {
    return change(async () => {
      const home = homeOf(await settings.read(), connectionId);
      if (home === null) return ok(null);
      // Credentials first: were this to end halfway, a connection without a key is left to see and remove.
      for (const slot of slotsOf(home.connection)) await vault.forget(slot);
      await withdrawals.forget(connectionId);
      await settings.update((before) => removeConnection(before, connectionId));
      changed(connectionId);
      await releaseUnneeded(originsOf(home.connection), ports);
      return ok(null);
    });
  }

  /**
   * Forgets credentials that belong to no connection, kept or being consented to, and gives back those that a server
   * gave; to be called when the background starts.
   */
  async function tidyUp(): Promise<Result<null, AppError>> {
    const strays = await change(async () => {
      const { homes } = await settings.read();
      // A home that cannot be read now may be read by a later version, and would be nothing without its key.
      if (!(await settings.isWhole())) return ok([]);
      const waitedFor = await vault.connectionsWith('consent');
      const known = new Set([...homes.map(({ connection }) => connection.id), ...waitedFor]);
      const granted = await vault.connectionsWith('tokens');
      return ok(granted.filter((id) => !known.has(id)));
    });
    if (!strays.ok) return strays;
    // Outside of the line of changes: a server that does not answer must hold up nobody.
    for (const connectionId of strays.value) await ports.revoke(connectionId);
    return change(async () => {
      const { homes } = await settings.read();
      if (!(await settings.isWhole())) return ok(null);
      const waitedFor = await vault.connectionsWith('consent');
      await vault.forgetStrays([...homes.map(({ connection }) => connection.id), ...waitedFor]);
      return ok(null);
    });
  }

  return {
    ...createKeys({ ...ports, change, keep }),
    keepReadOnly,
    tryAgain,
    choose,
    remove,
    list: () => listConnections(ports),
    withdrawnFrom: (connection: Connection) => withdrawnFrom(connection, ports),
    tidyUp,
  };
}
