import { beforeEach, describe, expect, it } from 'vitest';
import { outboxItem, pageMaterialOfTides, pageUrl } from '../../tests/fixtures/outbox-item.ts';
import { serviceLimits } from '../contract/limits.ts';
import { err, ok } from '../contract/result.ts';
import { mayHaveArrived } from './transition.ts';
import { storageLimits } from './storage.ts';
import { storageFull, storageFailed } from './model.ts';
import type { MemoryClient } from '../memory-client/client.ts';
import { createOutbox } from './outbox.ts';
import type { OutboxPorts } from './ports.ts';
import {
  capture,
  createWorld,
  emptyDatabase,
  never,
  requestOf,
  selection,
  serverDown,
  tooOld,
  unreachable,
  withdrawn,
} from '../../tests/fixtures/outbox-world.ts';

beforeEach(emptyDatabase);

const linkItem = outboxItem({
  kind: 'link',
  customId: pageUrl,
  material: { kind: 'link', customId: pageUrl, url: pageUrl, title: 'Tides', metadata: {} },
  state: { status: 'captured' },
});
const limited = { code: 'memory.rate-limited', message: 'Slow.', retryable: true } as const;

describe('the outbox', () => {
  it('saves a page from the request to its indexing', async () => {
    const world = createWorld();
    const item = await world.request(outboxItem());

    await world.runToRest();

    expect(await world.stateOf(item)).toEqual({
      status: 'learned',
      existed: false,
      documentId: 'doc-1',
    });
    expect([...world.service.documents.keys()]).toEqual([pageUrl]);
  });

  it('uses a page’s opening words if it has no title', async () => {
    const world = createWorld({ readPage: async () => ok({ ...capture, title: '' }) });
    const item = await world.request(outboxItem());

    await world.runToRest();

    expect([...world.service.documents.values()]).toMatchObject([{ title: capture.content }]);
    expect(await world.store.get(item.id)).toMatchObject({ source: { title: capture.content } });
  });

  it('saves a selection unchanged, with its place on the page', async () => {
    const world = createWorld();
    const item = await world.request(outboxItem({ kind: 'note' }));

    await world.runToRest();

    expect(await world.stateOf(item)).toEqual({ status: 'accepted', existed: false });
    const highlight = await world.highlights.find({ memoryId: 'note-1', text: '' });
    expect(highlight).toMatchObject({ text: 'pulls at\nthe sea', url: pageUrl });
  });

  it('schedules a wake before it stores the request', async () => {
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

    await requestOf(outbox, outboxItem());

    expect(order).toEqual(['wake', 'write']);
  });

  it('treats a repeated id as one save', async () => {
    const world = createWorld();
    await world.request(outboxItem());
    await world.runToRest();

    const again = await world.request(outboxItem({ createdAt: 99_000 }));

    expect(again.state.status).toBe('learned');
    expect(await world.stateOf(again)).toMatchObject({ status: 'learned' });
  });

  it.each<[string, Partial<OutboxPorts>]>([
    ['reads the page', { readPage: never }],
    ['gets the client', { clientOf: never }],
  ])('continues if a background stopped while it %s', async (_step, dying) => {
    const world = createWorld();
    const dead = createOutbox({ ...world.ports, ...dying });
    const item = await requestOf(dead, outboxItem());
    void dead.resume();
    await new Promise(setImmediate);

    await world.runToRest();

    expect(await world.stateOf(item)).toMatchObject({ status: 'learned' });
    expect(world.service.documents.size).toBe(1);
  });

  it('sends an item again if the background stopped while sending it, and the service recognizes the item', async () => {
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
    const item = await requestOf(dead, outboxItem());
    void dead.resume();
    await expect.poll(() => world.service.documents.size).toBe(1);

    await world.runToRest();

    expect(await world.stateOf(item)).toMatchObject({ status: 'learned', existed: false });
    expect(world.service.documents.size).toBe(1);
  });

  it('does not let a page that never responds block the others', async () => {
    const world = createWorld();
    const outbox = createOutbox({
      ...world.ports,
      readPage: ({ title }) => (title === 'stuck' ? never() : Promise.resolve(ok(capture))),
    });
    const stuck = outboxItem({ source: { ...outboxItem().source, title: 'stuck' } });
    await requestOf(outbox, { ...stuck, id: 'a' });
    void outbox.resume();
    const other = await requestOf(outbox, outboxItem({ id: 'b' }));

    await outbox.resume();

    expect((await world.stateOf(other))?.status).toBe('learning');
  });

  it('waits while the service is down and keeps the text', async () => {
    const world = createWorld();
    world.service.answerWith(err(serverDown));
    const item = await world.request(outboxItem());

    await world.outbox.resume();

    expect(await world.stateOf(item)).toMatchObject({
      status: 'waiting',
      until: world.clock.now + 5_000,
    });
    expect((await world.store.get(item.id))?.material).not.toBeNull();
    expect(world.wakes.at(-1)).toBe(world.clock.now + 5_000);

    world.service.answerWith(ok(null));
    await world.runToRest();
    expect(await world.stateOf(item)).toMatchObject({ status: 'learned' });
  });

  it('keeps the reason for a refusal, and resends only at the person’s request', async () => {
    const world = createWorld();
    world.service.answerWith(err(tooOld));
    const item = await world.request(outboxItem());
    await world.runToRest();
    expect(await world.stateOf(item)).toEqual({ status: 'refused', error: tooOld });

    world.service.answerWith(ok(null));
    await world.outbox.retry(item.id, null);
    await world.runToRest();

    expect(await world.stateOf(item)).toMatchObject({ status: 'learned' });
  });

  it('pauses if the credential’s access was withdrawn, and schedules no wake', async () => {
    const world = createWorld();
    world.service.answerWith(err(withdrawn));
    const item = await world.request(outboxItem());

    await world.outbox.resume();

    expect(await world.stateOf(item)).toEqual({ status: 'paused', error: withdrawn });
    expect(world.wakes.at(-1)).toBeNull();
  });

  it('keeps an address until this device is allowed to fetch from its site', async () => {
    let mayFetch = false;
    const asked: string[] = [];
    const world = createWorld({
      mayFetch: async (connectionId, url) => {
        asked.push(`${connectionId} ${url}`);
        return mayFetch;
      },
    });
    const item = await world.request(linkItem);

    await world.outbox.resume();
    expect(await world.stateOf(item)).toMatchObject({
      status: 'paused',
      error: { code: 'link.not-permitted' },
    });
    expect(world.service.documents.size).toBe(0);
    expect(asked).toEqual([`device-1 ${pageUrl}`]);

    // A retry before permission is granted keeps the item paused.
    await world.outbox.retry(item.id, null);
    await world.outbox.resume();
    expect(await world.stateOf(item)).toMatchObject({ status: 'paused' });

    mayFetch = true;
    await world.restarted().retry(item.id, null);
    await world.runToRest();
    expect(await world.stateOf(item)).toMatchObject({ status: 'learned', existed: false });
  });

  it('needs no permission for the site of a page’s text', async () => {
    const world = createWorld({ mayFetch: async () => false });
    const item = await world.request(outboxItem());

    await world.runToRest();

    expect(await world.stateOf(item)).toMatchObject({ status: 'learned' });
  });

  it('names highlights of one page by their opening words, no matter how they were created', async () => {
    const world = createWorld();
    const read = await world.request(outboxItem({ kind: 'note' }));
    const words = { text: 'The moon\n\nIt pulls. My comment.', quote: 'The moon\n\nIt pulls.' };
    const id = '5b8f6a54-6f0e-4b9c-9d2f-0a4f6c1de911';
    const at = { memoryId: null, url: pageUrl, title: 'Tides', anchor: null, createdAt: 1 };
    const note = outboxItem({
      id,
      kind: 'note',
      material: { kind: 'note', content: words.text },
      state: { status: 'captured' },
    });

    await world.outbox.request(note, { id, ...words, ...at });
    await world.runToRest();

    expect(await world.store.get(id)).toMatchObject({ opening: 'The moon It pulls.' });
    expect(await world.store.get(read.id)).toMatchObject({ opening: 'pulls at the sea' });
  });

  it('stores that a page was still loading, until it is read again', async () => {
    let isUnfinished = true;
    const world = createWorld({
      readPage: async () => ok(isUnfinished ? { ...capture, isUnfinished } : capture),
    });
    world.service.answerWith(err(tooOld));
    const item = await world.request(outboxItem());

    await world.runToRest();

    expect(await world.store.get(item.id)).toMatchObject({
      isUnfinished: true,
      material: { metadata: { is_unfinished: true } },
    });
    isUnfinished = false;
    const whole = await world.request(outboxItem({ id: crypto.randomUUID() }));
    await world.runToRest();
    expect(await world.store.get(whole.id)).not.toHaveProperty('isUnfinished');
  });

  it('saves a page with an error status unchanged, and stores the status', async () => {
    const world = createWorld({ readPage: async () => ok({ ...capture, errorStatus: 404 }) });
    const item = await world.request(outboxItem());

    await world.runToRest();

    expect(await world.store.get(item.id)).toMatchObject({
      errorStatus: 404,
      state: { status: 'learned' },
    });
  });

  it('reads the requested part of a page, and stores which part was read', async () => {
    const asked: (string | undefined)[] = [];
    const world = createWorld({
      readPage: async (_source, part) => {
        asked.push(part);
        return ok({ ...capture, part: 'page' });
      },
    });
    const wished = await world.request(outboxItem({ part: 'page' }));
    const usual = await world.request(outboxItem({ id: crypto.randomUUID() }));

    await world.runToRest();

    expect(new Set(asked)).toEqual(new Set(['page', undefined]));
    for (const { id } of [wished, usual]) {
      expect(await world.store.get(id)).toMatchObject({ part: 'page' });
    }
  });

  it('stores no part for a page that has only one text', async () => {
    const world = createWorld();
    const item = await world.request(outboxItem({ part: 'page' }));

    await world.runToRest();

    expect(await world.store.get(item.id)).not.toHaveProperty('part');
  });

  it('saves only the requested page', async () => {
    const world = createWorld({
      readPage: async () => ok({ ...capture, url: 'https://example.org/other' }),
    });
    const item = await world.request(outboxItem());

    await world.runToRest();

    expect(await world.stateOf(item)).toMatchObject({
      status: 'refused',
      error: { code: 'page.gone' },
    });
    expect(world.service.documents.size).toBe(0);
  });

  it('saves a selection in a frame, whose URL differs from the page’s', async () => {
    const world = createWorld({
      readSelection: async () => ok({ ...selection, url: 'https://frame.example/inside' }),
    });
    const item = await world.request(outboxItem({ kind: 'note' }));

    await world.runToRest();

    expect(await world.stateOf(item)).toMatchObject({ status: 'accepted' });
  });

  it('saves no selection from a page the tab has navigated to', async () => {
    const world = createWorld({
      readSelection: async () => ok({ ...selection, pageUrl: 'https://example.org/other' }),
    });
    const item = await world.request(outboxItem({ kind: 'note' }));

    await world.runToRest();

    expect(await world.stateOf(item)).toMatchObject({ error: { code: 'page.gone' } });
  });

  it('schedules a wake before each step, in case this background stops during it', async () => {
    const wakes: (number | null)[][] = [];
    const world: ReturnType<typeof createWorld> = createWorld({
      readPage: async () => {
        wakes.push([...world.wakes]);
        return ok(capture);
      },
    });
    await world.outbox.resume();
    expect(world.wakes).toEqual([null]);
    await world.request(outboxItem());

    await world.outbox.resume();

    expect(wakes).toEqual([[null, world.clock.now, world.clock.now + 30_000]]);
  });

  it('keeps a wake scheduled while an item is running, even if no other item is due', async () => {
    const world = createWorld({ readPage: never });
    await world.request(outboxItem({ id: 'stuck' }));
    await world.request(outboxItem({ id: 'note', kind: 'note' }));

    void world.outbox.resume();

    await expect.poll(() => world.stateOf({ id: 'note' })).toMatchObject({ status: 'accepted' });
    await expect.poll(() => world.wakes.length).toBeGreaterThan(3);
    expect(world.wakes.at(-1)).toBe(world.clock.now + 30_000);
  });

  it('returns a retried item, and nothing for an unknown item', async () => {
    const world = createWorld();
    world.service.answerWith(err(tooOld));
    const { id } = await world.request(outboxItem());
    await world.outbox.resume();

    expect(await world.outbox.retry(id, null)).toMatchObject({ id, state: { status: 'captured' } });
    await world.outbox.discard(id);
    expect(await world.outbox.retry(id, null)).toBeNull();
    expect(await world.outbox.retry('none', null)).toBeNull();
    expect(await world.outbox.restore('none')).toMatchObject({
      error: { code: 'memory.not-found' },
    });
  });

  it('refuses a page that could not be read, with the reason', async () => {
    const error = { code: 'page.no-text', message: 'Nothing.', retryable: false } as const;
    const world = createWorld({ readPage: async () => err(error) });
    const item = await world.request(outboxItem());

    await world.runToRest();

    expect(await world.stateOf(item)).toEqual({ status: 'refused', error });
  });

  it('sends the person’s title, and a version next to the existing page', async () => {
    const world = createWorld();
    const item = await world.request(
      outboxItem({ ownTitle: 'Why the sea moves', isVersion: true }),
    );

    await world.runToRest();

    const [[customId, sent] = []] = [...world.service.documents];
    expect(sent).toMatchObject({ title: 'Why the sea moves' });
    expect(customId).not.toBe(pageUrl);
    expect(await world.store.get(item.id)).toMatchObject({ customId });
  });

  it.each([
    ['with its link text', 'Tides', { title: 'Tides' }],
    ['without a title', null, {}],
  ])('sends an address %s', async (_, title, named) => {
    const sent: unknown[] = [];
    const world: ReturnType<typeof createWorld> = createWorld({
      clientOf: async () => {
        const { client } = world.service;
        const add: MemoryClient['documents']['add'] = async (input) => {
          sent.push(input);
          return client.documents.add(input);
        };
        return { ...client, documents: { ...client.documents, add } };
      },
    });
    const material = {
      kind: 'link',
      customId: pageUrl,
      url: pageUrl,
      title,
      metadata: {},
    } as const;
    await world.request(outboxItem({ ...linkItem, material }));

    await world.runToRest();

    const common = { container: 'reading', url: pageUrl, custom_id: pageUrl, metadata: {} };
    expect(sent).toStrictEqual([{ ...common, ...named }]);
  });

  it.each([
    ['counts an attempt that threw as possibly delivered', null, 'refused'],
    ['does not count an attempt rejected by a rate limit', limited, 'waiting'],
  ] as const)('%s, for a note', async (_, error, status) => {
    const world: ReturnType<typeof createWorld> = createWorld({
      clientOf: async () => {
        const { client } = world.service;
        const add: MemoryClient['memories']['add'] = async () => {
          if (error === null) throw new Error('a bug');
          return err(error);
        };
        return { ...client, memories: { ...client.memories, add } };
      },
    });
    const item = await world.request(outboxItem({ kind: 'note' }));
    for (let hour = 0; hour < 4; hour += 1) {
      await world.outbox.resume();
      world.clock.now += 3_600_000;
    }

    expect(await world.stateOf(item)).toMatchObject({ status });
  });

  it('refuses a note whose text could not be read, with the reason', async () => {
    const error = { code: 'selection.empty', message: 'Nothing.', retryable: false } as const;
    const world = createWorld({ readSelection: async () => err(error) });
    const item = await world.request(outboxItem({ kind: 'note' }));

    await world.runToRest();

    expect(await world.stateOf(item)).toEqual({ status: 'refused', error });
    expect(await world.highlights.ofPage(pageUrl)).toEqual([]);
  });

  it.each(['page.restricted', 'page.reader-view', 'page.pdf'] as const)(
    'uses the selection reported by the browser if reading fails with %s',
    async (code) => {
      const error = { code, message: 'Closed.', retryable: false };
      const world = createWorld({ readSelection: async () => err(error) });
      const item = await world.request(outboxItem({ kind: 'note', selectionText: 'The lamps' }));

      await world.runToRest();

      expect(await world.stateOf(item)).toMatchObject({ status: 'accepted' });
      expect(await world.itemOf(item)).not.toHaveProperty('selectionText');
      expect(await world.highlights.ofPage(pageUrl)).toMatchObject([{ text: 'The lamps' }]);
    },
  );

  it.each([
    ['selection.empty', 'The lamps'],
    ['page.gone', 'The lamps'],
    ['page.restricted', 'lamp '.repeat(serviceLimits.contentBytes / 5 + 1)],
  ] as const)(
    'ignores the reported selection if reading fails with %s',
    async (code, selectionText) => {
      const error = { code, message: 'No.', retryable: false };
      const world = createWorld({ readSelection: async () => err(error) });
      const item = await world.request(outboxItem({ kind: 'note', selectionText }));

      await world.runToRest();

      expect(await world.stateOf(item)).toMatchObject({ status: 'refused', error: { code } });
      const kept = await world.itemOf(item);
      expect(kept).not.toHaveProperty('selectionText');
      expect(kept?.material).toBeNull();
      expect(await world.highlights.ofPage(pageUrl)).toEqual([]);
    },
  );

  it('saves a note whose id the service did not return', async () => {
    const world: ReturnType<typeof createWorld> = createWorld({
      clientOf: async () => {
        const { client } = world.service;
        const add = async () => ok({ status: null, memoryId: null });
        return { ...client, memories: { ...client.memories, add } };
      },
    });
    const item = await world.request(outboxItem({ kind: 'note' }));

    await world.runToRest();

    expect(await world.stateOf(item)).toEqual({ status: 'accepted', existed: false });
    expect(await world.store.get(item.id)).not.toHaveProperty('noteId');
  });

  it('refuses an item whose text is lost instead of sending it without text', async () => {
    const world = createWorld();
    const item = await world.request(outboxItem({ state: { status: 'sending', attempt: 1 } }));

    await world.runToRest();

    expect(await world.stateOf(item)).toMatchObject({
      status: 'refused',
      error: { code: 'internal', retryable: false },
    });
    expect(world.service.calls()).toBe(0);
  });

  it.each([
    { status: 'captured' },
    { status: 'learning', existed: false, documentId: 'd', polls: 0, nextPollAt: 0 },
  ] as const)('pauses an item that is $status if its connection was removed', async (state) => {
    const world = createWorld({ clientOf: async () => null });
    const item = outboxItem({ state, material: pageMaterialOfTides, customId: pageUrl });
    await world.request(item);

    await world.outbox.resume();

    expect(await world.stateOf(item)).toMatchObject({
      status: 'paused',
      error: { code: 'connection.removed' },
    });
  });

  it('removes saves that a deleted Memory contained', async () => {
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
    const note = await world.request(outboxItem({ kind: 'note' }));
    await world.runToRest();
    told.length = 0;

    await world.outbox.forgetMemory('reading');

    expect((await world.store.ofPage(pageUrl)).map(({ id }) => id)).toEqual(['elsewhere']);
    expect(await world.highlights.find({ memoryId: 'note-1', text: selection.text })).toBeNull();
    expect(told.sort()).toEqual(
      [`${note.id} removed`, 'learned removed', 'looked-for removed'].sort(),
    );
  });

  it('keeps unsent items of a deleted Memory and marks them as refused', async () => {
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
    expect(await world.store.get('requested')).toMatchObject({
      state: gone,
      updatedAt: world.clock.now,
    });
    expect(await world.store.get('paused')).toMatchObject({ state: gone, material });
    expect(await world.store.get('refused')).toMatchObject({ state: refused, updatedAt: 1_000 });
    expect(told.sort()).toEqual(['paused refused', 'requested refused']);
  });

  it('rejects a save if the outbox is full, and keeps the other saves', async () => {
    const world = createWorld({}, { ...storageLimits, unsentItems: 1 });
    const kept = await world.request(outboxItem({ id: 'a' }));
    world.told.length = 0;

    expect(await world.outbox.request(outboxItem({ id: 'b' }))).toEqual({
      ok: false,
      error: storageFull,
    });

    expect(await world.store.get('b')).toBeNull();
    expect(world.told).toEqual([]);
    await world.runToRest();
    expect(await world.stateOf(kept)).toMatchObject({ status: 'learned' });
    expect(await world.request(outboxItem({ id: 'b' }))).toMatchObject({ id: 'b' });
  });

  it('reports that the browser could not store a save', async () => {
    const world = createWorld();
    const outbox = createOutbox({
      ...world.ports,
      store: { ...world.store, insert: async () => err('unwritten') },
    });

    expect(await outbox.request(outboxItem())).toEqual({ ok: false, error: storageFailed });
    expect(world.told).toEqual([]);
  });

  it('refuses a page whose text exceeds the storage limit, and reads it again once there is space', async () => {
    const world = createWorld({}, { ...storageLimits, unsentBytes: 800 });
    world.service.failWith(unreachable);
    const first = await world.request(outboxItem({ id: 'a' }));
    const second = await world.request(outboxItem({ id: 'b' }));
    await world.outbox.resume();
    // Both pages are read at the same time, and only the first text fits.
    const states = [await world.stateOf(first), await world.stateOf(second)];
    const [refused, other] = states[0]?.status === 'refused' ? [first, second] : [second, first];
    expect(await world.stateOf(refused)).toMatchObject({ status: 'refused', error: storageFull });
    expect(await world.stateOf(other)).toMatchObject({ status: 'waiting' });

    world.service.answerWith(ok(null));
    await world.runToRest();
    await world.outbox.retry(refused.id, null);
    await world.runToRest();

    expect(await world.stateOf(refused)).toMatchObject({ status: 'learned' });
  });

  it('removes the oldest finished items and reports their removal', async () => {
    const world = createWorld({}, { ...storageLimits, finishedItems: 2 });
    for (const id of ['a', 'b', 'c']) {
      await world.request(outboxItem({ id }));
      await world.runToRest();
    }

    expect(await world.store.get('a')).toBeNull();
    expect(await world.store.get('c')).not.toBeNull();
    expect(world.told).toContain('a removed');
    expect(world.told).not.toContain('b removed');
  });

  it.each([
    ['comes online', unreachable, 'learning'],
    ['comes online, but a rate limit applies', limited, 'waiting'],
  ])('continues at once when the browser %s', async (_what, error, status) => {
    const world = createWorld();
    world.service.failWith(error);
    const item = await world.request(outboxItem());
    await world.outbox.resume();
    expect(await world.stateOf(item)).toMatchObject({ status: 'waiting', attempt: 1 });
    world.service.answerWith(ok(null));

    await world.outbox.online();
    await world.outbox.resume();

    expect((await world.stateOf(item))?.status).toBe(status);
  });

  it.each([
    ['was unreachable', unreachable, 'learning'],
    ['failed for another reason', limited, 'waiting'],
  ])(
    'handles an item whose service %s, once its connection is reachable',
    async (_what, error, status) => {
      const world = createWorld();
      world.service.failWith(error);
      const item = await world.request(outboxItem());
      const elsewhere = await world.request(outboxItem({ id: 'b', connectionId: 'other' }));
      await world.outbox.resume();
      world.service.answerWith(ok(null));
      world.clock.now += 1;

      await world.outbox.reachedAgain(item.connectionId, world.clock.now);
      await world.outbox.resume();

      expect((await world.stateOf(item))?.status).toBe(status);
      expect((await world.stateOf(elsewhere))?.status).toBe('waiting');
    },
  );

  it('keeps waiting if the successful request was sent before the failure', async () => {
    const world = createWorld();
    const askedAt = world.clock.now;
    world.service.failWith(unreachable);
    const item = await world.request(outboxItem());
    await world.outbox.resume();
    const before = await world.stateOf(item);

    await world.outbox.reachedAgain(item.connectionId, askedAt);

    expect(await world.stateOf(item)).toEqual(before);
  });

  it('keeps counting attempts across offline periods', async () => {
    const world = createWorld();
    world.service.failWith(unreachable);
    const item = await world.request(outboxItem());
    for (let times = 0; times < 3; times += 1) {
      await world.outbox.online();
      await world.outbox.resume();
    }

    expect(await world.stateOf(item)).toMatchObject({
      attempt: 3,
      until: world.clock.now + 60_000,
    });
  });

  it('reports a page as newly saved if it is retried after a lost response', async () => {
    const world = createWorld();
    world.service.loseAnswers(unreachable);
    const item = await world.request(outboxItem());
    await world.outbox.resume();
    world.service.answerWith(ok(null));

    await world.outbox.retry(item.id, null);
    await world.runToRest();

    expect(await world.stateOf(item)).toMatchObject({ status: 'learned', existed: false });
  });

  it('sends a note at most three times unless the person retries it', async () => {
    const world = createWorld();
    world.service.loseAnswers(serverDown);
    const item = await world.request(outboxItem({ kind: 'note' }));
    for (let hour = 0; hour < 9; hour += 1) {
      await world.outbox.resume();
      world.clock.now += 3_600_000;
    }

    expect(world.service.notes.length).toBe(3);
    expect(await world.store.get(item.id)).toMatchObject({
      state: { status: 'refused', error: mayHaveArrived },
      material: { kind: 'note', content: selection.text },
    });
  });

  it('keeps a note waiting while nothing responds', async () => {
    const world = createWorld();
    world.service.failWith(unreachable);
    const item = await world.request(outboxItem({ kind: 'note' }));
    for (let hour = 0; hour < 9; hour += 1) {
      await world.outbox.resume();
      world.clock.now += 3_600_000;
    }

    expect(await world.stateOf(item)).toMatchObject({ status: 'waiting', attempt: 9 });
  });

  it('schedules a wake even if the outbox could not start working', async () => {
    const wakes: (number | null)[] = [];
    const { store } = createWorld().ports;
    const world = createWorld({
      store: { ...store, due: () => Promise.reject(new Error('The disk is gone.')) },
      wakeAt: async (time) => void wakes.push(time),
    });

    await expect(world.outbox.resume()).rejects.toThrow('The disk is gone.');

    expect(wakes).toEqual([world.clock.now + 30_000]);
  });
});

describe('an address saved twice before its site is allowed', () => {
  const notAllowed = { mayFetch: async () => false };
  const again = { ...linkItem, id: '6a1d8f5e-0b57-4d8c-9a49-7f3a3f0c2b12', createdAt: 2_000 };

  it('is listed once, as saved last', async () => {
    const world = createWorld(notAllowed);
    const first = await world.request(linkItem);
    await world.outbox.resume();
    expect(await world.stateOf(first)).toMatchObject({ status: 'paused' });

    await world.outbox.replaceEarlier(await world.request(again));

    expect((await world.store.list()).items.map(({ id }) => id)).toEqual([again.id]);
    expect(world.told.at(-1)).toBe(`${first.id} removed`);
  });

  it('is listed twice if it is saved to another Memory', async () => {
    const world = createWorld(notAllowed);
    await world.request(linkItem);

    await world.outbox.replaceEarlier(
      await world.request({ ...again, container: { id: 'work', name: 'Work' } }),
    );

    expect((await world.store.list()).items).toHaveLength(2);
  });

  it('is listed twice if the earlier save is being sent', async () => {
    const world = createWorld({ clientOf: never });
    const first = await world.request(linkItem);
    void world.outbox.resume();
    await expect.poll(() => world.stateOf(first)).toMatchObject({ status: 'sending' });

    await world.outbox.replaceEarlier(await world.request(again));

    expect((await world.store.list()).items).toHaveLength(2);
  });
});
