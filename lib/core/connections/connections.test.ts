import { describe, expect, it } from 'vitest';
import type {
  DeviceConnection,
  KeyConnection,
  ReadOnlyConnection,
} from '../../contracts/connections.ts';
import { noSettings } from '../../contracts/settings.ts';
import {
  activeHome,
  addAside,
  addConnection,
  chooseConnection,
  chooseMemory,
  homeOf,
  removeConnection,
  withKeyFacts,
  withMemories,
} from './connections.ts';

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

const all = [device, work, family].reduce(addConnection, noSettings);

describe('connections', () => {
  it('are kept side by side, the last one added in use', () => {
    expect(all.homes.map(({ connection }) => connection.id)).toEqual(['d', 'w', 'f']);
    expect(activeHome(all)).toEqual({ connection: family, memories: [], chosenMemoryId: null });
  });

  it('keep the Memories and the choice of each', () => {
    const seen = withMemories(all, 'w', [reading, recipes]);
    const chosen = chooseMemory(withMemories(seen, 'd', [recipes]), 'w', 'm2');

    const back = chooseConnection(chooseConnection(chosen, 'd'), 'w');

    expect(activeHome(back)).toMatchObject({ memories: [reading, recipes], chosenMemoryId: 'm2' });
    expect(homeOf(back, 'd')).toMatchObject({ memories: [recipes], chosenMemoryId: 'm2' });
  });

  it('choose the first Memory only where the chosen one is gone', () => {
    const chosen = chooseMemory(withMemories(all, 'f', [reading, recipes]), 'f', 'm2');

    expect(activeHome(withMemories(chosen, 'f', [reading, recipes]))?.chosenMemoryId).toBe('m2');
    expect(activeHome(withMemories(chosen, 'f', [reading]))?.chosenMemoryId).toBe('m1');
    expect(activeHome(withMemories(chosen, 'f', []))?.chosenMemoryId).toBeNull();
  });

  it('keep what is known of one that is added again, and its address above all', () => {
    const seen = withMemories(all, 'w', [reading]);

    const again = addConnection(seen, { ...work, name: 'Office' });
    const moved = addConnection(seen, { ...work, baseUrl: 'https://elsewhere.example' });
    const byConsent = addConnection(seen, { ...club, id: work.id, baseUrl: work.baseUrl });
    const onDevice = addConnection(seen, { ...device, createdAt: 2 });

    expect(activeHome(again)).toMatchObject({
      connection: { name: 'Office' },
      memories: [reading],
    });
    expect(activeHome(moved)?.connection).toEqual(work);
    expect(activeHome(byConsent)?.connection).toEqual(work);
    expect(activeHome(onDevice)?.connection).toEqual({ ...device, createdAt: 2 });
  });

  it('are kept aside of the one in use, and used where none is', () => {
    const aside = addAside(addConnection(noSettings, work), family);
    expect(aside.homes).toHaveLength(2);
    expect(activeHome(aside)?.connection).toBe(work);
    expect(activeHome(addAside(noSettings, family))?.connection).toBe(family);
  });

  it('fall back to this device when the one in use is removed, and never to a service', () => {
    expect(removeConnection(all, 'f').activeId).toBe('d');
    expect(removeConnection(removeConnection(all, 'd'), 'f').activeId).toBeNull();
    expect(removeConnection(all, 'w').activeId).toBe('f');
  });

  it('remember of a key what it may do, and of no other home', () => {
    const told = withKeyFacts(all, 'w', { keyAsks: true });

    expect(homeOf(told, 'w')?.connection).toEqual({ ...work, keyAsks: true });
    expect(withKeyFacts(all, 'd', { keyAsks: true })).toEqual(all);
  });

  it('are not changed by the choice of one that is not kept', () => {
    expect(chooseConnection(all, 'gone')).toBe(all);
  });
});
