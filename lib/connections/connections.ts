import {
  type Connection,
  type ConnectOutcome,
  type KeyConnection,
  type ReadOnlyConnection,
  type ConnectionView,
  type CredentialSlot,
  type MemoryChoice,
  type StoredConnections,
  addAside,
  addConnection,
  chooseConnection,
  findConnection,
  removeConnection,
  withMemories,
} from './model.ts';
import type { AppError } from '../contract/errors.ts';
import { err, ok, type Result } from '../contract/result.ts';
import { slotsOf, tokenSlot } from './credential-slot.ts';
import { originsOf } from './model.ts';
import { noSuchConnection, storageFailed, releaseUnneeded, type ConnectionPorts } from './ports.ts';
import { createKeys } from './keys.ts';
import type { ConnectionStatus } from '../messaging/messages.ts';

/** Its tokens are in the vault already. */
export type Consented = {
  connection: ReadOnlyConnection;
  memories: MemoryChoice[];
  /** Keeps the current connection active, for example if the person has moved on. */
  isAside: boolean;
};

type Outcome = Promise<Result<ConnectOutcome, AppError>>;

/** Created once, since changes are serialized. */
export function createConnections(ports: ConnectionPorts) {
  const { store, vault, withdrawals, changed } = ports;
  let changing: Promise<unknown> = Promise.resolve();

  function change<T>(work: () => Promise<Result<T, AppError>>): Promise<Result<T, AppError>> {
    const next = changing.then(work).catch((cause: unknown) => {
      ports.report(cause);
      return err(storageFailed);
    });
    changing = next;
    return next;
  }

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
    add: (before: StoredConnections, connection: Connection) => StoredConnections,
    connection: KeyConnection | ReadOnlyConnection,
    memories: MemoryChoice[],
  ): Promise<ConnectOutcome> {
    await store.update((before) => withMemories(add(before, connection), connection.id, memories));
    changed(connection.id);
    return { outcome: 'works', connectionId: connection.id, memories };
  }

  /** Lifts the connection's withdrawals. */
  function tryAgain(connectionId: string): Promise<Result<null, AppError>> {
    return change(async () => {
      const stored = findConnection(await store.read(), connectionId);
      if (stored === null) return err(noSuchConnection);
      for (const slot of slotsOf(stored.connection)) {
        const opened = await vault.open(slot);
        if (opened.ok) await withdrawals.lift(opened.value.id);
      }
      changed(connectionId);
      return ok(null);
    });
  }

  function choose(connectionId: string): Promise<Result<null, AppError>> {
    return change(async () => {
      const after = await store.update((before) => chooseConnection(before, connectionId));
      if (findConnection(after, connectionId) === null) return err(noSuchConnection);
      changed(connectionId);
      return ok(null);
    });
  }

  /** Its unsent saves stay in the outbox. An unknown connection counts as removed. */
  function remove(connectionId: string): Promise<Result<null, AppError>> {
    return change(async () => {
      const stored = findConnection(await store.read(), connectionId);
      if (stored === null) return ok(null);
      // Credentials first: if this ends halfway, the person sees a connection without a key.
      for (const slot of slotsOf(stored.connection)) await vault.forget(slot);
      await withdrawals.forget(connectionId);
      await store.update((before) => removeConnection(before, connectionId));
      changed(connectionId);
      await releaseUnneeded(originsOf(stored.connection), ports);
      return ok(null);
    });
  }

  /** Removes, and revokes, credentials without a stored or pending connection. */
  async function tidyUp(): Promise<Result<null, AppError>> {
    const orphans = await change(async () => {
      const { connections } = await store.read();
      // A connection that can't be parsed may be readable later, and needs its key then.
      if (!(await store.isWhole())) return ok([]);
      const waitedFor = await vault.connectionsWith('consent');
      const known = new Set([...connections.map(({ connection }) => connection.id), ...waitedFor]);
      const granted = await vault.connectionsWith('tokens');
      return ok(granted.filter((id) => !known.has(id)));
    });
    if (!orphans.ok) return orphans;
    // Not queued: a server that doesn't answer must not block changes.
    for (const connectionId of orphans.value) await ports.revoke(connectionId);
    return change(async () => {
      const { connections } = await store.read();
      if (!(await store.isWhole())) return ok(null);
      const waitedFor = await vault.connectionsWith('consent');
      await vault.forgetStrays([
        ...connections.map(({ connection }) => connection.id),
        ...waitedFor,
      ]);
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

type ViewPorts = Pick<ConnectionPorts, 'store' | 'vault' | 'withdrawals' | 'isGranted'>;

async function listConnections(ports: ViewPorts): Promise<ConnectionView[]> {
  const { connections, activeId } = await ports.store.read();
  return Promise.all(
    connections.map(async ({ connection, memories }) => {
      const slots = await Promise.all(slotsOf(connection).map((slot) => look(slot, ports)));
      return {
        connection,
        isActive: connection.id === activeId,
        notPermitted: await notPermitted(connection, ports),
        memories,
        credentials: slots.flatMap(({ view }) => view ?? []),
        withdrawn: slots.flatMap(({ withdrawn }) => withdrawn),
      };
    }),
  );
}

/** For Ask, the second key counts if there is one. */
export async function withdrawnFrom(
  connection: Connection,
  ports: Pick<ViewPorts, 'vault' | 'withdrawals'>,
): Promise<ConnectionStatus['withdrawn']> {
  const slots = await Promise.all(slotsOf(connection).map((slot) => look(slot, ports)));
  const hasAskKey = slots.some(({ view }) => view?.kind === 'ask-key');
  return slots
    .flatMap(({ withdrawn }) => withdrawn)
    .filter(({ kind, access }) => !(hasAskKey && kind === 'key' && access === 'ask'))
    .map(({ kind, access, error, at }) => ({
      access: kind === 'ask-key' ? 'ask' : access,
      error,
      at,
    }));
}

/** Without permission the issuer may still work: many allow every origin. */
async function notPermitted(
  connection: Connection,
  { isGranted }: Pick<ViewPorts, 'isGranted'>,
): Promise<string[]> {
  if (connection.kind === 'device') return [];
  if (await isGranted(new URL(connection.baseUrl).origin)) return [];
  return originsOf(connection);
}

/** A withdrawal applies to the stored credential, not to one it replaced. */
async function look(
  slot: CredentialSlot,
  { vault, withdrawals }: Pick<ViewPorts, 'vault' | 'withdrawals'>,
) {
  const kept = await vault.look(slot);
  const allWithdrawn = await withdrawals.ofConnection(slot.connectionId);
  const own = allWithdrawn.filter(({ credentialId }) => credentialId === kept?.id);
  const { kind } = slot;
  return {
    view: kept?.view ?? null,
    withdrawn: own.map(({ access, error, at }) => ({ kind, access, error, at })),
  };
}
