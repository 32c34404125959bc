/** The settings in Chromium: Memories, rules, and everything as one file, out and in again. */
import { readFile, writeFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { servePages, type PageServer } from '../browser/serve.ts';
import { firstHit, saveByPopup, settleIn, visit } from '../browser/surfaces.ts';
import { articleHtml, filler } from '../fixtures/web-pages.ts';
import { type Keepsake, test } from './keepsake.ts';
import { titleBeside } from './toolbar-badge.ts';

const sentence = 'A violet barometer hung beside the door of the tower, and nobody had read it.';
const rule = 'Answer in short sentences, and name your sources.';

let site: PageServer;
test.beforeAll(async () => {
  const paragraphs = [filler(20), `${filler(3)} ${sentence}`, filler(20)];
  site = await servePages({ '/': articleHtml({ title: 'The ledger', paragraphs }) });
});
test.afterAll(() => site.close());

test('a deleted Memory comes back, found by its words, from the file that was exported before', async ({
  keepsake,
}, testInfo) => {
  await settleIn(keepsake, 'Reading');
  await saveByPopup(keepsake, await visit(keepsake, site.origin));
  const settings = await keepsake.openExtensionPage('/options.html');
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
  await expect(settings.locator('#data')).toContainText('2 Memories, 1 document, 0 notes');

  await deleteMemory(settings, 'Lighthouses');
  const file = testInfo.outputPath('mine.jsonl');
  await writeFile(file, exported.text);
  await settings.locator('input[type=file]').setInputFiles(file);
  await expect(settings.getByText('mine.jsonl is in your memory')).toBeVisible();
  await expect(settings.getByText('New: 1 Memory and 1 document.')).toBeVisible();
  await expect(settings.getByText('There already: 1 Memory and 1 rule.')).toBeVisible();
  await expect(settings.getByRole('button', { name: 'Rename Lighthouses' })).toBeVisible();

  await expect(async () => {
    const hit = firstHit(await search(keepsake, 'barometer tower nobody'));
    await expect(hit).toContainText(sentence, { timeout: 2_000 });
    await expect(hit).toContainText('Lighthouses');
  }).toPass();

  await settings.reload();
  await expect.poll(() => transferFiles(settings)).toEqual([]);
});

test('a name that is taken, a rule that is had back, and a file that is none', async ({
  keepsake,
}, testInfo) => {
  await settleIn(keepsake, 'Reading');
  const settings = await keepsake.openExtensionPage('/options.html');
  await createMemory(settings, 'Letters');

  await settings.getByRole('button', { name: 'Rename Letters' }).click();
  await settings.getByLabel('New name of Letters').fill('reading');
  await settings.keyboard.press('Enter');
  await expect(settings.getByRole('alert')).toHaveText('Another Memory has this name already.');
  await settings.keyboard.press('Escape');

  await addRule(settings, rule);
  await settings.getByRole('button', { name: /^Change the rule/ }).click();
  await settings.getByRole('textbox', { name: /^Change the rule/ }).fill('Be brief.');
  await settings.keyboard.press('Enter');
  const rules = settings.getByRole('list', { name: 'Your rules' }).getByRole('listitem');
  await expect(rules).toHaveText(['Be brief.']);
  await settings.getByRole('button', { name: 'Delete the rule “Be brief.”' }).click();
  await expect(rules).toHaveCount(0);
  await settings.getByRole('button', { name: 'Undo' }).click();
  await expect(rules).toHaveText(['Be brief.']);

  const file = testInfo.outputPath('broken.jsonl');
  await writeFile(file, '{"format":"keepsake-export","version":1}\n{"type":"memory"\n');
  await settings.locator('input[type=file]').setInputFiles(file);
  await expect(settings.getByText('broken.jsonl breaks off at line 2')).toBeVisible();
  await expect.poll(() => transferFiles(settings)).toEqual([]);
});

test('what happens elsewhere shows at once, and a page of a deleted Memory counts as saved no more', async ({
  keepsake,
}) => {
  await settleIn(keepsake, 'Reading');
  const other = await keepsake.openExtensionPage('/options.html');
  const settings = await keepsake.openExtensionPage('/options.html');
  await createMemory(settings, 'Letters');
  await addRule(settings, rule);
  await expect(other.getByRole('list', { name: 'Your rules' })).toContainText(rule);

  const page = await visit(keepsake, site.origin);
  const popup = await saveByPopup(keepsake, page);
  await popup.close();
  const row = other.getByRole('listitem').filter({ hasText: 'Reading' });
  await expect(row).toContainText('1 document');

  await settings.bringToFront();
  await deleteMemory(settings, 'Reading');
  await expect(settings.locator('#memories p', { hasText: 'Saves go to Letters' })).toBeVisible();
  const again = await keepsake.openPopup(page);
  await expect(again.getByRole('button', { name: 'Save this page' })).toBeVisible();
});

test('a Memory that is renamed has its name wherever a save of it is shown', async ({
  keepsake,
}) => {
  await settleIn(keepsake, 'Reading');
  const page = await visit(keepsake, site.origin);
  const saved = await saveByPopup(keepsake, page);
  await saved.close();
  const settings = await keepsake.openExtensionPage('/options.html');
  const library = await keepsake.openExtensionPage('/sidepanel.html');
  await library.getByRole('button', { name: 'Library' }).click();
  await expect(library.locator('.save-row-meta .memory-chip')).toHaveText('Reading');

  const url = `${site.origin}/`;
  await expect
    .poll(() => titleBeside(keepsake, url))
    .toBe('Keepsake: this page is in Reading, and can be found.');

  await settings.bringToFront();
  await renameMemory(settings, 'Reading', 'Lighthouses');

  await expect
    .poll(() => titleBeside(keepsake, url))
    .toBe('Keepsake: this page is in Lighthouses, and can be found.');
  await expect(library.locator('.save-row-meta .memory-chip')).toHaveText('Lighthouses');
  const popup = await keepsake.openPopup(page);
  await expect(popup.getByRole('heading', { name: 'Already saved' })).toBeVisible();
  await expect(popup.locator('.memory-chip')).toHaveText('Lighthouses');
});

test('an open profile follows its Memory: renamed, deleted, and back from a file', async ({
  keepsake,
}, testInfo) => {
  await settleIn(keepsake, 'Reading');
  const settings = await keepsake.openExtensionPage('/options.html');
  const panel = await keepsake.openExtensionPage('/sidepanel.html');
  await panel.getByRole('button', { name: 'Profile' }).press('Enter');
  await panel.getByRole('button', { name: 'Add a standing fact' }).press('Enter');
  await panel.keyboard.type('I am allergic to hazelnuts.');
  await panel.keyboard.press('Control+Enter');
  const facts = panel.getByRole('list', { name: 'Standing facts' });
  const receipts = panel.locator('.fact-row');
  await expect(facts).toContainText('hazelnuts');
  await expect(receipts).toContainText('In your profile');

  await settings.bringToFront();
  await renameMemory(settings, 'Reading', 'Lighthouses');
  await expect(facts.locator('.memory-chip')).toHaveText('Lighthouses');
  await expect(receipts.locator('.memory-chip')).toHaveText('Lighthouses');
  const exported = await exportAll(settings);

  await deleteMemory(settings, 'Lighthouses', 'documents: 0, notes: 0, standing facts: 1');
  await expect(panel.getByText('Your profile is empty so far')).toBeVisible();
  await expect(receipts).toHaveCount(0);

  const file = testInfo.outputPath('mine.jsonl');
  await writeFile(file, exported.text);
  await settings.locator('input[type=file]').setInputFiles(file);
  await expect(facts).toContainText('hazelnuts');
  await expect(facts.locator('.memory-chip')).toHaveText('Lighthouses');
});

test('before a home is chosen the settings lead to the welcome page', async ({ keepsake }) => {
  const settings = await keepsake.openExtensionPage('/options.html');
  const opening = keepsake.context.waitForEvent('page');

  await settings.getByRole('button', { name: 'Set up Keepsake' }).click();

  expect((await opening).url()).toBe(keepsake.url('/welcome.html'));
});

test('the popup leads to the settings', async ({ keepsake }) => {
  await settleIn(keepsake, 'Reading');
  const popup = await keepsake.openPopup(await visit(keepsake, site.origin));
  const opening = keepsake.context.waitForEvent('page', (page) =>
    page.url().endsWith('/options.html'),
  );

  await popup.getByRole('button', { name: 'Settings' }).click();

  await expect((await opening).getByRole('heading', { name: 'Memories' })).toBeVisible();
});

async function createMemory(settings: Page, name: string): Promise<void> {
  await settings.getByRole('button', { name: 'New Memory' }).click();
  await settings.getByLabel('Name of the new Memory').fill(name);
  await settings.keyboard.press('Enter');
  await expect(settings.getByRole('button', { name: `Rename ${name}` })).toBeVisible();
}

async function renameMemory(settings: Page, name: string, wanted: string): Promise<void> {
  await settings.getByRole('button', { name: `Rename ${name}` }).click();
  await settings.getByLabel(`New name of ${name}`).fill(wanted);
  await settings.keyboard.press('Enter');
  await expect(settings.getByRole('button', { name: `Rename ${wanted}` })).toBeFocused();
}

async function addRule(settings: Page, content: string): Promise<void> {
  await settings.getByLabel('A new rule').fill(content);
  await settings.keyboard.press('Enter');
  await expect(settings.getByRole('list', { name: 'Your rules' })).toContainText(content);
}

async function exportAll(settings: Page) {
  const downloading = settings.waitForEvent('download');
  await settings.getByRole('button', { name: 'Export everything' }).click();
  const download = await downloading;
  const text = await readFile(await download.path(), 'utf8');
  const lines = text.trimEnd().split('\n');
  return {
    name: download.suggestedFilename(),
    text,
    lines: lines.map((line): unknown => JSON.parse(line)),
  };
}

/** Says no first, and then yes to the very sentence of the service. */
async function deleteMemory(
  settings: Page,
  name: string,
  holds = 'documents: 1, notes: 0, standing facts: 0',
): Promise<void> {
  const remove = settings.getByRole('button', { name: `Delete ${name}` });
  const dialog = settings.getByRole('dialog');
  await remove.click();
  await expect(dialog.locator('blockquote')).toHaveText(
    `Nothing has been deleted yet. Confirm to delete the Memory “${name}” and everything in it (${holds}). ` +
      'This cannot be undone.',
  );
  await settings.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(remove).toBeFocused();
  await remove.click();
  await dialog.getByRole('button', { name: 'Yes, delete it' }).click();
  await expect(remove).toHaveCount(0);
}

async function search(keepsake: Keepsake, words: string): Promise<Page> {
  const panel = await keepsake.openExtensionPage('/sidepanel.html');
  await panel.getByRole('searchbox').fill(words);
  await panel.keyboard.press('Enter');
  return panel;
}

/** Names of what is left in the transfer folder. */
function transferFiles(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle('transfer').catch(() => null);
    const names: string[] = [];
    if (folder !== null) for await (const name of folder.keys()) names.push(name);
    return names;
  });
}
