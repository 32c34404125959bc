import { describe, expect, it } from 'vitest';
import type { OutboxItem } from '../outbox/model.ts';
import type { StoredConnection, StoredConnections } from '../connections/model.ts';
import { err, ok } from '../contract/result.ts';
import { storageFull } from '../outbox/model.ts';
import { requestSave, type SaveOrder, type SavePorts } from './save.ts';

const listed: StoredConnection = {
  connection: { id: 'device-1', kind: 'device', createdAt: 0 },
  memories: [
    { id: 'reading', name: 'Reading' },
    { id: 'work', name: 'Work' },
  ],
  chosenMemoryId: 'work',
};
const settled: StoredConnections = { connections: [listed], activeId: 'device-1' };
const order: SaveOrder = { id: 'save-1', kind: 'page', tabId: 7, frameId: null, memoryId: null };

function createWorld(changes: Partial<SavePorts> = {}) {
  const written: OutboxItem[] = [];
  const ports: SavePorts = {
    readConnections: async () => settled,
    getTab: async () => ({ url: 'https://example.org/a?utm_source=x#top', title: 'A' }),
    request: async (item) => {
      written.push(item);
      return ok(item);
    },
    now: () => 5,
    ...changes,
  };
  return { ports, written };
}

describe('requestSave', () => {
  it('stores nothing for a read-only connection', async () => {
    const connection = {
      id: 'club',
      kind: 'read-only' as const,
      baseUrl: 'https://club.example',
      name: 'club.example',
      createdAt: 0,
      resource: 'https://club.example/mcp-http',
      issuer: 'https://club.example',
      clientId: 'keepsake',
      scopes: [],
    };
    const settings: StoredConnections = {
      connections: [{ ...listed, connection }],
      activeId: 'club',
    };
    const { ports, written } = createWorld({ readConnections: async () => settings });

    expect(await requestSave(order, ports)).toMatchObject({
      error: { code: 'memory.not-offered', retryable: false },
    });
    expect(written).toEqual([]);
  });

  it('marks a page that nobody looked at, so that an error page is refused', async () => {
    const { ports, written } = createWorld();

    await requestSave(order, ports);
    await requestSave({ ...order, isUnseen: true }, ports);

    expect(written.map((item) => 'isUnseen' in item && item.isUnseen)).toEqual([false, true]);
  });

  it('stores the part to read, if one was chosen', async () => {
    const { ports, written } = createWorld();

    await requestSave(order, ports);
    await requestSave({ ...order, part: 'page' }, ports);

    expect(written[0]).not.toHaveProperty('part');
    expect(written[1]).toMatchObject({ part: 'page' });
  });

  it('stores a request for the tab’s current page in the Memory chosen last', async () => {
    const { ports, written } = createWorld();

    const saved = await requestSave(order, ports);

    expect(saved).toEqual({ ok: true, value: written[0] });
    expect(written).toMatchObject([
      {
        id: 'save-1',
        connectionId: 'device-1',
        container: { id: 'work', name: 'Work' },
        source: { url: 'https://example.org/a?utm_source=x#top', title: 'A', tabId: 7 },
        pageKey: 'https://example.org/a',
        state: { status: 'requested' },
      },
    ]);
  });

  it('uses the page of a reader view, because its URL can be saved', async () => {
    const url = 'about:reader?url=https%3A%2F%2Fexample.org%2Fa%23top';
    const { ports, written } = createWorld({ getTab: async () => ({ url, title: 'A' }) });

    await requestSave(order, ports);

    expect(written).toMatchObject([
      { source: { url: 'https://example.org/a#top' }, pageKey: 'https://example.org/a' },
    ]);
  });

  it('cuts a very long title', async () => {
    const { ports, written } = createWorld({
      getTab: async () => ({ url: 'https://example.org/a', title: 'x'.repeat(1_000_000) }),
    });

    await requestSave(order, ports);

    expect(written[0]?.source.title).toBe('x'.repeat(512));
  });

  it('stores the selected text reported by the browser, in case the page can’t be read', async () => {
    const { ports, written } = createWorld();

    await requestSave({ ...order, kind: 'note', selectionText: 'The lamps' }, ports);

    expect(written).toMatchObject([{ selectionText: 'The lamps', material: null }]);
  });

  it('stores no text of a page whose URL is hidden', async () => {
    const { ports, written } = createWorld({ getTab: async () => ({ url: '', title: '' }) });

    await requestSave({ ...order, kind: 'note', selectionText: 'The lamps' }, ports);

    expect(written).toMatchObject([{ material: null }]);
    expect(written[0]).not.toHaveProperty('selectionText');
  });

  it('uses the requested Memory', async () => {
    const { ports, written } = createWorld();

    await requestSave({ ...order, memoryId: 'reading' }, ports);

    expect(written[0]?.container.name).toBe('Reading');
  });

  it('returns an error if the outbox is full', async () => {
    const { ports } = createWorld({ request: async () => err(storageFull) });

    expect(await requestSave(order, ports)).toEqual({ ok: false, error: storageFull });
  });

  it.each<[string, Partial<SavePorts>]>([
    ['connection.none', { readConnections: async () => ({ ...settled, activeId: null }) }],
    [
      'connection.no-memory',
      { readConnections: async () => ({ ...settled, connections: [{ ...listed, memories: [] }] }) },
    ],
    ['page.gone', { getTab: async () => null }],
  ])('fails with %s and stores nothing', async (code, changes) => {
    const { ports, written } = createWorld(changes);

    expect(await requestSave(order, ports)).toMatchObject({ ok: false, error: { code } });
    expect(written).toEqual([]);
  });
});
