import { beforeEach, describe, expect, it } from 'vitest';
import { outboxItem } from '../../tests/fixtures/outbox-item.ts';
import { err, ok } from '../contract/result.ts';
import type { LiveState, PageItem, LiveItem } from './model.ts';
import type { MemoryClient } from '../memory-client/client.ts';
import { createOutbox } from './outbox.ts';
import {
  capture,
  createWorld,
  emptyDatabase,
  never,
  tooOld,
  unreachable,
} from '../../tests/fixtures/outbox-world.ts';

beforeEach(emptyDatabase);

function itemNamed(id: string, changes: Partial<PageItem & { state: LiveState }> = {}): LiveItem {
  const url = `https://example.org/${id}`;
  return outboxItem({
    id,
    source: { url, title: id, tabId: 1, frameId: null },
    pageKey: url,
    ...changes,
  });
}

const names = (kind: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${kind}-${index}`);

type World = ReturnType<typeof createWorld>;

/** Creates a client that handles each page according to its URL. */
function poisonedClient(world: World): MemoryClient {
  const { client } = world.service;
  const add: MemoryClient['documents']['add'] = async (input, options) => {
    const url = input.custom_id ?? '';
    if (url.includes('hangs')) return never();
    if (url.includes('refused')) return err(tooOld);
    if (url.includes('unreachable')) return err(unreachable);
    if (url.includes('throws')) throw new Error('a bug');
    return client.documents.add(input, options);
  };
  return { ...client, documents: { ...client.documents, add } };
}

function createPoisonedWorld(): World {
  const world: World = createWorld({
    clientOf: async () => poisonedClient(world),
    // Anything that doesn't respond at once counts as slow.
    sleep: (_ms, signal) =>
      new Promise((resolve) => {
        setImmediate(() => {
          if (!signal.aborted) resolve();
        });
      }),
    readPage: async ({ url, title }) => {
      if (title.includes('unreadable')) throw new Error('a bug');
      if (title.includes('endless')) return never();
      return ok({ ...capture, url });
    },
  });
  return world;
}

async function statesOf({ store }: World, ids: string[]): Promise<Set<string | undefined>> {
  const items = await Promise.all(ids.map((id) => store.get(id)));
  return new Set(items.map((item) => item?.state.status));
}

describe('items that fail', () => {
  it('do not block other items, no matter how many there are', async () => {
    const world = createPoisonedWorld();
    const kinds = ['hangs', 'refused', 'unreachable', 'throws', 'unreadable', 'endless'];
    const poison = kinds.flatMap((kind) => names(kind, 8));
    const good = names('good', 20);
    for (const id of [...poison, ...good]) await world.request(itemNamed(id));

    void world.outbox.resume();

    await expect.poll(() => world.service.documents.size).toBe(20);
    const rest = async () =>
      Object.fromEntries(
        await Promise.all(
          ['good', ...kinds].map(async (kind) => [
            kind,
            [...(await statesOf(world, names(kind, kind === 'good' ? 20 : 8)))].join(),
          ]),
        ),
      );
    await expect.poll(rest).toEqual({
      good: 'learning',
      hangs: 'sending',
      refused: 'refused',
      unreachable: 'waiting',
      throws: 'waiting',
      unreadable: 'refused',
      endless: 'requested',
    });
    expect(world.thrown).toHaveLength(16);
  });

  it('do not block another connection, even if they fill every lane', async () => {
    const world = createPoisonedWorld();
    for (const id of names('hangs', 40)) await world.request(itemNamed(id));
    const good = itemNamed('good', { connectionId: 'other' });
    await world.request(good);

    void world.outbox.resume();

    await expect.poll(() => world.stateOf(good)).toMatchObject({ status: 'learning' });
  });

  it('do not delay polling other items', async () => {
    const world = createPoisonedWorld();
    await world.request(itemNamed('hangs'));
    await world.request(itemNamed('good'));

    void world.outbox.resume();

    await expect.poll(() => world.wakes.at(-1)).toBe(world.clock.now + 200);
  });

  it('keep their text and are retried with growing delays', async () => {
    const world = createPoisonedWorld();
    const item = itemNamed('throws');
    await world.request(item);
    const gaps: number[] = [];
    for (let times = 0; times < 4; times += 1) {
      await world.outbox.resume();
      const state = await world.stateOf(item);
      if (state?.status !== 'waiting') throw new Error('Expected a waiting item.');
      gaps.push(state.until - world.clock.now);
      world.clock.now = state.until;
    }

    expect(gaps).toEqual([5_000, 15_000, 60_000, 300_000]);
    expect((await world.store.get(item.id))?.material).not.toBeNull();
  });
});

describe('a row that cannot be read', () => {
  it('does not wake the background repeatedly', async () => {
    const world = createWorld();
    const row = { ...outboxItem(), createdAt: 'long ago', keys: { due: [1, 'reading'] } };
    await (await world.database()).put('outbox', row as never);

    await world.outbox.resume();
    await world.outbox.resume();

    expect(world.wakes.at(-1)).toBeNull();
  });
});

describe('a row that cannot be written', () => {
  it('does not block other items or wake the background at once, and continues when it can be written', async () => {
    const world = createWorld();
    let isDiskFull = true;
    const outbox = createOutbox({
      ...world.ports,
      store: {
        ...world.store,
        update: (id, ...change) => {
          if (isDiskFull && id === 'bad') throw new DOMException('No room.', 'QuotaExceededError');
          return world.store.update(id, ...change);
        },
      },
    });
    await world.request(itemNamed('bad'));
    const good = itemNamed('good');
    await world.request(good);

    await outbox.resume();
    expect(await world.stateOf(good)).toMatchObject({ status: 'learning' });
    expect(world.wakes.at(-1)).toBe(world.clock.now + 200);
    expect(world.wakes).toContain(world.clock.now + 30_000);
    expect(world.thrown).toHaveLength(1);

    isDiskFull = false;
    await outbox.resume();
    expect(await world.stateOf({ id: 'bad' })).toMatchObject({ status: 'learning' });
  });

  it('wakes the background like any other once it can be written', async () => {
    let isDiskFull = true;
    const { store } = createWorld();
    const world = createWorld({
      store: {
        ...store,
        update: (id, ...change) => {
          if (isDiskFull) throw new DOMException('No room.', 'QuotaExceededError');
          return store.update(id, ...change);
        },
      },
    });
    await world.request(itemNamed('bad'));
    await world.outbox.resume();
    expect(world.wakes.at(-1)).toBeNull();

    isDiskFull = false;
    await world.outbox.resume();

    expect(world.wakes.at(-1)).toBe(world.clock.now + 200);
  });
});
