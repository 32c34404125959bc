import { describe, expect, it } from 'vitest';
import { err } from '../contract/result.ts';
import { createHighlights } from './highlights.ts';
import { createWorld, highlightOf, noteOf, pageUrl } from './testing/world.ts';

function createListing() {
  const { world, ports } = createWorld();
  let placing = () => undefined;
  const options = {
    ...ports,
    siteStateOf: async () => ({ pattern: 'https://example.org/*', isAllowed: false }),
    // A page reports placements some time after the script is injected.
    nextPlacing: () =>
      new Promise<void>((resolve) => {
        setTimeout(() => resolve(placing()), 0);
      }),
  };
  return {
    world,
    options,
    highlights: createHighlights(options),
    whenPlaced: (does: () => undefined) => {
      placing = does;
    },
  };
}

const placed = (order: number, frameId = 0) => ({ placement: 'placed' as const, order, frameId });

describe('createHighlights', () => {
  it('lists highlights in page order, those without a place last', async () => {
    const { world, highlights } = createListing();
    for (const [at, id] of ['a', 'b', 'c', 'd', 'e'].entries()) {
      world.highlights.set(id, highlightOf(id, { createdAt: at }));
    }
    world.tabs.set(7, {
      tabId: 7,
      pageKey: pageUrl,
      clickedAt: null,
      placements: {
        a: { placement: 'orphaned', order: 0, frameId: 0 },
        b: placed(2),
        d: placed(0, 4),
        e: placed(1),
      },
    });

    const shown = await highlights.ofPage(7);

    expect(shown).toMatchObject({ ok: true, value: { page: { key: pageUrl } } });
    const views = shown.ok ? shown.value.highlights : [];
    expect(views.map((view) => [view.id, view.placement])).toEqual([
      ['e', 'placed'],
      ['b', 'placed'],
      ['d', 'placed'],
      ['a', 'orphaned'],
      ['c', 'unknown'],
    ]);
  });

  it('returns the state of the note and the comment', async () => {
    const { world, highlights } = createListing();
    world.highlights.set('a', highlightOf('a', { comment: 'why?', text: '> tides\n\nwhy?' }));
    world.items.set('a', noteOf('a'));
    world.highlights.set('b', highlightOf('b', { isUnmarked: true }));

    const shown = await highlights.ofPage(7);

    expect(shown.ok ? shown.value.highlights : []).toMatchObject([
      { quote: 'tides', comment: 'why?', state: { status: 'accepted' }, memory: 'Reading' },
      { isMarked: false, state: null, memory: null },
    ]);
  });

  it('lists nothing if the browser hides the URL', async () => {
    const { world, highlights } = createListing();
    world.tabUrl = '';

    expect(await highlights.ofPage(7)).toMatchObject({
      ok: true,
      value: { page: null, highlights: [] },
    });
  });

  it('reveals a highlight in its frame', async () => {
    const { world, highlights } = createListing();
    world.tabs.set(7, {
      tabId: 7,
      pageKey: pageUrl,
      clickedAt: null,
      placements: { a: placed(0, 4) },
    });
    world.answer = { isThere: true };

    expect(await highlights.reveal(7, 'a')).toEqual({ ok: true, value: { isThere: true } });
    expect(world.commands).toEqual([
      { tabId: 7, frameId: 4, command: { command: 'highlights.reveal', id: 'a' } },
    ]);
    expect(world.injected).toEqual([]);
  });

  it('injects the script before revealing a highlight if no script responds', async () => {
    const { world, highlights, whenPlaced } = createListing();
    whenPlaced(() => {
      world.answer = { isThere: true };
    });

    expect(await highlights.reveal(7, 'a')).toEqual({ ok: true, value: { isThere: true } });
    expect(world.injected).toEqual([7]);
    expect(world.tabs.get(7)?.clickedAt).toBe('https://example.org');
  });

  it("returns the error if the script can't be injected", async () => {
    const { options } = createListing();
    const error = { code: 'page.restricted', message: 'No.', retryable: false } as const;
    const highlights = createHighlights({ ...options, inject: async () => err(error) });

    expect(await highlights.reveal(7, 'a')).toEqual({ ok: false, error });
    expect(await highlights.draw(7)).toEqual({ ok: false, error });
  });

  it('refreshes every tab that shows the page after hiding a highlight', async () => {
    const { world, highlights } = createListing();
    world.highlights.set('a', highlightOf('a'));
    for (const [tabId, pageKey] of [
      [7, pageUrl],
      [8, pageUrl],
      [9, 'https://example.org/b'],
    ] as const) {
      world.tabs.set(tabId, { tabId, pageKey, clickedAt: null, placements: {} });
    }

    await highlights.setVisible('a', false);

    expect(world.highlights.get('a')?.isUnmarked).toBe(true);
    expect(world.commands.map(({ tabId }) => tabId)).toEqual([7, 8]);
    expect(world.changed).toEqual([pageUrl]);
  });
});

describe('compose', () => {
  function createAt(isAllowed: boolean) {
    const { world, options } = createListing();
    const siteStateOf = async () => ({ pattern: 'https://example.org/*', isAllowed });
    return { world, highlights: createHighlights({ ...options, siteStateOf }) };
  }

  it.each([
    ['returns true if a script has the selection', true, { isThere: true }, true],
    ['returns false if no script responds', true, undefined, false],
    [
      'sends nothing if highlighting is off and the page has no script',
      false,
      { isThere: true },
      false,
    ],
  ])('%s', async (_, isAllowed, answer, isOpen) => {
    const { world, highlights } = createAt(isAllowed);
    world.answer = answer;

    expect(await highlights.compose(7, 4)).toBe(isOpen);

    const command = { tabId: 7, frameId: 4, command: { command: 'highlights.compose' } };
    expect(world.commands).toEqual(isAllowed ? [command] : []);
  });

  it.each([
    ['saves an open comment', { isThere: true }, true],
    ['returns false if no comment is open', undefined, false],
  ])('%s if the script runs because of a click', async (_, answer, isDone) => {
    const { world, highlights } = createAt(false);
    world.tabs.set(7, { tabId: 7, pageKey: pageUrl, clickedAt: null, placements: {} });
    world.answer = answer;

    expect(await highlights.compose(7, null)).toBe(isDone);

    expect(world.commands).toEqual([
      { tabId: 7, frameId: null, command: { command: 'highlights.finish' } },
    ]);
  });
});

describe('listing the highlights of all pages', () => {
  const other = { pageKey: 'https://example.org/b', url: 'https://example.org/b', title: 'B' };

  it('groups them by page, the newest first, and says whether there are more pages', async () => {
    const { world, highlights } = createListing();
    world.highlights.set('a', highlightOf('a', { createdAt: 1 }));
    world.highlights.set('b', highlightOf('b', { createdAt: 2, ...other }));
    world.highlights.set('c', highlightOf('c', { createdAt: 3 }));
    const shape = async (most: number) => {
      const { pages, hasMore } = await highlights.listPages(most);
      return [pages.map(({ title, highlights: own }) => [title, own.map(({ id }) => id)]), hasMore];
    };

    expect(await shape(9)).toEqual([
      [
        ['A', ['c', 'a']],
        ['B', ['b']],
      ],
      false,
    ]);
    expect(await shape(1)).toEqual([[['A', ['c', 'a']]], true]);
  });

  it('leaves out discarded notes, and pages with nothing else', async () => {
    const { world, highlights } = createListing();
    world.highlights.set('b', highlightOf('b', other));
    const state = { status: 'discarded', until: 9, before: { status: 'captured' } } as const;
    world.items.set('b', noteOf('b', { state }));

    expect(await highlights.listPages(9)).toEqual({ pages: [], hasMore: false });
  });
});

describe('changing a comment', () => {
  const material = { kind: 'note', content: 'tides' } as const;

  it('changes a note that wasn’t sent yet', async () => {
    const { world, highlights } = createListing();
    world.highlights.set('a', highlightOf('a'));
    world.items.set('a', noteOf('a', { state: { status: 'captured' }, material }));

    expect(await highlights.setComment('a', ' Twice a day ')).toEqual({
      ok: true,
      value: { id: 'a' },
    });
    expect([...world.items.keys()]).toEqual(['a']);
    expect(world.items.get('a')?.material).toEqual({
      kind: 'note',
      content: '> tides\n\nTwice a day',
    });
  });

  it('saves a new note in place of one that was sent, and keeps the earlier one', async () => {
    const { world, highlights } = createListing();
    const text = 'tides\n\n— A, https://example.org/a';
    world.highlights.set('a', highlightOf('a', { text, color: 'blue', memoryId: 'n1' }));
    world.items.set('a', noteOf('a'));

    const changed = await highlights.setComment('a', 'Twice a day');

    const id = changed.ok ? changed.value.id : '';
    expect(id).not.toBe('a');
    expect(world.items.get('a')?.state.status).toBe('accepted');
    expect(world.items.get(id)).toMatchObject({
      connectionId: 'device',
      container: { id: 'm1' },
      // The source line stays.
      material: { content: '> tides\n\nTwice a day\n\n— A, https://example.org/a' },
      state: { status: 'captured' },
    });
    expect(world.highlights.get(id)).toMatchObject({
      comment: 'Twice a day',
      color: 'blue',
      memoryId: null,
      createdAt: 1,
      replaces: 'a',
    });
    expect(world.worked).toBe(1);
    const { pages } = await highlights.listPages(9);
    expect(pages[0]?.highlights).toMatchObject([{ id, comment: 'Twice a day', earlierId: 'a' }]);
  });

  it('names the first of several earlier notes, and shows one again if the new one is discarded', async () => {
    const { world, highlights } = createListing();
    for (const [id, replaces] of [
      ['a', undefined],
      ['b', 'a'],
      ['c', 'b'],
    ] as const) {
      world.highlights.set(id, highlightOf(id, replaces === undefined ? {} : { replaces }));
      world.items.set(id, noteOf(id));
    }
    const shown = async () =>
      (await highlights.listPages(9)).pages[0]?.highlights.map(({ id, earlierId }) => [
        id,
        earlierId,
      ]);
    expect(await shown()).toEqual([['c', 'a']]);

    const state = { status: 'discarded', until: 9, before: { status: 'captured' } } as const;
    world.items.set('c', noteOf('c', { state }));
    expect(await shown()).toEqual([['b', 'a']]);
  });

  it('saves nothing if the comment stays the same, or is too long', async () => {
    const { world, highlights } = createListing();
    world.highlights.set('a', highlightOf('a', { comment: 'Same' }));
    world.items.set('a', noteOf('a'));

    expect(await highlights.setComment('a', 'Same ')).toEqual({ ok: true, value: { id: 'a' } });
    const long = await highlights.setComment('a', 'x'.repeat(3_000_000));
    expect(long).toMatchObject({ ok: false, error: { code: 'memory.validation' } });
    expect([...world.items.keys()]).toEqual(['a']);
  });
});

describe('changing a color', () => {
  it('stores it, and uses it for the next highlight', async () => {
    const { world, highlights } = createListing();
    world.highlights.set('a', highlightOf('a'));

    await highlights.setColor('a', 'pink');

    expect(world.highlights.get('a')?.color).toBe('pink');
    expect(world.color).toBe('pink');
    expect(world.changed).toEqual([pageUrl]);
  });
});
