import { en } from '../english.ts';
import { expect, test as base } from './surface-test.ts';

/** A test that starts with a search scene, named without its prefix. */
const test = base.extend<{ openSearch: (scene: string) => Promise<void> }>({
  openSearch: ({ open }, use) => use((scene) => open(`sidepanel/search-${scene}`)),
});

const q = 'harbour ledgers';
const second = 'rope in the year of the long frost';
const lighthouse = 'site:tidewater-quarterly.example lighthouse keepers';

test.describe('saved searches', () => {
  test('are listed above recent ones, can be reached with the arrow keys, and run on Enter', async ({
    openSearch,
    page,
    panel,
    background,
  }) => {
    const { box, saved, history, count } = panel.search;
    await openSearch('saved');
    await expect(saved.entries).toHaveCount(2);
    await expect(history.entries).toHaveCount(3);
    await box.press('ArrowDown');
    await expect(saved.entries.first()).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(history.entries.first()).toBeFocused();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await expect(count(4)).toBeVisible();
    await expect(box).toHaveValue(lighthouse);
    await expect.poll(() => background.inputs('search.run')).toMatchObject([{ q: lighthouse }]);
  });

  test('have no heading if there are none', async ({ openSearch, panel }) => {
    await openSearch('idle-few');
    await expect(panel.search.history.entries).toHaveCount(3);
    await expect(panel.search.saved.list).toHaveCount(0);
  });

  test('are all shown on request', async ({ openSearch, panel }) => {
    const { saved, history } = panel.search;
    await openSearch('saved-many');
    await expect(saved.entries).toHaveCount(8);
    await saved.list.getByRole('button').last().press('Enter');
    await expect(saved.entries).toHaveCount(100);
    await expect(history.entries).toHaveCount(3);
  });

  test('stay when the history is cleared or off', async ({ openSearch, panel, background }) => {
    const { saved, history } = panel.search;
    await openSearch('saved-cleared');
    await history.clear.press('Enter');
    await expect(history.undo).toBeFocused();
    await expect(history.list).toHaveCount(0);
    await expect(saved.entries).toHaveCount(2);
    await history.undo.press('Enter');
    await expect(history.entries.first()).toBeFocused();
    const [, restored] = await background.inputs('history.change');
    expect(JSON.stringify(restored)).not.toContain(lighthouse);

    await openSearch('saved-off');
    await expect(saved.entries).toHaveCount(2);
    await expect(history.remember).toHaveAttribute('aria-checked', 'false');
  });
});

test.describe('saving a recent search', () => {
  test('moves it to the saved searches, and focuses the row that takes its place', async ({
    openSearch,
    panel,
    background,
    expectAnnounced,
  }) => {
    const { saved, history } = panel.search;
    await openSearch('saved');
    await saved.save(q).press('Enter');
    await expectAnnounced(en('search_saved_done', { q }));
    await expect(saved.entries).toHaveText([q, lighthouse, 'tag:recipes sourdough']);
    await expect(history.entry(q)).toHaveCount(1);
    await expect(history.entry(second)).toBeFocused();
    expect(await background.inputs('history.change')).toEqual([{ change: 'save', q }]);
  });

  test('keeps focus on it if it is the only one', async ({ openSearch, panel }) => {
    const { saved, history } = panel.search;
    await openSearch('saved-first');
    await saved.save(q).press('Space');
    await expect(saved.entries).toHaveText([q]);
    await expect(saved.entries).toBeFocused();
    await expect(history.list).toHaveCount(0);
  });
});

test.describe('removing a saved search', () => {
  test('can be undone, which saves it again', async ({
    openSearch,
    page,
    panel,
    background,
    expectAnnounced,
  }) => {
    const { saved, history } = panel.search;
    await openSearch('saved-removed');
    await saved.entries.first().press('Delete');
    await expectAnnounced(en('search_history_removed', { q }));
    await expect(saved.entries.first()).toBeFocused();
    await expect(history.entry(q)).toHaveCount(0);
    await history.undo.press('Enter');
    await expectAnnounced(en('search_saved_done', { q }));
    await expect(saved.entries).toHaveCount(3);
    await expect(saved.entries.first()).toBeFocused();
    await expect(page.getByText(en('search_history_removed', { q }))).toHaveCount(0);
    const [removed, restored] = await background.inputs('history.change');
    expect(removed).toEqual({ change: 'remove', q });
    expect(restored).toMatchObject({ change: 'restore', searches: [{ q, savedAt: 3 }] });
  });
});

test.describe('the current search', () => {
  const added = { change: 'add', q };

  test('can be saved while its results are shown', async ({
    openSearch,
    panel,
    background,
    expectAnnounced,
  }) => {
    const { saved, count } = panel.search;
    await openSearch('results-unsaved');
    await expect(count(4)).toBeVisible();
    await saved.save(q).press('Enter');
    await expectAnnounced(en('search_saved_done', { q }));
    await expect(saved.unsave(q)).toBeFocused();
    await expect
      .poll(() => background.inputs('history.change'))
      .toEqual([added, { change: 'save', q }]);
  });

  test('can be removed from the saved searches', async ({
    openSearch,
    panel,
    background,
    expectAnnounced,
  }) => {
    const { saved } = panel.search;
    await openSearch('results-saved');
    await saved.unsave(q).press('Enter');
    await expectAnnounced(en('search_saved_removed', { q }));
    await expect(saved.save(q)).toBeFocused();
    await expect
      .poll(() => background.inputs('history.change'))
      .toEqual([added, { change: 'unsave', q }]);
  });

  test('explains why it can’t be saved if too many are', async ({
    openSearch,
    panel,
    background,
  }) => {
    const { saved } = panel.search;
    await openSearch('results-full');
    await expect(saved.full).toHaveAttribute('aria-disabled', 'true');
    await saved.full.press('Enter');
    await panel.search.box.fill('');
    await expect(saved.entries).toHaveCount(8);
    await expect(saved.anySave).toHaveCount(0);
    expect(await background.inputs('history.change')).toEqual([added]);
  });

  test('can’t be saved if it’s about a page', async ({ openSearch, panel }) => {
    const { about, results, saved } = panel.search;
    await openSearch('about');
    await about.ask.press('Enter');
    await expect(results.first()).toBeVisible();
    await expect(saved.anySave).toHaveCount(0);
  });
});
