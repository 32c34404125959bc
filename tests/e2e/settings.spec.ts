/** Tests the settings in Chromium: Memories, rules, export and import. */
import { readFile, writeFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { servePages, type PageServer } from '../browser/serve.ts';
import { firstHit, saveByPopup, showSettings, untilSendable, visit } from '../browser/surfaces.ts';
import { articleHtml, filler } from '../fixtures/web-pages.ts';
import { settingsPage } from '../pages/settings.ts';
import { en, enLead, enPattern, enPlural } from '../english.ts';
import { askDeviceService, type Keepsake, test } from './keepsake.ts';
import { titleBeside } from './toolbar-badge.ts';

const sentence = 'A violet barometer hung beside the door of the tower, and nobody had read it.';
const rule = 'Answer in short sentences, and name your sources.';

let site: PageServer;
test.beforeAll(async () => {
  const paragraphs = [filler(20), `${filler(3)} ${sentence}`, filler(20)];
  site = await servePages({ '/': articleHtml({ title: 'The ledger', paragraphs }) });
});
test.afterAll(() => site.close());

test('restores a deleted Memory from an earlier export, and finds it by its words', async ({
  settledKeepsake: keepsake,
}, testInfo) => {
  await saveByPopup(keepsake, await visit(keepsake, site.origin));
  const settings = await keepsake.openExtensionPage('/options.html#memories');
  await createMemory(settings, 'Letters');
  await renameMemory(settings, 'Reading', 'Lighthouses');
  await addRule(settings, rule);

  const exported = await exportAll(settings);
  expect(exported.name).toMatch(/^keepsake-\d{4}-\d\d-\d\d\.jsonl$/);
  expect(exported.lines).toMatchObject([
    { format: 'keepsake-export' },
    { type: 'memory', name: expect.any(String) },
    { type: 'memory', name: expect.any(String) },
    { type: 'document', memory: 'Lighthouses', content: expect.stringContaining(sentence) },
    { type: 'rule', content: rule },
    { type: 'end' },
  ]);
  await expect(settings.locator('#data')).toContainText(
    `${enPlural(2, 'settings_kinds_memory')}, ${enPlural(1, 'settings_kinds_document')}, ${enPlural(0, 'settings_kinds_note')}`,
  );

  await deleteMemory(settings, 'Lighthouses');
  const file = testInfo.outputPath('mine.jsonl');
  await writeFile(file, exported.text);
  await showSettings(settings, 'settings_data_title');
  await settings.locator('input[type=file]').setInputFiles(file);
  await expect(
    settings.getByText(en('settings_data_import_done', { fileName: 'mine.jsonl' })),
  ).toBeVisible();
  await expect(
    settings.getByText(
      en('settings_import_new', {
        counts: `${enPlural(1, 'settings_kinds_memory')} and ${enPlural(1, 'settings_kinds_document')}`,
      }),
    ),
  ).toBeVisible();
  await expect(
    settings.getByText(
      en('settings_import_known', {
        counts: `${enPlural(1, 'settings_kinds_memory')} and ${enPlural(1, 'settings_kinds_rule')}`,
      }),
    ),
  ).toBeVisible();
  await showSettings(settings, 'settings_memories_title');
  await expect(
    settings.getByRole('button', { name: en('settings_memories_rename', { name: 'Lighthouses' }) }),
  ).toBeVisible();

  await expect(async () => {
    const hit = firstHit(await search(keepsake, 'barometer tower nobody'));
    await expect(hit).toContainText(sentence, { timeout: 5_000 });
    await expect(hit).toContainText('Lighthouses');
  }).toPass();

  await showSettings(settings, 'settings_data_title');
  await settings.reload();
  await expect.poll(() => transferFiles(settings)).toEqual([]);
});

test('cancels a long import, keeps what was imported so far, and imports the rest later', async ({
  settledKeepsake: keepsake,
}, testInfo) => {
  test.setTimeout(300_000);
  const lines = Array.from({ length: 400 }, (_, nth) => ({
    type: 'document',
    memory: 'Reading',
    content: `Page ${nth}. ${'The keeper counts the lamps along the wall. '.repeat(4_000)}`,
    custom_id: `https://example.org/${nth}`,
    title: `Page ${nth}`,
    url: `https://example.org/${nth}`,
    fetch_url: null,
    metadata: null,
    saved_at: '2026-11-20T10:00:00.000Z',
  }));
  const header = { format: 'keepsake-export', version: 1 };
  const all = [header, ...lines, { type: 'end', lines: lines.length + 1 }];
  const file = testInfo.outputPath('long.jsonl');
  await writeFile(file, all.map((line) => JSON.stringify(line)).join('\n'));
  const settings = await keepsake.openExtensionPage('/options.html#data');
  const { data } = settingsPage(settings);

  await data.file.setInputFiles(file);
  await expect(settings.getByRole('progressbar')).toHaveAttribute('value', /^[1-9]/);
  await data.cancel.click();
  await expect(settings.getByText(en('transfer_importCanceled'))).toContainText(
    enLead('settings_import_new'),
  );

  await data.file.setInputFiles(file);
  await expect(data.imported('long.jsonl')).toBeVisible({ timeout: 180_000 });
  expect(await askDeviceService(keepsake, '/owner/containers')).toMatchObject({
    containers: [{ name: 'Reading', documents: lines.length }],
  });
  await expect.poll(() => transferFiles(settings)).toEqual([]);
});

test('rejects a taken name and a file that isn’t an export, and restores a rule', async ({
  settledKeepsake: keepsake,
}, testInfo) => {
  const settings = await keepsake.openExtensionPage('/options.html#memories');
  await createMemory(settings, 'Letters');

  await settings
    .getByRole('button', { name: en('settings_memories_rename', { name: 'Letters' }) })
    .click();
  await settings.getByLabel(en('settings_memories_newName', { name: 'Letters' })).fill('reading');
  await settings.keyboard.press('Enter');
  await expect(settings.getByRole('alert')).toHaveText(en('settings_memories_taken'));
  await settings.keyboard.press('Escape');

  await addRule(settings, rule);
  await settings.getByRole('button', { name: enPattern('settings_rules_edit') }).click();
  await settings.getByRole('textbox', { name: enPattern('settings_rules_edit') }).fill('Be brief.');
  await settings.keyboard.press('Enter');
  const rules = settings
    .getByRole('list', { name: en('settings_rules_list') })
    .getByRole('listitem');
  await expect(rules).toHaveText(['Be brief.']);
  await settings
    .getByRole('button', { name: en('settings_rules_delete', { content: 'Be brief.' }) })
    .click();
  await expect(rules).toHaveCount(0);
  await settings.getByRole('button', { name: en('common_undo') }).click();
  await expect(rules).toHaveText(['Be brief.']);

  const file = testInfo.outputPath('broken.jsonl');
  await writeFile(file, '{"format":"keepsake-export","version":1}\n{"type":"memory"\n');
  await showSettings(settings, 'settings_data_title');
  await settings.locator('input[type=file]').setInputFiles(file);
  await expect(
    settings.getByText(en('settings_data_import_brokenAt', { fileName: 'broken.jsonl', line: 2 })),
  ).toBeVisible();
  await expect.poll(() => transferFiles(settings)).toEqual([]);
});

test('shows changes from elsewhere immediately, and stops treating a page of a deleted Memory as saved', async ({
  settledKeepsake: keepsake,
}) => {
  const other = await keepsake.openExtensionPage('/options.html#memories');
  const settings = await keepsake.openExtensionPage('/options.html#memories');
  await createMemory(settings, 'Letters');
  await addRule(settings, rule);
  await expect(other.getByRole('list', { name: en('settings_rules_list') })).toContainText(rule);

  const page = await visit(keepsake, site.origin);
  const popup = await saveByPopup(keepsake, page);
  await popup.close();
  const row = other.getByRole('listitem').filter({ hasText: 'Reading' });
  await expect(row).toContainText(enPlural(1, 'settings_kinds_document'));

  await settings.bringToFront();
  await deleteMemory(settings, 'Reading');
  await expect(settingsPage(settings).memories.savesGoTo('Letters')).toBeVisible();
  const again = await keepsake.openPopup(page);
  await expect(again.getByRole('button', { name: en('popup_save') })).toBeVisible();
});

test('shows a Memory’s new name wherever its saves appear', async ({
  settledKeepsake: keepsake,
}) => {
  const page = await visit(keepsake, site.origin);
  const saved = await saveByPopup(keepsake, page);
  await saved.close();
  const settings = await keepsake.openExtensionPage('/options.html#memories');
  const library = await keepsake.openExtensionPage('/sidepanel.html');
  await library.getByRole('button', { name: en('panel_views_library') }).click();
  await expect(library.locator('.save-row-meta .memory-chip')).toHaveText('Reading');

  const url = `${site.origin}/`;
  await expect.poll(() => titleBeside(keepsake, url)).toBe(findable('Reading'));

  await settings.bringToFront();
  await renameMemory(settings, 'Reading', 'Lighthouses');

  await expect.poll(() => titleBeside(keepsake, url)).toBe(findable('Lighthouses'));
  await expect(library.locator('.save-row-meta .memory-chip')).toHaveText('Lighthouses');
  const popup = await keepsake.openPopup(page);
  await expect(popup.getByRole('heading', { name: en('outbox_save_alreadySaved') })).toBeVisible();
  await expect(popup.locator('.memory-chip')).toHaveText('Lighthouses');
});

test('updates an open profile when its Memory is renamed, deleted or restored from a file', async ({
  settledKeepsake: keepsake,
}, testInfo) => {
  const settings = await keepsake.openExtensionPage('/options.html#memories');
  const panel = await keepsake.openExtensionPage('/sidepanel.html');
  await panel.getByRole('button', { name: en('panel_views_profile') }).press('Enter');
  await panel.getByRole('button', { name: en('note_addFact') }).press('Enter');
  await expect(panel.getByRole('textbox', { name: en('note_fact_label') })).toBeFocused();
  await panel.keyboard.type('I am allergic to hazelnuts.');
  await untilSendable(panel);
  await panel.keyboard.press('Control+Enter');
  const facts = panel.getByRole('list', { name: en('profile_standing_title'), exact: true });
  const receipts = panel.locator('.fact-row');
  await expect(facts).toContainText('hazelnuts');
  await expect(receipts).toContainText(en('note_facts_added'));

  await settings.bringToFront();
  await renameMemory(settings, 'Reading', 'Lighthouses');
  await expect(facts.locator('.memory-chip')).toHaveText('Lighthouses');
  await expect(receipts.locator('.memory-chip')).toHaveText('Lighthouses');
  const exported = await exportAll(settings);

  await deleteMemory(settings, 'Lighthouses', enPlural(1, 'settings_kinds_fact'));
  await expect(panel.getByText(en('profile_nothing_title'))).toBeVisible();
  await expect(receipts).toHaveCount(0);

  const file = testInfo.outputPath('mine.jsonl');
  await writeFile(file, exported.text);
  await showSettings(settings, 'settings_data_title');
  await settings.locator('input[type=file]').setInputFiles(file);
  await expect(facts).toContainText('hazelnuts');
  await expect(facts.locator('.memory-chip')).toHaveText('Lighthouses');
});

test('links to the welcome page if there is no connection', async ({ keepsake }) => {
  const settings = await keepsake.openExtensionPage('/options.html');
  const opening = keepsake.context.waitForEvent('page');

  await settings.getByRole('button', { name: en('common_setUp') }).click();

  expect((await opening).url()).toBe(keepsake.url('/welcome.html'));
});

test('opens from the popup', async ({ settled: keepsake }) => {
  const popup = await keepsake.openPopup(await visit(keepsake, site.origin));
  const opening = keepsake.context.waitForEvent('page', (page) =>
    page.url().endsWith('/options.html'),
  );

  await popup.getByRole('button', { name: en('popup_settings') }).click();

  await expect(
    (await opening).getByRole('heading', { name: en('captureOptions_title') }),
  ).toBeVisible();
});

/** Returns the toolbar's title for a page saved in a Memory. */
function findable(memory: string): string {
  const said = en('toolbar_searchable', { memory });
  return en('toolbar_title', { name: en('manifest_name'), said });
}

async function createMemory(settings: Page, name: string): Promise<void> {
  await settings.getByRole('button', { name: en('settings_memories_add') }).click();
  await settings.getByLabel(en('settings_memories_label')).fill(name);
  await settings.keyboard.press('Enter');
  await expect(
    settings.getByRole('button', { name: en('settings_memories_rename', { name }) }),
  ).toBeVisible();
}

async function renameMemory(settings: Page, name: string, wanted: string): Promise<void> {
  await settings.getByRole('button', { name: en('settings_memories_rename', { name }) }).click();
  await settings.getByLabel(en('settings_memories_newName', { name })).fill(wanted);
  await settings.keyboard.press('Enter');
  await expect(
    settings.getByRole('button', { name: en('settings_memories_rename', { name: wanted }) }),
  ).toBeFocused();
}

async function addRule(settings: Page, content: string): Promise<void> {
  await settings.getByLabel(en('settings_rules_label')).fill(content);
  await settings.keyboard.press('Enter');
  await expect(settings.getByRole('list', { name: en('settings_rules_list') })).toContainText(
    content,
  );
}

async function exportAll(settings: Page) {
  await showSettings(settings, 'settings_data_title');
  const downloading = settings.waitForEvent('download');
  await settings.getByRole('button', { name: en('settings_data_export_action') }).click();
  const download = await downloading;
  const text = await readFile(await download.path(), 'utf8');
  const lines = text.trimEnd().split('\n');
  return {
    name: download.suggestedFilename(),
    text,
    lines: lines.map((line): unknown => JSON.parse(line)),
  };
}

/** Deletes a Memory, after checking that Enter cancels the dialog. */
async function deleteMemory(
  settings: Page,
  name: string,
  holds = enPlural(1, 'settings_kinds_document'),
): Promise<void> {
  const remove = settings.getByRole('button', { name: en('settings_memories_delete', { name }) });
  const dialog = settings.getByRole('dialog');
  await showSettings(settings, 'settings_memories_title');
  await remove.click();
  await expect(dialog.getByText(`${holds}. ${en('bin_stays')}`, { exact: true })).toBeVisible();
  await settings.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(remove).toBeFocused();
  await remove.click();
  await dialog.getByRole('button', { name: en('settings_deletion_yes') }).click();
  await expect(remove).toHaveCount(0);
}

async function search(keepsake: Keepsake, words: string): Promise<Page> {
  const panel = await keepsake.openExtensionPage('/sidepanel.html');
  await panel.getByRole('combobox', { name: en('search_search') }).fill(words);
  await panel.keyboard.press('Enter');
  return panel;
}

/** Lists the files in the transfer folder; null if one was removed meanwhile, which the browser reports as an error. */
function transferFiles(page: Page): Promise<string[] | null> {
  const listing = page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle('transfer').catch(() => null);
    const names: string[] = [];
    if (folder !== null) for await (const name of folder.keys()) names.push(name);
    return names;
  });
  return listing.catch((error: unknown) => {
    if (String(error).includes('NotFoundError')) return null;
    throw error;
  });
}
