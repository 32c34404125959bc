import type { Page } from '@playwright/test';
import { en, enPlural } from '../english.ts';
import { galleryNow, connection, memories, save, states } from '../gallery/fixtures.ts';
import { expect, saveChanged, test as base } from './surface-test.ts';

/** A test that begins with a scene of the search, by the rest of its name. */
const test = base.extend<{ openSearch: (scene: string) => Promise<void> }>({
  openSearch: ({ open }, use) => use((scene) => open(`sidepanel/search-${scene}`)),
});

const q = 'harbour ledgers';

test.describe('typing', () => {
  test('searches once typing pauses, and cancels the search it overtakes', async ({
    open,
    page,
    panel,
    background,
  }) => {
    await open('sidepanel/typing');
    await typeWithoutPause(page, 'har');
    await background.expectCalls('recall.search', 1);
    await typeWithoutPause(page, 'bour');
    await background.expectCalls('recall.search', 2);
    expect(await background.inputs('recall.search')).toEqual([
      { searchId: 'id-1', q: 'har' },
      { searchId: 'id-2', q: 'harbour' },
    ]);
    expect(await background.inputs('recall.cancel')).toEqual([{ searchId: 'id-1' }]);

    await page.keyboard.press('Escape');
    await expect(panel.search.idle).toBeVisible();
    expect(await background.inputs('recall.cancel')).toHaveLength(2);
  });

  test('/ focuses the search box from anywhere but a text field', async ({ open, page, panel }) => {
    const { box } = panel.search;
    await open('sidepanel/saves-all');
    await panel.open('library');
    const filter = panel.saves.filter.words;
    await filter.press('/');
    await expect(filter).toHaveValue('/');
    await panel.navButton('rules').focus();
    await page.keyboard.press('/');
    await expect(box).toBeFocused();
    await expect(box).toHaveValue('');
    await panel.navButton('search').focus();
    await page.keyboard.press('/');
    await expect(box).toBeFocused();
  });
});

test.describe('a query from elsewhere', () => {
  test('is searched for, also when the panel shows results already', async ({
    open,
    background,
  }) => {
    await open('sidepanel/results');
    await background.tell({ event: 'panel.offered', windowId: 1 });
    await background.expectCalls('recall.search', 2);
  });

  test('is left to another page while this one is out of sight', async ({
    open,
    page,
    background,
  }) => {
    await open('sidepanel/typing');
    await background.expectCalls('panel.take', 1);
    await setVisibility(page, 'hidden');
    await background.tell({ event: 'panel.offered', windowId: 1 });
    // Whatever that led to has been asked once another question is answered.
    await page.evaluate(() => globalThis.gallery.ask('connection.status', {}));
    expect(await background.inputs('panel.take')).toHaveLength(1);
    await setVisibility(page, 'visible');
    await background.expectCalls('panel.take', 2);
    await background.tell({ event: 'panel.offered', windowId: 1 });
    await background.expectCalls('panel.take', 3);
  });
});

test.describe('the results', () => {
  test('arrow keys move through them, Enter opens one, and / goes back to the box', async ({
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
    const [opened] = await background.inputs('recall.open');
    expect(JSON.stringify(opened)).toMatch(/"key":"hit-1"/);
    await expect(page.getByText(en('recall_notOpened'))).toBeVisible();

    await page.keyboard.press('/');
    await expect(panel.search.box).toBeFocused();
  });

  test('a result that did not open can be retried, and the focus stays at the button', async ({
    open,
    page,
    panel,
    background,
  }) => {
    await open('sidepanel/not-opened');
    await panel.search.openers.first().press('Enter');
    const again = page.getByRole('alert').getByRole('button', { name: en('common_retry') });
    await again.press('Enter');
    await background.expectCalls('recall.open', 2);
    const [first, second] = await background.inputs('recall.open');
    expect(second).toEqual(first);
    await expect(again).toBeFocused();
  });

  test('a click on the passage opens it, and selecting words in it does not', async ({
    open,
    page,
    panel,
    background,
  }) => {
    const { passages } = panel.search;
    const opened = async () => (await background.inputs('recall.open')).length;
    await open('sidepanel/results');
    await passages.first().dblclick({ position: { x: 40, y: 8 } });
    const before = await opened();
    await passages.nth(2).selectText();
    await passages.nth(2).dispatchEvent('click');
    expect(await opened()).toBe(before);
    await page.evaluate(() => getSelection()?.removeAllRanges());
    await passages.nth(2).click();
    expect(await opened()).toBe(before + 1);
  });

  test('are renewed once a page that was still being indexed is searchable', async ({
    open,
    panel,
    background,
  }) => {
    await open('sidepanel/learning');
    await expect(panel.search.stillIndexing(2)).toBeVisible();
    await background.tell(saveChanged(states.learned, 1));
    await background.expectCalls('recall.search', 2);
  });

  test('are renewed when a Memory is deleted, and not when saves go to another', async ({
    openSearch,
    panel,
    background,
  }) => {
    await openSearch('grouped');
    await expect(panel.search.count(6)).toBeVisible();
    await background.tell({
      event: 'connection.status-changed',
      connection: { ...connection, chosenMemoryId: 'm2' },
    });
    await background.tell({
      event: 'connection.status-changed',
      connection: { ...connection, memories: [memories[1]] },
    });
    await background.expectCalls('recall.search', 2);
    expect(await background.inputs('recall.search')).toEqual([
      { searchId: 'id-1', q },
      { searchId: 'id-2', q },
    ]);
  });

  test('further passages expand by keyboard, and each opens at its own place', async ({
    openSearch,
    page,
    panel,
    background,
  }) => {
    const { morePassages, furtherPassages } = panel.search;
    await openSearch('grouped');
    await morePassages(2).press('Enter');
    await expect(morePassages(2)).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await furtherPassages.locator(panel.search.passages).first().click();
    const opened = JSON.stringify(await background.inputs('recall.open'));
    expect(opened).toMatch(/"key":"third".*"key":"second"/);

    await morePassages(2).press('Space');
    await expect(morePassages(2)).toHaveAttribute('aria-expanded', 'false');
    await expect(furtherPassages).toHaveCount(0);
  });

  test('more of a page is looked for in its Memory, and only what is new joins the card', async ({
    openSearch,
    panel,
    background,
    expectAnnounced,
  }) => {
    await openSearch('more');
    await panel.search.morePassages(2).press('Enter');
    await panel.search.moreFromPage.first().press('Enter');
    await expect(panel.search.morePassages(3)).toBeVisible();
    const mayBeMore = en('recall_group_mayBeMore_other').split('{')[0] ?? '';
    await expectAnnounced(`${enPlural(1, 'recall_group_added')} ${mayBeMore}`);
    expect(await background.inputs('recall.more')).toEqual([
      { searchId: 'id-2', q, sourceId: 'd1', memoryId: 'm1' },
    ]);
  });

  test('a passage is copied with its source', async ({
    openSearch,
    page,
    panel,
    expectAnnounced,
  }) => {
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
  test('the arrow keys choose it, and the same query is searched there', async ({
    openSearch,
    page,
    panel,
    background,
    expectAnnounced,
  }) => {
    const { allMemories, memory, count } = panel.search;
    await openSearch('grouped');
    await expect(count(6)).toBeVisible();
    await allMemories.focus();
    await page.keyboard.press('ArrowDown');
    await expect(memory('Reading')).toBeChecked();
    await expect(memory('Reading')).toBeFocused();
    await expectAnnounced(enPlural(6, 'recall_announce_foundIn', { memory: 'Reading' }));
    await page.keyboard.press('ArrowUp');
    await expectAnnounced(enPlural(6, 'recall_found'));
    expect(await background.inputs('recall.search')).toEqual([
      { searchId: 'id-1', q },
      { searchId: 'id-2', q, memoryId: 'm1' },
      { searchId: 'id-3', q },
    ]);
  });

  test('no arrow key is lost, however quickly they follow each other', async ({
    openSearch,
    page,
    panel,
    background,
  }) => {
    const { allMemories, count } = panel.search;
    await openSearch('grouped');
    await expect(count(6)).toBeVisible();
    await allMemories.focus();
    const keys = ['ArrowRight', 'ArrowRight', 'ArrowLeft', 'ArrowRight', 'ArrowLeft', 'ArrowLeft'];
    await Promise.all(keys.map((key) => page.keyboard.press(key)));
    await expect(allMemories).toBeChecked();
    await expect(allMemories).toBeFocused();
    const asked = await background.inputs('recall.search');
    expect(
      asked.slice(1).map((input) => (input as { memoryId?: string }).memoryId ?? null),
    ).toEqual(['m1', 'm2', 'm1', 'm2', 'm1', null]);
  });

  test('it stays chosen while another view is shown, and is announced before anything is searched', async ({
    openSearch,
    panel,
    background,
    expectAnnounced,
  }) => {
    const { memory, box } = panel.search;
    await openSearch('idle');
    await memory('Work').press('Space');
    await expectAnnounced(en('recall_announce_narrowed', { memory: 'Work' }));
    await panel.open('library');
    await panel.open('search');
    await expect(memory('Work')).toBeChecked();
    await box.fill('tides');
    await background.expectCalls('recall.search', 1);
    expect(await background.inputs('recall.search')).toEqual([
      { searchId: 'id-1', q: 'tides', memoryId: 'm2' },
    ]);
  });

  test('a search without results in one Memory offers to search all', async ({
    openSearch,
    panel,
    expectAnnounced,
  }) => {
    await openSearch('filtered-empty');
    await panel.search.memory('Reading').press('Space');
    await expectAnnounced(en('recall_announce_noneIn', { memory: 'Reading' }));
    await panel.search.searchAll.press('Enter');
    await expect(panel.search.allMemories).toBeChecked();
  });
});

test.describe('recent searches', () => {
  const second = 'rope in the year of the long frost';

  test('a search is remembered when it is finished, not while it is typed', async ({
    openSearch,
    panel,
    background,
  }) => {
    await openSearch('idle-few');
    await panel.search.box.fill('tides');
    await expect(panel.search.count(6)).toBeVisible();
    expect(await background.inputs('history.change')).toEqual([]);
    await panel.search.box.press('Enter');
    await background.expectCalls('history.change', 1);
    await panel.search.openers.first().press('Enter');
    await background.expectCalls('recall.open', 1);
    const added = { change: 'add', q: 'tides' };
    expect(await background.inputs('history.change')).toEqual([added, added]);
  });

  test('the arrow goes to them, Enter repeats one and Delete removes one', async ({
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
    await expectAnnounced(en('recall_history_removed', { q: second }));
    await expect(history.entry('double-entry')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(count(6)).toBeVisible();
    await expect(box).toBeFocused();
    await expect(box).toHaveValue('double-entry');
    expect(await background.inputs('history.change')).toEqual([
      { change: 'remove', q: second },
      { change: 'add', q: 'double-entry' },
    ]);
  });

  test('a removed search can be restored to its row', async ({
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
    await expectAnnounced(en('recall_history_back', { q: second }));
    await expect(history.entries.nth(1)).toBeFocused();
    await expect(history.undo).toHaveCount(0);
    const [removed, restored] = await background.inputs('history.change');
    expect(removed).toEqual({ change: 'remove', q: second });
    expect(JSON.stringify(restored)).toMatch(/"restore","searches":\[\{"q":"rope[^}]*\}\]/);
  });

  test('of several removed searches the last is restored first', async ({
    openSearch,
    page,
    panel,
  }) => {
    const { history } = panel.search;
    const removed = (words: string) => en('recall_history_removed', { q: words });
    await openSearch('idle');
    await expect(history.entries.first()).toBeVisible();
    await history.entries.nth(1).press('Delete');
    await expect(page.getByText(removed(second)).first()).toBeVisible();
    await history.entries.first().press('Delete');
    await expect(history.undoLine.getByText(removed(q))).toBeVisible();
    await history.undo.press('Enter');
    await expect(history.undoLine.getByText(removed(second))).toBeVisible();
  });

  test('a search from another window appears in the list at once', async ({
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

  test('a cleared history is restored by the key that is focused then', async ({
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
    await expectAnnounced(en('recall_history_cleared'));
    await page.keyboard.press('Enter');
    await expect(history.entries.first()).toBeFocused();
    const [, restored] = await background.inputs('history.change');
    expect(JSON.stringify(restored)).toMatch(/"restore".*harbour ledgers.*tides/);
  });

  test('turning the history off clears it, says so, and can be undone', async ({
    openSearch,
    panel,
    expectAnnounced,
  }) => {
    const { remember, undo } = panel.search.history;
    await openSearch('turned-off');
    await remember.press('Space');
    await expectAnnounced(en('recall_history_cleared'));
    await expect(remember).toBeFocused();
    await expect(remember).toHaveAttribute('aria-checked', 'false');
    await undo.press('Enter');
    await expect(remember).toHaveAttribute('aria-checked', 'true');
  });
});

test.describe('searching about the page in front', () => {
  test('a page without text leads to the person’s own words, not to a note', async ({
    openSearch,
    page,
    panel,
  }) => {
    await openSearch('about-failed');
    await panel.search.about.ask.press('Enter');
    await expect(page.getByText(en('recall_failed_noText'))).toBeVisible();
  });

  test('nothing is asked about the page before the click, and typing replaces it', async ({
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
      page.getByText(en('recall_about_words', { q: 'long memory harbours' })),
    ).toBeVisible();
    await expect(box).toBeFocused();
    expect(await background.inputs('recall.about')).toEqual([{ searchId: 'id-1', tabId: 7 }]);
    await memory('Work').press('Space');
    await background.expectCalls('recall.about', 2);
    await box.press('Escape');
    await expect(about.ask).toBeVisible();
    await about.ask.press('Enter');
    await box.fill('tides');
    await expect(count(6)).toBeVisible();
    await expect(about.banner).toHaveCount(0);
    expect(await background.inputs('history.change')).toEqual([]);
  });
});

test.describe('once the service can be reached again', () => {
  test('a failed search continues by itself when the service has taken something, and no key is lost', async ({
    openSearch,
    panel,
    background,
  }) => {
    const { retry, openers, box } = panel.search;
    await openSearch('reached-again');
    await retry.focus();
    const item = save(states.learned, { id: 'id-9', updatedAt: galleryNow + 1 });
    await background.tell({ event: 'outbox.changed', item });
    await expect(openers.first()).toBeVisible();
    await expect(box).toBeFocused();
    expect(await background.inputs('recall.search')).toEqual([
      { searchId: 'id-1', q },
      { searchId: 'id-2', q },
    ]);
  });

  for (const event of ['online', 'focus', 'visibilitychange']) {
    test(`the event “${event}” retries a failed search`, async ({ openSearch, page, panel }) => {
      await openSearch('reached-again');
      await expect(panel.search.retry).toBeVisible();
      await page.evaluate((type) => {
        document.dispatchEvent(new Event(type, { bubbles: true }));
      }, event);
      await expect(panel.search.openers.first()).toBeVisible();
    });
  }

  test('events that come together retry once, and a later one again', async ({
    openSearch,
    page,
    panel,
    background,
  }) => {
    await openSearch('filtered-failed');
    await expect(panel.search.retry).toBeVisible();
    await page.evaluate(() => {
      dispatchEvent(new Event('online'));
      dispatchEvent(new Event('focus'));
    });
    await background.expectCalls('recall.search', 2);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await background.expectCalls('recall.search', 3);
  });

  test('a failed search continues when the person comes back to it from another view', async ({
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

/** Types letter by letter in one task: however busy the machine is, no pause comes between them. */
async function typeWithoutPause(page: Page, words: string): Promise<void> {
  await page.getByRole('searchbox').evaluate((box, letters) => {
    const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
    for (const letter of letters) {
      value?.set?.call(box, value.get?.call(box) + letter);
      box.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }
  }, words);
}

/** Hides or shows the page like a tab that another covers. */
function setVisibility(page: Page, visibility: DocumentVisibilityState): Promise<void> {
  return page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, visibility);
}
