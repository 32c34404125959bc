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
  noSuchConnection,
  originsOf,
  removeConnection,
  withMemories,
} from './model.ts';
import { serialQueue } from '../async/serial-queue.ts';
import { type AsyncResult, err, ok } from '../contract/result.ts';
import { slotsOf, tokenSlot } from './credential-slot.ts';
import { storageFailed } from '../outbox/model.ts';
import { releaseUnneeded, type ConnectionPorts } from './ports.ts';
import { createKeys } from './keys.ts';
import type { ConnectionStatus } from '../messaging/messages.ts';

/** An approved connection, whose tokens are already in the vault. */
export type Consented = {
  connection: ReadOnlyConnection;
  memories: MemoryChoice[];
  /** Whether to keep the current connection active, for example because the person has moved on. */
  isAside: boolean;
};

/** Create once, because it serializes changes. */
export function createConnections(ports: ConnectionPorts) {
  const { store, vault, withdrawals, changed } = ports;
  const enqueue = serialQueue();

  function change<T>(work: () => AsyncResult<T>): AsyncResult<T> {
    return enqueue(work).catch((cause: unknown) => {
      ports.report(cause);
      return err(storageFailed);
    });
  }

  function keepReadOnly({ connection, memories, isAside }: Consented): AsyncResult<ConnectOutcome> {
    return change(async () => {
      const tokens = await vault.open(tokenSlot(connection));
      if (!tokens.ok) return err(noSuchConnection);
      return ok(await keepBy(isAside ? addAside : addConnection, connection, memories));
    });
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

  /** Lifts the connection's withdrawals, so that it's used again. */
  function tryAgain(connectionId: string): AsyncResult<null> {
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

  function choose(connectionId: string): AsyncResult<null> {
    return change(async () => {
      const after = await store.update((before) => chooseConnection(before, connectionId));
      if (findConnection(after, connectionId) === null) return err(noSuchConnection);
      changed(connectionId);
      return ok(null);
    });
  }

  /** Keeps the connection's unsent saves in the outbox. Succeeds for an unknown connection. */
  function remove(connectionId: string): AsyncResult<null> {
    return change(async () => {
      const stored = findConnection(await store.read(), connectionId);
      if (stored === null) return ok(null);
      // Remove credentials first: if this is interrupted, the person sees a connection without a key.
      for (const slot of slotsOf(stored.connection)) await vault.forget(slot);
      await withdrawals.forget(connectionId);
      await store.update((before) => removeConnection(before, connectionId));
      changed(connectionId);
      await releaseUnneeded(originsOf(stored.connection), ports);
      return ok(null);
    });
  }

  /** Revokes and removes credentials that have no stored or pending connection. */
  async function tidyUp(): AsyncResult<null> {
    const orphans = await change(async () => {
      const { connections } = await store.read();
      // A connection that can't be parsed now might be readable later and would then need its key.
      if (!(await store.isWhole())) return ok([]);
      const known = await knownIds(connections);
      const granted = await vault.connectionsWith('tokens');
      return ok(granted.filter((id) => !known.includes(id)));
    });
    if (!orphans.ok) return orphans;
    // Not serialized, so that a server that doesn't respond can't block changes.
    for (const connectionId of orphans.value) await ports.revoke(connectionId);
    return change(async () => {
      const { connections } = await store.read();
      if (!(await store.isWhole())) return ok(null);
      await vault.forgetStrays(await knownIds(connections));
      return ok(null);
    });
  }

  /** Includes connections that wait for consent. */
  async function knownIds(stored: StoredConnections['connections']): Promise<string[]> {
    const waitedFor = await vault.connectionsWith('consent');
    return [...stored.map(({ connection }) => connection.id), ...waitedFor];
  }

  return {
    ...createKeys({ ...ports, change, keep: (...kept) => keepBy(addConnection, ...kept) }),
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

/** If there is a second key, its withdrawals count for Ask instead of the first key's. */
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

/** Only checks permission for the service, because many issuers can be reached without permission. */
async function notPermitted(
  connection: Connection,
  { isGranted }: Pick<ViewPorts, 'isGranted'>,
): Promise<string[]> {
  if (connection.kind === 'device') return [];
  if (await isGranted(new URL(connection.baseUrl).origin)) return [];
  return originsOf(connection);
}

/** A withdrawal applies only to the credential it was recorded for, not to a replacement key. */
async function look(
  slot: CredentialSlot,
  { vault, withdrawals }: Pick<ViewPorts, 'vault' | 'withdrawals'>,
) {
  const credential = await vault.look(slot);
  const allWithdrawn = await withdrawals.ofConnection(slot.connectionId);
  const own = allWithdrawn.filter(({ credentialId }) => credentialId === credential?.id);
  const { kind } = slot;
  return {
    view: credential?.view ?? null,
    withdrawn: own.map(({ access, error, at }) => ({ kind, access, error, at })),
  };
}
