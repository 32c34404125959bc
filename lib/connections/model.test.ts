import { describe, expect, it } from 'vitest';
import {
  type DeviceConnection,
  type KeyConnection,
  type ReadOnlyConnection,
  noConnections,
  type StoredConnection,
  activeConnection,
  addAside,
  addConnection,
  chooseConnection,
  chooseMemory,
  findConnection,
  removeConnection,
  withKeyFacts,
  withMemories,
  hasRenamedMemory,
  withStoredName,
  memoryChoices,
} from './model.ts';

const device: DeviceConnection = { id: 'd', kind: 'device', createdAt: 1 };
const work = service('w', 'https://work.example');
const family = service('f', 'https://family.example');
const club: ReadOnlyConnection = {
  id: 'c',
  kind: 'read-only',
  baseUrl: 'https://club.example',
  name: 'Club',
  createdAt: 1,
  resource: 'https://club.example/mcp-http',
  issuer: 'https://login.example',
  clientId: 'client',
  scopes: [],
};
const reading = { id: 'm1', name: 'Reading' };
const recipes = { id: 'm2', name: 'Recipes' };

function service(id: string, baseUrl: string): KeyConnection {
  return { id, kind: 'key', baseUrl, name: id, owner: null, createdAt: 1 };
}

const all = [device, work, family].reduce(addConnection, noConnections);

describe('connections', () => {
  it('are stored side by side, with the last added connection active', () => {
    expect(all.connections.map(({ connection }) => connection.id)).toEqual(['d', 'w', 'f']);
    expect(activeConnection(all)).toEqual({
      connection: family,
      memories: [],
      chosenMemoryId: null,
    });
  });

  it('each keep their Memories and their chosen Memory', () => {
    const seen = withMemories(all, 'w', [reading, recipes]);
    const chosen = chooseMemory(withMemories(seen, 'd', [recipes]), 'w', 'm2');

    const back = chooseConnection(chooseConnection(chosen, 'd'), 'w');

    expect(activeConnection(back)).toMatchObject({
      memories: [reading, recipes],
      chosenMemoryId: 'm2',
    });
    expect(findConnection(back, 'd')).toMatchObject({ memories: [recipes], chosenMemoryId: 'm2' });
  });

  it('choose the first Memory only if the chosen Memory is gone', () => {
    const chosen = chooseMemory(withMemories(all, 'f', [reading, recipes]), 'f', 'm2');

    expect(activeConnection(withMemories(chosen, 'f', [reading, recipes]))?.chosenMemoryId).toBe(
      'm2',
    );
    expect(activeConnection(withMemories(chosen, 'f', [reading]))?.chosenMemoryId).toBe('m1');
    expect(activeConnection(withMemories(chosen, 'f', []))?.chosenMemoryId).toBeNull();
  });

  it('are updated when added again, except for their address', () => {
    const seen = withMemories(all, 'w', [reading]);

    const again = addConnection(seen, { ...work, name: 'Office' });
    const moved = addConnection(seen, { ...work, baseUrl: 'https://elsewhere.example' });
    const byConsent = addConnection(seen, { ...club, id: work.id, baseUrl: work.baseUrl });
    const onDevice = addConnection(seen, { ...device, createdAt: 2 });

    expect(activeConnection(again)).toMatchObject({
      connection: { name: 'Office' },
      memories: [reading],
    });
    expect(activeConnection(moved)?.connection).toEqual(work);
    expect(activeConnection(byConsent)?.connection).toEqual(work);
    expect(activeConnection(onDevice)?.connection).toEqual({ ...device, createdAt: 2 });
  });

  it('can be added without becoming active, unless no connection is active', () => {
    const aside = addAside(addConnection(noConnections, work), family);
    expect(aside.connections).toHaveLength(2);
    expect(activeConnection(aside)?.connection).toBe(work);
    expect(activeConnection(addAside(noConnections, family))?.connection).toBe(family);
  });

  it('fall back to this device when the active connection is removed, never to a service', () => {
    expect(removeConnection(all, 'f').activeId).toBe('d');
    expect(removeConnection(removeConnection(all, 'd'), 'f').activeId).toBeNull();
    expect(removeConnection(all, 'w').activeId).toBe('f');
  });

  it('record what a key can do on its own connection only', () => {
    const told = withKeyFacts(all, 'w', { keyAsks: true });

    expect(findConnection(told, 'w')?.connection).toEqual({ ...work, keyAsks: true });
    expect(withKeyFacts(all, 'd', { keyAsks: true })).toEqual(all);
  });

  it('are not changed by choosing an unknown connection', () => {
    expect(chooseConnection(all, 'gone')).toBe(all);
  });
});

const item = { id: 'a', connectionId: 'device', container: { id: 'm1', name: 'Reading' } };

function connectionWith(connectionId: string, memories: StoredConnection['memories']) {
  const connection = { id: connectionId, kind: 'device' as const, createdAt: 0 };
  return { connections: [{ connection, memories, chosenMemoryId: null }], activeId: null };
}

describe('the name of a saved item’s Memory', () => {
  it('is the current name in its own connection, even if another Memory has the old name', () => {
    const memories = [
      { id: 'm2', name: 'Reading' },
      { id: 'm1', name: 'Lighthouses', hue: 3 },
    ];

    expect(withStoredName(item, connectionWith('device', memories))).toEqual({
      ...item,
      container: { id: 'm1', name: 'Lighthouses' },
    });
  });

  it.each([
    ['the Memory', connectionWith('device', [{ id: 'm2', name: 'Letters' }])],
    ['the connection', connectionWith('work', [{ id: 'm1', name: 'Minutes' }])],
  ])('stays as it was saved if %s is unknown', (_what, settings) => {
    expect(withStoredName(item, settings)).toBe(item);
  });

  it('returns the same item if the name is current', () => {
    expect(
      withStoredName(item, connectionWith('device', [{ id: 'm1', name: 'Reading', hue: 1 }])),
    ).toBe(item);
  });
});

describe('Memories', () => {
  const letters = { id: 'm2', name: 'Letters' };
  const before = connectionWith('device', [reading]);

  it('are renamed if one of them has another name', () => {
    const after = connectionWith('device', [letters, { ...reading, name: 'Lighthouses' }]);
    expect(hasRenamedMemory(before, after)).toBe(true);
  });

  it.each([
    ['was added', [reading, letters]],
    ['was removed', []],
    ['was assigned a hue', [{ ...reading, hue: 3 }]],
    ['replaced another', [{ ...letters, name: 'Reading' }]],
  ])('are not renamed if one of them %s', (_what, memories) => {
    expect(hasRenamedMemory(before, connectionWith('device', memories))).toBe(false);
  });

  it('are not renamed if another connection uses the same id', () => {
    expect(
      hasRenamedMemory(before, connectionWith('work', [{ ...reading, name: 'Minutes' }])),
    ).toBe(false);
  });
});

describe('memoryChoices', () => {
  it('returns what the service lists, in order, with id and name only', () => {
    const listed = [
      { id: 'b', name: 'Work', role: 'owner' },
      { id: 'a', name: 'Reading', role: 'reader' },
    ];

    expect(memoryChoices(listed)).toEqual([
      { id: 'b', name: 'Work' },
      { id: 'a', name: 'Reading' },
    ]);
  });

  it('returns at most a thousand', () => {
    const listed = Array.from({ length: 1_200 }, (_, at) => ({
      id: `${at}`,
      name: `Memory ${at}`,
    }));

    const offered = memoryChoices(listed);

    expect(offered).toHaveLength(1_000);
    expect(offered.at(-1)).toEqual({ id: '999', name: 'Memory 999' });
  });
});
