import { beforeEach, describe, expect, it } from 'vitest';
import { outboxItem, pageMaterialOfTides, pageUrl } from '../../tests/fixtures/outbox-item.ts';
import { serviceLimits } from '../contract/limits.ts';
import type { OutboxItem } from './model.ts';
import { ok } from '../contract/result.ts';
import { noteContentOf } from '../notes/model.ts';
import { earlierText } from './transition.ts';
import { storageLimits } from './storage.ts';
import { storageFull } from './model.ts';
import {
  createWorld,
  emptyDatabase,
  never,
  selection,
  tooOld,
  unreachable,
} from '../../tests/fixtures/outbox-world.ts';

beforeEach(emptyDatabase);

const words = { title: 'Tides, revised', content: 'The sun pulls too.', memoryId: 'reading' };
const refused = { status: 'refused', error: tooOld } as const;
const page: OutboxItem = outboxItem({
  state: refused,
  material: pageMaterialOfTides,
  customId: pageUrl,
});

describe('editing an item', () => {
  it('keeps the text if an earlier text arrived and its response was lost', async () => {
    const world = createWorld();
    world.service.loseAnswers(unreachable);
    const { id } = await world.request(outboxItem());
    await world.outbox.resume();
    world.service.answerWith(ok(null));

    await world.outbox.edit(id, words);
    await world.outbox.resume();

    const state = { status: 'refused', error: earlierText };
    expect(await world.store.get(id)).toMatchObject({
      state,
      material: { content: words.content },
    });
    // The person deletes the earlier version from the Memory.
    world.service.documents.clear();
    await world.outbox.retry(id, null);
    await world.runToRest();
    expect(await world.stateOf({ id })).toMatchObject({ status: 'learned', existed: false });
    expect(world.service.documents.get(pageUrl)?.content).toBe(words.content);
  });

  it('keeps the text if the Memory has an earlier save of the page', async () => {
    const world = createWorld();
    await world.request(outboxItem());
    await world.runToRest();
    world.service.failWith(unreachable);
    const { id } = await world.request(outboxItem({ id: 'again' }));
    await world.outbox.resume();

    await world.outbox.edit(id, words);
    world.service.answerWith(ok(null));
    await world.outbox.resume();

    const state = { status: 'refused', error: earlierText };
    expect(await world.store.get(id)).toMatchObject({
      state,
      material: { content: words.content },
    });
  });

  it('sends the edited text under the page’s own custom_id', async () => {
    const world = createWorld();
    await world.store.insert(page);
    expect(await world.outbox.editable(page.id)).toEqual({
      title: 'Tides',
      content: 'The moon pulls at the sea.',
    });

    expect(await world.outbox.edit(page.id, words)).toMatchObject({
      ok: true,
      value: { state: { status: 'captured' }, source: { title: 'Tides, revised' } },
    });
    await world.runToRest();

    expect([...world.service.documents]).toEqual([
      [
        pageUrl,
        {
          id: 'doc-1',
          title: 'Tides, revised',
          content: 'The sun pulls too.',
          container: 'reading',
        },
      ],
    ]);
    expect(await world.stateOf(page)).toMatchObject({ status: 'learned' });
  });

  it('moves the item to another Memory of its connection', async () => {
    const world = createWorld();
    await world.store.insert(page);

    await world.outbox.edit(page.id, { ...words, memoryId: 'work' });
    await world.runToRest();

    expect(world.service.documents.get(pageUrl)).toMatchObject({ container: 'work' });
    expect((await world.store.get(page.id))?.container).toEqual({ id: 'work', name: 'Work' });
  });

  it('keeps an edited note’s hits linked to its page', async () => {
    const world = createWorld();
    world.service.failWith(tooOld);
    const note = await world.request(outboxItem({ kind: 'note' }));
    await world.outbox.resume();

    await world.outbox.edit(note.id, { ...words, title: null });
    world.service.answerWith(ok(null));
    await world.runToRest();

    expect(world.service.notes).toEqual(['The sun pulls too.']);
    expect(await world.highlights.find({ memoryId: null, text: words.content })).toMatchObject({
      id: note.id,
      url: pageUrl,
    });
    expect(await world.highlights.find({ memoryId: null, text: selection.text })).toBeNull();
  });

  it('uses the edited text of a note as its comment', async () => {
    const world = createWorld();
    world.service.failWith(tooOld);
    const note = await world.request(outboxItem({ kind: 'note' }));
    await world.outbox.resume();
    const comment = async () => (await world.highlights.get(note.id))?.comment;
    const withComment = (own: string) => ({
      title: null,
      content: noteContentOf({ quote: selection.text, comment: own, source: null }),
      memoryId: 'reading',
    });

    await world.outbox.edit(note.id, withComment('Mine.'));
    expect(await comment()).toBe('Mine.');
    await world.outbox.edit(note.id, { ...withComment(''), content: selection.text });
    expect(await comment()).toBeNull();
    await world.outbox.edit(note.id, withComment('Ours.'));

    expect(await world.highlights.get(note.id)).toMatchObject({
      quote: selection.text,
      comment: 'Ours.',
      text: withComment('Ours.').content,
    });
  });

  it.each([
    ['empty text', { ...words, content: '  ' }, 'memory.validation'],
    [
      'too much text',
      { ...words, content: 'x'.repeat(serviceLimits.contentBytes + 1) },
      'memory.validation',
    ],
    ['a title that is too long', { ...words, title: 'x'.repeat(513) }, 'memory.validation'],
    ['a Memory of another connection', { ...words, memoryId: 'elsewhere' }, 'connection.no-memory'],
  ])('rejects %s and changes nothing', async (_what, change, code) => {
    const world = createWorld();
    await world.store.insert(page);

    expect(await world.outbox.edit(page.id, change)).toMatchObject({ error: { code } });

    expect(await world.store.get(page.id)).toEqual(page);
    expect(world.told).toEqual([]);
  });

  /** Creates a world that signals when an edit starts waiting for an attempt to send. */
  function waitingWorld() {
    const { promise: waits, resolve } = Promise.withResolvers<AbortSignal>();
    const world = createWorld({
      sleep: (ms, signal) => {
        if (ms === 15_000) resolve(signal);
        return never();
      },
    });
    return { world, waits };
  }

  it('fails if the attempt in progress succeeds', async () => {
    const { world, waits } = waitingWorld();
    const { promise: held, resolve: release } = Promise.withResolvers<null>();
    world.service.holdUntil(held);
    const item = await world.request(outboxItem());
    void world.outbox.resume();
    await expect.poll(() => world.service.calls()).toBe(1);

    expect(await world.outbox.editable(item.id)).toBeNull();
    const edited = world.outbox.edit(item.id, words);
    await waits;
    release(null);

    expect(await edited).toMatchObject({ error: { code: 'save.sent' } });
    expect([...world.service.documents.values()]).toMatchObject([{ title: 'Tides' }]);
  });

  it('waits for the attempt in progress and is sent next if the attempt fails', async () => {
    const { world, waits } = waitingWorld();
    const { promise: held, resolve: release } = Promise.withResolvers<null>();
    world.service.holdUntil(held);
    world.service.failWith(unreachable);
    const item = await world.request(outboxItem());
    void world.outbox.resume();
    await expect.poll(() => world.service.calls()).toBe(1);

    const edited = world.outbox.edit(item.id, words);
    const patience = await waits;
    release(null);

    expect(await edited).toMatchObject({ ok: true, value: { source: { title: words.title } } });
    expect(patience.aborted).toBe(true);
  });

  it.each(['discard', 'forget'] as const)(
    'fails if the item is removed while it waits (%s)',
    async (end) => {
      const { world, waits } = waitingWorld();
      const { promise: held, resolve: release } = Promise.withResolvers<null>();
      world.service.holdUntil(held);
      const item = await world.request(outboxItem());
      void world.outbox.resume();
      await expect.poll(() => world.service.calls()).toBe(1);

      const edited = world.outbox.edit(item.id, words);
      await waits;
      await world.outbox[end](item.id);
      release(null);

      expect(await edited).toMatchObject({ error: { code: 'memory.not-found' } });
    },
  );

  it.each([
    ['another title', { title: 'Ebb' }],
    ['another text', { content: 'Ebb.' }],
    ['another Memory', { memoryId: 'work' }],
  ])('fails while an item with %s is being sent', async (_, change) => {
    const world = createWorld({ sleep: async () => undefined });
    world.service.holdUntil(never());
    await world.store.insert(page);
    await world.outbox.edit(page.id, words);
    void world.outbox.resume();
    await expect.poll(() => world.service.calls()).toBe(1);

    expect(await world.outbox.edit(page.id, { ...words, ...change })).toMatchObject({
      error: { code: 'save.sent' },
    });
  });

  it('does not wait forever for an attempt that doesn’t finish', async () => {
    const world = createWorld({ sleep: async () => undefined });
    world.service.holdUntil(never());
    const item = await world.request(outboxItem());
    void world.outbox.resume();
    await expect.poll(() => world.service.calls()).toBe(1);

    expect(await world.outbox.edit(item.id, words)).toMatchObject({
      error: { code: 'save.sent' },
    });
    expect((await world.store.get(item.id))?.material).toMatchObject({ title: 'Tides' });
  });

  it('succeeds when repeated while the edited text is being sent', async () => {
    const world = createWorld();
    world.service.holdUntil(never());
    await world.store.insert(page);
    await world.outbox.edit(page.id, words);
    void world.outbox.resume();
    await expect.poll(() => world.service.calls()).toBe(1);

    expect(await world.outbox.edit(page.id, words)).toMatchObject({
      ok: true,
      value: { state: { status: 'sending' }, source: { title: 'Tides, revised' } },
    });
  });

  it('fails for a discarded item', async () => {
    const world = createWorld();
    await world.store.insert(page);
    await world.outbox.discard(page.id);

    expect(await world.outbox.edit(page.id, words)).toMatchObject({
      error: { code: 'memory.not-found' },
    });
    expect(await world.outbox.edit('none', words)).toMatchObject({
      error: { code: 'memory.not-found' },
    });
  });

  it('fails if the text exceeds the storage limit', async () => {
    const world = createWorld({}, { ...storageLimits, unsentBytes: 120 });
    await world.store.insert(page);

    expect(await world.outbox.edit(page.id, { ...words, content: 'x'.repeat(200) })).toEqual({
      ok: false,
      error: storageFull,
    });
    expect(await world.store.get(page.id)).toEqual(page);
    expect(await world.outbox.edit(page.id, words)).toMatchObject({ ok: true });
  });
});
