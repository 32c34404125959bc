/** Tests notes, drafts and facts, by keyboard alone. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { ChromiumExtension } from '../browser/chromium.ts';
import { type PageServer, servePages } from '../browser/serve.ts';
import { untilSendable, visit, welcomePage } from '../browser/surfaces.ts';
import { articleHtml, filler } from '../fixtures/web-pages.ts';
import { en, enStart } from '../english.ts';
import { test as base } from './keepsake.ts';
import { openSettled } from './shared-browsers.ts';

/** One browser for all tests, because the profile shows every fact in the library. */
let keepsake: ChromiumExtension;
let site: PageServer;

base.beforeAll(async ({ settledProfile }) => {
  keepsake = await openSettled(settledProfile);
  await (await welcomePage(keepsake)).close();
  site = await servePages({ '/tides': articleHtml({ title: 'Tides', paragraphs: [filler(20)] }) });
});
base.afterAll(async () => {
  await keepsake.close();
  await site.close();
});

/** Each test opens the popup over a new page. */
const test = base.extend<{ openPopup: () => Promise<Page> }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
  openPopup: async ({}, use) => {
    const opened: Page[] = [];
    await use(async () => {
      const page = await visit(keepsake, `${site.origin}/tides`);
      const popup = await keepsake.openPopup(page);
      opened.push(popup, page);
      return popup;
    });
    for (const page of opened) await page.close();
  },
});
test.describe.configure({ mode: 'default' });

test('undoes a saved note, keeps writing it, and finds it', async ({ openPopup }) => {
  const popup = await openPopup();
  const field = await beginToWrite(popup, en('note_write'));
  await popup.keyboard.type('Ines has the ledger');
  await untilSendable(popup);

  await test.step('saves it with Ctrl+Enter, and shows where', async () => {
    await popup.keyboard.press('Control+Enter');
    await expect(popup.getByText(en('note_saved', { memory: 'Reading' })).first()).toBeVisible();
    await expect(wayOf(popup, en('note_write'))).toBeFocused();
  });

  await test.step('restores it for editing after undo', async () => {
    await popup.keyboard.press('Tab');
    await expect(popup.getByRole('button', { name: en('common_undo') })).toBeFocused();
    await popup.keyboard.press('Enter');
    await expect(field).toHaveValue('Ines has the ledger');
    await expect(field).toBeFocused();
    await popup.keyboard.type(' of the harbour.');
    await untilSendable(popup);
    await popup.keyboard.press('Control+Enter');
    await expect(wayOf(popup, en('note_write'))).toBeFocused();
  });

  await test.step('finds it, and lists it as a note without a page', async () => {
    const panel = await keepsake.openExtensionPage('/sidepanel.html');
    await expect
      .poll(() => list(panel), { timeout: 30_000 })
      .toMatchObject([
        { kind: 'note', isWritten: true, source: { url: '' }, state: { status: 'accepted' } },
      ]);
    await expect(panel.getByRole('combobox', { name: en('search_search') })).toBeFocused();
    await expect(async () => {
      await panel.keyboard.press('Control+A');
      await panel.keyboard.press('Delete');
      await panel.keyboard.type('ledger harbour');
      await expect(panel.getByRole('article').first()).toContainText(
        'Ines has the ledger of the harbour.',
        { timeout: 5_000 },
      );
    }).toPass({ timeout: 30_000 });
    await panel.getByRole('button', { name: en('panel_views_library') }).press('Enter');
    const row = panel.getByRole('listitem').filter({ hasText: 'Ines has the ledger' });
    await expect(row).toContainText(en('saves_note'));
    await expect(row.getByRole('link')).toHaveCount(0);
    await panel.close();
  });
});

test('restores a draft after the popup closed and the background stopped', async ({
  openPopup,
}) => {
  const popup = await openPopup();
  await beginToWrite(popup, en('note_write'));
  await popup.keyboard.type('Half a thought');
  await expect.poll(() => kept()).toContain('Half a thought');
  await popup.close();
  await keepsake.stopServiceWorker();

  const again = await openPopup();
  const field = await beginToWrite(again, en('note_continue'));
  await expect(field).toHaveValue('Half a thought');

  await test.step('goes back with Escape, and drops a cleared draft', async () => {
    await again.keyboard.press('Control+A');
    await again.keyboard.press('Delete');
    await again.keyboard.press('Escape');
    await expect(wayOf(again, en('note_write'))).toBeFocused();
    await expect.poll(() => kept()).not.toContain('thought');
  });
});

test('saves a fact from the popup and from the profile, and shows it there', async ({
  openPopup,
}) => {
  const popup = await openPopup();
  const field = await beginToWrite(popup, en('note_write'));
  await popup.keyboard.type('I am allergic to hazelnuts.');
  await untilSendable(popup);
  await popup.keyboard.press('Tab');
  const fact = popup.getByRole('switch', { name: en('note_isFact') });
  await expect(fact).toBeFocused();
  await expect(fact).toHaveAccessibleDescription(en('note_why'));
  await popup.keyboard.press('Space');
  await expect(fact).toBeChecked();
  await popup.keyboard.press('Control+Enter');
  await expect(field).toHaveCount(0);
  await expect(popup.getByRole('listitem')).toContainText(en('note_facts_added'));

  const panel = await keepsake.openExtensionPage('/sidepanel.html');
  await panel.getByRole('button', { name: en('panel_views_profile') }).press('Enter');
  const standing = panel.getByRole('list', { name: en('profile_standing_title'), exact: true });
  await expect(standing.getByRole('listitem')).toHaveText([/I am allergic to hazelnuts/]);

  await panel.getByRole('button', { name: en('note_addFact') }).press('Enter');
  await expect(panel.getByRole('textbox', { name: en('note_fact_label') })).toBeFocused();
  await panel.keyboard.type('I read Portuguese.');
  await untilSendable(panel);
  await panel.keyboard.press('Control+Enter');
  await expect(panel.getByRole('button', { name: en('note_addFact') })).toBeFocused();
  await expect(standing.getByRole('listitem')).toHaveCount(2);
  await expect(standing).toContainText('I read Portuguese.');
  await panel.close();
});

const wayOf = (popup: Page, name: string): Locator => popup.getByRole('button', { name });

/**
 * Opens the field with the named button, one Tab after the Save button, which has focus at first; returns the field.
 */
async function beginToWrite(popup: Page, way: string): Promise<Locator> {
  await expect(popup.getByRole('button', { name: enStart('popup_save') })).toBeFocused();
  await expect(wayOf(popup, way)).toBeVisible();
  await popup.keyboard.press('Tab');
  await expect(wayOf(popup, way)).toBeFocused();
  await popup.keyboard.press('Enter');
  const field = popup.getByRole('textbox', {
    name: new RegExp(`^(?:${en('search_yourNote')}|${en('note_fact_label')})`, 'u'),
  });
  await expect(field).toBeFocused();
  return field;
}

/** Returns everything in local storage, as JSON. */
async function kept(): Promise<string> {
  const worker = await keepsake.worker();
  return worker.evaluate(async () => JSON.stringify(await chrome.storage.local.get(null)));
}

async function list(panel: Page): Promise<unknown> {
  const question = { keepsake: 'ask', requestId: 'r', name: 'outbox.list', input: {} };
  const answer = await panel.evaluate((asked) => chrome.runtime.sendMessage(asked), question);
  return (answer as { value: { items: unknown } }).value.items;
}

declare const chrome: {
  runtime: { sendMessage: (message: unknown) => Promise<unknown> };
  storage: { local: { get: (keys: null) => Promise<unknown> } };
};
