/** Tests pages in Firefox that have no text yet or block extensions. */
import { expect } from '@playwright/test';
import { type PageServer, servePages } from '../browser/serve.ts';
import { appHtml } from '../fixtures/web-pages.ts';
import { en } from '../english.ts';
import { test } from './firefox-keepsake.ts';
import { expectWords, firstHit, outcome, patiently, search } from './firefox-steps.ts';

let site: PageServer;
test.beforeAll(async () => {
  site = await servePages({ '/app': appHtml('The tide table came by the last post.') });
});
test.afterAll(() => site.close());
// Each test has its own page, so the tests can share a browser.
test.describe.configure({ mode: 'default' });

test('waits for the text of a loading app when saving with the shortcut', async ({
  settled: keepsake,
}) => {
  const address = `${site.origin}/app`;
  await keepsake.open(address);
  await keepsake.pressShortcut('S');
  await keepsake.run(() => dispatchEvent(new Event('load-text')));
  // Stay on the page for longer than a save waits for its text.
  const shown = () => keepsake.run(() => document.querySelectorAll('article p').length);
  await expect.poll(shown, patiently).toBeGreaterThan(14);

  // Wait until the page is indexed: an earlier search would find nothing, and the panel wouldn't repeat it.
  expect(await outcome(keepsake, address)).toMatchObject({ status: 'learned' });
  await search(keepsake, 'tide table post');
  expect((await firstHit(keepsake)).words).toContain('The tide table came by the last post.');
});

test('recognizes the reader view, and can save the page behind it by its address', async ({
  settled: keepsake,
}) => {
  const address = 'https://harbour.example/tides';
  await keepsake.open(`about:reader?url=${encodeURIComponent(address)}`);
  const popup = await keepsake.openPopup();
  await expectWords(popup, en('errors_page_reader_view_title'));
  await expectWords(popup, en('saves_actions_saveAddress'));
  await popup.close();

  await keepsake.pressShortcut('S');
  expect(await outcome(keepsake, address)).toMatchObject({ error: { code: 'page.reader-view' } });
});
