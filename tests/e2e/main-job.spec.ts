/** What Keepsake is for: keep a page and a sentence, and find both again after the browser was closed. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { OutboxState } from '../../lib/outbox/model.ts';
import { servePages, type PageServer } from '../browser/serve.ts';
import {
  firstHit,
  keepSelection,
  openHit,
  saveByPopup,
  searchFromPopup,
  selectWords,
  settleIn,
  visit,
} from '../browser/surfaces.ts';
import { longArticle } from '../fixtures/long-article.ts';
import { en, enPlural } from '../english.ts';
import { storedItems, test } from './keepsake.ts';

let site: PageServer;
test.beforeAll(async () => {
  const html = await readFile(join(import.meta.dirname, '../fixtures', longArticle.file), 'utf8');
  site = await servePages({
    '/article': html,
    '/elsewhere': '<title>Elsewhere</title>',
    '/framed':
      '<title>Framed</title><p>Outer words stand outside.</p><iframe src="/inside"></iframe>',
    '/inside': '<title>Inside</title><p>Inner words stand inside.</p>',
  });
});
test.afterAll(() => site.close());

test('a saved article is found by three words from its middle after a restart, and opens at the passage', async ({
  keepsake,
}) => {
  await settleIn(keepsake, 'Reading');
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

test('a highlighted sentence is kept word for word, found after a restart, and leads back to its place', async ({
  keepsake,
}) => {
  await settleIn(keepsake, 'Reading');
  const page = await visit(keepsake, `${site.origin}/article`);
  await selectWords(page, longArticle.highlighted.sentence);
  await keepSelection(keepsake, page);
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

test('the words kept are those of the frame that has the focus', async ({ keepsake }) => {
  await settleIn(keepsake, 'Reading');
  const page = await visit(keepsake, `${site.origin}/framed`);
  await selectWords(page, 'Outer words stand outside.');
  await page.frameLocator('iframe').locator('p').click({ clickCount: 3 });

  await keepsake.pressShortcut(page, 'Alt+Shift+H');

  const watcher = await keepsake.openExtensionPage('/welcome.html');
  await expect
    .poll(async () => (await storedItems(watcher)).map(({ state }) => state.status))
    .toEqual(['accepted']);
  const panel = await keepsake.openExtensionPage('/sidepanel.html');
  await panel.getByRole('searchbox').fill('words');
  await expect(firstHit(panel).locator('p[data-quoted]')).toHaveText('Inner words stand inside.');
});

test('a save whose tab was closed before it was read is tried again where the page is open now', async ({
  keepsake,
}) => {
  await settleIn(keepsake, 'Reading');
  const removed = await visit(keepsake, `${site.origin}/article`);
  await removed.evaluate(() => document.documentElement.remove());
  // By the keyboard: the popup saves no page that it could not read.
  await keepsake.pressShortcut(removed, 'Alt+Shift+S');
  const popup = await keepsake.openPopup(removed);
  await expect(
    popup.getByRole('heading', { name: en('outbox_saveHeadlines_refused') }),
  ).toBeVisible();
  await popup.close();
  await removed.close();

  const again = await keepsake.openPopup(await visit(keepsake, `${site.origin}/article`));
  await again.getByRole('button', { name: en('outbox_save_actions_retry') }).click();

  await expect(
    again.getByRole('heading', { name: en('outbox_saveHeadlines_learned') }),
  ).toBeVisible();
});

test('the context menu keeps the page and the selection', async ({ keepsake }) => {
  await settleIn(keepsake, 'Reading');
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
      name: new RegExp(
        `${en('outbox_save_alreadySaved')}|${en('outbox_saveHeadlines_learned')}`,
        'u',
      ),
    }),
  ).toBeVisible();
});

test('the shortcut keeps the page; asked again, also by another address of it, it is there once', async ({
  keepsake,
}) => {
  await settleIn(keepsake, 'Reading');
  const page = await visit(keepsake, `${site.origin}/article`);
  await keepsake.pressShortcut(page, 'Alt+Shift+S');
  const watcher = await keepsake.openExtensionPage('/welcome.html');
  const states = async () => (await storedItems(watcher)).map(({ state }) => state);
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

function byExisted(a: OutboxState, b: OutboxState): number {
  return Number('existed' in a && a.existed) - Number('existed' in b && b.existed);
}

/** The browser has scrolled to the sentence, which stands within the window. */
async function expectAtPassage(page: Page, sentence: string): Promise<void> {
  expect(page.url()).toContain('/article');
  const opening = sentence.slice(0, 40);
  await expect(page.getByText(opening)).toBeInViewport();
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
}
