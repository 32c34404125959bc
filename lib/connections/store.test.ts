import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { keyConnection } from '../../tests/fixtures/connection-view.ts';
import { type StoredConnection, noConnections } from './model.ts';
import { createConnectionsStore } from './store.ts';

vi.mock('wxt/browser', () => ({ browser: fakeBrowser }));

beforeEach(() => fakeBrowser.reset());

const work: StoredConnection = {
  connection: keyConnection({ createdAt: 1 }),
  memories: [{ id: 'm1', name: 'Reading' }],
  chosenMemoryId: 'm1',
};
const device: StoredConnection = {
  connection: { id: 'device-1', kind: 'device', createdAt: 1 },
  memories: [{ id: 'm2', name: 'Recipes' }],
  chosenMemoryId: 'm2',
};

describe('readOnce', () => {
  it('returns the connections written last', async () => {
    const settings = createConnectionsStore(() => undefined);
    await settings.update(() => ({ connections: [device], activeId: 'device' }));
    expect(await createConnectionsStore(() => undefined).readOnce()).toEqual(await settings.read());

    await settings.update((before) => ({ ...before, connections: [device, work] }));

    expect(await settings.readOnce()).toEqual({ connections: [device, work], activeId: 'device' });
  });
});

describe('the connections store', () => {
  it('is empty at first, and keeps connections for the next background', async () => {
    const settings = createConnectionsStore(() => undefined);
    expect(await settings.read()).toEqual(noConnections);

    await settings.update(() => ({ connections: [work], activeId: 'work' }));

    const next = createConnectionsStore(() => undefined);
    expect(await next.read()).toEqual({ connections: [work], activeId: 'work' });
  });

  it('keeps simultaneous changes', async () => {
    const settings = createConnectionsStore(() => undefined);

    await Promise.all([
      settings.update((before) => ({ ...before, activeId: 'work' })),
      settings.update((before) => ({ ...before, connections: [work] })),
    ]);

    expect(await settings.read()).toEqual({ connections: [work], activeId: 'work' });
  });

  it('sets aside a value that it cannot parse, and reports it', async () => {
    const corrupt = { connections: 7 };
    await fakeBrowser.storage.local.set({ 'connections.v1': corrupt });
    const reports: string[] = [];
    const settings = createConnectionsStore(() => reports.push('corrupt'));

    expect(await settings.read()).toEqual(noConnections);

    expect(reports).toEqual(['corrupt']);
    expect(await fakeBrowser.storage.local.get(null)).toEqual({
      'connections.v1.corrupt': corrupt,
    });
  });

  it('keeps the connections it can parse', async () => {
    const unknown = { ...work, connection: { ...work.connection, baseUrl: 'javascript:alert(1)' } };
    const stored = { connections: [unknown, device], activeId: 'work' };
    await fakeBrowser.storage.local.set({ 'connections.v1': stored });
    const reports: string[] = [];
    const settings = createConnectionsStore(() => reports.push('corrupt'));

    expect(await settings.read()).toEqual({ connections: [device], activeId: 'work' });
    await settings.read();

    expect(reports).toEqual(['corrupt']);
    expect(await fakeBrowser.storage.local.get('connections.v1.corrupt')).toEqual({
      'connections.v1.corrupt': stored,
    });
  });

  it('can be changed again after a change failed', async () => {
    const settings = createConnectionsStore(() => undefined);
    const failing = settings.update(() => {
      throw new Error('This change fails.');
    });

    await expect(failing).rejects.toThrow('This change fails');
    expect(await settings.update((before) => before)).toEqual(noConnections);
  });
});

describe('isWhole', () => {
  it('is false once a connection has been set aside', async () => {
    const settings = createConnectionsStore(() => undefined);
    await settings.update(() => ({ connections: [work, device], activeId: 'work' }));
    expect(await settings.isWhole()).toBe(true);

    const damaged = [{ ...work, connection: { id: 'work' } }, device];
    await fakeBrowser.storage.local.set({
      'connections.v1': { connections: damaged, activeId: 'work' },
    });
    expect((await settings.read()).connections).toEqual([device]);

    expect(await settings.isWhole()).toBe(false);
    expect(await createConnectionsStore(() => undefined).isWhole()).toBe(false);
  });
});
