import type { Locator } from '@playwright/test';
import { en, enParts, enPlural } from '../english.ts';
import { batch } from '../gallery/batch-scenes.ts';
import { expect, test as base } from './surface-test.ts';

type Batches = {
  /** Opens “Save several pages” by keyboard. */
  openMany: (scene: string) => Promise<void>;
  chooseTabs: (scene: string) => Promise<void>;
  chooseFolder: (scene: string) => Promise<void>;
};

const test = base.extend<Batches>({
  openMany: ({ open, panel }, use) =>
    use(async (scene) => {
      await open(`sidepanel/batch-${scene}`);
      await panel.open('library');
      await panel.library.saveMany.press('Enter');
      await expect(panel.batch.heading).toBeFocused();
    }),
  chooseTabs: ({ openMany, panel }, use) =>
    use(async (scene) => {
      await openMany(scene);
      await panel.batch.chooseTabs.press('Enter');
      await expect(panel.batch.tabs).toBeVisible();
      await expect(panel.batch.tabsHeading).toBeFocused();
    }),
  chooseFolder: ({ openMany, panel }, use) =>
    use(async (scene) => {
      await openMany(scene);
      await panel.batch.chooseFolder.press('Enter');
      await expect(panel.batch.folder(/^Harbour towns/)).toBeVisible();
      await expect(panel.batch.foldersHeading).toBeFocused();
      await panel.batch.folder(/^Harbour towns/).press('Space');
    }),
});

const noText = enPlural(3, 'batch_refusedFor', { reason: en('errors_page_no_text_title') });
const tooLarge = enPlural(2, 'batch_refusedFor', { reason: en('errors_page_too_large_title') });

test.describe('choosing tabs', () => {
  test('chooses tabs by Space and arrows, and requests their sites in the same key press', async ({
    chooseTabs,
    page,
    panel,
    background,
  }) => {
    const { tabBoxes, save, progress } = panel.batch;
    await chooseTabs('tabs');
    await expect.poll(() => background.inputs('requestAccess')).toEqual(['tabs']);
    await tabBoxes.first().focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await expect(tabBoxes.nth(1)).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    // This press skips the browser's own page.
    await page.keyboard.press('ArrowDown');
    await expect(tabBoxes.nth(5)).toBeFocused();

    await save(3, 'Reading').press('Enter');
    await background.expectCalls('batches.start', 1);
    const calls = await background.calls('requestOrigins', 'batches.start');
    expect(calls.map(({ name }) => name)).toEqual(['requestOrigins', 'batches.start']);
    await expect
      .poll(() => background.inputs('requestOrigins'))
      .toEqual([
        [
          'https://tidewater-2.example',
          'https://tidewater-6.example',
          // This tab is asleep, so the service on this device fetches its address.
          'https://tidewater-4.example',
        ],
      ]);
    const [started] = await background.made('batches.start');
    expect(JSON.stringify(started)).toMatch(
      /"tabId":2,.*"tabId":null,"url":"https:\/\/tidewater-4.*"tabId":6,.*"borrowed":\["https/,
    );
    await expect(progress(315, 1_527)).toBeVisible();
  });

  test('never covers a focused box with the footer', async ({ chooseTabs, page, panel }) => {
    await chooseTabs('tabs-many');
    await panel.batch.tabBoxes.first().focus();
    for (const key of ['Tab', 'ArrowDown']) {
      for (let step = 0; step < 11; step += 1) {
        await page.keyboard.press(key);
        const [box, foot] = await Promise.all([
          edges(page.locator(':focus')),
          edges(panel.batch.foot),
        ]);
        expect(box.bottom, `${key}, ${step}`).toBeLessThanOrEqual(foot.top);
      }
    }
  });

  test('still saves the addresses if the sites are declined, and reads no page', async ({
    chooseTabs,
    page,
    panel,
    background,
  }) => {
    const { save, saveOnlyAddresses } = panel.batch;
    await chooseTabs('sites-declined');
    await save(3, 'Reading').press('Enter');
    await expect(page.getByText(en('batch_choose_declined_title'))).toBeVisible();
    expect(await background.inputs('batches.start')).toEqual([]);
    await saveOnlyAddresses(3).press('Enter');
    await background.expectCalls('batches.start', 1);
    const [started] = await background.made('batches.start');
    expect(JSON.stringify(started)).not.toMatch(/"tabId":\d/);
  });

  test('offers no addresses on this device if the sites are declined, because fetching needs the same permission', async ({
    chooseTabs,
    page,
    panel,
    background,
  }) => {
    await chooseTabs('sites-declined-on-device');
    await panel.batch.save(3, 'Reading').press('Enter');
    await expect(page.getByText(en('batch_choose_declined_here'))).toBeVisible();
    await expect(panel.batch.anySaveOnlyAddresses).toHaveCount(0);
    expect(await background.inputs('batches.start')).toEqual([]);
  });

  test('explains a declined list of tabs, and can ask again', async ({
    openMany,
    page,
    panel,
    background,
  }) => {
    await openMany('tabs-declined');
    await panel.batch.chooseTabs.press('Enter');
    await expect(page.getByText(en('batch_choose_declined_title'))).toBeVisible();
    await panel.batch.askAgain.press('Enter');
    await background.expectCalls('requestAccess', 2);
    expect(await background.inputs('batches.tabs')).toEqual([]);
  });

  test('releases the permission when leaving the choice, and returns focus when leaving the screen', async ({
    chooseTabs,
    panel,
    background,
  }) => {
    const { filter, tabBoxes, selectNone, save, back, heading, backToLibrary } = panel.batch;
    await chooseTabs('tabs-many');
    await filter.fill('tidewater-12');
    await expect(tabBoxes).toHaveCount(1);
    await selectNone.press('Enter');
    await filter.fill('');
    await expect(save(22, 'Reading')).toBeVisible();
    await back.press('Enter');
    await background.expectCalls('releaseAccess', 1);
    await expect(heading).toBeFocused();
    await backToLibrary.press('Enter');
    await expect(panel.library.saveMany).toBeFocused();
  });

  test('shows how many chosen tabs the filter hides, and selects none of them', async ({
    chooseTabs,
    page,
    panel,
  }) => {
    const { filter, selectAll, selectNone } = panel.batch;
    const [hidden = ''] = enParts('batch_choose_hidden_other');
    await chooseTabs('tabs-many');
    await filter.fill('tidewater-12');
    await expect(page.getByText(enPlural(22, 'batch_choose_hidden'))).toBeVisible();
    await filter.fill('no such tab');
    await expect(page.getByText(enPlural(23, 'batch_choose_hidden'))).toBeVisible();
    await expect(selectAll).toBeDisabled();
    await expect(selectNone).toBeDisabled();
    await filter.fill('');
    await expect(page.getByText(hidden)).toHaveCount(0);
  });
});

test.describe('importing bookmarks', () => {
  test('imports the chosen folder as one batch', async ({
    chooseFolder,
    page,
    panel,
    background,
  }) => {
    await chooseFolder('folders');
    await expect(page.getByText(en('batch_folders_logins'))).toBeVisible();
    await panel.batch.import(212, 'Reading').press('Enter');
    await background.expectCalls('batches.start', 1);
    const [started] = await background.made('batches.start');
    expect(JSON.stringify(started)).toMatch(/"kind":"bookmarks","folderId":"11"/);
    expect(await background.inputs('requestOrigins')).toEqual([]);
  });

  test('requests all sites in the same key press on this device, where the service fetches the addresses', async ({
    chooseFolder,
    page,
    panel,
    background,
  }) => {
    await chooseFolder('folders-on-device');
    await expect(page.getByText(en('batch_folders_here'))).toBeVisible();
    await panel.batch.import(212, 'Reading').press('Enter');
    await background.expectCalls('batches.start', 1);
    await expect.poll(() => background.inputs('requestOrigins')).toEqual([['https://*/*']]);
    const [started] = await background.made('batches.start');
    expect(JSON.stringify(started)).toMatch(/"borrowed":\["https:\/\/\*\/\*"\]/);
  });

  test('explains declined sites of a folder, and starts nothing', async ({
    chooseFolder,
    page,
    panel,
    background,
  }) => {
    const start = panel.batch.import(212, 'Reading');
    await chooseFolder('folders-on-device-declined');
    await start.press('Enter');
    await expect(
      page.getByRole('alert').getByText(en('batch_choose_declined_title')),
    ).toBeVisible();
    await expect(start).toBeFocused();
    await page.keyboard.press('Enter');
    await background.expectCalls('requestOrigins', 2);
    expect(await background.inputs('batches.start')).toEqual([]);
  });
});

test.describe('a batch', () => {
  test('shows its progress as it is reported, also beside the saves', async ({
    open,
    panel,
    background,
  }) => {
    const { progress } = panel.batch;
    await open('sidepanel/batch-strip');
    await panel.open('library');
    await expect(progress(315, 1_527)).toBeVisible();
    const running = batch({ progress: { waiting: 1, saved: 9 } });
    await background.tell({ event: 'batches.changed', batch: running });
    await expect(progress(9, 10)).toBeVisible();
    const done = batch({ status: 'done', progress: { saved: 10 } });
    await background.tell({ event: 'batches.changed', batch: done });
    await expect(progress(9, 10)).toHaveCount(0);
  });

  test('can be paused, resumed, canceled and removed from its card', async ({
    openMany,
    page,
    panel,
    background,
  }) => {
    const { action, cards } = panel.batch;
    await openMany('running');
    // Polling would show the batch again.
    await background.hold('batches.list');
    await action('pause', 'Harbour towns').press('Enter');
    await action('resume', 'Harbour towns').press('Enter');
    await action('cancel', 'Harbour towns').press('Enter');
    await expect(page.getByText(en('batch_summary_canceled', { count: 1_204 }))).toBeVisible();
    await action('dismiss', 'Harbour towns').press('Enter');
    await expect(cards).toHaveCount(0);
    for (const name of ['pause', 'resume', 'cancel', 'dismiss'] as const) {
      await expect.poll(() => background.inputs(`batches.${name}`)).toEqual([{ id: 'batch-1' }]);
    }
  });

  test('links to the unsent saves, unfiltered, while it waits for space', async ({
    open,
    page,
    panel,
  }) => {
    const { show, seeWaiting } = panel.batch;
    await open('sidepanel/batch-full');
    await panel.open('library');
    await show('Harbour towns').press('Enter');
    await expect(page.getByText(en('batch_full_text'))).toBeVisible();
    await seeWaiting.press('Enter');
    await expect(show('Harbour towns')).toBeFocused();
  });

  test('links to creating a Memory if there is none', async ({ openMany, panel, background }) => {
    await openMany('no-memory');
    await panel.batch.createMemory.press('Enter');
    await expect.poll(() => background.inputs('openWelcome')).toHaveLength(1);
  });
});

test.describe('what a batch could not save', () => {
  test('retries and requests its sites, or saves its address', async ({
    openMany,
    page,
    panel,
    background,
  }) => {
    const { retry, saveAddresses } = panel.batch;
    await openMany('done-refusals');
    await page.getByText(noText).click();
    await retry(3).press('Enter');
    await background.expectCalls('batches.again', 1);
    await expect
      .poll(() => background.inputs('batches.again'))
      .toEqual([
        {
          id: 'batch-1',
          entryIds: ['r1', 'r2', 'r3'],
          borrowed: ['https://app.example', 'https://map.example'],
        },
      ]);
    await page.getByText(tooLarge).click();
    await saveAddresses(2).press('Enter');
    await background.expectCalls('batches.link', 1);
    expect(JSON.stringify(await background.inputs('batches.link'))).toMatch(/"id":"r4".*"id":"r5"/);
  });

  test('releases only permissions requested this time, and requests addresses that this device reads', async ({
    openMany,
    page,
    panel,
    background,
  }) => {
    const { retry, saveAddresses } = panel.batch;
    await openMany('done-refusals-allowed');
    await page.getByText(noText).click();
    await retry(3).press('Enter');
    await background.expectCalls('batches.again', 1);
    const [again] = await background.made('batches.again');
    expect(JSON.stringify(again)).toMatch(/"borrowed":\["https:\/\/map.example"\]/);

    await page.getByText(tooLarge).click();
    await saveAddresses(2).press('Enter');
    await background.expectCalls('batches.link', 1);
    await expect.poll(() => background.inputs('requestOrigins')).toHaveLength(2);
    const [link] = await background.made('batches.link');
    expect(JSON.stringify(link)).toMatch(/"id":"r4".*"borrowed":\["https:/);
  });

  test('shows why a retry failed beside its button', async ({ openMany, page, panel }) => {
    const { retry, cards, firstReasonActions } = panel.batch;
    await openMany('again-failed');
    await page.getByText(noText).click();
    await retry(3).press('Enter');
    await expect(firstReasonActions.getByRole('alert')).toBeVisible();
    await expect(cards.getByRole('alert')).toHaveCount(1);
  });

  test('shows advice shared by several failures once', async ({ openMany, panel }) => {
    const { reasons, refusals, advice } = panel.batch;
    await openMany('done-unusable');
    await reasons.click();
    await expect(refusals).toHaveCount(50);
    await expect(advice).toHaveCount(2);
  });
});

function edges(element: Locator): Promise<{ top: number; bottom: number }> {
  return element.evaluate((shown) => {
    const { top, bottom } = shown.getBoundingClientRect();
    return { top, bottom };
  });
}
