import { beforeEach, describe, expect, it } from 'vitest';
import {
  type KeyConnection,
  type MemoryChoice,
  noConnections,
  type StoredConnections,
  addConnection,
  findConnection,
} from '../connections/model.ts';
import type { AppError, MemoryError } from '../contract/errors.ts';
import type { ConnectionStatus } from '../messaging/messages.ts';
import { err, ok, type Result } from '../contract/result.ts';
import type { MemoryClient } from '../memory-client/client.ts';
import { createConnectionStatus } from './status.ts';

const unreachable: MemoryError = { code: 'memory.unreachable', message: 'No.', retryable: true };
const conflict: MemoryError = { code: 'memory.conflict', message: 'Taken.', retryable: false };

const service: KeyConnection = {
  id: 'service-1',
  kind: 'key',
  baseUrl: 'https://memory.example',
  name: 'Work',
  owner: null,
  createdAt: 0,
};

let stored: StoredConnections;
let there: Result<MemoryChoice[], MemoryError>;
let told: ConnectionStatus[];
let withdrawn: Record<string, ConnectionStatus['withdrawn']>;
let ids: number;

beforeEach(() => {
  stored = noConnections;
  there = ok([]);
  told = [];
  withdrawn = {};
  ids = 0;
});

function openStatus(createContainer?: (name: string) => Promise<Result<MemoryChoice, AppError>>) {
  return createConnectionStatus({
    store: {
      read: async () => stored,
      update: async (change) => {
        stored = change(stored);
        return stored;
      },
    },
    clientOf: async () => ({ containers: { list: async () => there } }) as unknown as MemoryClient,
    withdrawnFrom: async ({ id }) => withdrawn[id] ?? [],
    owner: {
      createContainer:
        createContainer ??
        (async (name) => {
          const made = { id: name.toLowerCase(), name };
          there = ok([...(there.ok ? there.value : []), made]);
          return ok(made);
        }),
    },
    changed: (status) => told.push(status),
    newId: () => `device-${(ids += 1)}`,
    now: () => 5,
  });
}

describe('the active connection', () => {
  it('is stored only once it has responded', async () => {
    there = err(unreachable);
    const active = openStatus();

    expect(await active.create()).toEqual({ ok: false, error: unreachable });
    expect((await active.status()).kind).toBeNull();

    there = ok([]);
    expect(await active.create()).toMatchObject({ ok: true, value: { kind: 'device' } });
    expect(told).toHaveLength(1);
  });

  it('keeps its id when it is created again', async () => {
    const active = openStatus();
    await active.create();
    const first = stored;

    await active.create();

    expect(stored).toEqual(first);
  });

  it('is created once, even by concurrent calls', async () => {
    const active = openStatus();

    await Promise.all([active.create(), active.create()]);

    expect(stored.connections.map(({ connection }) => connection.id)).toEqual(['device-1']);
  });

  it('chooses a newly created Memory', async () => {
    const active = openStatus();
    await active.create();
    await active.createMemory('Reading', { choose: true });

    const made = await active.createMemory('Work', { choose: true });

    expect(made).toMatchObject({ ok: true, value: { chosenMemoryId: 'work' } });
    expect(told.at(-1)?.memories.map(({ name }) => name)).toEqual(['Reading', 'Work']);
  });

  it('keeps the chosen Memory when creating another Memory without choosing it', async () => {
    const active = openStatus();
    await active.create();
    await active.createMemory('Reading', { choose: true });

    const made = await active.createMemory('Work', { choose: false });

    expect(made).toMatchObject({ ok: true, value: { chosenMemoryId: 'reading' } });
    expect(told.at(-1)?.memories.map(({ name }) => name)).toEqual(['Reading', 'Work']);
    expect(told.map(({ chosenMemoryId }) => chosenMemoryId)).not.toContain('work');
  });

  it('chooses an existing Memory with the name, even if only the service knew the Memory', async () => {
    const active = openStatus(async () => err(conflict));
    await active.create();
    there = ok([
      { id: 'r', name: 'Recipes' },
      { id: 'w', name: 'Work' },
    ]);

    expect(await active.createMemory(' work ', { choose: true })).toMatchObject({
      ok: true,
      value: { chosenMemoryId: 'w' },
    });
  });

  it('creates no Memory whose name is already known', async () => {
    const asked: string[] = [];
    const active = openStatus(async (name) => {
      asked.push(name);
      return err(conflict);
    });
    there = ok([{ id: 'w', name: 'Work' }]);
    await active.create();

    expect(await active.createMemory('WO\u200BRK', { choose: true })).toMatchObject({
      value: { chosenMemoryId: 'w' },
    });
    expect(asked).toEqual([]);
  });

  it('fails if the name belongs to a Memory it cannot find', async () => {
    const active = openStatus(async () => err(conflict));
    await active.create();

    expect(await active.createMemory('Hidden', { choose: true })).toEqual({
      ok: false,
      error: conflict,
    });
  });

  it('replaces a chosen Memory that is gone', async () => {
    const active = openStatus();
    await active.create();
    await active.createMemory('Reading', { choose: true });
    there = ok([{ id: 'w', name: 'Work' }]);

    expect(await active.listMemories()).toMatchObject({ value: { chosenMemoryId: 'w' } });
  });

  it('lists nothing before there is a connection', async () => {
    expect(await openStatus().listMemories()).toMatchObject({ error: { code: 'connection.none' } });
  });

  it('becomes active again and keeps the other connection’s Memories', async () => {
    there = ok([{ id: 'w', name: 'Work' }]);
    const active = openStatus();
    await active.create();
    stored = addConnection(stored, service);
    await active.listMemories();
    await active.choose('w');

    await active.create();

    expect(stored.activeId).toBe('device-1');
    expect(findConnection(stored, 'service-1')).toMatchObject({ chosenMemoryId: 'w' });
  });

  it('stores a list that arrives late with the connection it came from', async () => {
    const active = openStatus();
    await active.create();
    there = ok([{ id: 'w', name: 'Work' }]);

    const listing = active.listMemories();
    stored = addConnection(stored, service);
    await listing;

    expect(findConnection(stored, 'service-1')?.memories).toEqual([]);
    expect(findConnection(stored, 'device-1')?.memories).toHaveLength(1);
  });

  it('creates no Memory at a remote service, because only its owner can', async () => {
    const asked: string[] = [];
    const active = openStatus(async (name) => {
      asked.push(name);
      return err(conflict);
    });
    stored = addConnection(stored, service);

    expect(await active.createMemory('Work', { choose: true })).toMatchObject({ ok: false });
    expect(asked).toEqual([]);
  });

  it('reports the withdrawals of the active connection only', async () => {
    const active = openStatus();
    await active.create();
    withdrawn['service-1'] = [{ access: 'write', error: unreachable, at: 7 }];

    expect(await active.status()).toMatchObject({ connectionId: 'device-1', withdrawn: [] });
    stored = addConnection(stored, service);
    expect(await active.status()).toMatchObject({
      connectionId: 'service-1',
      withdrawn: [{ access: 'write', at: 7 }],
    });
  });
});
