/** How the side panel's frame and its view for saves behave. */
import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import { galleryNow, home, save, states } from './fixtures.ts';
import { inputsOf, type Steps, tell } from './steps.ts';

/** As the longest languages have them. */
const longNames = [
  ['Suchen', 'Fragen', 'Profil', 'Bibliothek', 'Regeln'],
  ['Pesquisar', 'Perguntar', 'Perfil', 'Biblioteca', 'Regras'],
  ['Rechercher', 'Demander', 'Profil', 'Bibliothèque', 'Règles'],
];

/** Gives the behaviours of the frame and of the saves, each by what it shows. */
export function savesBehaviours({ open }: Steps): Record<string, (page: Page) => Promise<void>> {
  const openSaves = async (page: Page, scene: string) => {
    await open(page, `sidepanel/saves-${scene}`);
    await page.locator('.panel-nav [data-view="library"]').click();
    await page.getByRole('list').first().waitFor();
  };
  const row = (page: Page, id: string) => page.locator(`[data-save="${id}"]`);
  const section = (page: Page, name: string) => page.getByRole('region', { name });
  const tab = (page: Page, name: string) => page.getByRole('tab', { name });
  const field = (page: Page) => page.getByRole('searchbox', { name: 'Filter by title or site' });

  return {
    'what is said below the text of a save stands clear of the buttons': async (page) => {
      for (const width of [320, 400]) {
        await page.setViewportSize({ width, height: 720 });
        await openSaves(page, 'editing');
        await page.locator('[data-act="edit"]').first().press('Enter');
        const said = await page.locator('.edit-save-under').boundingBox();
        const buttons = await page.locator('.edit-save .dialog-actions').boundingBox();
        assert.ok(said !== null && buttons !== null && said.y + said.height <= buttons.y);
      }
      await page.setViewportSize({ width: 400, height: 700 });
    },

    'the site of a save is not shortened in a narrow panel where a line has room for it': async (
      page,
    ) => {
      await page.setViewportSize({ width: 320, height: 700 });
      await openSaves(page, 'done');
      const hosts = page.locator('.save-row-host');
      await hosts.first().waitFor();
      const shortened = await hosts.evaluateAll((all) =>
        all.filter((host) => host.scrollWidth > host.clientWidth).map((host) => host.textContent),
      );
      await page.setViewportSize({ width: 400, height: 700 });
      assert.deepEqual(shortened, []);
    },

    'a renamed Memory has its name on every row, and the list is read but once': async (page) => {
      await openSaves(page, 'done');
      const chips = page.locator('.save-row .memory-chip');
      const renamed = chips.filter({ hasText: 'Lighthouses' });
      const count = await chips.filter({ hasText: 'Reading' }).count();
      assert.ok(count > 0);
      await tell(page, { event: 'home.changed', home: { ...home, chosenMemoryId: 'm2' } });
      const lighthouses = { id: 'm1', name: 'Lighthouses' };
      const memories = home.memories.map((one) => (one.id === 'm1' ? lighthouses : one));
      await tell(page, { event: 'home.changed', home: { ...home, memories } });
      await renamed.nth(count - 1).waitFor();
      assert.equal(await chips.filter({ hasText: 'Reading' }).count(), 0);
      assert.equal((await inputsOf(page, 'outbox.list')).length, 1);
    },

    'each view keeps its state while another is shown, and the next panel begins where this one was':
      async (page) => {
        await open(page, 'sidepanel/saves-needy');
        const search = page.getByRole('searchbox', { name: 'Search' });
        await search.fill('harbour');
        await page.getByRole('button', { name: /^Library, 5 need you$/ }).press('Enter');
        await focused(tab(page, 'Saved here'));
        assert.equal(await page.title(), 'Library · Keepsake');
        await field(page).fill('seaweed');
        await page.getByText('1 of 5 shown').first().waitFor();

        await page.getByRole('button', { name: 'Search', exact: true }).press('Enter');
        await focused(search);
        assert.equal(await search.inputValue(), 'harbour');
        assert.equal(await page.title(), 'Search · Keepsake');

        await page.getByRole('button', { name: /^Library/ }).press('Enter');
        assert.equal(await field(page).inputValue(), 'seaweed');
        await tab(page, 'This page').press('Enter');
        await page.goto(`${page.url()}&again`);
        await focused(page.getByRole('tab', { name: 'This page', selected: true }));
        const current = page.locator('.panel-nav [aria-current="page"]');
        assert.match(await current.innerText(), /Library/);
      },

    'a panel that an earlier version left at its highlights or saves begins at that tab': async (
      page,
    ) => {
      await open(page, 'sidepanel/saves-needy');
      for (const [left, name] of [
        ['highlights', 'This page'],
        ['saves', 'Saved here'],
      ] as const) {
        await page.evaluate((view) => localStorage.setItem('panel-view', view), left);
        await page.goto(`${page.url().replace('&again', '')}&again`);
        await focused(page.getByRole('tab', { name, selected: true }));
      }
    },

    'the tabs are gone through by the arrows, round the end': async (page) => {
      await openSaves(page, 'highlighted');
      for (const [key, name] of [
        ['ArrowRight', 'In your memory'],
        ['ArrowRight', 'This page'],
        ['ArrowRight', 'Saved here'],
        ['ArrowLeft', 'This page'],
        ['Home', 'Saved here'],
        ['End', 'This page'],
      ] as const) {
        await page.keyboard.press(key);
        await focused(page.getByRole('tab', { name, selected: true }));
        await page.getByRole('tabpanel', { name }).waitFor();
      }
      for (const other of await page.getByRole('tab', { selected: false }).all()) {
        assert.equal(await other.getAttribute('tabindex'), '-1');
      }
    },

    'where nothing fits what was chosen, fewer words are advised only if there are words': async (
      page,
    ) => {
      await openSaves(page, 'filtered-both');
      await page.getByLabel('Memory', { exact: true }).selectOption('Reading');
      await page.getByLabel('Kind', { exact: true }).selectOption('note');
      await page.getByText('Choose another Memory or kind').waitFor();
      await field(page).fill('harbour');
      await page.getByText('Try fewer words').waitFor();
    },

    'the names of the views fit side by side, also where they are long': async (page) => {
      await page.setViewportSize({ width: 320, height: 720 });
      await open(page, 'sidepanel/saves-needy');
      for (const names of longNames) {
        const spilling = await page.evaluate((words) => {
          const ways = [...document.querySelectorAll<HTMLElement>('.panel-nav-words')];
          return ways.flatMap((way, index) => {
            way.lastChild?.replaceWith(words[index] ?? '');
            return way.scrollWidth > (way.parentElement?.clientWidth ?? 0) ? [words[index]] : [];
          });
        }, names);
        assert.deepEqual(spilling, []);
      }
      await page.setViewportSize({ width: 400, height: 700 });
    },

    'filters leave what fits, say what they hide, and are cleared': async (page) => {
      await openSaves(page, 'all');
      const memory = page.getByRole('combobox', { name: 'Memory' });
      await memory.selectOption({ label: 'Garden notes' });
      await page.getByText('4 of 16 shown. 4 that need you are hidden.').first().waitFor();
      const chips = await page.locator('.save-row .memory-chip').allTextContents();
      assert.deepEqual(new Set(chips), new Set(['Garden notes']));
      await page.getByRole('combobox', { name: 'Kind' }).selectOption({ label: 'Links' });
      await page.getByRole('heading', { name: 'Nothing fits these filters' }).waitFor();
      await page
        .locator('output', { hasText: '0 of 16 shown. 5 that need you are hidden.' })
        .waitFor({ state: 'attached' });

      await page.getByRole('button', { name: 'Clear filters' }).press('Enter');
      await focused(field(page));
      await page.getByRole('heading', { name: 'Needs you' }).waitFor();
      assert.equal(await memory.inputValue(), '');
      await page.keyboard.type('pilots harbours');
      await page.keyboard.press('Escape');
      assert.equal(await field(page).inputValue(), '');
      assert.equal((await inputsOf(page, 'outbox.list')).length, 1);
    },

    'the arrows go from row to row, and Enter is left to the link': async (page) => {
      await openSaves(page, 'done');
      await field(page).press('ArrowDown');
      await focused(row(page, 's0').getByRole('link'));
      await page.keyboard.press('End');
      await focused(row(page, 's5').getByRole('link'));
      await page.keyboard.press('ArrowUp');
      await focused(row(page, 's4').getByRole('link'));
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowUp');
      await focused(field(page));
    },

    'Delete asks whether to delete, and the focus goes on to the next row': async (page) => {
      await openSaves(page, 'deleted');
      await row(page, 's2').getByRole('link').press('Delete');
      await page.getByText('Nothing has been deleted yet.').waitFor();
      await page.getByRole('button', { name: 'Yes, delete it' }).click();
      await row(page, 's2').waitFor({ state: 'detached' });
      await focused(row(page, 's3').getByRole('link'));
    },

    'Delete discards what is not kept, with the way back in its place': async (page) => {
      await openSaves(page, 'needy');
      await row(page, 's0').getByRole('link').press('Delete');
      await focused(row(page, 's0').getByRole('button', { name: /^Undo: bring back/ }));
      assert.deepEqual(await inputsOf(page, 'outbox.discard'), [{ id: 's0' }]);
    },

    'highlights of the page in front are shown beside it, and others by opening their page': async (
      page,
    ) => {
      await openSaves(page, 'highlighted');
      const other = row(page, 's3').getByRole('link', { name: /^1 highlight: / });
      assert.equal(await other.getAttribute('href'), 'https://tidewater-quarterly.example/3');
      await row(page, 's0')
        .getByRole('button', { name: /^2 highlights: / })
        .press('Enter');
      await focused(page.getByRole('tab', { name: 'This page', selected: true }));
    },

    'words from elsewhere bring the search back': async (page) => {
      await open(page, 'sidepanel/results');
      await page.locator('.panel-nav [data-view="library"]').click();
      await tell(page, { event: 'panel.offered', windowId: 1 });
      await focused(page.getByRole('searchbox'));
      assert.equal(await page.getByRole('searchbox').inputValue(), 'harbour ledgers');
    },

    'a page that could not be read is saved by its address in its place, its site asked for in the same key':
      async (page) => {
        await openSaves(page, 'needy');
        await row(page, 's2').locator('[data-act="save-address"]').press('Enter');
        await row(page, 's2').waitFor({ state: 'detached' });
        await row(page, 'id-1').waitFor();
        assert.equal((await inputsOf(page, 'requestOrigins')).length, 1);
        assert.match(JSON.stringify(await inputsOf(page, 'link.save')), /"memoryId":"m4"/);
        assert.deepEqual(await inputsOf(page, 'outbox.discard'), [{ id: 's2' }]);
      },

    'an address that waits for its site has that allowed, and goes on': async (page) => {
      await openSaves(page, 'links');
      await row(page, 's0')
        .getByRole('button', { name: /^Allow the site/ })
        .press('Enter');
      await page.waitForFunction(() =>
        globalThis.gallery.asked.some(({ name }) => name === 'outbox.retry'),
      );
      assert.equal((await inputsOf(page, 'requestOrigins')).length, 1);
    },

    'what is discarded is had back by the key that stands ready, in its place': async (page) => {
      await openSaves(page, 'restored');
      await row(page, 's0').locator('[data-act="discard"]').press('Enter');
      await focused(row(page, 's0').getByRole('button', { name: /^Undo: bring back/ }));
      assert.equal(await section(page, 'Needs you').getByRole('listitem').count(), 5);
      assert.deepEqual(await inputsOf(page, 'outbox.discard'), [{ id: 's0' }]);
      await tell(page, { event: 'outbox.removed', id: 's0' });

      await page.keyboard.press('Enter');
      await row(page, 's0').getByRole('heading').waitFor();
      assert.deepEqual(await inputsOf(page, 'outbox.restore'), [{ id: 's0' }]);
      const first = page.getByRole('listitem').first();
      assert.equal(await first.getAttribute('data-save'), 's0');
      await focused(row(page, 's0').locator(':focus'));
    },

    'many are discarded together, with one way back for all': async (page) => {
      await openSaves(page, 'many');
      await page.getByRole('button', { name: 'Discard 6 not saved' }).press('Enter');
      await focused(page.getByRole('button', { name: 'Undo: bring back 6 saves' }));
      assert.equal((await inputsOf(page, 'outbox.discard')).length, 6);
      await page.keyboard.press('Enter');
      await page.waitForFunction(
        () => globalThis.gallery.asked.filter(({ name }) => name === 'outbox.restore').length === 6,
      );
    },

    'all are tried again together, a page that was not read where it is open': async (page) => {
      await openSaves(page, 'many');
      await page.getByRole('button', { name: 'Try all again' }).click();
      await page.waitForFunction(
        () => globalThis.gallery.asked.filter(({ name }) => name === 'outbox.retry').length === 7,
      );
      const [first] = await inputsOf(page, 'outbox.retry');
      assert.deepEqual(first, { id: 's0', tabId: null });
    },

    'a save that is tried again takes the focus along to where it is then': async (page) => {
      await openSaves(page, 'retried');
      await row(page, 's0').locator('[data-act="retry"]').press('Enter');
      await section(page, 'On the way').locator('[data-save="s0"]').waitFor();
      await focused(row(page, 's0').locator(':focus'));
    },

    'a save that is tried again to no avail says so each time': async (page) => {
      await openSaves(page, 'tried-again');
      const again = row(page, 's0').locator('[data-act="retry"]');
      await again.press('Enter');
      await row(page, 's0').getByText('Tried again once, without success.').waitFor();
      await again.press('Enter');
      await row(page, 's0').getByText('Tried again 2 times, without success.').waitFor();
      await page
        .locator('output', { hasText: 'Tried again 2 times' })
        .waitFor({ state: 'attached' });
    },

    'versions of a page are told apart, also by the names of their buttons': async (page) => {
      await openSaves(page, 'versions');
      await row(page, 's0')
        .getByText(/^Newest version, .*2026/)
        .waitFor();
      await row(page, 's3')
        .getByText(/^Earlier version, .*2026/)
        .waitFor();
      assert.equal(await row(page, 's1').locator('[data-version]').count(), 0);
      const names = await page
        .locator('[data-act="delete"]')
        .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')));
      assert.equal(new Set(names).size, 4);
    },

    'words being changed are not lost to one key, and the focus comes back': async (page) => {
      await openSaves(page, 'editing-refused');
      const edit = row(page, 's0').getByRole('button', { name: /^Edit/ });
      await edit.press('Enter');
      const text = page.getByRole('textbox', { name: 'Text' });
      await text.waitFor();
      await page.keyboard.press('Escape');
      await focused(edit);

      await page.keyboard.press('Enter');
      await focused(text);
      await text.fill('Less.');
      await page.keyboard.press('Escape');
      await page.getByText('Your changes are not saved.').waitFor();
      await page.getByRole('button', { name: 'Save and send' }).click();
      await page.getByText('Your memory cannot take this as it is').last().waitFor();
      assert.equal(await text.inputValue(), 'Less.');
      await page.getByRole('button', { name: 'Cancel' }).press('Enter');
      await focused(edit);
      const [sent] = await inputsOf(page, 'outbox.edit');
      assert.match(JSON.stringify(sent), /"id":"s0".*"content":"Less\.","memoryId":"m1"/);
    },

    'Enter and Escape say no to deleting what was saved, and the focus comes back': async (
      page,
    ) => {
      await openSaves(page, 'deleting');
      const remove = row(page, 's2').locator('[data-act="delete"]');
      for (const key of ['Enter', 'Escape']) {
        await remove.press('Enter');
        await page.getByText('Nothing has been deleted yet.').waitFor();
        await page.keyboard.press(key);
        await focused(remove);
      }
      const asked = { id: 's2', confirm: false };
      assert.deepEqual(await inputsOf(page, 'saved.delete'), [asked, asked]);
    },

    'a question that could not be put is put again, and cannot be confirmed before': async (
      page,
    ) => {
      await openSaves(page, 'deleting-conflict');
      await row(page, 's2').locator('[data-act="delete"]').press('Enter');
      await page.getByText('It was changed at the same moment').waitFor();
      assert.equal(await page.getByRole('button', { name: 'Yes, delete it' }).isDisabled(), true);
      await page.getByRole('button', { name: 'Try again' }).press('Enter');
      await page.waitForFunction(
        () => globalThis.gallery.asked.filter(({ name }) => name === 'saved.delete').length === 2,
      );
    },

    'a save of another home says that it is there, or that it is on its way there': async (
      page,
    ) => {
      await openSaves(page, 'elsewhere');
      await row(page, 'ds0').getByText('In another home').waitFor();
      await row(page, 's1').getByText('For another home').waitFor();
    },

    'what is gone already is no alarm, and nothing is asked any more': async (page) => {
      for (const [scene, title, tone] of [
        ['gone', 'Already deleted', 'plain'],
        ['forbidden', 'Not deleted', 'bad'],
      ] as const) {
        await openSaves(page, `deleting-${scene}`);
        await row(page, 's2').locator('[data-act="delete"]').press('Enter');
        await page.getByRole('dialog', { name: title }).waitFor();
        await page.locator(`dialog .notice[data-tone="${tone}"]`).waitFor();
      }
    },

    'where nothing is saved yet, it is said how': async (page) => {
      await open(page, 'sidepanel/saves-empty');
      await page.locator('.panel-nav [data-view="library"]').click();
      const how = page.getByText('open Keepsake and press Enter');
      await how.locator('kbd').first().waitFor();
    },

    'what was deleted before leaves the list, and that is said': async (page) => {
      await openSaves(page, 'deleted-before');
      await row(page, 's0').locator('[data-act="delete"]').press('Enter');
      await page.getByText('was already deleted.').waitFor();
      assert.equal(await row(page, 's0').count(), 0);
      await focused(row(page, 's1').getByRole('link'));
    },

    'the bar of a batch fills as its saves are sent, and goes with the last': async (page) => {
      await openSaves(page, 'moving');
      await page.getByText('0 of 4 sent').waitFor();
      const told = (id: string, index: number) =>
        tell(page, {
          event: 'outbox.changed',
          item: save(states.learned, { id, ago: -index, createdAt: galleryNow - index * 1_000 }),
        });
      await told('s0', 1);
      await page.getByText('1 of 4 sent').waitFor();
      await told('s1', 2);
      await told('s2', 3);
      await page.getByRole('progressbar').waitFor({ state: 'detached' });
      await told('s3', 4);
      await page.getByRole('button', { name: 'Library, some on the way' }).waitFor();
    },

    'two thousand saves are shown a hundred at a time, also while they change': async (page) => {
      await openSaves(page, 'two-thousand');
      const saved = section(page, 'Saved');
      assert.equal(await saved.getByRole('listitem').count(), 100);
      await saved.getByRole('button', { name: 'Show 100 more' }).press('Enter');
      await focused(saved.getByRole('listitem').nth(100).getByRole('link'));

      const items = Array.from({ length: 200 }, (_, index) =>
        save(states.learned, { id: `t${index}`, ago: -1 - index, customId: `t${index}` }),
      );
      await page.evaluate(async (changed) => {
        for (const item of changed) {
          globalThis.gallery.tell({ event: 'outbox.changed', item });
          await new Promise((resolve) => setTimeout(resolve, 0));
        }
        const last = changed.at(-1)?.id;
        while (document.querySelector(`[data-section="saved"] [data-save="${last}"]`) === null) {
          await new Promise((resolve) => requestAnimationFrame(resolve));
        }
      }, items);
      assert.equal(await saved.getByRole('listitem').count(), 200);
    },

    'five thousand saves are filtered as somebody types, without a pause to be felt': async (
      page,
    ) => {
      await openSaves(page, 'five-thousand');
      const took = await field(page).evaluate(async (box) => {
        const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
        const begun = performance.now();
        for (const letter of 'seaweed') {
          value?.set?.call(box, value.get?.call(box) + letter);
          box.dispatchEvent(new InputEvent('input', { bubbles: true }));
          await new Promise((resolve) => requestAnimationFrame(resolve));
        }
        return performance.now() - begun;
      });
      await page.getByText('714 of 5,000 shown').first().waitFor();
      console.log(`  seven letters among 5,000 saves: ${Math.round(took)} ms`);
      assert.ok(took < 3_000, `${took} ms`);
    },

    'that something was deleted is said no longer once its page is saved again': async (page) => {
      await openSaves(page, 'deleted-before');
      await row(page, 's0').locator('[data-act="delete"]').press('Enter');
      await page.getByText('was already deleted.').waitFor();
      const saved = (id: string, pageKey: string) =>
        tell(page, {
          event: 'outbox.changed',
          item: save(states.learned, { id, pageKey, ago: -1 }),
        });
      await saved('other', 'https://elsewhere.example/');
      await row(page, 'other').waitFor();
      assert.equal(await page.getByText('was already deleted.').isVisible(), true);
      await saved('again', 'https://tidewater-quarterly.example/0');
      await row(page, 'again').waitFor();
      await page.getByText('was already deleted.').waitFor({ state: 'detached' });
    },

    'what was deleted is news no longer': async (page) => {
      await open(page, 'sidepanel/news');
      await page.getByText('12 pages can be found now.').waitFor();
      await tell(page, { event: 'outbox.removed', id: 'other' });
      await tell(page, { event: 'outbox.removed', id: 'news' });
      await page.getByText('11 pages can be found now.').waitFor();
    },

    'news is told once and put aside': async (page) => {
      await open(page, 'sidepanel/news');
      await page.getByText('12 pages can be found now.').waitFor();
      await tell(page, { event: 'learned.news' });
      await page.getByText('24 pages can be found now.').waitFor();
      await page.locator('.learned-notice').getByRole('button', { name: 'Close' }).press('Enter');
      await page.getByText('can be found now').waitFor({ state: 'detached' });
    },
  };
}

function focused(what: Locator): Promise<void> {
  return what.and(what.page().locator(':focus')).waitFor();
}
