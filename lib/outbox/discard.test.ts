import { beforeEach, describe, expect, it } from 'vitest';
import { outboxItem, pageMaterialOfTides, pageUrl } from '../../tests/fixtures/outbox-item.ts';
import {
  createWorld,
  emptyDatabase,
  never,
  requestOf,
  selection,
  unreachable,
} from '../../tests/fixtures/outbox-world.ts';

beforeEach(emptyDatabase);

const minute = 60_000;
const captured = { status: 'captured' } as const;

/** Creates a promise that the test resolves to finish a service call. */
function createGate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

describe('a discarded item', () => {
  it('is hidden, can be restored unchanged, and is then sent', async () => {
    const world = createWorld();
    const item = await world.request(outboxItem());

    await world.outbox.discard(item.id);
    await world.outbox.resume();

    expect(world.told).toEqual([`${item.id} requested`, `${item.id} removed`]);
    expect((await world.store.list()).items).toEqual([]);
    expect(await world.store.ofPage(pageUrl)).toEqual([]);
    expect(await world.outbox.editable(item.id)).toBeNull();
    expect(world.service.calls()).toBe(0);

    expect(await world.outbox.restore(item.id)).toMatchObject({
      ok: true,
      value: { state: { status: 'requested' } },
    });
    expect(world.told.at(-1)).toBe(`${item.id} requested`);
    await world.runToRest();
    expect(await world.stateOf(item)).toMatchObject({ status: 'learned' });
  });

  it('is deleted after ten minutes, with its highlight', async () => {
    const world = createWorld({ clientOf: never });
    const item = await world.request(outboxItem({ kind: 'note' }));
    void world.outbox.resume();
    await expect.poll(() => world.stateOf(item)).toMatchObject({ status: 'sending' });
    const find = () => world.highlights.find({ memoryId: null, text: selection.text });

    await world.outbox.discard(item.id);
    world.clock.now += 10 * minute - 1;
    await world.restarted().resume();
    expect(await find()).not.toBeNull();
    expect(world.wakes.at(-1)).toBe(world.clock.now + 1);

    world.clock.now += 1;
    await world.restarted().resume();

    expect(await world.store.get(item.id)).toBeNull();
    expect(await find()).toBeNull();
    expect(world.wakes.at(-1)).toBeNull();
    expect(await world.outbox.restore(item.id)).toMatchObject({
      error: { code: 'memory.not-found' },
    });
  });

  it('wakes the background when the item is due for deletion', async () => {
    const world = createWorld();
    const error = { code: 'page.gone', message: 'Gone.', retryable: false } as const;
    await world.store.insert(outboxItem({ state: { status: 'refused', error } }));

    await world.outbox.discard(outboxItem().id);

    expect(world.wakes).toEqual([world.clock.now + 10 * minute]);
  });

  it('is not deleted if it is restored at the last moment', async () => {
    const world = createWorld();
    const state = { status: 'discarded', until: 1, before: captured } as const;
    const item = outboxItem({ state, material: pageMaterialOfTides, customId: pageUrl });
    await world.store.insert(item);
    const outbox = createWorld({
      store: {
        ...world.store,
        removeIf: async (id, mayGo) => {
          await world.outbox.restore(id);
          return world.store.removeIf(id, mayGo);
        },
      },
    }).outbox;

    await outbox.resume();

    expect(await world.stateOf(item)).toEqual(captured);
  });

  it('is restored as accepted if the response arrived meanwhile, and is sent once', async () => {
    const world = createWorld();
    const { opened, open } = createGate();
    world.service.holdUntil(opened);
    const item = await world.request(outboxItem());
    const resumed = world.outbox.resume();
    await expect.poll(() => world.service.calls()).toBe(1);

    await world.outbox.discard(item.id);
    world.told.length = 0;
    open();
    await resumed;

    expect(world.told).toEqual([]);
    expect(await world.stateOf(item)).toMatchObject({
      status: 'discarded',
      before: { status: 'learning' },
    });
    await world.outbox.restore(item.id);
    await world.runToRest();
    expect(await world.stateOf(item)).toMatchObject({ status: 'learned', existed: false });
    expect(world.service.calls()).toBe(1);
  });

  it('keeps waiting for its response if it is restored before the response arrives', async () => {
    const world = createWorld();
    const { opened, open } = createGate();
    world.service.holdUntil(opened);
    const item = await world.request(outboxItem());
    const resumed = world.outbox.resume();
    await expect.poll(() => world.service.calls()).toBe(1);

    await world.outbox.discard(item.id);
    await world.outbox.restore(item.id);
    await world.outbox.resume();
    open();
    await resumed;
    await world.runToRest();

    expect(await world.stateOf(item)).toMatchObject({ status: 'learned', existed: false });
    expect(world.service.calls()).toBe(1);
  });

  it('is sent again if it is restored after the background that sent it stopped', async () => {
    const world = createWorld();
    world.service.holdUntil(never());
    const item = await world.request(outboxItem());
    void world.outbox.resume();
    await expect.poll(() => world.service.calls()).toBe(1);
    await world.outbox.discard(item.id);
    world.service.holdUntil(Promise.resolve());

    const next = world.restarted();
    await next.resume();
    expect(world.service.calls()).toBe(1);
    await next.restore(item.id);
    await next.resume();

    expect(world.service.calls()).toBe(2);
    expect(await world.stateOf(item)).toMatchObject({ status: 'learning' });
  });

  it('is restored as waiting if sending it failed meanwhile', async () => {
    const world = createWorld();
    const { opened, open } = createGate();
    world.service.holdUntil(opened);
    world.service.failWith(unreachable);
    const item = await world.request(outboxItem());
    const resumed = world.outbox.resume();
    await expect.poll(() => world.service.calls()).toBe(1);
    await world.outbox.discard(item.id);
    open();
    await resumed;

    expect(await world.outbox.restore(item.id)).toMatchObject({
      value: { state: { status: 'waiting', attempt: 1, error: unreachable } },
    });
  });

  it('is restored by a repeated request', async () => {
    const world = createWorld();
    const item = await world.request(outboxItem());
    await world.outbox.discard(item.id);

    expect(await requestOf(world.outbox, outboxItem())).toMatchObject({
      id: item.id,
      state: { status: 'requested' },
    });
  });

  it('does not affect a new save of its page', async () => {
    const world = createWorld();
    const old = await world.request(outboxItem({ id: 'old' }));
    await world.runToRest();
    await world.outbox.discard(old.id);

    const fresh = await world.request(outboxItem({ id: 'fresh' }));
    await world.runToRest();
    world.clock.now += 10 * minute;
    await world.outbox.resume();

    expect(await world.store.get('old')).toBeNull();
    expect(await world.stateOf(fresh)).toMatchObject({ status: 'learned', existed: true });
    expect((await world.store.ofPage(pageUrl)).map(({ id }) => id)).toEqual(['fresh']);
  });

  it('is reported as removed once, no matter how many times it is discarded', async () => {
    const world = createWorld();
    const item = await world.request(outboxItem());
    await world.outbox.discard(item.id);
    await world.outbox.discard(item.id);
    await world.outbox.discard('none');

    expect(world.told.filter((word) => word.endsWith('removed'))).toEqual([`${item.id} removed`]);
  });

  it('is deleted with its Memory if it was delivered, and restored as refused otherwise', async () => {
    const world = createWorld();
    const learned = { status: 'learned', existed: false, documentId: 'd' } as const;
    await world.store.insert(
      outboxItem({ id: 'had', state: { status: 'discarded', until: 99_000, before: learned } }),
    );
    await world.store.insert(
      outboxItem({
        id: 'had-not',
        material: pageMaterialOfTides,
        state: { status: 'discarded', until: 99_000, before: captured },
      }),
    );

    await world.outbox.forgetMemory('reading');

    expect(await world.store.get('had')).toBeNull();
    expect(await world.outbox.restore('had-not')).toMatchObject({
      value: { state: { status: 'refused', error: { code: 'memory.not-found' } } },
    });
  });
});
