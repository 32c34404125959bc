import { describe, expect, it } from 'vitest';
import { err } from '../contract/result.ts';
import { createPageHighlights } from './highlights.ts';
import { anchor, createWorld, highlightOf, noteOf, pageUrl } from './testing/world.ts';

const page = { tabId: 7, frameId: 0, pageUrl, frameUrl: pageUrl };
const frameUrl = 'https://frame.example/f';
const frame = { tabId: 7, frameId: 4, pageUrl, frameUrl };
const id = '8c0ee3f5-5f0e-4b43-9f4c-0a4cb2f5d1aa';

function selection(changes = {}) {
  return {
    url: pageUrl,
    canonicalLink: 'https://liar.example/',
    title: 'A',
    text: 'tides\nturn',
    isFocused: true,
    anchor,
    ...changes,
  };
}

describe('list', () => {
  it('returns highlights only to their page and frame', async () => {
    const { world, ports } = createWorld();
    world.highlights.set('a', highlightOf('a', { comment: 'mine' }));
    world.highlights.set('b', highlightOf('b', { url: frameUrl }));
    world.highlights.set('c', highlightOf('c', { pageKey: 'https://example.org/c' }));
    const marks = createPageHighlights(ports);

    expect(await marks.list(page)).toEqual([{ id: 'a', anchor, comment: 'mine', color: 'yellow' }]);
    expect(await marks.list(frame)).toEqual([{ id: 'b', anchor, comment: null, color: 'yellow' }]);
    expect(await marks.list({ ...page, pageUrl: 'https://example.org/d' })).toEqual([]);
  });

  it.each([
    ['is hidden', highlightOf('a', { isUnmarked: true }), undefined],
    ['has no anchor', highlightOf('a', { anchor: null }), undefined],
    [
      'was discarded with its note',
      highlightOf('a'),
      noteOf('a', { state: { status: 'discarded', until: 9, before: { status: 'captured' } } }),
    ],
  ])('leaves out a highlight that %s', async (_, highlight, item) => {
    const { world, ports } = createWorld();
    world.highlights.set('a', highlight);
    if (item !== undefined) world.items.set('a', item);

    expect(await createPageHighlights(ports).list(page)).toEqual([]);
  });

  it('keeps a highlight after its outbox row is deleted', async () => {
    const { world, ports } = createWorld();
    world.highlights.set('a', highlightOf('a'));

    expect(await createPageHighlights(ports).list(page)).toHaveLength(1);
  });
});

describe('save', () => {
  it('saves note and highlight under the URLs the browser reports', async () => {
    const { world, ports } = createWorld();

    const kept = await createPageHighlights(ports).save(
      { id, selection: selection({ url: 'https://liar.example/' }), comment: null },
      frame,
    );

    expect(kept).toEqual({ ok: true, value: { memory: 'Reading', color: 'yellow' } });
    expect(world.items.get(id)).toMatchObject({
      kind: 'note',
      state: { status: 'captured' },
      material: { kind: 'note', content: 'tides\nturn' },
      pageKey: pageUrl,
      source: { url: pageUrl, tabId: 7, frameId: 4 },
    });
    expect(world.highlights.get(id)).toMatchObject({
      quote: 'tides\nturn',
      text: 'tides\nturn',
      comment: null,
      url: frameUrl,
      pageKey: pageUrl,
      anchor,
    });
    expect(JSON.stringify([...world.items.values()])).not.toContain('liar');
    expect(world.worked).toBe(1);
  });

  it('separates the quote from the comment', async () => {
    const { world, ports } = createWorld();

    await createPageHighlights(ports).save({ id, selection: selection(), comment: 'why?' }, page);

    expect(world.items.get(id)?.material).toEqual({
      kind: 'note',
      content: '> tides\n> turn\n\nwhy?',
    });
    expect(world.highlights.get(id)).toMatchObject({ quote: 'tides\nturn', comment: 'why?' });
  });

  it('saves one note if repeated', async () => {
    const { world, ports } = createWorld();
    const marks = createPageHighlights(ports);

    await marks.save({ id, selection: selection(), comment: null }, page);
    world.highlights.set(id, { ...highlightOf(id), memoryId: 'mem-1' });
    await marks.save({ id, selection: selection(), comment: null }, page);

    expect(world.items.size).toBe(1);
    expect(world.highlights.get(id)?.memoryId).toBe('mem-1');
  });

  it.each([
    [
      'there is no connection',
      { code: 'connection.none', message: 'None.', retryable: false } as const,
    ],
    ['storage is full', { code: 'storage.full', message: 'Full.', retryable: false } as const],
  ])('returns the error and saves nothing if %s', async (_, error) => {
    const { world, ports } = createWorld();
    const failing =
      error.code === 'connection.none'
        ? { ...ports, place: async () => err(error) }
        : { ...ports, request: async () => err(error) };

    const kept = await createPageHighlights(failing).save(
      { id, selection: selection(), comment: null },
      page,
    );

    expect(kept).toEqual({ ok: false, error });
    expect(world.worked).toBe(0);
    expect(world.items.size).toBe(0);
  });

  it('saves nothing if the page navigated after the selection', async () => {
    const { world, ports } = createWorld();

    const kept = await createPageHighlights(ports).save(
      { id, selection: selection({ url: 'https://example.org/before' }), comment: 'mine' },
      page,
    );

    expect(kept).toMatchObject({ ok: false, error: { code: 'page.gone' } });
    expect(world.items.size).toBe(0);
  });

  it("rejects text that services don't accept", async () => {
    const { ports } = createWorld();

    const kept = await createPageHighlights(ports).save(
      { id, selection: selection({ text: ' \n ' }), comment: null },
      page,
    );

    expect(kept).toMatchObject({ ok: false, error: { code: 'memory.validation' } });
  });
});

describe('undo', () => {
  async function kept() {
    const { world, ports } = createWorld();
    const marks = createPageHighlights(ports);
    await marks.save({ id, selection: selection(), comment: null }, page);
    return { world, marks };
  }

  it('discards a note before it is sent, even if repeated', async () => {
    const { world, marks } = await kept();
    world.now += 9_999;

    expect(await marks.undo(id, page)).toEqual({ ok: true, value: null });
    expect(await marks.undo(id, page)).toEqual({ ok: true, value: null });

    expect(world.items.get(id)?.state.status).toBe('discarded');
    expect(await marks.list(page)).toEqual([]);
  });

  it('fails once the note can be sent', async () => {
    const { world, marks } = await kept();
    world.now += 10_000;

    expect(await marks.undo(id, page)).toMatchObject({ error: { code: 'save.sent' } });

    expect(world.items.get(id)?.state.status).toBe('captured');
  });

  it.each([
    ['another page', { ...page, pageUrl: 'https://example.org/b' }],
    ['a frame of its page', frame],
  ])('fails for %s', async (_, from) => {
    const { world, marks } = await kept();

    expect(await marks.undo(id, from)).toMatchObject({ error: { code: 'memory.not-found' } });

    expect(world.items.get(id)?.state.status).toBe('captured');
  });
});

describe('setVisible and placed', () => {
  it('hides and shows a highlight for its own page', async () => {
    const { world, ports } = createWorld();
    world.highlights.set('a', highlightOf('a'));
    const marks = createPageHighlights(ports);

    await marks.editorFor(page).setVisible('a', false);
    expect(await marks.list(page)).toEqual([]);
    await marks.editorFor(page).setVisible('a', true);

    expect(await marks.list(page)).toHaveLength(1);
  });

  it.each([
    ['another page', { ...page, pageUrl: 'https://example.org/b' }],
    ['a frame of its page', frame],
  ])('rejects changes by %s', async (_, from) => {
    const { world, ports } = createWorld();
    world.highlights.set('a', highlightOf('a'));

    const answer = await createPageHighlights(ports).editorFor(from).setVisible('a', false);

    expect(answer).toMatchObject({ ok: false, error: { code: 'memory.not-found' } });
    expect(world.highlights.get('a')?.isUnmarked).toBeUndefined();
  });

  it('stores the placements of the page, but not of other pages', async () => {
    const { world, ports } = createWorld();
    world.highlights.set('a', highlightOf('a'));
    world.highlights.set('c', highlightOf('c', { pageKey: 'https://example.org/c' }));
    const marks = createPageHighlights(ports);

    await marks.placed(
      {
        placements: [
          { id: 'a', placement: 'placed', order: 2 },
          { id: 'c', placement: 'placed', order: 1 },
        ],
      },
      page,
    );

    expect(world.tabs.get(7)).toEqual({
      tabId: 7,
      pageKey: pageUrl,
      clickedAt: null,
      placements: { a: { placement: 'placed', order: 2, frameId: 0 } },
    });
    expect(world.changed).toEqual([pageUrl]);
  });

  it('forgets placements when the tab shows another page', async () => {
    const { world, ports } = createWorld();
    world.highlights.set('a', highlightOf('a'));
    const marks = createPageHighlights(ports);
    await marks.placed({ placements: [{ id: 'a', placement: 'placed', order: 0 }] }, page);

    await marks.list({ ...page, pageUrl: 'https://example.org/b' });

    expect(world.tabs.get(7)?.placements).toEqual({});
  });
});
