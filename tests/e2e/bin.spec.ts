/** Tests that deleted items can be restored: with Undo in the panel, and from the bin in the settings. */
import { expect } from '@playwright/test';
import { servePages } from '../browser/serve.ts';
import {
  allowMarks,
  firstHit,
  keepSelection,
  saveByPopup,
  selectWords,
  showSettings,
  visit,
} from '../browser/surfaces.ts';
import { en } from '../english.ts';
import { articleHtml, filler } from '../fixtures/web-pages.ts';
import { settingsPage } from '../pages/settings.ts';
import { sidePanelPage } from '../pages/side-panel.ts';
import { marked } from './highlighted-sentence.ts';
import { askDeviceService, type Keepsake, test } from './keepsake.ts';

const words = 'A violet barometer hung beside the door';
const article = articleHtml({ title: 'Tides', paragraphs: [filler(20), `${words} of the tower.`] });

test('brings back a page, its highlight and a Memory', async ({ settledKeepsake: keepsake }) => {
  const site = await servePages({ '/tides': article });
  const page = await visit(keepsake, `${site.origin}/tides`);
  await (await saveByPopup(keepsake, page)).close();
  await selectWords(page, words);
  await keepSelection(keepsake, page);
  await allowMarks(keepsake, page);
  await page.reload();
  const isDrawn = expect.poll(async () => (await marked(page)).length, 'drawn highlights');
  await isDrawn.toBe(1);
  const panel = await keepsake.openExtensionPage('/sidepanel.html');

  await test.step('undoes the deletion of the page', async () => {
    const { library, saves, open, undo } = sidePanelPage(panel);
    await open('library');
    const row = library.list.getByRole('listitem').filter({ hasText: 'Tides' });
    const saved = row.filter({ hasNotText: words }).first();
    await saved.locator('[data-act="delete"]').click();
    await saves.deletion.yes.click();
    await expect.poll(() => titles(keepsake)).toEqual([]);
    await undo.press('Enter');
    await expect(panel.getByText(en('bin_undone'))).toBeVisible();
    await expect.poll(() => titles(keepsake)).toEqual(['Tides']);
    await expect(row.filter({ hasNotText: words }).first()).toBeVisible();
  });

  await test.step('undoes the deletion of the highlight, which is drawn again at once', async () => {
    const { highlights, saves, open, undo } = sidePanelPage(panel);
    await open('highlights');
    const row = panel.locator('[data-highlight]').filter({ hasText: words });
    await highlights.remove(row).click();
    await saves.deletion.yes.click();
    await expect.poll(async () => (await marked(page)).length).toBe(0);
    await undo.press('Enter');
    await expect.poll(async () => (await marked(page)).length).toBe(1);
    await expect(row).toBeVisible();
    await page.reload();
    await expect.poll(async () => (await marked(page)).length).toBe(1);
  });

  await test.step('restores a Memory from the bin', async () => {
    const settings = await keepsake.openExtensionPage('/options.html#memories');
    const { memories, bin } = settingsPage(settings);
    await memories.delete('Reading').click();
    await memories.confirmDelete.click();
    await expect(memories.deleted('Reading').first()).toBeVisible();
    await expect.poll(async () => (await marked(page)).length).toBe(0);
    await showSettings(settings, 'settings_data_title');
    await expect(bin.heading).toHaveText(en('bin_titleOf', { count: 1 }));
    await bin.restore('Reading').click();
    await expect(settings.getByText(en('bin_restored', { title: 'Reading' }))).toBeFocused();
    await expect(bin.rows).toHaveCount(0);
    await expect.poll(() => titles(keepsake)).toEqual(['Tides']);
    await settings.close();
  });

  await test.step('draws and finds what the Memory holds again', async () => {
    await expect.poll(async () => (await marked(page)).length).toBe(1);
    await expect
      .poll(async () => (await documents(keepsake)).map(({ learned }) => learned))
      .toEqual([true]);
    await sidePanelPage(panel).open('search');
    await panel.getByRole('combobox', { name: en('search_search') }).fill('violet barometer');
    await panel.getByRole('combobox', { name: en('search_search') }).press('Enter');
    await expect(firstHit(panel)).toContainText('violet barometer');
  });

  await test.step('empties the bin for good', async () => {
    await sidePanelPage(panel).open('highlights');
    const row = panel.locator('[data-highlight]').filter({ hasText: words });
    await sidePanelPage(panel).highlights.remove(row).click();
    await sidePanelPage(panel).saves.deletion.yes.click();
    await expect(row).toHaveCount(0);
    const settings = await keepsake.openExtensionPage('/options.html#data');
    const { bin } = settingsPage(settings);
    await expect(bin.rows).toHaveCount(1);
    await bin.empty.click();
    await settings
      .getByRole('dialog')
      .getByRole('button', { name: en('bin_emptyAction') })
      .click();
    await expect(settings.getByText(en('bin_empty'))).toBeFocused();
    expect(await askDeviceService(keepsake, '/owner/bin')).toMatchObject({ entries: [] });
  });
  await site.close();
});

async function documents(keepsake: Keepsake) {
  const listed = await askDeviceService(keepsake, '/v1/documents');
  return (listed as { documents: { title: string; learned: boolean }[] }).documents;
}

async function titles(keepsake: Keepsake): Promise<string[]> {
  return (await documents(keepsake)).map(({ title }) => title);
}
