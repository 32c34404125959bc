/** Where the person's memory lives, and the Memories in it, as the surfaces need to know them. */
import type { AppError } from '../contract/errors.ts';
import type { ConnectionStatus } from '../messaging/messages.ts';
import { err, ok, type Result } from '../contract/result.ts';
import {
  type Connection,
  type StoredConnection,
  type MemoryChoice,
  type StoredConnections,
  memoryChoices,
  activeConnection,
  addConnection,
  chooseMemory,
  withMemories,
} from '../connections/model.ts';
import { findNamed } from '../text/memory-name.ts';
import type { MemoryClient } from '../memory-client/client.ts';

export type ConnectionStatusPorts = {
  store: {
    read: () => Promise<StoredConnections>;
    update: (change: (store: StoredConnections) => StoredConnections) => Promise<StoredConnections>;
  };
  clientOf: (connection: Connection) => Promise<MemoryClient>;
  /** What the service no longer lets a connection do. */
  withdrawnFrom: (connection: Connection) => Promise<ConnectionStatus['withdrawn']>;
  /** What an owner may do beside the contract, on the connection on this device. */
  owner: { createContainer: (name: string) => Promise<Result<MemoryChoice, AppError>> };
  changed: (found: ConnectionStatus) => void;
  newId: () => string;
  now: () => number;
};

type Status = Promise<Result<ConnectionStatus, AppError>>;

export function createConnectionStatus(ports: ConnectionStatusPorts) {
  const { store, clientOf, owner, changed, newId, now } = ports;

  async function save(
    change: (store: StoredConnections) => StoredConnections,
  ): Promise<ConnectionStatus> {
    const saved = await statusOf(await store.update(change), ports);
    changed(saved);
    return saved;
  }

  /** As last seen; asks nothing of the connection, so that a surface need not wait for it to wake. */
  async function status(): Promise<ConnectionStatus> {
    return statusOf(await store.read(), ports);
  }

  /** Starts the connection on this device, or uses it again. It counts as chosen only once it has answered. */
  async function create(): Status {
    const device = deviceIn(await store.read()) ?? {
      id: newId(),
      kind: 'device' as const,
      createdAt: now(),
    };
    const listed = await list(device);
    if (!listed.ok) return listed;
    return ok(
      await save((before) => {
        // Another start may have been quicker; there is one connection on a device.
        const kept = deviceIn(before) ?? device;
        return withMemories(addConnection(before, kept), kept.id, listed.value);
      }),
    );
  }

  /** Asks the connection for its Memories. */
  async function listMemories(): Status {
    const found = activeConnection(await store.read());
    if (found === null) return err(noHome);
    const { connection } = found;
    const listed = await list(connection);
    if (!listed.ok) return listed;
    return ok(await save((before) => withMemories(before, connection.id, listed.value)));
  }

  async function list(connection: Connection): Promise<Result<MemoryChoice[], AppError>> {
    const listed = await (await clientOf(connection)).containers.list();
    return listed.ok ? ok(memoryChoices(listed.value)) : listed;
  }

  /** Makes a Memory, and chooses it where that is wished; one that has this name already stands in for it. */
  async function createMemory(name: string, { choose: isChosen }: { choose: boolean }): Status {
    const found = activeConnection(await store.read());
    if (found === null) return err(noHome);
    const known = findNamed(name, found.memories);
    if (known !== undefined && isChosen) return choose(known.id);
    // The contract has no such operation: only who owns the connection makes Memories there.
    if (found.connection.kind !== 'device') return err(notTheOwner);
    const created = await owner.createContainer(name);
    if (!created.ok && created.error.code !== 'memory.conflict') return created;
    const listed = await listMemories();
    if (!listed.ok) return listed;
    const made = created.ok ? created.value : findNamed(name, listed.value.memories);
    if (made === undefined) return created.ok ? listed : created;
    return isChosen ? choose(made.id) : listed;
  }

  /** Remembers the Memory that saves go to, as long as this connection is in use or used again. */
  async function choose(id: string): Status {
    return ok(
      await save((before) =>
        before.activeId === null ? before : chooseMemory(before, before.activeId, id),
      ),
    );
  }

  return { status, create, listMemories, createMemory, choose };
}

async function statusOf(
  stored: StoredConnections,
  { withdrawnFrom }: Pick<ConnectionStatusPorts, 'withdrawnFrom'>,
): Promise<ConnectionStatus> {
  const found: StoredConnection | null = activeConnection(stored);
  if (found === null) {
    return { kind: null, memories: [], chosenMemoryId: null, connectionId: null, withdrawn: [] };
  }
  const { connection, memories, chosenMemoryId } = found;
  const { kind, id: connectionId } = connection;
  const withdrawn = await withdrawnFrom(connection);
  return { kind, memories, chosenMemoryId, connectionId, withdrawn };
}

function deviceIn({ connections }: StoredConnections): Connection | null {
  return connections.find(({ connection }) => connection.kind === 'device')?.connection ?? null;
}

const noHome: AppError = {
  code: 'connection.none',
  message: 'No connection for your memory has been chosen yet.',
  retryable: false,
};

const notTheOwner: AppError = {
  code: 'memory.not-offered',
  message: 'Memories of this service are made by its owner, in its own app.',
  retryable: false,
};
