import { describe, expect, it } from 'vitest';
import { outboxItem, pageMaterialOfTides } from '../../tests/fixtures/outbox-item.ts';
import type { KeyConnection, ReadOnlyConnection, StoredConnections } from '../connections/model.ts';
import { type OutboxItem, isLive, summaryOf } from './model.ts';
import { createOwnership, type Owned, pausedFor, waitingByConnection } from './ownership.ts';
import { liveStates } from '../../tests/fixtures/outbox-states.ts';

const elsewhere: KeyConnection = {
  id: 'elsewhere',
  kind: 'key',
  baseUrl: 'https://memory.example',
  name: 'Elsewhere',
  owner: null,
  createdAt: 1,
};
const { owner: _, ...common } = elsewhere;
const theirs: ReadOnlyConnection = {
  ...common,
  id: 'theirs',
  kind: 'read-only',
  resource: 'https://memory.example/mcp-http',
  issuer: 'https://memory.example',
  clientId: 'client',
  scopes: [],
};
const memories = [{ id: 'm9', name: 'Recipes' }];
const settings: StoredConnections = {
  connections: [
    { connection: elsewhere, memories, chosenMemoryId: null },
    { connection: theirs, memories, chosenMemoryId: null },
  ],
  activeId: 'elsewhere',
};
const error = { code: 'connection.none', message: 'Gone.', retryable: true } as const;

function createWorld(items: OutboxItem[]) {
  const rows = new Map(items.map((item) => [item.id, item]));
  const told: string[] = [];
  const ownership = createOwnership({
    store: {
      owned: async () =>
        [...rows.values()].flatMap((item) => (isLive(item) ? [summaryOf(item)] : [])),
      update: async (id, change) => {
        const row = rows.get(id);
        if (row === undefined) return null;
        rows.set(id, change(row));
        return rows.get(id) ?? null;
      },
    },
    readConnections: async () => settings,
    changed: ({ id }) => told.push(id),
    now: () => 50,
  });
  return { ownership, rows, told };
}

const paused = outboxItem({
  id: 'a',
  material: pageMaterialOfTides,
  state: { status: 'paused', error },
});
const sending = outboxItem({
  id: 'b',
  material: pageMaterialOfTides,
  state: { status: 'sending', attempt: 1 },
});
const to = { connectionId: 'elsewhere', memoryId: 'm9' };

describe('waiting items', () => {
  it('are grouped by connection, including removed connections', async () => {
    const { ownership } = createWorld([paused, sending]);

    expect(await ownership.waiting()).toEqual([
      { connectionId: 'device-1', underWay: 1, stopped: 1, movable: ['a'] },
    ]);
  });

  it('include items paused by a missing credential', async () => {
    const { ownership } = createWorld([paused, sending]);

    expect(await ownership.paused('device-1')).toEqual(['a']);
    expect(await ownership.paused('elsewhere')).toEqual([]);
  });

  it('move at the person’s request, if they were selected', async () => {
    const other = { ...paused, id: 'c' };
    const { ownership, rows, told } = createWorld([paused, sending, other]);

    expect(await ownership.move({ ids: ['a', 'b', 'gone'], ...to })).toEqual({
      ok: true,
      value: ['a'],
    });

    expect(rows.get('a')).toMatchObject({
      connectionId: 'elsewhere',
      container: { id: 'm9', name: 'Recipes' },
      state: { status: 'captured' },
    });
    expect(rows.get('b')).toBe(sending);
    expect(rows.get('c')).toBe(other);
    expect(told).toEqual(['a']);
  });

  it('do not move if they already belong to the connection', async () => {
    const alreadyThere = { ...paused, id: 'e', connectionId: 'elsewhere' };
    const { ownership, rows, told } = createWorld([paused, alreadyThere]);

    expect(await ownership.move({ ids: ['a', 'e'], ...to })).toEqual({ ok: true, value: ['a'] });

    expect(rows.get('e')).toBe(alreadyThere);
    expect(told).toEqual(['a']);
  });

  it('do not move once discarded', async () => {
    const discarded = outboxItem({
      id: 'd',
      material: pageMaterialOfTides,
      state: { status: 'discarded', until: 99, before: paused.state },
    });
    const alreadyThere = { ...discarded, id: 'e', connectionId: 'elsewhere' };
    const { ownership, rows, told } = createWorld([discarded, alreadyThere]);

    expect(await ownership.move({ ids: ['d', 'e'], ...to })).toEqual({ ok: true, value: [] });

    expect(rows.get('d')).toBe(discarded);
    expect(told).toEqual([]);
  });

  it.each([
    ['connection.none', { connectionId: 'gone', memoryId: 'm9' }],
    ['connection.no-memory', { connectionId: 'elsewhere', memoryId: 'gone' }],
    ['memory.not-offered', { connectionId: 'theirs', memoryId: 'm9' }],
  ])('do not move: %s', async (code, where) => {
    const { ownership, rows } = createWorld([paused]);

    expect(await ownership.move({ ids: ['a'], ...where })).toMatchObject({ error: { code } });
    expect(rows.get('a')).toBe(paused);
  });
});

const states = Object.values(liveStates);

function owned(
  status: keyof typeof liveStates,
  changes: Partial<Omit<Owned, 'state'>> = {},
): Owned {
  const state = liveStates[status];
  return { id: status, connectionId: 'device-1', hasText: true, ...changes, state };
}

describe('waitingByConnection', () => {
  it('counts active and stopped items of each connection', () => {
    const items = states.map(({ status }) => owned(status));
    const inOther = owned('paused', { id: 'p2', connectionId: 'gone' });

    expect(waitingByConnection([...items, inOther])).toEqual([
      {
        connectionId: 'device-1',
        underWay: 4,
        stopped: 2,
        movable: ['requested', 'captured', 'waiting', 'refused', 'paused'],
      },
      { connectionId: 'gone', underWay: 0, stopped: 1, movable: ['p2'] },
    ]);
  });

  it('leaves out delivered items whose indexing is no longer polled', () => {
    expect(waitingByConnection([owned('paused', { hasText: false })])).toEqual([]);
  });

  it('counts items that have not been read yet', () => {
    const unread = owned('requested', { hasText: false });

    expect(waitingByConnection([unread])).toMatchObject([
      { underWay: 1, stopped: 0, movable: ['requested'] },
    ]);
  });

  it('leaves out items that were refused before anything was read', () => {
    expect(waitingByConnection([owned('refused', { hasText: false })])).toEqual([]);
  });
});

describe('pausedFor', () => {
  it('returns the items paused by one connection’s credential, and no others', () => {
    const taken = owned('paused', { id: 'taken', hasText: false });
    const inOther = owned('paused', { id: 'p2', connectionId: 'other' });

    expect(pausedFor([owned('paused'), owned('refused'), taken, inOther], 'device-1')).toEqual([
      'paused',
      'taken',
    ]);
  });
});
