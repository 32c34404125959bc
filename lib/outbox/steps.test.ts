import { beforeEach, describe, expect, it } from 'vitest';
import { outboxItem } from '../../tests/fixtures/outbox-item.ts';
import {
  createWorld,
  emptyDatabase,
  selection,
  tooOld,
} from '../../tests/fixtures/outbox-world.ts';
import type { Anchor } from '../capture/schema.ts';
import { ok } from '../contract/result.ts';

beforeEach(emptyDatabase);

describe('words that are kept by the shortcut twice', () => {
  const anchor: Anchor = {
    quote: { exact: selection.text, prefix: '', suffix: '' },
    position: { start: 9, end: 24 },
  };
  const readSelection = async () => ok({ ...selection, anchor });
  const first = outboxItem({ kind: 'note' });
  const second = { ...first, id: '0a1d8f5e-0b57-4d8c-9a49-7f3a3f0c2b13', createdAt: 2_000 };
  const notesIn = async (world: ReturnType<typeof createWorld>) =>
    (await world.highlights.ofPage(first.pageKey)).map(({ id }) => id);

  it('are there once, and the second time is told where they are', async () => {
    const world = createWorld({ readSelection });
    await world.request(first);
    await world.runToRest();

    await world.request(second);
    await world.runToRest();

    expect(world.service.notes).toEqual([selection.text]);
    expect(world.told).toContain(`${second.id} is ${first.id}`);
    expect(await world.store.get(second.id)).toBeNull();
    expect(await notesIn(world)).toEqual([first.id]);
  });

  it('are there once also where both are read at the same time', async () => {
    const world = createWorld({ readSelection });
    await world.request(first);
    await world.request(second);

    await world.runToRest();

    expect(world.service.notes).toHaveLength(1);
    expect(await notesIn(world)).toEqual([first.id]);
  });

  it.each([
    ['in another Memory', { container: { id: 'work', name: 'Work' } }, anchor.position],
    ['at another place of the page', {}, { start: 90, end: 105 }],
  ])('are another note %s', async (_, changes, position) => {
    let at = anchor.position;
    const world = createWorld({
      readSelection: async () => ok({ ...selection, anchor: { ...anchor, position: at } }),
    });
    await world.request(first);
    await world.runToRest();

    at = position;
    await world.request({ ...second, ...changes });
    await world.runToRest();

    expect(world.service.notes).toHaveLength(2);
  });

  it('are kept where what kept them before was refused', async () => {
    const world = createWorld({ readSelection });
    world.service.failWith(tooOld);
    await world.request(first);
    await world.runToRest();

    world.service.answerWith(ok(null));
    await world.request(second);
    await world.runToRest();

    expect(world.service.notes).toEqual([selection.text]);
  });
});
