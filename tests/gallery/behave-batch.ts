/** How saving many at once behaves in the side panel. */
import assert from 'node:assert/strict';
import type { Locator, Page } from '@playwright/test';
import { batch } from './batch-scenes.ts';
import { askedFor, inputsOf, type Steps, tell } from './steps.ts';

const importIt = 'Import 212 bookmarks to “Reading”';

/** Gives the behaviours of saving many at once, each by what it shows. */
export function batchBehaviours({ open }: Steps): Record<string, (page: Page) => Promise<void>> {
  const openMany = async (page: Page, scene: string) => {
    await open(page, `sidepanel/batch-${scene}`);
    await page.locator('.panel-nav [data-view="library"]').click();
    await page.locator('[data-act="save-many"]').press('Enter');
    await focused(page.getByRole('heading', { name: 'Save many', level: 1 }));
  };
  const chooseTabs = async (page: Page, scene: string) => {
    await openMany(page, scene);
    await page.getByRole('button', { name: 'Choose tabs…' }).press('Enter');
    await page.getByRole('list', { name: 'Tabs to save' }).waitFor();
  };
  const chooseFolder = async (page: Page, scene: string) => {
    await openMany(page, scene);
    await page.getByRole('button', { name: 'Choose a folder…' }).press('Enter');
    await page.getByRole('radio', { name: /^Harbour towns/ }).press('Space');
  };

  return {
    'tabs are chosen by space and arrows, and begun with their sites asked for in the same key':
      async (page) => {
        await chooseTabs(page, 'tabs');
        assert.deepEqual(await inputsOf(page, 'requestAccess'), ['tabs']);
        const boxes = page.getByRole('checkbox');
        await boxes.first().focus();
        await page.keyboard.press('Space');
        await page.keyboard.press('ArrowDown');
        await focused(boxes.nth(1));
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Space');
        // The page of the browser is passed over.
        await page.keyboard.press('ArrowDown');
        await focused(boxes.nth(5));

        await page.getByRole('button', { name: 'Save 3 pages to “Reading”' }).press('Enter');
        await askedFor(page, 'batches.start', 1);
        const asked = await page.evaluate(() =>
          globalThis.gallery.asked
            .map(({ name }) => name)
            .filter((name) => name === 'requestOrigins' || name === 'batches.start'),
        );
        assert.deepEqual(asked, ['requestOrigins', 'batches.start']);
        assert.deepEqual(await inputsOf(page, 'requestOrigins'), [
          [
            'https://tidewater-2.example',
            'https://tidewater-6.example',
            // Asleep: this device fetches its address.
            'https://tidewater-4.example',
          ],
        ]);
        const [started] = await inputsOf(page, 'batches.start');
        assert.match(
          JSON.stringify(started),
          /"tabId":2,.*"tabId":null,"url":"https:\/\/tidewater-4.*"tabId":6,.*"borrowed":\["https/,
        );
        await page.getByText('315 of 1,527 done').waitFor();
      },

    'no box that has the focus lies under the foot': async (page) => {
      await chooseTabs(page, 'tabs-many');
      const boxes = page.getByRole('checkbox');
      await boxes.first().focus();
      for (const key of ['Tab', 'ArrowDown']) {
        for (let step = 0; step < 11; step += 1) {
          await page.keyboard.press(key);
          assert.ok(await isClear(page.locator(':focus')), `${key}, ${step}`);
        }
      }
    },

    'who declines the sites may save only the addresses, and no page is read': async (page) => {
      await chooseTabs(page, 'sites-declined');
      await page.getByRole('button', { name: /^Save 3 pages/ }).press('Enter');
      await page.getByText('These pages cannot be read without your permission').waitFor();
      assert.deepEqual(await inputsOf(page, 'batches.start'), []);
      await page.getByRole('button', { name: 'Save only the 3 addresses' }).press('Enter');
      await askedFor(page, 'batches.start', 1);
      const [started] = await inputsOf(page, 'batches.start');
      assert.doesNotMatch(JSON.stringify(started), /"tabId":\d/);
    },

    'who declines the sites on this device is not offered the addresses, which take the same leave':
      async (page) => {
        await chooseTabs(page, 'sites-declined-on-device');
        await page.getByRole('button', { name: /^Save 3 pages/ }).press('Enter');
        await page.getByText('so Keepsake cannot fetch the addresses either').waitFor();
        assert.equal(await page.getByRole('button', { name: /^Save only/ }).count(), 0);
        assert.deepEqual(await inputsOf(page, 'batches.start'), []);
      },

    'only what was asked for this time is given back, and addresses are asked for where they are read here':
      async (page) => {
        await openMany(page, 'done-refusals-allowed');
        await page.getByText('3 have no text, or only a few words').click();
        await page.getByRole('button', { name: 'Try 3 again' }).press('Enter');
        await askedFor(page, 'batches.again', 1);
        const [again] = await inputsOf(page, 'batches.again');
        assert.match(JSON.stringify(again), /"borrowed":\["https:\/\/map.example"\]/);

        await page.getByText('2 refused: too large').click();
        await page.getByRole('button', { name: 'Save 2 addresses instead' }).press('Enter');
        await askedFor(page, 'batches.link', 1);
        assert.equal((await inputsOf(page, 'requestOrigins')).length, 2);
        const [link] = await inputsOf(page, 'batches.link');
        assert.match(JSON.stringify(link), /"id":"r4".*"borrowed":\["https:/);
      },

    'who declines the list is told, and may be asked again': async (page) => {
      await openMany(page, 'tabs-declined');
      await page.getByRole('button', { name: 'Choose tabs…' }).press('Enter');
      await page.getByText('Your tabs are not shown').waitFor();
      await page.getByRole('button', { name: 'Ask again' }).press('Enter');
      await askedFor(page, 'requestAccess', 2);
      assert.deepEqual(await inputsOf(page, 'batches.tabs'), []);
    },

    'leaving the choice gives the permission back, and leaving the screen the focus': async (
      page,
    ) => {
      await chooseTabs(page, 'tabs-many');
      await page.getByRole('searchbox', { name: 'Filter the tabs' }).fill('tidewater-12');
      assert.equal(await page.getByRole('checkbox').count(), 1);
      await page.getByRole('button', { name: 'Select none' }).press('Enter');
      await page.getByRole('searchbox', { name: 'Filter the tabs' }).fill('');
      await page.getByRole('button', { name: 'Save 22 pages to “Reading”' }).waitFor();
      await page.getByRole('button', { name: 'Back', exact: true }).press('Enter');
      await askedFor(page, 'releaseAccess', 1);
      await focused(page.getByRole('heading', { name: 'Save many', level: 1 }));
      await page.locator('[data-act="batch-back"]').press('Enter');
      await focused(page.getByRole('button', { name: 'Save many…' }));
    },

    'who filters is told of what is chosen and not shown, and selects nothing that is not': async (
      page,
    ) => {
      await chooseTabs(page, 'tabs-many');
      const filter = page.getByRole('searchbox', { name: 'Filter the tabs' });
      await filter.fill('tidewater-12');
      await page.getByText('22 chosen pages are hidden by the filter.').waitFor();
      await filter.fill('no such tab');
      await page.getByText('23 chosen pages are hidden by the filter.').waitFor();
      assert.ok(await page.getByRole('button', { name: 'Select all' }).isDisabled());
      assert.ok(await page.getByRole('button', { name: 'Select none' }).isDisabled());
      await filter.fill('');
      await page.getByText('hidden by the filter').waitFor({ state: 'detached' });
    },

    'one that waits for room leads to what waits, unfiltered': async (page) => {
      await open(page, 'sidepanel/batch-full');
      await page.locator('.panel-nav [data-view="library"]').click();
      await page.getByRole('button', { name: 'Show: Harbour towns' }).press('Enter');
      await page.getByText('It goes on by itself once there is room').waitFor();
      await page.getByRole('button', { name: 'See what waits' }).press('Enter');
      await focused(page.getByRole('button', { name: 'Show: Harbour towns' }));
    },

    'where there is no Memory, saving many leads to making one': async (page) => {
      await openMany(page, 'no-memory');
      await page.getByRole('button', { name: 'Create a Memory' }).press('Enter');
      assert.equal((await inputsOf(page, 'openWelcome')).length, 1);
    },

    'why some could not be tried again is said beside their button': async (page) => {
      await openMany(page, 'again-failed');
      await page.getByText('3 have no text, or only a few words').click();
      await page.getByRole('button', { name: 'Try 3 again' }).press('Enter');
      const alert = page.locator('.batch-card').getByRole('alert');
      await alert.waitFor();
      const actions = page.locator('.batch-reason > .batch-refusal-actions').first();
      await actions.getByRole('alert').waitFor();
      assert.equal(await alert.count(), 1);
    },

    'advice that several share is given once': async (page) => {
      await openMany(page, 'done-unusable');
      await page.locator('.batch-reason-line').click();
      assert.equal(await page.locator('.batch-refusal').count(), 50);
      assert.equal(await page.locator('.batch-reason .batch-note').count(), 2);
    },

    'a folder is chosen and imported as one': async (page) => {
      await chooseFolder(page, 'folders');
      await page.getByText('Your memory’s service fetches each address').waitFor();
      await page.getByRole('button', { name: importIt }).press('Enter');
      await askedFor(page, 'batches.start', 1);
      const [started] = await inputsOf(page, 'batches.start');
      assert.match(JSON.stringify(started), /"kind":"bookmarks","folderId":"11"/);
      assert.deepEqual(await inputsOf(page, 'requestOrigins'), []);
    },

    'a home on this device reads the addresses itself, so every site is asked for in the same key':
      async (page) => {
        await chooseFolder(page, 'folders-on-device');
        await page.getByText('Keepsake fetches each address itself').waitFor();
        await page.getByRole('button', { name: importIt }).press('Enter');
        await askedFor(page, 'batches.start', 1);
        assert.deepEqual(await inputsOf(page, 'requestOrigins'), [['https://*/*']]);
        const [started] = await inputsOf(page, 'batches.start');
        assert.match(JSON.stringify(started), /"borrowed":\["https:\/\/\*\/\*"\]/);
      },

    'who declines the sites of a folder is told, and nothing is begun': async (page) => {
      await chooseFolder(page, 'folders-on-device-declined');
      const start = page.getByRole('button', { name: importIt });
      await start.press('Enter');
      await page.getByRole('alert').getByText('cannot be read without your permission').waitFor();
      await focused(start);
      await page.keyboard.press('Enter');
      await askedFor(page, 'requestOrigins', 2);
      assert.deepEqual(await inputsOf(page, 'batches.start'), []);
    },

    'progress that is told is drawn, also beside the saves': async (page) => {
      await open(page, 'sidepanel/batch-strip');
      await page.locator('.panel-nav [data-view="library"]').click();
      await page.getByText('315 of 1,527 done').waitFor();
      const told = batch({ progress: { waiting: 1, kept: 9 } });
      await tell(page, { event: 'batches.changed', batch: told });
      await page.getByText('9 of 10 done').waitFor();
      const ended = batch({ status: 'done', progress: { kept: 10 } });
      await tell(page, { event: 'batches.changed', batch: ended });
      await page.getByText('9 of 10 done').waitFor({ state: 'detached' });
    },

    'a batch is paused, gone on with and canceled from its card': async (page) => {
      await openMany(page, 'running');
      await page.getByRole('button', { name: 'Pause: Harbour towns' }).press('Enter');
      await page.getByRole('button', { name: 'Go on: Harbour towns' }).press('Enter');
      await page.getByRole('button', { name: 'Cancel the rest: Harbour towns' }).press('Enter');
      await page.getByText('1,204 were left out').waitFor();
      await page
        .getByRole('button', { name: 'Remove from the list: Harbour towns' })
        .press('Enter');
      await page.locator('.batch-card').waitFor({ state: 'detached' });
      for (const name of ['pause', 'resume', 'cancel', 'dismiss']) {
        assert.deepEqual(await inputsOf(page, `batches.${name}`), [{ id: 'batch-1' }]);
      }
    },

    'what was refused is tried again with its sites asked for, or saved by its address': async (
      page,
    ) => {
      await openMany(page, 'done-refusals');
      await page.getByText('3 have no text, or only a few words').click();
      await page.getByRole('button', { name: 'Try 3 again' }).press('Enter');
      await askedFor(page, 'batches.again', 1);
      const origins = ['https://app.example', 'https://map.example'];
      assert.deepEqual(await inputsOf(page, 'batches.again'), [
        { id: 'batch-1', entryIds: ['r1', 'r2', 'r3'], borrowed: origins },
      ]);
      await page.getByText('2 refused: too large').click();
      await page.getByRole('button', { name: 'Save 2 addresses instead' }).press('Enter');
      await askedFor(page, 'batches.link', 1);
      assert.match(JSON.stringify(await inputsOf(page, 'batches.link')), /"id":"r4".*"id":"r5"/);
    },
  };
}

async function focused(locator: Locator): Promise<void> {
  await locator.and(locator.page().locator(':focus')).waitFor();
}

/** Says whether nothing of it lies under the foot. */
function isClear(box: Locator): Promise<boolean> {
  return box.evaluate((element) => {
    const foot = document.querySelector('.batch-foot');
    if (foot === null) throw new Error('There is no foot.');
    return element.getBoundingClientRect().bottom <= foot.getBoundingClientRect().top;
  });
}
