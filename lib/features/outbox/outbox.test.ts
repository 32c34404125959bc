import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, it } from 'vitest';
import { outboxItem, pageMaterialOfTides, pageUrl } from '../../../tests/fixtures/outbox-item.ts';
import type { PageCapture } from '../../contracts/capture.ts';
import type { MemoryError } from '../../contracts/errors.ts';
import type { OutboxItem } from '../../contracts/outbox.ts';
import { err, ok, type Result } from '../../contracts/result.ts';
import type { Added, MemoryClient } from '../../memory/client.ts';
import { createDatabaseOpener } from '../../platform/database.ts';
import { createHighlightStore } from '../../platform/highlight-store.ts';
import { createOutboxStore } from '../../platform/outbox-store.ts';
import { createOutbox } from './outbox.ts';
import type { OutboxPorts } from './ports.ts';

const capture: PageCapture = {
  url: pageUrl,
  canonicalLink: null,
  title: 'Tides',
  content: 'The moon pulls at the sea.',
  site: null,
  author: null,
  published: null,
  language: 'en',
  excerpt: null,
  wordCount: 6,
  extractor: 'readability',
  capturedAt: '2026-11-01T10:00:00.000Z',
};
const selection = {
  ...capture,
  text: 'pulls at\nthe sea',
  isFocused: true,
  anchor: null,
  pageUrl: pageUrl,
};
const serverDown: MemoryError = { code: 'memory.server', message: 'Down.', retryable: true };
const tooOld: MemoryError = { code: 'memory.validation', message: 'No.', retryable: false };
const withdrawn: MemoryError = { code: 'memory.unauthorized', message: 'No.', retryable: false };

/** A step that the background dies in: it never ends. */
const never = () => new Promise<never>(() => undefined);

let clock: number;

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  clock = 10_000;
});

/** A service that takes documents by their `custom_id` and has learned each when it is asked. */
function createService() {
  const documents = new Map<string, string>();
  let answer: Result<null, MemoryError> = ok(null);
  const add: MemoryClient['documents']['add'] = async ({ custom_id: customId = '' }) => {
    if (!answer.ok) return answer;
    const known = documents.get(customId);
    if (known === undefined) documents.set(customId, `doc-${documents.size + 1}`);
    const added: Added = {
      status: known === undefined ? 'queued' : 'exists',
      documentId: documents.get(customId) ?? null,
      path: null,
    };
    return ok(added);
  };
  const client = {
    documents: {
      add,
      get: async ({ id }: { id: string }) => ok({ id, learned: true }),
      list: async () => ok({ documents: [], nextCursor: null }),
    },
    memories: { add: async () => ok({ status: null, memoryId: 'note-1' }) },
  } as unknown as MemoryClient;
  return {
    documents,
    client,
    answerWith: (next: Result<null, MemoryError>) => {
      answer = next;
    },
  };
}

function createWorld(changes: Partial<OutboxPorts> = {}) {
  const database = createDatabaseOpener();
  const service = createService();
  const wakes: (number | null)[] = [];
  const store = createOutboxStore(database, () => undefined);
  const highlights = createHighlightStore(database);
  const ports: OutboxPorts = {
    store,
    highlights,
    readPage: async () => ok(capture),
    readSelection: async () => ok(selection),
    clientOf: async () => service.client,
    wakeAt: async (time) => void wakes.push(time),
    changed: () => undefined,
    removed: () => undefined,
    now: () => clock,
    ...changes,
  };
  return { ports, store, service, wakes, highlights, outbox: createOutbox(ports) };
}

/** Lets the learning watch's short waits pass until nothing is due within a minute. */
async function runToRest({ outbox, store }: ReturnType<typeof createWorld>): Promise<void> {
  for (let round = 0; round < 20; round++) {
    await outbox.resume();
    clock += 1_000;
  }
  expect((await store.active()).map(({ id }) => id)).toEqual([]);
}

const stateOf = async ({ store }: ReturnType<typeof createWorld>, item: OutboxItem) =>
  (await store.get(item.id))?.state;

describe('the outbox', () => {
  it('carries a page from the click to learned', async () => {
    const world = createWorld();
    const item = await world.outbox.request(outboxItem());

    await runToRest(world);

    expect(await stateOf(world, item)).toEqual({
      status: 'learned',
      existed: false,
      documentId: 'doc-1',
    });
    expect([...world.service.documents.keys()]).toEqual([pageUrl]);
  });

  it('carries a selection word for word, and remembers where it was', async () => {
    const world = createWorld();
    const item = await world.outbox.request(outboxItem({ kind: 'note' }));

    await runToRest(world);

    expect(await stateOf(world, item)).toEqual({ status: 'accepted', existed: false });
    const highlight = await world.highlights.find({ memoryId: 'note-1', text: '' });
    expect(highlight).toMatchObject({ text: 'pulls at\nthe sea', url: pageUrl });
  });

  it('asks to be woken before it writes the request down', async () => {
    const order: string[] = [];
    const world = createWorld();
    const outbox = createOutbox({
      ...world.ports,
      wakeAt: async () => void order.push('wake'),
      store: {
        ...world.store,
        insert: (item) => {
          order.push('write');
          return world.store.insert(item);
        },
      },
    });

    await outbox.request(outboxItem());

    expect(order).toEqual(['wake', 'write']);
  });

  it('takes the same id twice as one save', async () => {
    const world = createWorld();
    await world.outbox.request(outboxItem());
    await runToRest(world);

    const again = await world.outbox.request(outboxItem({ createdAt: 99_000 }));

    expect(again.state.status).toBe('learned');
    expect(await stateOf(world, again)).toMatchObject({ status: 'learned' });
  });

  it.each<[string, Partial<OutboxPorts>]>([
    ['reads the page', { readPage: never }],
    ['finds the client', { clientOf: never }],
  ])('goes on where a background died while it %s', async (_step, dying) => {
    const world = createWorld();
    const dead = createOutbox({ ...world.ports, ...dying });
    const item = await dead.request(outboxItem());
    void dead.resume();
    await new Promise(setImmediate);

    await runToRest(world);

    expect(await stateOf(world, item)).toMatchObject({ status: 'learned' });
    expect(world.service.documents.size).toBe(1);
  });

  it('sends again what a background died over, and the service knows it', async () => {
    const world = createWorld();
    const answerLost = {
      ...world.service.client,
      documents: {
        ...world.service.client.documents,
        add: async (...call: Parameters<MemoryClient['documents']['add']>) => {
          await world.service.client.documents.add(...call);
          return never();
        },
      },
    };
    const dead = createOutbox({ ...world.ports, clientOf: async () => answerLost });
    const item = await dead.request(outboxItem());
    void dead.resume();
    await expect.poll(() => world.service.documents.size).toBe(1);

    await runToRest(world);

    expect(await stateOf(world, item)).toMatchObject({ status: 'learned', existed: false });
    expect(world.service.documents.size).toBe(1);
  });

  it('does not let a page that never answers hold up the others', async () => {
    const world = createWorld();
    const outbox = createOutbox({
      ...world.ports,
      readPage: ({ title }) => (title === 'stuck' ? never() : Promise.resolve(ok(capture))),
    });
    const stuck = outboxItem({ source: { ...outboxItem().source, title: 'stuck' } });
    await outbox.request({ ...stuck, id: 'a' });
    void outbox.resume();
    const other = await outbox.request(outboxItem({ id: 'b' }));

    await outbox.resume();

    expect((await stateOf(world, other))?.status).toBe('learning');
  });

  it('waits while the service is down, and keeps the text', async () => {
    const world = createWorld();
    world.service.answerWith(err(serverDown));
    const item = await world.outbox.request(outboxItem());

    await world.outbox.resume();

    expect(await stateOf(world, item)).toMatchObject({ status: 'waiting', until: clock + 5_000 });
    expect((await world.store.get(item.id))?.material).not.toBeNull();
    expect(world.wakes.at(-1)).toBe(clock + 5_000);

    world.service.answerWith(ok(null));
    await runToRest(world);
    expect(await stateOf(world, item)).toMatchObject({ status: 'learned' });
  });

  it('keeps the reason of a refusal, and sends again only on the person’s word', async () => {
    const world = createWorld();
    world.service.answerWith(err(tooOld));
    const item = await world.outbox.request(outboxItem());
    await runToRest(world);
    expect(await stateOf(world, item)).toEqual({ status: 'refused', error: tooOld });

    world.service.answerWith(ok(null));
    await world.outbox.retry(item.id, null);
    await runToRest(world);

    expect(await stateOf(world, item)).toMatchObject({ status: 'learned' });
  });

  it('pauses where the credential was withdrawn, and asks for no wake', async () => {
    const world = createWorld();
    world.service.answerWith(err(withdrawn));
    const item = await world.outbox.request(outboxItem());

    await world.outbox.resume();

    expect(await stateOf(world, item)).toEqual({ status: 'paused', error: withdrawn });
    expect(world.wakes.at(-1)).toBeNull();
  });

  it('saves no other page than the one asked for', async () => {
    const world = createWorld({
      readPage: async () => ok({ ...capture, url: 'https://example.org/other' }),
    });
    const item = await world.outbox.request(outboxItem());

    await runToRest(world);

    expect(await stateOf(world, item)).toMatchObject({
      status: 'refused',
      error: { code: 'page.gone' },
    });
    expect(world.service.documents.size).toBe(0);
  });

  it('keeps a selection of a frame, whose address is not that of the page', async () => {
    const world = createWorld({
      readSelection: async () => ok({ ...selection, url: 'https://frame.example/inside' }),
    });
    const item = await world.outbox.request(outboxItem({ kind: 'note' }));

    await runToRest(world);

    expect(await stateOf(world, item)).toMatchObject({ status: 'accepted' });
  });

  it('keeps no selection of a page that the tab has gone to since', async () => {
    const world = createWorld({
      readSelection: async () => ok({ ...selection, pageUrl: 'https://example.org/other' }),
    });
    const item = await world.outbox.request(outboxItem({ kind: 'note' }));

    await runToRest(world);

    expect(await stateOf(world, item)).toMatchObject({ error: { code: 'page.gone' } });
  });

  it.each([
    { status: 'captured' },
    { status: 'learning', existed: false, documentId: 'd', polls: 0, nextPollAt: 0 },
  ] as const)('pauses what is $status where its home is gone, and rests', async (state) => {
    const world = createWorld({ clientOf: async () => null });
    const item = outboxItem({ state, material: pageMaterialOfTides, customId: pageUrl });
    await world.outbox.request(item);

    await world.outbox.resume();

    expect(await stateOf(world, item)).toMatchObject({
      status: 'paused',
      error: { code: 'home.none' },
    });
  });

  it('forgets the words of a highlight that is discarded', async () => {
    const world = createWorld({ clientOf: never });
    const item = await world.outbox.request(outboxItem({ kind: 'note' }));
    void world.outbox.resume();
    await expect.poll(() => stateOf(world, item)).toMatchObject({ status: 'captured' });

    await world.outbox.discard(item.id);

    expect(await world.highlights.find({ memoryId: null, text: selection.text })).toBeNull();
  });

  it('counts nothing as saved that a deleted Memory held', async () => {
    const told: string[] = [];
    const world = createWorld({
      changed: ({ id, state }) => void told.push(`${id} ${state.status}`),
      removed: (id) => void told.push(`${id} removed`),
    });
    const learned = { status: 'learned', existed: false, documentId: 'd' } as const;
    const paused = { status: 'paused', error: withdrawn } as const;
    await world.store.insert(outboxItem({ id: 'learned', state: learned }));
    await world.store.insert(outboxItem({ id: 'looked-for', state: paused }));
    await world.store.insert(
      outboxItem({ id: 'elsewhere', state: learned, container: { id: 'work', name: 'Work' } }),
    );
    const note = await world.outbox.request(outboxItem({ kind: 'note' }));
    await runToRest(world);
    told.length = 0;

    await world.outbox.forgetMemory('reading');

    expect((await world.store.ofPage(pageUrl)).map(({ id }) => id)).toEqual(['elsewhere']);
    expect(await world.highlights.find({ memoryId: 'note-1', text: selection.text })).toBeNull();
    expect(told.sort()).toEqual(
      [`${note.id} removed`, 'learned removed', 'looked-for removed'].sort(),
    );
  });

  it('refuses what was on its way to a deleted Memory, and keeps it', async () => {
    const told: string[] = [];
    const world = createWorld({
      changed: ({ id, state }) => void told.push(`${id} ${state.status}`),
    });
    const material = pageMaterialOfTides;
    const paused = { status: 'paused', error: withdrawn } as const;
    const refused = { status: 'refused', error: tooOld } as const;
    await world.store.insert(outboxItem({ id: 'requested' }));
    await world.store.insert(outboxItem({ id: 'paused', state: paused, material }));
    await world.store.insert(outboxItem({ id: 'refused', state: refused, material }));

    await world.outbox.forgetMemory('reading');

    const gone = { status: 'refused', error: { code: 'memory.not-found' } };
    expect(await world.store.get('requested')).toMatchObject({ state: gone, updatedAt: clock });
    expect(await world.store.get('paused')).toMatchObject({ state: gone, material });
    expect(await world.store.get('refused')).toMatchObject({ state: refused, updatedAt: 1_000 });
    expect(told.sort()).toEqual(['paused refused', 'requested refused']);
  });

  it('lets go of what the person discards while it is sent', async () => {
    const world = createWorld();
    const item = await world.outbox.request(outboxItem());
    const sent = world.outbox.resume();
    await world.outbox.discard(item.id);

    await sent;

    expect(await world.store.get(item.id)).toBeNull();
  });
});
