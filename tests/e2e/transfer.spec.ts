/** Tests moving a library to another browser profile: exported in one, restored during the setup of the other. */
import { readFile, writeFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { servePages, type PageServer } from '../browser/serve.ts';
import {
  allowMarks,
  firstHit,
  saveByPopup,
  selectWords,
  visit,
  welcomePage,
} from '../browser/surfaces.ts';
import { en } from '../english.ts';
import { articleHtml, filler } from '../fixtures/web-pages.ts';
import { expectInBox, untilClickable } from './closed-shadow-root.ts';
import { storedItems, test } from './keepsake.ts';

const words = 'the lamp went out in the storm of 1903';
let site: PageServer;
test.beforeAll(async () => {
  const paragraphs = [filler(20), `They say ${words} and nobody noticed.`, filler(20)];
  site = await servePages({ '/': articleHtml({ title: 'The lamp', paragraphs }) });
});
test.afterAll(() => site.close());

test('restores a library in a new profile, with its highlights drawn and its pages saved', async ({
  settled,
  keepsake,
}, testInfo) => {
  const page = await visit(settled, site.origin);
  await allowMarks(settled, page);
  await saveByPopup(settled, page).then((popup) => popup.close());
  await selectWords(page, words);
  await settled.pressShortcut(page, 'Alt+Shift+H');
  await expectInBox(page, en('highlights_box_comment'));
  await page.keyboard.type('Who says so?');
  await untilClickable(page);
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => drawn(page)).toBe(1);
  const settings = await settled.openExtensionPage('/options.html#data');
  // The other tests of this worker share the browser and its outbox.
  const ownStates = async () =>
    (await storedItems(settings))
      .filter(({ source }) => source.url?.startsWith(site.origin))
      .map(({ state }) => state.status);
  await expect.poll(async () => (await ownStates()).toSorted()).toEqual(['accepted', 'learned']);
  const downloading = settings.waitForEvent('download');
  await settings.getByRole('button', { name: en('settings_data_export_action') }).click();
  const file = testInfo.outputPath('library.jsonl');
  await writeFile(file, await readFile(await (await downloading).path()));

  const welcome = await welcomePage(keepsake);
  await welcome.getByLabel(en('welcome_restore')).setInputFiles(file);
  await expect(welcome.getByRole('heading', { name: en('welcome_ready_title') })).toBeVisible();
  await expect(
    welcome.getByText(en('settings_data_import_done', { fileName: 'library.jsonl' })),
  ).toBeVisible();

  const restored = await visit(keepsake, `${site.origin}/?utm_source=mail`);
  const popup = await keepsake.openPopup(restored);
  // Don't check the heading: it depends on whether the page was indexed before or after the import ended.
  await expect(popup.getByRole('button', { name: en('preview_changed_save') })).toBeVisible();
  await expect(popup.getByRole('button', { name: en('popup_save') })).toHaveCount(0);
  await popup.close();
  await allowMarks(keepsake, restored);
  await restored.reload();
  await expect.poll(() => drawn(restored)).toBe(1);
  await expect(async () => {
    const panel = await keepsake.openExtensionPage('/sidepanel.html');
    await panel.getByRole('combobox', { name: en('search_search') }).fill('lamp storm nobody');
    await panel.keyboard.press('Enter');
    await expect(firstHit(panel)).toContainText(words, { timeout: 5_000 });
  }).toPass();
});

/** Counts the ranges drawn as highlights. */
function drawn(page: Page): Promise<number> {
  return page.evaluate(() =>
    [...CSS.highlights.values()].reduce((sum, highlight) => sum + highlight.size, 0),
  );
}
