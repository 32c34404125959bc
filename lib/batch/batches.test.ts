import { beforeEach, describe, expect, it } from 'vitest';
import {
  batchId,
  bookmark,
  createBatchWorld,
  folder,
  secondId,
  settingsOf,
} from '../../tests/fixtures/batch-world.ts';
import { emptyDatabase, unreachable, withdrawn } from '../../tests/fixtures/outbox-world.ts';
import { ok } from '../contract/result.ts';
import { everySite } from '../url/origins.ts';
import { storageLimits } from '../outbox/storage.ts';
import type { BatchView } from './model.ts';

beforeEach(emptyDatabase);

type World = ReturnType<typeof createBatchWorld>;

function startTabs(world: World, count: number, borrowed: string[] = []) {
  const tabs = world.openTabs(count);
  return world.batches.start({
    id: batchId,
    memoryId: 'reading',
    from: { kind: 'tabs', tabs, borrowed },
  });
}

function startBookmarks(world: World, count: number, borrowed: string[] = []) {
  const all = Array.from({ length: count }, (_, index) => bookmark(`https://b.example/${index}`));
  world.state.bookmarks = folder('Harbours', all);
  return world.batches.start({
    id: batchId,
    memoryId: 'reading',
    from: { kind: 'bookmarks', folderId: 'Harbours', borrowed },
  });
}

async function viewOf({ batches }: Pick<World, 'batches'>): Promise<BatchView> {
  const [view] = await batches.list();
  if (view === undefined) throw new Error('No batch.');
  return view;
}

describe('a batch', () => {
  it('saves every tab once, four at a time', async () => {
    const world = createBatchWorld();

    const started = await startTabs(world, 10);

    expect(started).toMatchObject({
      value: { status: 'running', progress: { waiting: 6, underWay: 4 } },
    });
    await world.settle();
    expect(await viewOf(world)).toMatchObject({
      status: 'done',
      progress: { waiting: 0, underWay: 0, saved: 10, existed: 0, refused: 0, canceled: 0 },
    });
    expect(world.service.documents.size).toBe(10);
    expect(world.requests).toHaveLength(10);
    expect(world.watched.at(0)).toBe(true);
    expect(world.watched.at(-1)).toBe(false);
  });

  it('releases its borrowed origins if it can’t start', async () => {
    const world = createBatchWorld();
    const tabs = world.openTabs(1);
    const borrowed = ['https://site-1.example'];

    const started = await world.batches.start({
      id: batchId,
      memoryId: 'gone',
      from: { kind: 'tabs', tabs, borrowed },
    });

    expect(started).toMatchObject({ ok: false, error: { code: 'connection.no-memory' } });
    expect(world.released).toEqual(borrowed);
  });

  it('continues on outbox events alone', async () => {
    const world = createBatchWorld();
    await startTabs(world, 6);

    await world.outbox.resume();
    await world.batches.list();
    await expect.poll(async () => (await viewOf(world)).progress.waiting).toBe(0);
  });

  it('drops a page that is discarded before its entry is marked', async () => {
    const world = createBatchWorld();
    await startTabs(world, 5);
    const [first = ''] = world.requests;
    await world.batchStore.change(first, (entry) => ({ ...entry, status: 'waiting' }));
    await world.outbox.discard(first);
    await world.batchStore.change(first, (entry) => ({ ...entry, status: 'waiting' }));

    await world.settle();

    expect(await viewOf(world)).toMatchObject({ progress: { saved: 4, canceled: 1 } });
    expect(world.requests).toHaveLength(5);
  });

  it('cancels all batches and releases their origins when everything is deleted', async () => {
    const world = createBatchWorld();
    const borrowed = ['https://site-1.example', 'https://site-6.example'];
    await startTabs(world, 6, borrowed);
    const tabs = world.openTabs(6);
    await world.batches.start({
      id: secondId,
      memoryId: 'reading',
      from: { kind: 'tabs', tabs, borrowed: [] },
    });

    await world.batches.abandonAll();

    expect(world.released).toEqual(['tabs', 'tabs', ...borrowed]);
    expect((await world.batches.list()).map(({ status }) => status)).toEqual([
      'canceled',
      'canceled',
    ]);
    await world.settle();
    expect(world.requests).toHaveLength(4);
  });

  it('ignores a repeated start message', async () => {
    const world = createBatchWorld();
    await startTabs(world, 2);

    await startTabs(world, 2);
    await world.settle();

    expect(await world.batches.list()).toHaveLength(1);
    expect(world.requests).toHaveLength(2);
    expect(world.released).toEqual(['tabs']);
  });

  it('saves each address of a folder once and counts duplicates and refusals', async () => {
    const world = createBatchWorld();
    world.state.bookmarks = folder('Harbours', [
      bookmark('https://a.example/one#top', 'One'),
      folder('Within', [bookmark('https://a.example/one'), bookmark('https://a.example/two')]),
      bookmark('javascript:alert(1)', 'A program'),
    ]);

    await world.batches.start({
      id: batchId,
      memoryId: 'reading',
      from: { kind: 'bookmarks', folderId: 'Harbours', borrowed: [] },
    });
    await world.settle();

    expect(await viewOf(world)).toMatchObject({
      kind: 'bookmarks',
      name: 'Harbours',
      status: 'done',
      folded: 1,
      progress: { saved: 2, refused: 1 },
      reasons: [{ code: 'link.unusable', count: 1 }],
      refusals: [{ title: 'A program', isTab: false, error: { code: 'link.unusable' } }],
    });
    expect([...world.service.documents.keys()]).toEqual([
      'https://a.example/one',
      'https://a.example/two',
    ]);
    expect(world.released).toEqual(['bookmarks']);
  });

  it('counts pages the Memory already had', async () => {
    const world = createBatchWorld();
    await world.service.client.documents.add({
      container: 'reading',
      content: 'x',
      custom_id: 'https://b.example/0',
    });

    await startBookmarks(world, 3);
    await world.settle();

    expect((await viewOf(world)).progress).toMatchObject({ saved: 3, existed: 1 });
  });

  it('refuses tabs that were closed or navigated and saves the others', async () => {
    const world = createBatchWorld();
    const tabs = world.openTabs(3);
    world.tabs.delete(1);
    world.tabs.set(2, 'https://elsewhere.example/');

    await world.batches.start({
      id: batchId,
      memoryId: 'reading',
      from: { kind: 'tabs', tabs, borrowed: [] },
    });
    await world.settle();

    expect(await viewOf(world)).toMatchObject({
      status: 'done',
      progress: { saved: 1, refused: 2 },
      reasons: [{ code: 'page.gone', count: 2 }],
    });
  });

  it('limits the entries in progress while the service is unreachable, then continues', async () => {
    const world = createBatchWorld();
    world.service.failWith(unreachable);
    await startBookmarks(world, 30);

    await world.settle();

    expect(world.requests).toHaveLength(8);
    expect((await viewOf(world)).progress).toMatchObject({ waiting: 22, underWay: 8 });
    world.service.answerWith({ ok: true, value: null });
    for (let round = 0; round < 5; round++) {
      await world.outbox.online();
      await world.settle();
    }
    expect((await viewOf(world)).progress).toMatchObject({ saved: 30 });
  });

  it('hands nothing over while paused and continues when resumed', async () => {
    const world = createBatchWorld();
    await startTabs(world, 10);

    await world.batches.pause(batchId);
    await world.settle();
    expect(await viewOf(world)).toMatchObject({
      status: 'paused',
      trouble: null,
      progress: { saved: 4, waiting: 6 },
    });

    await world.batches.resume(batchId);
    await world.settle();
    expect(await viewOf(world)).toMatchObject({ status: 'done', progress: { saved: 10 } });
  });

  it('is done once its last pages are saved, even if it is paused', async () => {
    const world = createBatchWorld();
    await startTabs(world, 3, ['https://site-1.example']);

    const paused = await world.batches.pause(batchId);
    expect(paused).toMatchObject({ value: { status: 'paused', progress: { underWay: 3 } } });
    await world.settle();

    expect(await viewOf(world)).toMatchObject({
      status: 'done',
      trouble: null,
      progress: { saved: 3, underWay: 0 },
    });
    expect(world.released).toEqual(['tabs', 'https://site-1.example']);
  });

  it('finishes pages in progress when canceled and drops the rest', async () => {
    const world = createBatchWorld();
    await startTabs(world, 10, ['https://site-1.example']);

    const canceled = await world.batches.cancel(batchId);

    expect(canceled).toMatchObject({ value: { status: 'canceled', progress: { canceled: 6 } } });
    expect(world.released).toEqual(['tabs']);
    await world.settle();
    expect(await viewOf(world)).toMatchObject({
      status: 'canceled',
      progress: { saved: 4, canceled: 6 },
    });
    expect(world.released).toEqual(['tabs', 'https://site-1.example']);
  });

  it('pauses with the service’s error when the key is revoked, and continues when resumed', async () => {
    const world = createBatchWorld();
    world.service.failWith(withdrawn);
    await startBookmarks(world, 20);

    await world.settle();
    expect(await viewOf(world)).toMatchObject({
      status: 'paused',
      trouble: { code: 'memory.unauthorized' },
    });
    expect(world.requests).toHaveLength(8);

    world.service.answerWith({ ok: true, value: null });
    await world.batches.resume(batchId);
    await world.settle();
    expect(world.told).toEqual(['try device-1']);
    expect(await viewOf(world)).toMatchObject({ status: 'done', progress: { saved: 20 } });
  });

  it('continues when its connection is back, unless the person paused it', async () => {
    const world = createBatchWorld();
    const { settings } = world.state;
    await startBookmarks(world, 20);
    world.state.settings = { connections: [], activeId: null };
    await world.settle();
    expect(await viewOf(world)).toMatchObject({
      status: 'paused',
      trouble: { code: 'connection.removed' },
    });

    world.state.settings = settings;
    await world.batches.continueWith('another');
    expect(await viewOf(world)).toMatchObject({ status: 'paused' });
    await world.batches.continueWith('device-1');
    expect(await viewOf(world)).toMatchObject({ status: 'running', trouble: null });

    await world.batches.pause(batchId);
    await world.batches.continueWith('device-1');
    expect(await viewOf(world)).toMatchObject({ status: 'paused' });
  });

  it('reports a full outbox and continues when there is space', async () => {
    const world = createBatchWorld({}, { ...storageLimits, unsentItems: 2 });
    await startTabs(world, 6);

    expect(await viewOf(world)).toMatchObject({
      status: 'running',
      trouble: { code: 'storage.full' },
      progress: { underWay: 2, waiting: 4, refused: 0 },
    });
    await world.settle();
    expect(await viewOf(world)).toMatchObject({ status: 'done', trouble: null });
  });

  it('releases its borrowed origins once its tabs are read', async () => {
    const world = createBatchWorld();
    world.state.keptOrigins.add('https://site-2.example');
    const borrowed = ['https://site-1.example', 'https://site-2.example'];

    await startTabs(world, 3, borrowed);
    expect(world.released).toEqual(['tabs']);
    await world.settle();

    expect(world.released).toEqual(['tabs', 'https://site-1.example']);
    expect((await viewOf(world)).borrowed).toEqual([]);
  });

  it('passes borrowed origins on to the next batch that needs them', async () => {
    const world = createBatchWorld();
    const tabs = world.openTabs(1);
    const from = { kind: 'tabs' as const, tabs, borrowed: [] };
    await startTabs(world, 1, ['https://site-1.example']);
    world.clock.now += 1;
    await world.batches.start({ id: secondId, memoryId: 'reading', from });
    await world.batches.pause(secondId);

    await world.settle();
    expect(world.released).toEqual(['tabs', 'tabs']);

    await world.batches.resume(secondId);
    await world.settle();
    expect(world.released).toEqual(['tabs', 'tabs', 'https://site-1.example']);
  });

  describe('with addresses that this device fetches', () => {
    /** Creates a world whose service hasn't fetched anything until `learn` or `failWith` is called. */
    function createFetchingWorld() {
      const world = createBatchWorld();
      let look: Record<string, unknown> = { learned: false };
      world.service.client.documents.get = async ({ id }) => ok({ id, learned: false, ...look });
      return {
        ...world,
        learn: () => (look = { learned: true }),
        failWith: (reason: string) => (look = { learning_run: { status: 'failed', reason } }),
      };
    }

    it('keeps access to every site until the addresses are fetched', async () => {
      const world = createFetchingWorld();

      await startBookmarks(world, 2, [everySite]);
      await world.settle();
      expect(await viewOf(world)).toMatchObject({ status: 'running', progress: { underWay: 2 } });
      expect(world.released).toEqual(['bookmarks']);

      world.learn();
      world.clock.now += 400_000;
      await world.settle();
      expect(await viewOf(world)).toMatchObject({ status: 'done', progress: { saved: 2 } });
      expect(world.released).toEqual(['bookmarks', everySite]);
    });

    it('keeps access after a cancel until the addresses in progress are fetched', async () => {
      const world = createFetchingWorld();
      await startBookmarks(world, 20, [everySite]);

      await world.batches.cancel(batchId);
      await world.settle();
      expect(world.released).toEqual(['bookmarks']);

      world.learn();
      world.clock.now += 400_000;
      await world.settle();
      expect(await viewOf(world)).toMatchObject({ progress: { saved: 8, canceled: 12 } });
      expect(world.released).toEqual(['bookmarks', everySite]);
    });

    it('releases every site if it can’t start', async () => {
      const world = createBatchWorld();

      const started = await world.batches.start({
        id: batchId,
        memoryId: 'reading',
        from: { kind: 'bookmarks', folderId: 'Gone', borrowed: [everySite] },
      });

      expect(started.ok).toBe(false);
      expect(world.released).toEqual([everySite]);
    });

    it('counts addresses that couldn’t be fetched as refused, with the reason', async () => {
      const world = createFetchingWorld();
      world.failWith('No such page.');

      await startBookmarks(world, 5);
      await world.settle();

      expect(await viewOf(world)).toMatchObject({
        status: 'done',
        progress: { saved: 0, refused: 5 },
        reasons: [{ code: 'save.unlearned', count: 5 }],
        refusals: Array.from({ length: 5 }, () => ({ error: { message: 'No such page.' } })),
      });
    });

    it('ends with its addresses saved if the service never indexes them', async () => {
      const world = createFetchingWorld();

      await startBookmarks(world, 3, [everySite]);
      for (let hour = 0; hour < 8; hour += 1) {
        await world.settle();
        world.clock.now += 3_600_000;
      }

      expect(await viewOf(world)).toMatchObject({ status: 'done', progress: { saved: 3 } });
      expect(world.released).toEqual(['bookmarks', everySite]);
    });

    it('is done on another service once all addresses are accepted, then counts failed fetches as refused', async () => {
      const world = createFetchingWorld();
      world.state.settings = settingsOf('key');
      await startBookmarks(world, 3);
      for (let round = 0; round < 3; round += 1) {
        await world.outbox.resume();
        await world.batches.work();
      }
      expect(await viewOf(world)).toMatchObject({ status: 'done', progress: { saved: 3 } });

      world.failWith('No such page.');
      world.clock.now += 400_000;
      await world.settle();

      expect(await viewOf(world)).toMatchObject({
        status: 'done',
        progress: { saved: 0, refused: 3 },
      });
    });

    it('counts failures that an earlier background missed', async () => {
      const world = createFetchingWorld();
      world.state.settings = settingsOf('key');
      await startBookmarks(world, 3);
      for (let round = 0; round < 3; round += 1) {
        await world.outbox.resume();
        await world.batches.work();
      }
      await world.end();
      world.failWith('No such page.');
      world.clock.now += 400_000;
      for (let round = 0; round < 40; round += 1) {
        await world.outbox.resume();
        world.clock.now += 1_000;
      }

      const next = world.open(world.outbox);
      await next.work();

      const [view] = await next.list();
      expect(view).toMatchObject({ status: 'done', progress: { saved: 0, refused: 3 } });
    });
  });

  it('runs the older of two batches first', async () => {
    const world = createBatchWorld();
    await startTabs(world, 6);
    world.clock.now += 1;
    world.state.bookmarks = folder('Later', [bookmark('https://later.example/')]);
    const later = await world.batches.start({
      id: secondId,
      memoryId: 'reading',
      from: { kind: 'bookmarks', folderId: 'Later', borrowed: [] },
    });

    expect(later).toMatchObject({
      value: { isQueued: true, progress: { waiting: 1, underWay: 0 } },
    });
    await world.settle();
    expect((await world.batches.list()).map(({ status }) => status)).toEqual(['done', 'done']);
  });

  it('counts an item removed from the outbox as canceled', async () => {
    const world = createBatchWorld();
    await startTabs(world, 2);
    const [first] = world.requests;

    await world.outbox.discard(first ?? '');
    await world.settle();

    expect(await viewOf(world)).toMatchObject({
      status: 'done',
      progress: { saved: 1, canceled: 1 },
    });
  });

  it('saves the address of a refused page instead', async () => {
    const world = createBatchWorld();
    const tabs = world.openTabs(2);
    world.tabs.delete(1);
    const from = { kind: 'tabs' as const, tabs, borrowed: [] };
    await world.batches.start({ id: batchId, memoryId: 'reading', from });
    await world.settle();
    const [refusal] = (await viewOf(world)).refusals;

    const entries = [{ id: refusal?.id ?? '', newId: secondId }];
    await world.batches.link({ id: batchId, entries, borrowed: [] });
    await world.batches.link({ id: batchId, entries, borrowed: [] });
    await world.settle();

    expect(await viewOf(world)).toMatchObject({
      status: 'done',
      progress: { saved: 2, refused: 0 },
    });
    expect(world.requests.filter((id) => id === secondId)).toHaveLength(1);
  });

  it('keeps a sleeping tab’s origin until this device has fetched it', async () => {
    const world = createBatchWorld();
    const [awake] = world.openTabs(1);
    if (awake === undefined) throw new Error('There is no tab.');
    const asleep = { tabId: null, url: 'http://asleep.example/page', title: 'Asleep' };
    const borrowed = ['https://site-1.example', 'https://asleep.example'];
    const from = { kind: 'tabs' as const, tabs: [awake, asleep], borrowed };

    await world.batches.start({ id: batchId, memoryId: 'reading', from });
    const begun = await viewOf(world);
    // Accepted, but not fetched yet.
    await world.outbox.resume();
    await world.batches.work();

    expect(begun.origins).toEqual(borrowed);
    expect(world.released).not.toContain('https://asleep.example');
    await world.settle();
    expect(await viewOf(world)).toMatchObject({ status: 'done', progress: { saved: 2 } });
    expect(world.released).toContain('https://asleep.example');
  });

  it('releases an origin borrowed to save an address instead of a page', async () => {
    const world = createBatchWorld();
    const tabs = world.openTabs(1);
    world.tabs.delete(1);
    const from = { kind: 'tabs' as const, tabs, borrowed: [] };
    await world.batches.start({ id: batchId, memoryId: 'reading', from });
    await world.settle();
    const [refusal] = (await viewOf(world)).refusals;

    const entries = [{ id: refusal?.id ?? '', newId: secondId }];
    const borrowed = ['https://site-1.example'];
    await world.batches.link({ id: batchId, entries, borrowed });
    expect(world.released).not.toContain('https://site-1.example');
    await world.settle();

    expect(await viewOf(world)).toMatchObject({ status: 'done', progress: { saved: 1 } });
    expect(world.released).toContain('https://site-1.example');
  });

  it('retries a refused page', async () => {
    const noText = { code: 'page.no-text', message: 'None.', retryable: true } as const;
    let isEmpty = true;
    const { capture } = await import('../../tests/fixtures/outbox-world.ts');
    const world = createBatchWorld({
      readPage: async ({ url }) =>
        isEmpty ? { ok: false, error: noText } : { ok: true, value: { ...capture, url } },
    });
    await startTabs(world, 1);
    await world.settle();
    const [refusal] = (await viewOf(world)).refusals;
    expect(refusal?.error.code).toBe('page.no-text');

    isEmpty = false;
    await world.batches.again({ id: batchId, entryIds: [refusal?.id ?? ''], borrowed: [] });
    await world.settle();

    expect(await viewOf(world)).toMatchObject({
      status: 'done',
      progress: { saved: 1, refused: 0 },
    });
  });

  it('refuses an error page until the person retries it', async () => {
    const { capture } = await import('../../tests/fixtures/outbox-world.ts');
    const world = createBatchWorld({
      readPage: async ({ url }) => ({ ok: true, value: { ...capture, url, errorStatus: 404 } }),
    });
    await startTabs(world, 1);
    await world.settle();
    expect(await viewOf(world)).toMatchObject({ reasons: [{ code: 'page.error', count: 1 }] });
    const [refusal] = (await viewOf(world)).refusals;

    await world.batches.again({ id: batchId, entryIds: [refusal?.id ?? ''], borrowed: [] });
    await world.settle();

    expect(await viewOf(world)).toMatchObject({ progress: { saved: 1, refused: 0 } });
  });

  it('can be dismissed only after it has ended', async () => {
    const world = createBatchWorld();
    await startTabs(world, 2);

    expect(await world.batches.dismiss(batchId)).toMatchObject({ ok: false });
    await world.settle();
    expect(await world.batches.dismiss(batchId)).toMatchObject({ ok: true });

    expect(await world.batches.list()).toEqual([]);
    expect(await world.batchStore.entry(world.requests[0] ?? '')).toBeNull();
    expect(world.service.documents.size).toBe(2);
  });

  it('doesn’t start for a read-only connection', async () => {
    const world = createBatchWorld();
    const [listed] = world.state.settings.connections;
    if (listed === undefined) throw new Error('No connection.');
    const connection = { ...listed.connection, kind: 'read-only' } as typeof listed.connection;
    world.state.settings = { ...world.state.settings, connections: [{ ...listed, connection }] };

    expect(await startTabs(world, 1)).toMatchObject({ error: { code: 'memory.not-offered' } });

    expect(await world.batches.list()).toEqual([]);
  });
});
