import type { Page } from '@playwright/test';
import type { AppEvent } from '../../lib/messaging/messages.ts';
import { en, enPlural } from '../english.ts';
import { galleryNow, connection, memories, save, states } from '../gallery/fixtures.ts';
import { expect, saveChanged, test as base } from './surface-test.ts';

/** A test that starts with a search scene, named without its prefix. */
const test = base.extend<{ openSearch: (scene: string) => Promise<void> }>({
  openSearch: ({ open }, use) => use((scene) => open(`sidepanel/search-${scene}`)),
});

const q = 'harbour ledgers';

test.describe('typing', () => {
  test('searches once typing pauses, and cancels the previous search', async ({
    open,
    page,
    panel,
    background,
  }) => {
    await open('sidepanel/typing');
    await typeWithoutPause(page, 'har');
    await background.expectCalls('search.run', 1);
    await typeWithoutPause(page, 'bour');
    await background.expectCalls('search.run', 2);
    await expect
      .poll(() => background.inputs('search.run'))
      .toEqual([
        { searchId: 'id-1', q: 'har' },
        { searchId: 'id-2', q: 'harbour' },
      ]);
    await expect.poll(() => background.inputs('search.cancel')).toEqual([{ searchId: 'id-1' }]);

    await page.keyboard.press('Escape');
    await expect(panel.search.idle).toBeVisible();
    await expect.poll(() => background.inputs('search.cancel')).toHaveLength(2);
  });

  test('focuses the search box on / from anywhere but a text field', async ({
    open,
    page,
    panel,
  }) => {
    const { box } = panel.search;
    await open('sidepanel/saves-all');
    await panel.open('library');
    const filter = panel.saves.filter.words;
    await filter.press('/');
    await expect(filter).toHaveValue('/');
    await panel.navButton('highlights').focus();
    await page.keyboard.press('/');
    await expect(box).toBeFocused();
    await expect(box).toHaveValue('');
    await panel.navButton('search').focus();
    await page.keyboard.press('/');
    await expect(box).toBeFocused();
  });

  test('focuses the search box on / if the person prefers reduced motion', async ({
    open,
    page,
    panel,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open('sidepanel/saves-all');
    await panel.open('library');
    await expect(panel.saves.filter.words).toBeFocused();
    await panel.navButton('library').focus();
    await page.keyboard.press('/');
    await expect(panel.search.box).toBeFocused();
    await page.emulateMedia({ reducedMotion: null });
  });
});

test.describe('a query from elsewhere', () => {
  test('is searched, even if the panel already shows results', async ({ open, background }) => {
    await open('sidepanel/results');
    await background.tell({ event: 'panel.offered', windowId: 1 });
    await background.expectCalls('search.run', 2);
  });

  test('is left to another page while this one is hidden', async ({ open, page, background }) => {
    await open('sidepanel/typing');
    await background.expectCalls('panel.take', 1);
    await setVisibility(page, 'hidden');
    await background.tell({ event: 'panel.offered', windowId: 1 });
    // Once a later message has a response, every message caused by the event has been sent.
    await page.evaluate(() => globalThis.gallery.ask('connection.status', {}));
    await expect.poll(() => background.inputs('panel.take')).toHaveLength(1);
    await setVisibility(page, 'visible');
    await background.expectCalls('panel.take', 2);
    await background.tell({ event: 'panel.offered', windowId: 1 });
    await background.expectCalls('panel.take', 3);
  });
});

test.describe('the results', () => {
  test('move with the arrow keys, open on Enter, and return to the box on /', async ({
    open,
    page,
    panel,
    background,
  }) => {
    await open('sidepanel/not-opened');
    await expect(panel.search.count(3)).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    const [opened] = await background.made('search.open');
    expect(JSON.stringify(opened)).toMatch(/"key":"hit-1"/);
    await expect(page.getByText(en('search_notOpened'))).toBeVisible();

    await page.keyboard.press('/');
    await expect(panel.search.box).toBeFocused();
  });

  test('keep the focus when those of a later query replace them', async ({
    openSearch,
    panel,
    background,
  }) => {
    const { box, openers, list } = panel.search;
    await openSearch('grouped');
    await expect(list).not.toHaveAttribute('data-stale');
    await background.hold('search.run');
    await box.fill('harbour');
    await expect(list).toHaveAttribute('data-stale');
    await box.press('ArrowDown');
    await expect(openers.first()).toBeFocused();
    await background.release('search.run');
    await expect(list).not.toHaveAttribute('data-stale');
    await expect(openers.first()).toBeFocused();
  });

  test('can be retried after a failed opening, and keep focus on the button', async ({
    open,
    page,
    panel,
    background,
  }) => {
    await open('sidepanel/not-opened');
    await panel.search.openers.first().press('Enter');
    const again = page.getByRole('alert').getByRole('button', { name: en('common_retry') });
    await again.press('Enter');
    await background.expectCalls('search.open', 2);
    const [first, second] = await background.inputs('search.open');
    expect(second).toEqual(first);
    await expect(again).toBeFocused();
  });

  test('expand on a click on the passage, but not while words in it are selected', async ({
    openSearch,
    page,
    panel,
    background,
  }) => {
    const { passages, results, showMore } = panel.search;
    await openSearch('many');
    const passage = passages.first();
    const more = results.first().locator(showMore);
    await passage.selectText();
    await passage.dispatchEvent('click');
    await expect(more).toHaveAttribute('aria-expanded', 'false');
    const heightOf = async () => (await passage.boundingBox())?.height ?? 0;
    const folded = await heightOf();
    await page.evaluate(() => getSelection()?.removeAllRanges());
    await passage.click();
    await expect(more).toHaveCount(0);
    expect(await heightOf()).toBeGreaterThan(folded);
    await passage.click();
    await expect(more).toBeVisible();
    expect(await background.inputs('search.open')).toEqual([]);
  });

  test('open on a click on a passage that is shown whole', async ({ open, panel, background }) => {
    await open('sidepanel/results');
    await panel.search.passages.nth(2).click();
    await background.expectCalls('search.open', 1);
  });

  test('fit three long ones in a side panel of 400 by 765 pixels', async ({
    openSearch,
    page,
    panel,
  }) => {
    await page.setViewportSize({ width: 400, height: 765 });
    await openSearch('many');
    await expect(panel.search.results.nth(2)).toBeInViewport({ ratio: 1 });
  });

  test('show ten pages, then more of them, and move the focus to the first new one', async ({
    openSearch,
    panel,
  }) => {
    const { results, moreResults, openers, count } = panel.search;
    await openSearch('many');
    await expect(count(23)).toBeVisible();
    await expect(results).toHaveCount(10);
    await moreResults.press('Enter');
    await expect(results).toHaveCount(20);
    await expect(openers.nth(10)).toBeFocused();
    await moreResults.press('Enter');
    await expect(results).toHaveCount(23);
    await expect(moreResults).toHaveCount(0);
  });

  test('name their Memories unless a single one is searched', async ({ openSearch, panel }) => {
    const { memoryChips, memory, results } = panel.search;
    await openSearch('grouped');
    await expect(memoryChips).toHaveCount(4);
    await memory('Reading').press('Space');
    await expect(memoryChips).toHaveCount(0);
    await expect(results).toHaveCount(4);
  });

  test('reload once a page that was still being indexed is searchable', async ({
    open,
    panel,
    background,
  }) => {
    await open('sidepanel/learning');
    await expect(panel.search.stillIndexing(2)).toBeVisible();
    await background.tell(saveChanged(states.learned, 1));
    await background.expectCalls('search.run', 2);
  });

  test('reload when a Memory is deleted, and not when saves go to another', async ({
    openSearch,
    panel,
    background,
  }) => {
    await openSearch('grouped');
    await expect(panel.search.count(4)).toBeVisible();
    await background.tell({
      event: 'connection.status-changed',
      connection: { ...connection, chosenMemoryId: 'm2' },
    });
    await background.tell({
      event: 'connection.status-changed',
      connection: { ...connection, memories: [memories[1]] },
    });
    await background.expectCalls('search.run', 2);
    await expect
      .poll(() => background.inputs('search.run'))
      .toEqual([
        { searchId: 'id-1', q },
        { searchId: 'id-2', q },
      ]);
  });

  test('expand further passages by keyboard, each opening at its own place', async ({
    openSearch,
    page,
    panel,
    background,
  }) => {
    const { morePassages, furtherPassages } = panel.search;
    await openSearch('grouped');
    await morePassages(2).press('Enter');
    await expect(panel.search.showLess).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await furtherPassages.locator(panel.search.openHere).first().press('Enter');
    await background.expectCalls('search.open', 2);
    const opened = JSON.stringify(await background.inputs('search.open'));
    expect(opened).toMatch(/"key":"third".*"key":"second"/);

    await panel.search.showLess.press('Space');
    await expect(morePassages(2)).toHaveAttribute('aria-expanded', 'false');
    await expect(furtherPassages).toHaveCount(0);
    expect(await background.inputs('search.more')).toEqual([]);
  });

  test('look for more of a page in its Memory, and add only what is new to the card', async ({
    openSearch,
    panel,
    background,
    expectAnnounced,
  }) => {
    await openSearch('more');
    await panel.search.morePassages(2).press('Enter');
    await expect(panel.search.furtherPassages).toHaveCount(3);
    const mayBeMore = en('search_group_top').split('{')[0] ?? '';
    await expectAnnounced(`${enPlural(1, 'search_group_page')}. ${mayBeMore}`);
    await expect
      .poll(() => background.inputs('search.more'))
      .toEqual([{ searchId: 'id-2', q, sourceId: 'd1', memoryId: 'm1' }]);
  });

  test('copy a passage with its source', async ({ openSearch, page, panel, expectAnnounced }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await openSearch('grouped');
    await panel.search.copyQuote.nth(1).press('Enter');
    await expectAnnounced(en('common_copied'));
    await expect(panel.search.quoteCopied).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      '> A harbour remembers in talk what its ledgers forgot.\n\n— [The long memory of harbours: how a port town remembers what its records forgot](https://www.tidewater-quarterly.example/essays/the-long-memory-of-harbours)\n',
    );
  });
});

test.describe('choosing a Memory to search', () => {
  test('chooses a Memory with the arrow keys, and repeats the query there', async ({
    openSearch,
    page,
    panel,
    background,
    expectAnnounced,
  }) => {
    const { allMemories, memory, count } = panel.search;
    await openSearch('grouped');
    await expect(count(4)).toBeVisible();
    await allMemories.focus();
    await page.keyboard.press('ArrowDown');
    await expect(memory('Reading')).toBeChecked();
    await expect(memory('Reading')).toBeFocused();
    await expectAnnounced(
      `${enPlural(4, 'search_found')}. ${en('search_announce_narrowed', { memory: 'Reading' })}`,
    );
    await page.keyboard.press('ArrowUp');
    await expectAnnounced(enPlural(4, 'search_found'));
    await expect
      .poll(() => background.inputs('search.run'))
      .toEqual([
        { searchId: 'id-1', q },
        { searchId: 'id-2', q, memoryId: 'm1' },
        { searchId: 'id-3', q },
      ]);
  });

  test('handles every press of an arrow key, however fast they follow each other', async ({
    openSearch,
    page,
    panel,
    background,
  }) => {
    const { allMemories, count } = panel.search;
    await openSearch('grouped');
    await expect(count(4)).toBeVisible();
    await allMemories.focus();
    const keys = ['ArrowRight', 'ArrowRight', 'ArrowLeft', 'ArrowRight', 'ArrowLeft', 'ArrowLeft'];
    await Promise.all(keys.map((key) => page.keyboard.press(key)));
    await expect(allMemories).toBeChecked();
    await expect(allMemories).toBeFocused();
    const asked = await background.inputs('search.run');
    expect(
      asked.slice(1).map((input) => (input as { memoryId?: string }).memoryId ?? null),
    ).toEqual(['m1', 'm2', 'm1', 'm2', 'm1', null]);
  });

  test('keeps the choice while another view is shown, and announces it before a search', async ({
    openSearch,
    panel,
    background,
    expectAnnounced,
  }) => {
    const { memory, box } = panel.search;
    await openSearch('idle');
    await memory('Work').press('Space');
    await expectAnnounced(en('search_announce_narrowed', { memory: 'Work' }));
    await panel.open('library');
    await panel.open('search');
    await expect(memory('Work')).toBeChecked();
    await box.fill('tides');
    await background.expectCalls('search.run', 1);
    await expect
      .poll(() => background.inputs('search.run'))
      .toEqual([{ searchId: 'id-1', q: 'tides', memoryId: 'm2' }]);
  });

  test('offers to search all when one Memory has no results', async ({
    openSearch,
    panel,
    expectAnnounced,
  }) => {
    await openSearch('filtered-empty');
    await panel.search.memory('Reading').press('Space');
    await expectAnnounced(
      `${en('search_announce_none')}. ${en('search_announce_narrowed', { memory: 'Reading' })}`,
    );
    await panel.search.searchAll.press('Enter');
    await expect(panel.search.allMemories).toBeChecked();
  });
});

test.describe('recent searches', () => {
  const second = 'rope in the year of the long frost';

  test('remembers a search when it is finished, not while it is typed', async ({
    openSearch,
    panel,
    background,
  }) => {
    await openSearch('idle-few');
    await panel.search.box.fill('tides');
    await expect(panel.search.count(4)).toBeVisible();
    expect(await background.inputs('history.change')).toEqual([]);
    await panel.search.box.press('Enter');
    await background.expectCalls('history.change', 1);
    await panel.search.openers.first().press('Enter');
    await background.expectCalls('search.open', 1);
    const added = { change: 'add', q: 'tides' };
    await expect.poll(() => background.inputs('history.change')).toEqual([added, added]);
  });

  test('moves to a recent search with the arrow key, repeats it on Enter and removes it on Delete', async ({
    openSearch,
    page,
    panel,
    background,
    expectAnnounced,
  }) => {
    const { box, history, count } = panel.search;
    await openSearch('idle');
    await expect(history.entries.first()).toBeVisible();
    await box.press('ArrowDown');
    await expect(history.entries.first()).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Delete');
    await expectAnnounced(en('search_history_removed', { q: second }));
    await expect(history.entry('double-entry')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(count(4)).toBeVisible();
    await expect(box).toBeFocused();
    await expect(box).toHaveValue('double-entry');
    await expect
      .poll(() => background.inputs('history.change'))
      .toEqual([
        { change: 'remove', q: second },
        { change: 'add', q: 'double-entry' },
      ]);
  });

  test('restores a removed search to its row', async ({
    openSearch,
    panel,
    background,
    expectAnnounced,
  }) => {
    const { history } = panel.search;
    await openSearch('idle');
    await expect(history.entries.first()).toBeVisible();
    await history.entries.nth(1).press('Delete');
    await history.undo.press('Enter');
    await expectAnnounced(en('search_history_restored'));
    await expect(history.entries.nth(1)).toBeFocused();
    await expect(history.undo).toHaveCount(0);
    const [removed, restored] = await background.inputs('history.change');
    expect(removed).toEqual({ change: 'remove', q: second });
    expect(JSON.stringify(restored)).toMatch(/"restore","searches":\[\{"q":"rope[^}]*\}\]/);
  });

  test('restores the last of several removed searches first', async ({ openSearch, panel }) => {
    const { history } = panel.search;
    const removed = (words: string) => en('search_history_removed', { q: words });
    await openSearch('idle');
    await expect(history.entries.first()).toBeVisible();
    await history.entries.nth(1).press('Delete');
    await expect(history.undoLine.getByText(removed(second))).toBeVisible();
    await history.entries.first().press('Delete');
    await expect(history.undoLine.getByText(removed(q))).toBeVisible();
    await history.undo.press('Enter');
    await expect(history.undoLine.getByText(removed(second))).toBeVisible();
  });

  test('adds a search from another window immediately', async ({
    openSearch,
    panel,
    background,
  }) => {
    const { history } = panel.search;
    await openSearch('idle-few');
    await expect(history.entries.first()).toBeVisible();
    const searches = [{ q: 'lighthouse', at: 9 }];
    await background.tell({ event: 'history.changed', history: { remembers: true, searches } });
    await expect(history.entries.filter({ hasText: 'lighthouse' })).toBeVisible();
    await expect(history.entries).toHaveCount(1);
  });

  test('restores a cleared history with the focused Undo button', async ({
    openSearch,
    page,
    panel,
    background,
    expectAnnounced,
  }) => {
    const { history } = panel.search;
    await openSearch('cleared');
    await history.clear.press('Enter');
    await expect(history.undo).toBeFocused();
    await expectAnnounced(en('search_history_cleared'));
    await page.keyboard.press('Enter');
    await expect(history.entries.first()).toBeFocused();
    const [, restored] = await background.inputs('history.change');
    expect(JSON.stringify(restored)).toMatch(/"restore".*harbour ledgers.*tides/);
  });

  test('clears the history when it is turned off, reports that, and can undo it', async ({
    openSearch,
    panel,
    expectAnnounced,
  }) => {
    const { remember, undo } = panel.search.history;
    await openSearch('turned-off');
    await remember.press('Space');
    await expectAnnounced(en('search_history_cleared'));
    await expect(remember).toBeFocused();
    await expect(remember).toHaveAttribute('aria-checked', 'false');
    await undo.press('Enter');
    await expect(remember).toHaveAttribute('aria-checked', 'true');
  });
});

test.describe('searching about the current page', () => {
  test('suggests typing a search for a page without text', async ({ openSearch, page, panel }) => {
    await openSearch('about-failed');
    await panel.search.about.ask.press('Enter');
    await expect(page.getByText(en('search_failed_noText'))).toBeVisible();
  });

  test('requests nothing about the page before the click, and lets typing replace it', async ({
    openSearch,
    page,
    panel,
    background,
  }) => {
    const { about, box, memory, count } = panel.search;
    await openSearch('about');
    await expect(about.ask).toBeVisible();
    const asked = (await background.calls()).map(({ name }) => name);
    const ofService = /^(?:recall|preview|profile|ask|memories|own)\./;
    expect(asked.filter((name) => ofService.test(name))).toEqual([]);

    await about.ask.press('Enter');
    await expect(
      page.getByText(en('search_about_words', { q: 'long memory harbours' })),
    ).toBeVisible();
    await expect(box).toBeFocused();
    await expect
      .poll(() => background.inputs('search.related'))
      .toEqual([{ searchId: 'id-1', tabId: 7 }]);
    await memory('Work').press('Space');
    await background.expectCalls('search.related', 2);
    await box.press('Escape');
    await expect(about.ask).toBeVisible();
    await about.ask.press('Enter');
    await box.fill('tides');
    await expect(count(4)).toBeVisible();
    await expect(about.banner).toHaveCount(0);
    expect(await background.inputs('history.change')).toEqual([]);
  });
});

test.describe('once the service is reachable again', () => {
  test('continues a failed search when the service has accepted something, and loses no key press', async ({
    openSearch,
    page,
    panel,
    background,
  }) => {
    const { retry, openers, box } = panel.search;
    await openSearch('reached-again');
    await retry.focus();
    const item = save(states.learned, { id: 'id-9', updatedAt: galleryNow + 1 });
    await expectRunAfter(page, 2, { event: 'outbox.changed', item });
    await expect(openers.first()).toBeVisible();
    await expect(box).toBeFocused();
    await expect
      .poll(() => background.inputs('search.run'))
      .toEqual([
        { searchId: 'id-1', q },
        { searchId: 'id-2', q },
      ]);
  });

  for (const event of ['online', 'focus', 'visibilitychange']) {
    test(`retries a failed search on the event “${event}”`, async ({ openSearch, page, panel }) => {
      await openSearch('reached-again');
      await expect(panel.search.retry).toBeVisible();
      await expectRunAfter(page, 2, event);
      await expect(panel.search.openers.first()).toBeVisible();
    });
  }

  test('retries once for events that come together, and again for a later one', async ({
    openSearch,
    page,
    panel,
  }) => {
    await openSearch('filtered-failed');
    await expect(panel.search.retry).toBeVisible();
    await expectRunAfter(page, 2, 'online', 'focus');
    await expectRunAfter(page, 3, 'online');
  });

  test('continues a failed search when the person returns from another view', async ({
    openSearch,
    panel,
  }) => {
    await openSearch('reached-again');
    await expect(panel.search.retry).toBeVisible();
    await panel.open('library');
    await panel.open('search');
    await expect(panel.search.openers.first()).toBeVisible();
  });
});

/**
 * Types letter by letter in a single task, so there is no pause between them even on a busy
 * machine.
 */
async function typeWithoutPause(page: Page, words: string): Promise<void> {
  await page.getByRole('combobox', { name: en('search_search') }).evaluate((box, letters) => {
    const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
    for (const letter of letters) {
      value?.set?.call(box, value.get?.call(box) + letter);
      box.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }
  }, words);
}

/**
 * Sends these events until the search has run `times` times: it starts listening a moment after it shows a failure.
 */
async function expectRunAfter(
  page: Page,
  times: number,
  ...events: readonly (string | AppEvent)[]
): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(
        ([wanted, causes]) => {
          const { asked, tell } = globalThis.gallery;
          const runs = asked.filter(({ name }) => name === 'search.run').length;
          for (const cause of runs < wanted ? causes : []) {
            if (typeof cause !== 'string') tell(cause);
            else document.dispatchEvent(new Event(cause, { bubbles: true }));
          }
          return runs;
        },
        [times, events] as const,
      ),
    )
    .toBe(times);
}

/** Makes the page hidden like a tab in the background, or visible again. */
function setVisibility(page: Page, visibility: DocumentVisibilityState): Promise<void> {
  return page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, visibility);
}
