import { describe, expect, it } from 'vitest';
import { outboxItem, pageMaterialOfTides } from '../../../tests/fixtures/outbox-item.ts';
import type { KeyConnection, ReadOnlyConnection } from '../../contracts/connections.ts';
import type { OutboxItem } from '../../contracts/outbox.ts';
import { isKept } from '../../core/outbox/view.ts';
import type { Settings } from '../../contracts/settings.ts';
import { createOwnership } from './ownership.ts';

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
const settings: Settings = {
  homes: [
    { connection: elsewhere, memories, chosenMemoryId: null },
    { connection: theirs, memories, chosenMemoryId: null },
  ],
  activeId: 'elsewhere',
};
const error = { code: 'home.none', message: 'Gone.', retryable: true } as const;

function createWorld(items: OutboxItem[]) {
  const rows = new Map(items.map((item) => [item.id, item]));
  const told: string[] = [];
  const ownership = createOwnership({
    store: {
      owned: async () =>
        [...rows.values()].filter(isKept).map((item) => ({
          ...item,
          hasText: item.material !== null,
        })),
      update: async (id, change) => {
        const row = rows.get(id);
        if (row === undefined) return null;
        rows.set(id, change(row));
        return rows.get(id) ?? null;
      },
    },
    readSettings: async () => settings,
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

describe('what waits', () => {
  it('is told by connection, of those that are gone too', async () => {
    const { ownership } = createWorld([paused, sending]);

    expect(await ownership.waiting()).toEqual([
      { connectionId: 'device-1', underWay: 1, stopped: 1, movable: ['a'] },
    ]);
  });

  it('and was stopped by a credential is named', async () => {
    const { ownership } = createWorld([paused, sending]);

    expect(await ownership.paused('device-1')).toEqual(['a']);
    expect(await ownership.paused('elsewhere')).toEqual([]);
  });

  it('moves by the person’s word, the items named and no others', async () => {
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

  it('and belongs there already did not move', async () => {
    const atHome = { ...paused, id: 'e', connectionId: 'elsewhere' };
    const { ownership, rows, told } = createWorld([paused, atHome]);

    expect(await ownership.move({ ids: ['a', 'e'], ...to })).toEqual({ ok: true, value: ['a'] });

    expect(rows.get('e')).toBe(atHome);
    expect(told).toEqual(['a']);
  });

  it('and was discarded stays where it was, unseen', async () => {
    const discarded = outboxItem({
      id: 'd',
      material: pageMaterialOfTides,
      state: { status: 'discarded', until: 99, before: paused.state },
    });
    const atHome = { ...discarded, id: 'e', connectionId: 'elsewhere' };
    const { ownership, rows, told } = createWorld([discarded, atHome]);

    expect(await ownership.move({ ids: ['d', 'e'], ...to })).toEqual({ ok: true, value: [] });

    expect(rows.get('d')).toBe(discarded);
    expect(told).toEqual([]);
  });

  it.each([
    ['home.none', { connectionId: 'gone', memoryId: 'm9' }],
    ['home.no-memory', { connectionId: 'elsewhere', memoryId: 'gone' }],
    ['memory.not-offered', { connectionId: 'theirs', memoryId: 'm9' }],
  ])('stays where it is: %s', async (code, where) => {
    const { ownership, rows } = createWorld([paused]);

    expect(await ownership.move({ ids: ['a'], ...where })).toMatchObject({ error: { code } });
    expect(rows.get('a')).toBe(paused);
  });
});
