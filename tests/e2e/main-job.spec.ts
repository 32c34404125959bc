/** Tests the main journey: save a page and a sentence, and find both after the browser restarts. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { OutboxState } from '../../lib/outbox/model.ts';
import type { ChromiumExtension } from '../browser/chromium.ts';
import { servePages, type PageServer } from '../browser/serve.ts';
import {
  firstHit,
  keepSelection,
  openHit,
  saveByPopup,
  searchFromPopup,
  selectWords,
  visit,
} from '../browser/surfaces.ts';
import { longArticle } from '../fixtures/long-article.ts';
import { en, enPlural } from '../english.ts';
import { itemsOf, test } from './keepsake.ts';

let site: PageServer;
test.beforeEach(async () => {
  const html = await readFile(join(import.meta.dirname, '../fixtures', longArticle.file), 'utf8');
  site = await servePages({
    '/article': html,
    '/elsewhere': '<title>Elsewhere</title>',
    '/framed':
      '<title>Framed</title><p>Outer words stand outside.</p><iframe src="/inside"></iframe>',
    '/inside': ({ url }) => `<title>Inside</title><p>${innerWords(new URL(url).port)}</p>`,
  });
});
test.afterEach(() => site.close());

test('finds a saved article by three words from its middle after a restart, and opens it at the passage', async ({
  settledKeepsake: keepsake,
}) => {
  await saveByPopup(keepsake, await visit(keepsake, `${site.origin}/article`));
  await keepsake.restart();

  const here = await visit(keepsake, `${site.origin}/elsewhere`);
  const panel = await searchFromPopup(keepsake, here, longArticle.saved.words);

  const hit = firstHit(panel);
  await expect(hit).toContainText(longArticle.saved.sentence);
  await expect(hit).toContainText('Reading');
  await expect(hit.getByRole('heading')).toHaveText(longArticle.title);
  const marked = (await hit.locator('mark').allTextContents()).join(' ');
  expect(marked).toContain(longArticle.saved.words);
  const opened = await openHit(keepsake, hit);
  await expectAtPassage(opened, longArticle.saved.sentence);
});

test('saves a highlighted sentence word for word, finds it after a restart, and opens the page at its place', async ({
  settledKeepsake: keepsake,
}) => {
  const page = await visit(keepsake, `${site.origin}/article`);
  await selectWords(page, longArticle.highlighted.sentence);
  await keepSelection(keepsake, page);
  await searchUntilFound(keepsake, longArticle.highlighted);
  await keepsake.restart();

  const here = await visit(keepsake, `${site.origin}/elsewhere`);
  const panel = await searchFromPopup(keepsake, here, longArticle.highlighted.words);

  const hit = firstHit(panel);
  await expect(hit.locator('p[data-quoted]')).toHaveText(longArticle.highlighted.sentence);
  await expect(hit).toContainText('Reading');
  await expect(hit).toContainText(en('search_yourNote'));
  const opened = await openHit(keepsake, hit);
  await expectAtPassage(opened, longArticle.highlighted.sentence);
});

test('saves the words of the focused frame', async ({ settled: keepsake }) => {
  const page = await visit(keepsake, `${site.origin}/framed`);
  await selectWords(page, 'Outer words stand outside.');
  await page.frameLocator('iframe').locator('p').click({ clickCount: 3 });

  await keepsake.pressShortcut(page, 'Alt+Shift+H');

  await expect
    .poll(async () => (await itemsOf(keepsake, site.origin)).map(({ state }) => state.status))
    .toEqual(['accepted']);
  const { port } = new URL(site.origin);
  await searchUntilFound(keepsake, { words: `words harbour${port}`, sentence: innerWords(port) });
});

test('retries a save in an open copy of the page if its tab closed before it was read', async ({
  settled: keepsake,
}) => {
  const removed = await visit(keepsake, `${site.origin}/article`);
  await removed.evaluate(() => document.documentElement.remove());
  // Save with the shortcut, because the popup doesn't save a page that it couldn't read.
  await keepsake.pressShortcut(removed, 'Alt+Shift+S');
  const popup = await keepsake.openPopup(removed);
  await expect(popup.getByRole('heading', { name: en('outbox_notSaved') })).toBeVisible();
  await popup.close();
  await removed.close();

  const again = await keepsake.openPopup(await visit(keepsake, `${site.origin}/article`));
  await again.getByRole('button', { name: en('common_retry') }).click();

  await expect(again.getByRole('heading', { name: en('outbox_searchable') })).toBeVisible();
});

test('saves the page and the selection from the context menu', async ({ settled: keepsake }) => {
  const page = await visit(keepsake, `${site.origin}/article`);
  await keepsake.clickContextMenu(page, { menuItemId: 'save-page' });
  await selectWords(page, longArticle.highlighted.sentence);
  await keepsake.clickContextMenu(page, {
    menuItemId: 'save-selection',
    selectionText: longArticle.highlighted.sentence,
  });

  const popup = await keepsake.openPopup(page);
  await expect(popup.getByText(enPlural(1, 'outbox_highlight_kept'))).toBeVisible();
  await expect(
    popup.getByRole('heading', {
      name: new RegExp(`${en('outbox_save_alreadySaved')}|${en('outbox_searchable')}`, 'u'),
    }),
  ).toBeVisible();
});

test('searches for the selected text from the context menu', async ({ settled: keepsake }) => {
  const page = await visit(keepsake, `${site.origin}/article`);
  const panelUrl = keepsake.url('/sidepanel.html');
  const opening = keepsake.context.waitForEvent('page', (opened) =>
    opened.url().startsWith(panelUrl),
  );

  await keepsake.clickContextMenu(page, {
    menuItemId: 'search-selection',
    selectionText: ' barometer\n\n "tower ',
  });

  const box = (await opening).locator('input[type="search"]');
  await expect(box).toHaveValue('barometer "tower');
});

test('saves the page once with the shortcut, even if repeated at another address of the page', async ({
  settledKeepsake: keepsake,
}) => {
  const page = await visit(keepsake, `${site.origin}/article`);
  await keepsake.pressShortcut(page, 'Alt+Shift+S');
  const states = async () => (await itemsOf(keepsake, site.origin)).map(({ state }) => state);
  await expect.poll(states).toMatchObject([{ status: 'learned', existed: false }]);

  const again = await visit(keepsake, `${site.origin}/article?utm_source=letter#how`);
  const popup = await keepsake.openPopup(again);
  await expect(popup.getByRole('heading', { name: en('outbox_save_alreadySaved') })).toBeVisible();
  await keepsake.pressShortcut(again, 'Alt+Shift+S');

  await expect
    .poll(async () => (await states()).toSorted(byExisted))
    .toMatchObject([
      { status: 'learned', existed: false },
      { status: 'learned', existed: true },
    ]);
  const panel = await searchFromPopup(keepsake, again, longArticle.saved.words);
  const hits = panel.getByRole('article').filter({ hasText: longArticle.saved.sentence });
  await expect(hits).toHaveCount(1);
});

/** Searches in the side panel until it shows the note: the service accepts a note before search finds it. */
async function searchUntilFound(
  keepsake: ChromiumExtension,
  { words, sentence }: { words: string; sentence: string },
): Promise<void> {
  const panel = await keepsake.openExtensionPage('/sidepanel.html');
  const box = panel.getByRole('combobox', { name: en('search_search') });
  await expect(async () => {
    await box.fill('');
    await box.fill(words);
    await expect(firstHit(panel).locator('p[data-quoted]')).toHaveText(sentence, {
      timeout: 5_000,
    });
  }).toPass();
  await panel.close();
}

/** Returns a sentence that only the test on this port saves. */
function innerWords(port: string): string {
  return `Inner words stand inside harbour${port}.`;
}

function byExisted(a: OutboxState, b: OutboxState): number {
  return Number('existed' in a && a.existed) - Number('existed' in b && b.existed);
}

/** Expects the browser to have scrolled to the sentence. */
async function expectAtPassage(page: Page, sentence: string): Promise<void> {
  expect(page.url()).toContain('/article');
  const opening = sentence.slice(0, 40);
  await expect(page.getByText(opening)).toBeInViewport();
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
}
