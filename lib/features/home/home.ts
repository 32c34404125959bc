/** Where the person's memory lives, and the Memories in it, as the surfaces need to know them. */
import type { AppError } from '../../contracts/errors.ts';
import type { HomeStatus } from '../../contracts/messages.ts';
import { err, ok, type Result } from '../../contracts/result.ts';
import type { Connection, MemoryChoice, Settings } from '../../contracts/settings.ts';
import type { MemoryClient } from '../../memory/client.ts';

export type HomePorts = {
  settings: {
    read: () => Promise<Settings>;
    update: (change: (settings: Settings) => Settings) => Promise<Settings>;
  };
  clientOf: (connection: Connection) => MemoryClient;
  /** What an owner may do beside the contract, on the home on this device. */
  owner: { createContainer: (name: string) => Promise<Result<MemoryChoice, AppError>> };
  changed: (home: HomeStatus) => void;
  newId: () => string;
  now: () => number;
};

type Status = Promise<Result<HomeStatus, AppError>>;

export function createHome({ settings, clientOf, owner, changed, newId, now }: HomePorts) {
  async function save(change: (settings: Settings) => Settings): Promise<HomeStatus> {
    const saved = statusOf(await settings.update(change));
    changed(saved);
    return saved;
  }

  /** As last seen; asks nothing of the home, so that a surface need not wait for it to wake. */
  async function status(): Promise<HomeStatus> {
    return statusOf(await settings.read());
  }

  /** Starts the home on this device. It counts as chosen only once it has answered. */
  async function create(): Status {
    const { connection } = await settings.read();
    const device = connection ?? { id: newId(), kind: 'device' as const, createdAt: now() };
    return refresh(device);
  }

  /** Asks the home for its Memories. */
  async function listMemories(): Status {
    const { connection } = await settings.read();
    return connection === null ? err(noHome) : refresh(connection);
  }

  async function refresh(connection: Connection): Status {
    const listed = await clientOf(connection).containers.list();
    if (!listed.ok) return listed;
    const memories = listed.value.map(({ id, name }) => ({ id, name }));
    return ok(await save((before) => withMemories({ ...before, connection }, memories)));
  }

  /** Makes a Memory, and chooses it where that is wished; one that has this name already stands in for it. */
  async function createMemory(name: string, { choose: isChosen }: { choose: boolean }): Status {
    const known = findByName((await settings.read()).memories, name);
    if (known !== undefined && isChosen) return choose(known.id);
    const created = await owner.createContainer(name);
    if (!created.ok && created.error.code !== 'memory.conflict') return created;
    const listed = await listMemories();
    if (!listed.ok) return listed;
    const made = created.ok ? created.value : findByName(listed.value.memories, name);
    if (made === undefined) return created.ok ? listed : created;
    return isChosen ? choose(made.id) : listed;
  }

  /** Remembers the Memory that saves go to. */
  async function choose(id: string): Status {
    return ok(await save((before) => ({ ...before, chosenMemoryId: id })));
  }

  return { status, create, listMemories, createMemory, choose };
}

function statusOf({ connection, memories, chosenMemoryId }: Settings): HomeStatus {
  return { kind: connection?.kind ?? null, memories, chosenMemoryId };
}

/** Keeps the choice while its Memory exists; otherwise the first one is chosen. */
function withMemories(settings: Settings, memories: MemoryChoice[]): Settings {
  const stillThere = memories.some(({ id }) => id === settings.chosenMemoryId);
  const chosenMemoryId = stillThere ? settings.chosenMemoryId : (memories[0]?.id ?? null);
  return { ...settings, memories, chosenMemoryId };
}

function findByName(memories: MemoryChoice[], name: string): MemoryChoice | undefined {
  const wanted = foldName(name);
  return memories.find((memory) => foldName(memory.name) === wanted);
}

/** Names that look alike are one, as the service holds them. */
function foldName(name: string): string {
  return name.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();
}

const noHome: AppError = {
  code: 'home.none',
  message: 'No home for your memory has been chosen yet.',
  retryable: false,
};
