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
    // A page tells it later than the script is let in.
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

describe('the highlights of a page', () => {
  it('come in the order they stand on it, those without a place last', async () => {
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

  it('say what became of the note, and what is the person’s own', async () => {
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

  it('are none of a page the browser does not tell', async () => {
    const { world, highlights } = createListing();
    world.tabUrl = '';

    expect(await highlights.ofPage(7)).toMatchObject({
      ok: true,
      value: { page: null, highlights: [] },
    });
  });

  it('lead to the frame that holds the mark', async () => {
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

  it('are drawn first where no script answers, and then gone to', async () => {
    const { world, highlights, whenPlaced } = createListing();
    whenPlaced(() => {
      world.answer = { isThere: true };
    });

    expect(await highlights.reveal(7, 'a')).toEqual({ ok: true, value: { isThere: true } });
    expect(world.injected).toEqual([7]);
    expect(world.tabs.get(7)?.clickedAt).toBe('https://example.org');
  });

  it('are said not to be drawn where the browser forbids it', async () => {
    const { options } = createListing();
    const error = { code: 'page.restricted', message: 'No.', retryable: false } as const;
    const highlights = createHighlights({ ...options, inject: async () => err(error) });

    expect(await highlights.reveal(7, 'a')).toEqual({ ok: false, error });
    expect(await highlights.draw(7)).toEqual({ ok: false, error });
  });

  it('taken off or put back, have every tab that shows the page list its marks again', async () => {
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

describe('the box for a note', () => {
  function createAt(isAllowed: boolean) {
    const { world, options } = createListing();
    const siteStateOf = async () => ({ pattern: 'https://example.org/*', isAllowed });
    return { world, highlights: createHighlights({ ...options, siteStateOf }) };
  }

  it.each([
    ['opens where a script answers for the selection', true, { isThere: true }, true],
    ['stays closed where none does', true, undefined, false],
    ['is not asked for at a site that is not allowed', false, { isThere: true }, false],
  ])('%s', async (_, isAllowed, answer, isOpen) => {
    const { world, highlights } = createAt(isAllowed);
    world.answer = answer;

    expect(await highlights.compose(7, 4)).toBe(isOpen);

    const command = { tabId: 7, frameId: 4, command: { command: 'highlights.compose' } };
    expect(world.commands).toEqual(isAllowed ? [command] : []);
  });

  it.each([
    ['is gone on with to its end, with its comment', { isThere: true }, true],
    ['is left to whoever reads the words where none is open', undefined, false],
  ])('%s, at a site where the script was only let in', async (_, answer, isDone) => {
    const { world, highlights } = createAt(false);
    world.tabs.set(7, { tabId: 7, pageKey: pageUrl, clickedAt: null, placements: {} });
    world.answer = answer;

    expect(await highlights.compose(7, null)).toBe(isDone);

    expect(world.commands).toEqual([
      { tabId: 7, frameId: null, command: { command: 'highlights.finish' } },
    ]);
  });
});
