import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { usualCaptureOptions } from '../settings/model.ts';
import { createConnectionsStore } from '../connections/store.ts';
import { createCaptureOptionsStore } from '../settings/store.ts';

vi.mock('wxt/browser', () => ({ browser: fakeBrowser }));

beforeEach(() => fakeBrowser.reset());

/** Settings as version 2 stored them, with every kind of connection. Frozen: never adapt to a later schema. */
const second = {
  homes: [
    {
      connection: { id: 'device-1', kind: 'device', createdAt: 1 },
      memories: [{ id: 'm1', name: 'Recipes', hue: 3 }],
      chosenMemoryId: 'm1',
    },
    {
      connection: {
        id: 'work',
        baseUrl: 'https://memory.example',
        name: 'memory.example',
        createdAt: 2,
        kind: 'key',
        owner: 'Ada',
        hasAskKey: true,
        keyAsks: false,
      },
      memories: [{ id: 'm2', name: 'Reading' }],
      chosenMemoryId: null,
    },
    {
      connection: {
        id: 'club',
        baseUrl: 'https://club.example',
        name: 'club.example',
        createdAt: 3,
        kind: 'read-only',
        resource: 'https://club.example/mcp-http',
        issuer: 'https://club.example',
        clientId: 'client-1',
        scopes: ['read'],
      },
      memories: [],
      chosenMemoryId: null,
    },
  ],
  activeId: 'work',
  options: { marksSaved: false },
};

/** Settings as version 1 stored them. Frozen. */
const first = {
  connection: { id: 'device-1', kind: 'device', createdAt: 1 },
  memories: [{ id: 'm2', name: 'Recipes' }],
  chosenMemoryId: 'm2',
};

function openStores() {
  const reports: string[] = [];
  const reportCorrupt = () => void reports.push('corrupt');
  return {
    connections: createConnectionsStore(reportCorrupt),
    settings: createCaptureOptionsStore(reportCorrupt),
    reports,
  };
}

const stored = () => fakeBrowser.storage.local.get(null);

describe('settings of version 2', () => {
  it.each(['connections', 'settings'] as const)(
    'become connections and capture options, no matter which is read first: %s',
    async (opened) => {
      await fakeBrowser.storage.local.set({ 'settings.v2': second });
      const { connections, settings, reports } = openStores();
      if (opened === 'settings') await settings.read();

      expect(await connections.read()).toEqual({ connections: second.homes, activeId: 'work' });
      expect(await settings.read()).toEqual({ ...usualCaptureOptions, marksSaved: false });

      expect(await stored()).toEqual({
        'connections.v1': { connections: second.homes, activeId: 'work' },
        'capture-options.v1': { marksSaved: false },
      });
      expect(reports).toEqual([]);
    },
  );

  it('lose nothing when both stores change at once', async () => {
    await fakeBrowser.storage.local.set({ 'settings.v2': second });
    const { connections, settings } = openStores();

    await Promise.all([
      connections.update((before) => ({ ...before, activeId: 'club' })),
      settings.change({ tellsLearned: false }),
    ]);

    const next = openStores();
    expect(await next.connections.read()).toEqual({ connections: second.homes, activeId: 'club' });
    expect(await next.settings.read()).toMatchObject({ marksSaved: false, tellsLearned: false });
  });

  it('don’t overwrite migrated settings if an earlier background stopped before removing the old settings', async () => {
    await fakeBrowser.storage.local.set({
      'settings.v2': second,
      'connections.v1': { connections: [], activeId: null },
    });
    const { connections } = openStores();

    expect(await connections.read()).toEqual({ connections: [], activeId: null });
    expect(await stored()).toEqual({ 'connections.v1': { connections: [], activeId: null } });
  });

  it('keep the connections that can be parsed', async () => {
    const damaged = { ...second, homes: [{ connection: { id: 'work' } }, second.homes[0]] };
    await fakeBrowser.storage.local.set({ 'settings.v2': damaged });
    const { connections, reports } = openStores();

    expect((await connections.read()).connections).toEqual([second.homes[0]]);
    expect(await connections.isWhole()).toBe(false);
    expect(reports).toEqual(['corrupt']);
    expect(await stored()).toMatchObject({
      'connections.v1.corrupt': { connections: damaged.homes },
    });
  });

  it('are set aside and reported if they cannot be parsed', async () => {
    await fakeBrowser.storage.local.set({ 'settings.v2': { homes: 7 } });
    const { connections, settings, reports } = openStores();

    expect(await connections.read()).toEqual({ connections: [], activeId: null });
    expect(await settings.read()).toEqual(usualCaptureOptions);

    expect(reports).toEqual(['corrupt']);
    expect(await connections.isWhole()).toBe(false);
    expect(await stored()).toEqual({ 'settings.v2.corrupt': { homes: 7 } });
  });
});

describe('settings of version 1', () => {
  it('become a connection to this device', async () => {
    await fakeBrowser.storage.local.set({ 'settings.v1': first });
    const { connections } = openStores();

    expect(await connections.read()).toEqual({ connections: [first], activeId: 'device-1' });
    expect(await stored()).toEqual({
      'connections.v1': { connections: [first], activeId: 'device-1' },
    });
  });

  it('contain no connection if no connection was chosen', async () => {
    await fakeBrowser.storage.local.set({
      'settings.v1': { connection: null, memories: [], chosenMemoryId: null },
    });

    expect(await openStores().connections.read()).toEqual({ connections: [], activeId: null });
  });

  it('are set aside and reported if they cannot be parsed', async () => {
    await fakeBrowser.storage.local.set({ 'settings.v1': { connection: 7 } });
    const { connections, reports } = openStores();

    expect(await connections.read()).toEqual({ connections: [], activeId: null });

    expect(reports).toEqual(['corrupt']);
    expect(await stored()).toEqual({ 'settings.v1.corrupt': { connection: 7 } });
  });
});
