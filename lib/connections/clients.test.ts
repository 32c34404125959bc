import { describe, expect, it } from 'vitest';
import {
  type KeyConnection,
  type ReadOnlyConnection,
  addConnection,
  withKeyFacts,
} from './model.ts';
import { err } from '../contract/result.ts';
import { askKeySlot, keySlot, tokenSlot } from './credential-slot.ts';
import type { MemoryClient } from '../memory-client/client.ts';
import { createRestClient } from '../memory-client/rest.ts';
import { createManualTime } from '../memory-client/testing/manual-time.ts';
import { createClients, refusingClient } from './clients.ts';
import { createStorage } from './testing/world.ts';

const work = service('work', 'https://work.example');
const family = service('family', 'https://family.example');
const readOnly: ReadOnlyConnection = {
  id: 'theirs',
  kind: 'read-only',
  baseUrl: 'https://theirs.example',
  name: 'Theirs',
  createdAt: 1,
  resource: 'https://theirs.example/mcp-http',
  issuer: 'https://theirs.example',
  clientId: 'client',
  scopes: [],
};
const device = { marker: 'device' } as unknown as MemoryClient;
const persistent = { until: 'persistent' } as const;

function service(id: string, baseUrl: string): KeyConnection {
  return { id, kind: 'key', baseUrl, name: id, owner: null, createdAt: 1 };
}

async function createWorld(storage = createStorage()) {
  const { stored, vault, store } = storage;
  const requests: string[] = [];
  const notAllowed = new Set<string>();
  const asked: [string, boolean][] = [];
  const reached: [string, number][] = [];
  const clock = { now: 5, isDown: false };
  let status = 200;
  const answered: object = { containers: [], answer: 'Yes.' };
  let body = answered;
  if (stored.connections.connections.length === 0) {
    for (const connection of [work, family]) {
      await store.update((before) => addConnection(before, connection));
      await vault.store(keySlot(connection), { secret: `key-of-${connection.id}`, ...persistent });
    }
    const connection = { id: 'd', kind: 'device' as const, createdAt: 1 };
    await store.update((before) => addConnection(before, connection));
  }
  const clients = createClients({
    readConnections: store.read,
    vault,
    withdrawals: storage.openWithdrawals(),
    fetch: async (request) => {
      requests.push(`${request.headers.get('authorization')} ${request.url}`);
      if (clock.isDown) throw new TypeError('Failed to fetch');
      return Response.json(body, { status });
    },
    isGranted: async (origin) => !notAllowed.has(origin),
    device,
    openKey: ({ connection, credential, fetch }) =>
      createRestClient({
        baseUrl: connection.baseUrl,
        credential,
        fetch,
        sleep: createManualTime((ms) => ms < 90_000).sleep,
        random: () => 0,
      }),
    openReadOnly: ({ connection, fetch }) =>
      createRestClient({
        baseUrl: connection.baseUrl,
        credential: async () => 'token',
        fetch,
        sleep: createManualTime((ms) => ms < 90_000).sleep,
        random: () => 0,
      }),
    keyAsked: (id, asks) => void asked.push([id, asks]),
    reachedAgain: (id, askedAt) => void reached.push([id, askedAt]),
    now: () => clock.now,
  });
  const client = async (id: string) => {
    const found = await clients.byId(id);
    if (found === null) throw new Error(`No client for ${id}.`);
    return found;
  };
  const answerWith = (next: number, nextBody = answered) => {
    status = next;
    body = nextBody;
  };
  return { ...storage, clients, client, requests, asked, reached, clock, answerWith, notAllowed };
}

describe('the client of a connection', () => {
  it('sends its own key to its own address, no matter which connection is active', async () => {
    const { client, requests } = await createWorld();

    await (await client('family')).containers.list();
    await (await client('work')).containers.list();

    expect(requests).toEqual([
      'Bearer key-of-family https://family.example/v1/containers',
      'Bearer key-of-work https://work.example/v1/containers',
    ]);
  });

  it('is null for a connection that is not stored', async () => {
    const { clients } = await createWorld();

    expect(await clients.byId('gone')).toBeNull();
  });

  it('is the device service’s own client for this device', async () => {
    const { client } = await createWorld();

    expect(await client('d')).toBe(device);
  });

  it.each(['none', 'lost'] as const)('sends nothing if its key is %s', async (state) => {
    const { client, requests, stored } = await createWorld();
    if (state === 'none') stored.keys.clear();
    else stored.keys.set('work https://work.example key', 'lost');

    expect(await (await client('work')).memories.add({ content: 'x' })).toMatchObject({
      error: { code: 'memory.unauthenticated', retryable: false },
    });
    expect(requests).toEqual([]);
    expect(stored.withdrawals.size).toBe(0);
  });

  it('sends no key to a changed address in the stored connection', async () => {
    const { client, requests, store } = await createWorld();
    await (await client('work')).containers.list();
    await store.update((before) => ({
      ...before,
      connections: before.connections.map((connection) =>
        connection.connection.id === 'work'
          ? { ...connection, connection: { ...work, baseUrl: 'https://evil.example' } }
          : connection,
      ),
    }));

    await (await client('work')).containers.list();

    expect(requests).toEqual(['Bearer key-of-work https://work.example/v1/containers']);
  });

  it('sends nothing once its key is replaced or removed, even through an earlier client', async () => {
    const { client, requests, vault, stored } = await createWorld();
    const old = await client('work');
    await vault.store(keySlot(work), { secret: 'the-next-key', ...persistent });
    expect(await old.containers.list()).toMatchObject({ ok: false });
    await vault.forget(keySlot(work));
    expect(await old.containers.list()).toMatchObject({ ok: false });

    expect(requests).toEqual([]);
    expect(stored.withdrawals.size).toBe(0);
  });

  it('is a new client once the key is replaced, without the old withdrawals', async () => {
    const { client, requests, vault, answerWith } = await createWorld();
    answerWith(403);
    await (await client('work')).containers.list();
    answerWith(200);
    await (await client('work')).containers.list();
    await vault.store(keySlot(work), { secret: 'the-next-key', ...persistent });

    await (await client('work')).containers.list();

    expect(requests).toEqual([
      'Bearer key-of-work https://work.example/v1/containers',
      'Bearer the-next-key https://work.example/v1/containers',
    ]);
  });

  it('remembers withdrawals in the next background', async () => {
    const first = await createWorld();
    first.answerWith(403);
    await (await first.client('work')).containers.list();

    const second = await createWorld(first);
    await (await second.client('work')).containers.list();
    await (await second.client('family')).containers.list();

    expect(second.requests).toEqual(['Bearer key-of-family https://family.example/v1/containers']);
  });

  it('uses the Ask key for questions, and withdraws access from that key only', async () => {
    const { client, requests, vault, answerWith } = await createWorld();
    await vault.store(askKeySlot(work), { secret: 'key-for-ask', ...persistent });
    answerWith(401);
    await (await client('work')).ask({ message: 'When?' });
    answerWith(200);
    await (await client('work')).ask({ message: 'When?' });
    await (await client('work')).containers.list();

    expect(requests).toEqual([
      'Bearer key-for-ask https://work.example/v1/ask',
      'Bearer key-of-work https://work.example/v1/containers',
    ]);
  });

  it('uses the first key for questions if there is no other', async () => {
    const { client, requests } = await createWorld();

    await (await client('work')).ask({ message: 'When?' });

    expect(requests).toEqual(['Bearer key-of-work https://work.example/v1/ask']);
  });

  it('reports once whether the first key can be used for questions, and ignores unrelated failures', async () => {
    const { client, asked, store, answerWith } = await createWorld();
    answerWith(500);
    await (await client('work')).ask({ message: 'When?' });
    expect(asked).toEqual([]);

    answerWith(200);
    await (await client('work')).ask({ message: 'When?' });
    await store.update((before) => withKeyFacts(before, 'work', { keyAsks: true }));
    await (await client('work')).ask({ message: 'When?' });
    expect(asked).toEqual([['work', true]]);

    answerWith(422, { code: 'capability_unavailable' });
    await (await client('work')).ask({ message: 'When?' });
    expect(asked).toEqual([
      ['work', true],
      ['work', false],
    ]);
  });

  it('reports nothing about the first key if another key is used for questions', async () => {
    const { client, asked, vault } = await createWorld();
    await vault.store(askKeySlot(work), { secret: 'key-for-ask', ...persistent });

    await (await client('work')).ask({ message: 'When?' });

    expect(asked).toEqual([]);
  });

  it('does not use the first key for questions if the Ask key is lost', async () => {
    const { client, requests, stored } = await createWorld();
    stored.keys.set('work https://work.example ask-key', 'lost');

    expect(await (await client('work')).ask({ message: 'When?' })).toMatchObject({ ok: false });
    expect(requests).toEqual([]);
  });

  it('uses no other key for questions if the session’s Ask key is gone', async () => {
    const { client, requests, store } = await createWorld();
    await store.update((before) => withKeyFacts(before, 'work', { hasAskKey: true }));

    const asked = await (await client('work')).ask({ message: 'When?' });

    expect(requests).toEqual([]);
    expect(asked).toMatchObject({
      error: {
        code: 'memory.unauthenticated',
        message: 'The Ask key was forgotten when the browser closed. Enter it again.',
      },
    });
    await (await client('work')).containers.list();
    await store.update((before) => withKeyFacts(before, 'work', { hasAskKey: false }));
    await (await client('work')).ask({ message: 'When?' });
    expect(requests).toHaveLength(2);
  });

  it('uses no other key for questions if storage fails', async () => {
    const { client, requests, vault } = await createWorld();
    const { open } = vault;
    vault.open = async (slot) =>
      slot.kind === 'ask-key' ? err({ code: 'storage.failed' }) : open(slot);

    expect(await (await client('work')).ask({ message: 'When?' })).toMatchObject({
      error: { code: 'memory.unreachable' },
    });
    expect(requests).toEqual([]);
  });

  it('sends nothing to an address without permission, and continues once permission is granted', async () => {
    const { client, requests, stored, notAllowed } = await createWorld();
    const asking = await client('work');
    notAllowed.add('https://work.example');

    expect(await asking.containers.list()).toMatchObject({
      error: { code: 'memory.not-permitted', retryable: false },
    });
    expect(requests).toEqual([]);
    expect(stored.withdrawals.size).toBe(0);

    notAllowed.clear();
    expect(await asking.containers.list()).toMatchObject({ ok: true });
  });

  it('withdraws nothing from a read-only connection while its token can be refreshed', async () => {
    const { clients, vault, requests, answerWith } = await createWorld();
    await vault.store(tokenSlot(readOnly), { secret: '{}', ...persistent });
    const theirs = await clients.of(readOnly);

    answerWith(401);
    await theirs.search({ q: 'x' });
    await theirs.search({ q: 'x' });
    expect(requests).toHaveLength(2);

    answerWith(403);
    await theirs.profile();
    await (await clients.of(readOnly)).profile();
    expect(requests).toHaveLength(3);
  });

  it('rejects writes of a read-only connection without a request', async () => {
    const { clients, vault, requests } = await createWorld();
    await vault.store(tokenSlot(readOnly), { secret: '{}', ...persistent });
    const theirs = await clients.of(readOnly);

    const answers = await Promise.all([
      theirs.documents.add({}),
      theirs.documents.delete({ id: 'd' }),
      theirs.memories.add({ content: 'x' }),
      theirs.memories.forget({ id: 'm', container: 'c' }),
    ]);

    for (const answer of answers) {
      expect(answer).toMatchObject({ error: { code: 'memory.not-offered' } });
    }
    expect(requests).toEqual([]);
  });

  it.each<[string, ReadOnlyConnection]>([
    ['consent is missing', { ...readOnly, id: 'another' }],
    ['the stored address has changed', { ...readOnly, baseUrl: 'https://evil.example' }],
  ])('sends nothing if %s', async (_, connection) => {
    const { clients, vault, requests } = await createWorld();
    await vault.store(tokenSlot(readOnly), { secret: '{}', ...persistent });

    expect(await (await clients.of(connection)).search({ q: 'x' })).toMatchObject({
      error: { code: 'memory.unauthenticated' },
    });
    expect(requests).toEqual([]);
  });
});

describe('a refusing client', () => {
  it('fails every operation with its error', async () => {
    const error = { code: 'memory.unauthenticated', message: 'No.', retryable: false } as const;
    const client = refusingClient(error);

    const answers = await Promise.all([
      client.containers.list(),
      client.documents.add({}),
      client.documents.list(),
      client.documents.get({ id: 'd' }),
      client.documents.delete({ id: 'd' }),
      client.memories.add({ content: 'x' }),
      client.memories.forget({ id: 'm', container: 'c' }),
      client.search({ q: 'x' }),
      client.profile(),
      client.ask({ message: 'x' }),
      client.rules(),
    ]);

    for (const answer of answers) expect(answer).toEqual({ ok: false, error });
  });
});

describe('a service that could not be reached', () => {
  it('is reported once after each outage, by the first call that succeeds', async () => {
    const { client, clock, reached, answerWith } = await createWorld();
    const calls = [
      async () => (await client('work')).containers.list(),
      async () => (await client('work')).ask({ message: 'When?' }),
    ];
    const tick = async () => {
      clock.now += 1;
      for (const call of calls) await call();
    };

    await tick();
    expect(reached).toEqual([['work', 6]]);
    clock.isDown = true;
    await tick();
    clock.isDown = false;
    answerWith(500);
    await tick();
    expect(reached).toEqual([['work', 6]]);
    answerWith(200);
    await tick();
    answerWith(500);
    await tick();
    answerWith(200);
    await tick();

    expect(reached).toEqual([
      ['work', 6],
      ['work', 9],
    ]);
  });

  it('is not reported by a call from before the outage, nor by another connection', async () => {
    const { client, clock, reached } = await createWorld();
    await (await client('family')).containers.list();
    await (await client('work')).containers.list();
    reached.length = 0;
    clock.isDown = true;
    await (await client('work')).containers.list();
    clock.isDown = false;

    await (await client('work')).containers.list();
    clock.now += 1;
    await (await client('family')).containers.list();

    expect(reached).toEqual([]);
  });
});
