import { describe, expect, it } from 'vitest';
import type { Connection, StoredConnections } from '../connections/model.ts';
import type { OutboxItem } from '../outbox/model.ts';
import { err, ok } from '../contract/result.ts';
import { storageFull } from '../outbox/model.ts';
import { type LinkOrder, requestLink } from './save-link.ts';

const device: Connection = { id: 'connection', kind: 'device', createdAt: 0 };
const service: Connection = {
  id: 'connection',
  kind: 'key',
  name: 'memory.example',
  baseUrl: 'https://memory.example',
  owner: null,
  createdAt: 0,
};
const order: LinkOrder = {
  id: 'save-1',
  url: 'https://example.org/herons?fbclid=1',
  title: 'Herons',
  memoryId: null,
  tabId: 7,
};

function createWorld(connection: Connection) {
  const written: OutboxItem[] = [];
  const stoodFor: string[] = [];
  const settings: StoredConnections = {
    connections: [
      { connection, memories: [{ id: 'birds', name: 'Birds' }], chosenMemoryId: 'birds' },
    ],
    activeId: 'connection',
  };
  const ports = {
    readConnections: async () => settings,
    request: async <T extends OutboxItem>(item: T) => {
      written.push(item);
      return ok(item);
    },
    replaceEarlier: async ({ id }: OutboxItem) => void stoodFor.push(id),
    now: () => 5,
  };
  return { ports, written, stoodFor };
}

describe('requestLink', () => {
  it('stores the URL, ready to be sent, with the id of its page', async () => {
    const { ports, written } = createWorld(service);

    const saved = await requestLink(order, ports);

    expect(saved).toMatchObject({ ok: true });
    expect(written).toMatchObject([
      {
        id: 'save-1',
        kind: 'link',
        connectionId: 'connection',
        container: { id: 'birds', name: 'Birds' },
        source: { url: 'https://example.org/herons?fbclid=1', title: 'Herons', tabId: 7 },
        pageKey: 'https://example.org/herons',
        customId: 'https://example.org/herons',
        material: { kind: 'link', url: 'https://example.org/herons?fbclid=1' },
        state: { status: 'captured' },
      },
    ]);
  });

  it('replaces earlier saves of the URL', async () => {
    const { ports, stoodFor } = createWorld(service);

    await requestLink(order, ports);

    expect(stoodFor).toEqual(['save-1']);
  });

  it('replaces nothing if it can’t be stored', async () => {
    const { ports, stoodFor } = createWorld(service);

    await requestLink(order, { ...ports, request: async () => err(storageFull) });

    expect(stoodFor).toEqual([]);
  });

  it('stores the page it was clicked on, which shows the outcome', async () => {
    const { ports, written } = createWorld(service);

    await requestLink({ ...order, clickedOn: 'https://example.org/tides' }, ports);

    expect(written).toMatchObject([
      { clickedOn: 'https://example.org/tides', pageKey: 'https://example.org/herons' },
    ]);
  });

  it('uses the URL as the title of a link without text', async () => {
    const { ports, written } = createWorld(service);

    await requestLink({ ...order, title: null }, ports);

    expect(written[0]?.source.title).toBe('https://example.org/herons?fbclid=1');
  });

  it('stores the link before permission for its site is requested', async () => {
    const { ports, written } = createWorld(device);

    expect(await requestLink(order, ports)).toMatchObject({ ok: true });
    expect(written).toMatchObject([{ id: 'save-1', state: { status: 'captured' } }]);
  });

  it.each(['http://127.0.0.1:8080/a', 'https://10.1.2.3/', 'http://localhost/', 'http://[::1]/'])(
    'stores %s as refused if this device would have to fetch it',
    async (url) => {
      const { ports, written } = createWorld(device);

      expect(await requestLink({ ...order, url }, ports)).toMatchObject({ ok: true });
      expect(written).toMatchObject([
        { source: { url }, state: { status: 'refused', error: { code: 'link.unusable' } } },
      ]);
    },
  );

  it('leaves a local address to a service, which might reach it', async () => {
    const { ports, written } = createWorld(service);

    await requestLink({ ...order, url: 'http://10.1.2.3/' }, ports);

    expect(written).toMatchObject([{ state: { status: 'captured' } }]);
  });

  it('rejects an address that isn’t on the web', async () => {
    const { ports, written } = createWorld(service);

    expect(await requestLink({ ...order, url: 'mailto:ada@example.org' }, ports)).toMatchObject({
      error: { code: 'link.unusable' },
    });
    expect(written).toEqual([]);
  });
});
