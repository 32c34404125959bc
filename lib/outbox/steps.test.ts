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

describe('a selection saved twice by shortcut', () => {
  const anchor: Anchor = {
    quote: { exact: selection.text, prefix: '', suffix: '' },
    position: { start: 9, end: 24 },
  };
  const readSelection = async () => ok({ ...selection, anchor });
  const first = outboxItem({ kind: 'note' });
  const second = { ...first, id: '0a1d8f5e-0b57-4d8c-9a49-7f3a3f0c2b13', createdAt: 2_000 };
  const notesIn = async (world: ReturnType<typeof createWorld>) =>
    (await world.highlights.ofPage(first.pageKey)).map(({ id }) => id);

  it('is stored once, and the second save refers to the first', async () => {
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

  it('is stored once even if both saves are read at the same time', async () => {
    const world = createWorld({ readSelection });
    await world.request(first);
    await world.request(second);

    await world.runToRest();

    expect(world.service.notes).toHaveLength(1);
    expect(await notesIn(world)).toEqual([first.id]);
  });

  it.each([
    ['in another Memory', { container: { id: 'work', name: 'Work' } }, anchor.position],
    ['elsewhere on the page', {}, { start: 90, end: 105 }],
  ])('is stored as another note %s', async (_, changes, position) => {
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

  it('is stored again if the earlier note was refused', async () => {
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
