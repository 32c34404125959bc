/** How the side panel's search behaves: one Memory of several, passages of one page, what was searched before, the page in front. */
import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import { home, memories } from './fixtures.ts';
import { askedFor, inputsOf, type Steps, tell } from './steps.ts';

/** Gives the behaviours of the search, each by what it shows. */
export function searchBehaviours({ open }: Steps): Record<string, (page: Page) => Promise<void>> {
  const show = (page: Page, scene: string) => open(page, `sidepanel/search-${scene}`);
  const box = (page: Page) => page.getByRole('searchbox');
  const choice = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });
  const rows = (page: Page) => page.locator('.search-history-use');

  return {
    'words from elsewhere are left to another page while this one is out of sight': async (
      page,
    ) => {
      await open(page, 'sidepanel/typing');
      await askedFor(page, 'panel.take', 1);
      await bring(page, 'hidden');
      await tell(page, { event: 'panel.offered', windowId: 1 });
      // Whatever that led to has been asked once another question is answered.
      await page.evaluate(() => globalThis.gallery.ask('home.status', {}));
      assert.equal((await inputsOf(page, 'panel.take')).length, 1);
      await bring(page, 'visible');
      await askedFor(page, 'panel.take', 2);
      await tell(page, { event: 'panel.offered', windowId: 1 });
      await askedFor(page, 'panel.take', 3);
    },

    'the slash leads to the search box from wherever nothing is written': async (page) => {
      await open(page, 'sidepanel/saves-all');
      await page.locator('.panel-nav [data-view="library"]').click();
      const filter = page.getByRole('searchbox', { name: /Filter/ });
      await filter.press('/');
      assert.equal(await filter.inputValue(), '/');
      await page.locator('.panel-nav [data-view="rules"]').focus();
      await page.keyboard.press('/');
      const searchBox = page.getByRole('searchbox', { name: 'Search your memory' });
      await searchBox.and(page.locator(':focus')).waitFor();
      assert.equal(await searchBox.inputValue(), '');
      await page.locator('.panel-nav [data-view="search"]').focus();
      await page.keyboard.press('/');
      await searchBox.and(page.locator(':focus')).waitFor();
    },

    'the arrow keys choose the Memory, and the same is searched there': async (page) => {
      await show(page, 'grouped');
      await page.getByText('6 passages', { exact: true }).waitFor();
      await choice(page, 'All').focus();
      await page.keyboard.press('ArrowDown');
      await choice(page, 'Reading').and(page.locator(':checked:focus')).waitFor();
      await said(page, '6 passages found in Reading');
      await page.keyboard.press('ArrowUp');
      await said(page, '6 passages found');
      assert.deepEqual(await inputsOf(page, 'recall.search'), [
        { searchId: 'id-1', q: 'harbour ledgers' },
        { searchId: 'id-2', q: 'harbour ledgers', memoryId: 'm1' },
        { searchId: 'id-3', q: 'harbour ledgers' },
      ]);
    },

    'what was found is searched anew when a Memory is deleted, and not when saves go elsewhere':
      async (page) => {
        await show(page, 'grouped');
        await page.getByText('6 passages', { exact: true }).waitFor();
        await tell(page, { event: 'home.changed', home: { ...home, chosenMemoryId: 'm2' } });
        await tell(page, { event: 'home.changed', home: { ...home, memories: [memories[1]] } });
        await askedFor(page, 'recall.search', 2);
        const found = { q: 'harbour ledgers' };
        assert.deepEqual(await inputsOf(page, 'recall.search'), [
          { searchId: 'id-1', ...found },
          { searchId: 'id-2', ...found },
        ]);
      },

    'no arrow key is lost, however quickly they follow on each other': async (page) => {
      await show(page, 'grouped');
      await page.getByText('6 passages', { exact: true }).waitFor();
      await choice(page, 'All').focus();
      const keys = [
        'ArrowRight',
        'ArrowRight',
        'ArrowLeft',
        'ArrowRight',
        'ArrowLeft',
        'ArrowLeft',
      ];
      await Promise.all(keys.map((key) => page.keyboard.press(key)));
      await choice(page, 'All').and(page.locator(':checked:focus')).waitFor();
      const asked = await inputsOf(page, 'recall.search');
      assert.deepEqual(
        asked.slice(1).map((input) => (input as { memoryId?: string }).memoryId ?? null),
        ['m1', 'm2', 'm1', 'm2', 'm1', null],
      );
    },

    'the Memory stays chosen while another view is looked at, and is told before anything is searched':
      async (page) => {
        await show(page, 'idle');
        await choice(page, 'Work').press('Space');
        await said(page, 'Only Work is searched.');
        await page.locator('.panel-nav [data-view="library"]').click();
        await page.locator('.panel-nav [data-view="search"]').click();
        assert.ok(await choice(page, 'Work').isChecked());
        await box(page).fill('tides');
        await askedFor(page, 'recall.search', 1);
        assert.deepEqual(await inputsOf(page, 'recall.search'), [
          { searchId: 'id-1', q: 'tides', memoryId: 'm2' },
        ]);
      },

    'nothing found in one Memory leads to all of them': async (page) => {
      await show(page, 'filtered-empty');
      await choice(page, 'Reading').press('Space');
      await said(page, 'No passage found in Reading');
      await page.getByRole('button', { name: 'Search all Memories' }).press('Enter');
      await choice(page, 'All').and(page.locator(':checked')).waitFor();
    },

    'further passages fold open by the key, and each opens at its own place': async (page) => {
      await show(page, 'grouped');
      const fold = page.getByRole('button', { name: '2 more passages from this page' });
      await fold.press('Enter');
      await fold.and(page.locator('[aria-expanded="true"]')).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.locator('.further-passage .passage').first().click();
      const opened = JSON.stringify(await inputsOf(page, 'recall.open'));
      assert.match(opened, /"key":"third".*"key":"second"/);

      await fold.press('Space');
      await fold.and(page.locator('[aria-expanded="false"]')).waitFor();
      assert.equal(await page.locator('.further-passage').count(), 0);
    },

    'more of a page is asked for in its Memory, and only what is new joins the card': async (
      page,
    ) => {
      await show(page, 'more');
      await page.getByRole('button', { name: '2 more passages from this page' }).press('Enter');
      await page.getByRole('button', { name: 'More from this page' }).first().press('Enter');
      await page.getByRole('button', { name: '3 more passages from this page' }).waitFor();
      await said(page, '1 more passage found. There may be more');
      assert.deepEqual(await inputsOf(page, 'recall.more'), [
        { searchId: 'id-2', q: 'harbour ledgers', sourceId: 'd1', memoryId: 'm1' },
      ]);
    },

    'a passage is taken along with its source': async (page) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await show(page, 'grouped');
      const copy = page.getByRole('button', { name: 'Copy as a quote with its source' });
      await copy.nth(1).press('Enter');
      await said(page, 'Copied');
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      assert.equal(
        await page.evaluate(() => navigator.clipboard.readText()),
        '> A harbour remembers in talk what its ledgers forgot.\n\n— [The long memory of harbours: how a port town remembers what its records forgot](https://www.tidewater-quarterly.example/essays/the-long-memory-of-harbours)\n',
      );
    },

    'a search is kept when it is finished, not while it is typed': async (page) => {
      await show(page, 'idle-few');
      await box(page).fill('tides');
      await page.getByText('6 passages', { exact: true }).waitFor();
      assert.deepEqual(await inputsOf(page, 'history.change'), []);
      await box(page).press('Enter');
      await askedFor(page, 'history.change', 1);
      await page.locator('[data-hit]').first().press('Enter');
      await askedFor(page, 'recall.open', 1);
      const added = { change: 'add', q: 'tides' };
      assert.deepEqual(await inputsOf(page, 'history.change'), [added, added]);
    },

    'what was searched before is gone to by the arrow, used again by Enter, removed by Delete':
      async (page) => {
        await show(page, 'idle');
        await rows(page).first().waitFor();
        await box(page).press('ArrowDown');
        await focused(rows(page).first());
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Delete');
        await said(page, '“rope in the year of the long frost” was removed.');
        await focused(page.getByRole('button', { name: 'double-entry', exact: true }));
        await page.keyboard.press('Enter');
        await page.getByText('6 passages', { exact: true }).waitFor();
        await focused(box(page));
        assert.equal(await box(page).inputValue(), 'double-entry');
        assert.deepEqual(await inputsOf(page, 'history.change'), [
          { change: 'remove', q: 'rope in the year of the long frost' },
          { change: 'add', q: 'double-entry' },
        ]);
      },

    'one search that was removed is had back, and stands in its row again': async (page) => {
      await show(page, 'idle');
      await rows(page).first().waitFor();
      await rows(page).nth(1).press('Delete');
      const undo = page.getByRole('button', { name: 'Undo' });
      await undo.press('Enter');
      await said(page, '“rope in the year of the long frost” is back.');
      await focused(rows(page).nth(1));
      await undo.waitFor({ state: 'detached' });
      const [removed, restored] = await inputsOf(page, 'history.change');
      assert.deepEqual(removed, { change: 'remove', q: 'rope in the year of the long frost' });
      assert.match(JSON.stringify(restored), /"restore","searches":\[\{"q":"rope[^}]*\}\]/);
    },

    'of several that were removed the last is had back first': async (page) => {
      await show(page, 'idle');
      await rows(page).first().waitFor();
      await rows(page).nth(1).press('Delete');
      await page.getByText('“rope in the year of the long frost” was removed.').first().waitFor();
      await rows(page).first().press('Delete');
      const undone = page.locator('.search-history-undo');
      await undone.getByText('“harbour ledgers” was removed.').waitFor();
      await page.getByRole('button', { name: 'Undo' }).press('Enter');
      await undone.getByText('“rope in the year of the long frost” was removed.').waitFor();
    },

    'what is searched for in another window stands in the list at once': async (page) => {
      await show(page, 'idle-few');
      await rows(page).first().waitFor();
      const searches = [{ q: 'lighthouse', at: 9 }];
      await tell(page, { event: 'history.changed', history: { remembers: true, searches } });
      await rows(page).filter({ hasText: 'lighthouse' }).waitFor();
      assert.equal(await rows(page).count(), 1);
    },

    'a cleared history is had back by the key that stands ready': async (page) => {
      await show(page, 'cleared');
      await page.getByRole('button', { name: 'Clear history' }).press('Enter');
      await focused(page.getByRole('button', { name: 'Undo' }));
      await said(page, 'Your searches were cleared.');
      await page.keyboard.press('Enter');
      await focused(rows(page).first());
      const [, restored] = await inputsOf(page, 'history.change');
      assert.match(JSON.stringify(restored), /"restore".*harbour ledgers.*tides/);
    },

    'turning the history off clears it, says so, and can be taken back': async (page) => {
      await show(page, 'turned-off');
      const turn = page.getByRole('switch', { name: /Remember searches/ });
      await turn.press('Space');
      await said(page, 'Your searches were cleared.');
      await focused(turn);
      assert.equal(await turn.getAttribute('aria-checked'), 'false');
      await page.getByRole('button', { name: 'Undo' }).press('Enter');
      await turn.and(page.locator('[aria-checked="true"]')).waitFor();
    },

    'a page without words leads to words of the person’s own, not to a note': async (page) => {
      await show(page, 'about-failed');
      await page.getByRole('button', { name: /^From your memory about this page/ }).press('Enter');
      await page.getByText('Or search with words of your own.').waitFor();
    },

    'nothing is asked about the page in front before the click, and words typed take its place':
      async (page) => {
        await show(page, 'about');
        const about = page.getByRole('button', { name: /^From your memory about this page/ });
        await about.waitFor();
        const asked = await page.evaluate(() => globalThis.gallery.asked.map(({ name }) => name));
        const ofService = /^(?:recall|preview|profile|ask|memories|own)\./;
        assert.deepEqual(
          asked.filter((name) => ofService.test(name)),
          [],
        );

        await about.press('Enter');
        await page.getByText('Searched for: long memory harbours').waitFor();
        await focused(box(page));
        assert.deepEqual(await inputsOf(page, 'recall.about'), [{ searchId: 'id-1', tabId: 7 }]);
        await choice(page, 'Work').press('Space');
        await askedFor(page, 'recall.about', 2);
        await box(page).press('Escape');
        await about.waitFor();
        await about.press('Enter');
        await box(page).fill('tides');
        await page.getByText('6 passages', { exact: true }).waitFor();
        assert.equal(await page.locator('.about-banner').count(), 0);
        assert.deepEqual(await inputsOf(page, 'history.change'), []);
      },
  };
}

async function said(page: Page, words: string): Promise<void> {
  await page.locator('output', { hasText: words }).first().waitFor({ state: 'attached' });
}

async function focused(which: Locator): Promise<void> {
  await which.and(which.page().locator(':focus')).waitFor();
}

/** As a tab that another is put before, or that comes to the front. */
function bring(page: Page, visibility: DocumentVisibilityState): Promise<void> {
  return page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, visibility);
}
