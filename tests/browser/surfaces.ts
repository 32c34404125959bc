/** Drives Keepsake's surfaces in Chromium as a person does, for the tests, the tour and the benchmark. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { ChromiumExtension } from './chromium.ts';
import { en } from '../english.ts';
import { readStoredOutbox } from '../e2e/stored-outbox.ts';

/** Returns the welcome page, which opens when Keepsake is installed. */
export async function welcomePage({ context, url }: ChromiumExtension): Promise<Page> {
  const isWelcome = (page: Page) => page.url() === url('/welcome.html');
  return context.pages().find(isWelcome) ?? context.waitForEvent('page', isWelcome);
}

/**
 * Chooses the service on this device on the welcome page, which then asks for a first Memory;
 * returns the page.
 */
export async function chooseDevice(browser: ChromiumExtension): Promise<Page> {
  const welcome = await welcomePage(browser);
  await welcome.getByRole('button', { name: en('connections_onDevice_action') }).click();
  await welcome.getByLabel(en('settings_memories_label'), { exact: true }).waitFor();
  return welcome;
}

/** Sets up the service on this device on the welcome page with a first Memory; returns the page. */
export async function settleIn(browser: ChromiumExtension, memory: string): Promise<Page> {
  const welcome = await chooseDevice(browser);
  await welcome.getByLabel(en('settings_memories_label'), { exact: true }).fill(memory);
  await welcome.getByRole('button', { name: en('common_create') }).click();
  await welcome.getByRole('heading', { name: en('welcome_ready_title') }).waitFor();
  return welcome;
}

/** Shows a page of the settings. */
export async function showSettings(settings: Page, title: Parameters<typeof en>[0]): Promise<void> {
  await settings
    .getByRole('navigation')
    .getByRole('link', { name: en(title), exact: true })
    .click();
}

export async function visit(browser: ChromiumExtension, url: string): Promise<Page> {
  const page = await browser.context.newPage();
  await page.goto(url);
  return page;
}

/** Opens the popup over the page, clicks Save and returns the popup. */
export async function askToSave(browser: ChromiumExtension, page: Page): Promise<Page> {
  const popup = await browser.openPopup(page);
  await popup.getByRole('button', { name: en('popup_save') }).click();
  return popup;
}

/** Saves the page with the popup and waits until the page is searchable; returns the popup, still open. */
export async function saveByPopup(browser: ChromiumExtension, page: Page): Promise<Page> {
  const popup = await askToSave(browser, page);
  await popup.getByRole('heading', { name: en('outbox_searchable') }).waitFor();
  return popup;
}

/** Waits until a note or fact can be sent. Ctrl+Enter does nothing before the form has loaded its draft. */
export async function untilSendable(surface: Page): Promise<void> {
  await expect(surface.locator('.note-send')).toBeEnabled();
}

/** Turns on highlights for the page's site, in the popup. */
export async function allowMarks(browser: ChromiumExtension, page: Page): Promise<void> {
  await browser.approveHost(`http://${new URL(page.url()).hostname}/*`);
  const popup = await browser.openPopup(page);
  await popup.locator('[data-act="site"]').click();
  await popup.getByText(en('highlights_site_line_on')).waitFor();
  await popup.close();
}

/** Selects words within a single text node of the page and scrolls them into view. */
export async function selectWords(page: Page, words: string): Promise<void> {
  await page.evaluate((wanted) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const start = node.textContent?.indexOf(wanted) ?? -1;
      if (start === -1) continue;
      const range = document.createRange();
      range.setStart(node, start);
      range.setEnd(node, start + wanted.length);
      getSelection()?.removeAllRanges();
      getSelection()?.addRange(range);
      node.parentElement?.scrollIntoView({ block: 'center' });
      return;
    }
    throw new Error('The words are not on the page.');
  }, words);
}

/** Saves the selection as a note by keyboard and waits until the service has accepted it. */
export async function keepSelection(browser: ChromiumExtension, page: Page): Promise<void> {
  const worker = await browser.worker();
  const notes = async () => {
    const items = await readStoredOutbox((read) => worker.evaluate(read));
    return items.filter(({ kind }) => kind === 'note');
  };
  // Don't wait for the toolbar's title: it already reports a save if the page was saved before.
  const before = new Set((await notes()).map(({ id }) => id));
  await browser.pressShortcut(page, 'Alt+Shift+H');
  // Don't count accepted notes: in a shared browser, an earlier test's notes can still be sending.
  const added = async () => (await notes()).filter(({ id }) => !before.has(id));
  await expect
    .poll(async () => (await added()).map(({ state }) => state.status))
    .toEqual(['accepted']);
}

/** Searches from the popup over the page, which opens the side panel; returns the panel. */
export async function searchFromPopup(
  browser: ChromiumExtension,
  page: Page,
  words: string,
): Promise<Page> {
  const popup = await browser.openPopup(page);
  const panelUrl = browser.url('/sidepanel.html');
  const opening = browser.context.waitForEvent('page', (opened) =>
    opened.url().startsWith(panelUrl),
  );
  await popup.getByRole('combobox', { name: en('popup_search') }).fill(words);
  // The popup closes while the key is being handled, which the driver reports as an error.
  const pressing = popup
    .getByRole('combobox', { name: en('popup_search') })
    .press('Enter')
    .catch(() => undefined);
  const [panel] = await Promise.all([opening, pressing]);
  return panel;
}

/** Returns the first passage in the panel. */
export function firstHit(panel: Page): Locator {
  return panel.getByRole('article').first();
}

/** Opens a result and returns the page that opens. */
export async function openHit(browser: ChromiumExtension, hit: Locator): Promise<Page> {
  const opening = browser.context.waitForEvent('page');
  await hit.getByRole('heading').getByRole('button').click();
  const page = await opening;
  await page.waitForLoadState();
  return page;
}
