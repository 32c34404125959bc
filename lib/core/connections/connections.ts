/** Several homes kept, one in use: the settings after the person's word. */
import type { Connection, KeyConnection } from '../../contracts/connections.ts';
import type { HomeSettings, MemoryChoice, Settings } from '../../contracts/settings.ts';
import { withHues } from './memory-hues.ts';

/** The home in use; null where none is. */
export function activeHome({ homes, activeId }: Settings): HomeSettings | null {
  return homes.find(({ connection }) => connection.id === activeId) ?? null;
}

export function homeOf({ homes }: Settings, connectionId: string): HomeSettings | null {
  return homes.find(({ connection }) => connection.id === connectionId) ?? null;
}

/**
 * Keeps the connection and uses it from now on. What is known of one that is kept already is brought up to date, save
 * its address: another address is another connection.
 */
export function addConnection(settings: Settings, connection: Connection): Settings {
  const activeId = connection.id;
  if (homeOf(settings, connection.id) === null) {
    const home = { connection, memories: [], chosenMemoryId: null };
    return { homes: [...settings.homes, home], activeId };
  }
  const updated = changeHome(settings, connection.id, (home) =>
    isSamePlace(home.connection, connection) ? { ...home, connection } : home,
  );
  return { ...updated, activeId };
}

/** Keeps the connection without taking the place of the home in use; where none is, it is used. */
export function addAside(settings: Settings, connection: Connection): Settings {
  const added = addConnection(settings, connection);
  return activeHome(settings) === null ? added : { ...added, activeId: settings.activeId };
}

function isSamePlace(kept: Connection, connection: Connection): boolean {
  if (kept.kind === 'device' || connection.kind === 'device') return kept.kind === connection.kind;
  return kept.kind === connection.kind && kept.baseUrl === connection.baseUrl;
}

/** Uses a kept connection from now on; an unknown one changes nothing. */
export function chooseConnection(settings: Settings, connectionId: string): Settings {
  return homeOf(settings, connectionId) === null
    ? settings
    : { ...settings, activeId: connectionId };
}

/**
 * Removes a connection. Where it was in use, the home on this device takes its place; without one none is in use until
 * the person chooses, since saves must not go to a service by themselves.
 */
export function removeConnection(settings: Settings, connectionId: string): Settings {
  const homes = settings.homes.filter(({ connection }) => connection.id !== connectionId);
  if (settings.activeId !== connectionId) return { ...settings, homes };
  const device = homes.find(({ connection }) => connection.kind === 'device');
  return { homes, activeId: device?.connection.id ?? null };
}

/** Keeps the choice of a Memory while it exists; otherwise the first one is chosen. */
export function withMemories(
  settings: Settings,
  connectionId: string,
  memories: MemoryChoice[],
): Settings {
  return changeHome(settings, connectionId, (home) => {
    const isThere = memories.some(({ id }) => id === home.chosenMemoryId);
    const chosenMemoryId = isThere ? home.chosenMemoryId : (memories[0]?.id ?? null);
    return { ...home, memories: withHues(memories, home.memories), chosenMemoryId };
  });
}

/** Remembers the Memory that saves to this connection go to. */
export function chooseMemory(settings: Settings, connectionId: string, memoryId: string): Settings {
  return changeHome(settings, connectionId, (home) => ({ ...home, chosenMemoryId: memoryId }));
}

/** Remembers whether a second key was given for Ask, wherever that is now, or whether the first one asks. */
export function withKeyFacts(
  settings: Settings,
  connectionId: string,
  facts: Pick<KeyConnection, 'hasAskKey' | 'keyAsks'>,
): Settings {
  return changeHome(settings, connectionId, (home) =>
    home.connection.kind === 'key'
      ? { ...home, connection: { ...home.connection, ...facts } }
      : home,
  );
}

function changeHome(
  settings: Settings,
  connectionId: string,
  change: (home: HomeSettings) => HomeSettings,
): Settings {
  const homes = settings.homes.map((home) =>
    home.connection.id === connectionId ? change(home) : home,
  );
  return { ...settings, homes };
}
