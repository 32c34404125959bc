import { appError } from '../contract/errors.ts';
import type { ConnectionStatus } from '../messaging/messages.ts';
import { type AsyncResult, err, ok } from '../contract/result.ts';
import {
  type Connection,
  type MemoryChoice,
  type StoredConnections,
  memoryChoices,
  activeConnection,
  addConnection,
  noConnection,
  chooseMemory,
  withMemories,
} from '../connections/model.ts';
import { findNamed } from '../text/memory-name.ts';
import type { StoredItem } from '../browser/storage.ts';
import type { MemoryClient } from '../memory-client/client.ts';

export type ConnectionStatusPorts = {
  store: Pick<StoredItem<StoredConnections>, 'read' | 'update'>;
  clientOf: (connection: Connection) => Promise<MemoryClient>;
  withdrawnFrom: (connection: Connection) => Promise<ConnectionStatus['withdrawn']>;
  owner: { createContainer: (name: string) => AsyncResult<MemoryChoice> };
  changed: (found: ConnectionStatus) => void;
  newId: () => string;
  now: () => number;
};

type Status = AsyncResult<ConnectionStatus>;

export function createConnectionStatus(ports: ConnectionStatusPorts) {
  const { store, clientOf, owner, changed, newId, now } = ports;

  async function save(
    change: (store: StoredConnections) => StoredConnections,
  ): Promise<ConnectionStatus> {
    const saved = await statusOf(await store.update(change), ports);
    changed(saved);
    return saved;
  }

  /** Reads from storage, without a request. */
  async function status(): Promise<ConnectionStatus> {
    return statusOf(await store.read(), ports);
  }

  /** Stores the connection once the device service has responded. */
  async function create(): Status {
    const device: Connection = deviceIn(await store.read()) ?? {
      id: newId(),
      kind: 'device',
      createdAt: now(),
    };
    const listed = await list(device);
    if (!listed.ok) return listed;
    return ok(
      await save((before) => {
        // Another call might have created the connection meanwhile; there is only one device connection.
        const kept = deviceIn(before) ?? device;
        return withMemories(addConnection(before, kept), kept.id, listed.value);
      }),
    );
  }

  async function listMemories(): Status {
    const found = activeConnection(await store.read());
    if (found === null) return err(noConnection);
    const { connection } = found;
    const listed = await list(connection);
    if (!listed.ok) return listed;
    return ok(await save((before) => withMemories(before, connection.id, listed.value)));
  }

  async function list(connection: Connection): AsyncResult<MemoryChoice[]> {
    const listed = await (await clientOf(connection)).containers.list();
    return listed.ok ? ok(memoryChoices(listed.value)) : listed;
  }

  /** Creates a Memory, or uses the one that has the name. With `choose`, saves then go to it. */
  async function createMemory(name: string, { choose: isChosen }: { choose: boolean }): Status {
    const found = activeConnection(await store.read());
    if (found === null) return err(noConnection);
    const known = findNamed(name, found.memories);
    if (known !== undefined && isChosen) return choose(known.id);
    // The contract can't create Memories; only the owner can.
    if (found.connection.kind !== 'device') return err(notTheOwner);
    const created = await owner.createContainer(name);
    if (!created.ok && created.error.code !== 'memory.conflict') return created;
    const listed = await listMemories();
    if (!listed.ok) return listed;
    const made = created.ok ? created.value : findNamed(name, listed.value.memories);
    if (made === undefined) return created.ok ? listed : created;
    return isChosen ? choose(made.id) : listed;
  }

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
  const found = activeConnection(stored);
  if (found === null) {
    return { kind: null, memories: [], chosenMemoryId: null, connectionId: null, withdrawn: [] };
  }
  const { connection, memories, chosenMemoryId } = found;
  const { kind, id: connectionId } = connection;
  const withdrawn = await withdrawnFrom(connection);
  return { kind, memories, chosenMemoryId, connectionId, withdrawn };
}

export function deviceIn({ connections }: StoredConnections): Connection | null {
  return connections.find(({ connection }) => connection.kind === 'device')?.connection ?? null;
}

const notTheOwner = appError(
  'memory.not-offered',
  'Only the owner can create Memories, in the service’s owner app.',
);
