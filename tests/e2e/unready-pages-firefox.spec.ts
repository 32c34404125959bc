/** Pages in Firefox whose text is not there yet, or closed to extensions. */
import { expect } from '@playwright/test';
import { type PageServer, servePages } from '../browser/serve.ts';
import { appHtml } from '../fixtures/web-pages.ts';
import { en } from '../english.ts';
import { expectWords, firstHit, outcome, patiently, search, test } from './firefox-keepsake.ts';

let site: PageServer;
test.beforeAll(async () => {
  site = await servePages({ '/app': appHtml('The tide table came by the last post.') });
});
test.afterAll(() => site.close());
// Each has a page of its own, in one browser.
test.describe.configure({ mode: 'default' });

test('a save by the shortcut waits for the text of an app that is loading', async ({
  settled: keepsake,
}) => {
  const address = `${site.origin}/app`;
  await keepsake.open(address);
  await keepsake.pressShortcut('S');
  await keepsake.run(() => dispatchEvent(new Event('load-text')));
  // The page is left only once it has gone on for longer than a save waits for it.
  const shown = () => keepsake.run(() => document.querySelectorAll('article p').length);
  await expect.poll(shown, patiently).toBeGreaterThan(14);

  // Searched for before it is learned, it would not be found, and the panel does not search again by itself.
  expect(await outcome(keepsake, address)).toMatchObject({ status: 'learned' });
  await search(keepsake, 'tide table post');
  expect((await firstHit(keepsake)).words).toContain('The tide table came by the last post.');
});

test('the reader view is called by its name, and the page it shows can be saved by its address', async ({
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
