/** Tests pages that can't be saved: each shows a clear message, and the save isn't lost. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { ChromiumExtension } from '../browser/chromium.ts';
import { servePages, type PageServer } from '../browser/serve.ts';
import { saveByPopup, visit } from '../browser/surfaces.ts';
import { articleHtml, filler, pdfFile } from '../fixtures/web-pages.ts';
import { en, enPlural } from '../english.ts';
import { itemsOf, storedItems, test } from './keepsake.ts';
import { connectListener } from './listening-service.ts';
import { badgeOf } from './toolbar-badge.ts';

const fiveMegabytes = () =>
  articleHtml({
    title: 'Five megabytes of markup',
    paragraphs: [filler(20)],
    head: `<style>${'/* ornaments of the stylesheet, none of them text */\n'.repeat(100_000)}</style>`,
  });
const threeMegabytesOfText = () =>
  articleHtml({
    title: 'Too much to take',
    paragraphs: Array.from({ length: 300 }, () => filler(105)),
  });
const longTitle = 'A very long title '.repeat(600).slice(0, 10_000);

let site: PageServer;
test.beforeEach(async () => {
  site = await servePages({
    '/empty': '<!doctype html><title>Nothing here</title><body><img src="x.png" alt=""></body>',
    '/notice':
      '<!doctype html><title>Ice house</title><h1>Ice house</h1><p>Closed on Monday, open on Tuesday.</p>',
    '/long-title': articleHtml({ title: longTitle, paragraphs: [filler(20)] }),
    '/five-megabytes': fiveMegabytes,
    '/three-megabytes-of-text': threeMegabytesOfText,
    '/article': articleHtml({ title: 'Tides', paragraphs: [filler(20)] }),
    '/paper.pdf': () => new Response(pdfFile(), { headers: { 'content-type': 'application/pdf' } }),
  });
});
test.afterEach(() => site.close());

test('reports a page without text before and after saving, and keeps it in the outbox', async ({
  settled: keepsake,
}) => {
  const page = await visit(keepsake, `${site.origin}/empty`);

  await test.step('blocks saving a page that could not be read, and explains why its address would not help', async () => {
    const popup = await keepsake.openPopup(page);
    await expect(sentence(popup, en('errors_page_no_text_title'))).toBeVisible();
    await expect(popup.getByRole('button', { name: en('popup_save') })).toBeDisabled();
    await expect(sentence(popup, en('preview_ownNetwork'))).toBeVisible();
    await expect(popup.getByRole('button', { name: en('preview_readAgain') })).toBeEnabled();
    await popup.close();
  });

  const popup = await askByKeyboard(keepsake, page);
  await expect(sentence(popup, en('errors_page_no_text_title'))).toBeVisible();
  await expect(popup.getByRole('button', { name: en('common_retry') })).toBeVisible();
  expect(await itemsOf(keepsake, site.origin)).toMatchObject([
    { state: { status: 'refused', error: { code: 'page.no-text' } }, source: { url: page.url() } },
  ]);
});

test('saves the address of a page that could not be saved', async ({ keepsake }) => {
  const service = await connectListener(keepsake);
  const page = await visit(keepsake, `${site.origin}/empty`);
  const popup = await askByKeyboard(keepsake, page);
  await expect(popup.getByRole('heading', { name: en('outbox_notSaved') })).toBeVisible();

  await popup.getByRole('button', { name: en('saves_actions_saveAddress') }).click();

  await expect.poll(() => service.documents).toMatchObject([{ url: page.url() }]);
  await expect(popup.getByRole('heading', { name: en('outbox_searchable') })).toBeVisible();
  expect(
    (await storedItems(popup)).filter(({ state }) => state.status !== 'discarded'),
  ).toMatchObject([{ kind: 'link', source: { url: page.url() } }]);
  await service.close();
});

test('saves all of a page with a few words, and warns that it is short', async ({ keepsake }) => {
  const service = await connectListener(keepsake);
  const page = await visit(keepsake, `${site.origin}/notice`);
  const popup = await keepsake.openPopup(page);
  await expect(popup.getByText(enPlural(6, 'preview_few'))).toBeVisible();

  await popup.getByRole('button', { name: en('popup_save') }).click();

  await expect.poll(() => service.documents.length).toBe(1);
  expect(service.documents[0]).toMatchObject({
    title: 'Ice house',
    content: expect.stringContaining('Closed on Monday, open on Tuesday.'),
  });
  await service.close();
});

test('explains which pages extensions can’t read, and offers no Save; the shortcut sets the badge', async ({
  settled: keepsake,
}) => {
  const inItsAddress = articleHtml({ title: 'Tides', paragraphs: [filler(20)] });

  for (const url of ['chrome://version', `data:text/html,${encodeURIComponent(inItsAddress)}`]) {
    const popup = await keepsake.openPopup(await visit(keepsake, url));

    await expect(popup.getByText(en('errors_page_restricted_title'))).toBeVisible();
    await expect(popup.getByRole('button', { name: en('popup_save') })).toHaveCount(0);
    await expect(popup.getByRole('combobox', { name: en('popup_search') })).toBeEnabled();
    await popup.close();
  }

  const page = await visit(keepsake, 'chrome://version');
  await keepsake.pressShortcut(page, 'Alt+Shift+S');
  await expect
    .poll(() => badgeOf(keepsake, page))
    .toEqual({
      text: '!',
      title: en('toolbar_title', {
        name: en('manifest_name'),
        said: en('errors_page_restricted_title'),
      }),
    });
});

test('sets the badge and explains why when the note shortcut is pressed without a selection', async ({
  settled: keepsake,
}) => {
  const page = await visit(keepsake, `${site.origin}/article`);

  await keepsake.pressShortcut(page, 'Alt+Shift+H');

  await expect
    .poll(() => badgeOf(keepsake, page))
    .toEqual({ text: '!', title: expect.stringContaining('select') });
});

test('saves a page with five megabytes of markup', async ({ settled: keepsake }) => {
  await saveByPopup(keepsake, await visit(keepsake, `${site.origin}/five-megabytes`));
});

test('rejects text over the service’s limit before sending it, and keeps the page in the list', async ({
  settled: keepsake,
}) => {
  const page = await visit(keepsake, `${site.origin}/three-megabytes-of-text`);

  const popup = await askByKeyboard(keepsake, page);

  await expect(sentence(popup, en('errors_page_too_large_title'))).toBeVisible({
    timeout: 30_000,
  });
  expect(await itemsOf(keepsake, site.origin)).toMatchObject([
    { state: { status: 'refused', error: { code: 'page.too-large' } } },
  ]);
});

test('shortens a title of ten thousand characters for the service without breaking a layout', async ({
  settled: keepsake,
}) => {
  const page = await visit(keepsake, `${site.origin}/long-title`);
  await saveByPopup(keepsake, page);

  const popup = await keepsake.openPopup(page);

  await expect(popup.getByRole('heading', { name: en('outbox_save_alreadySaved') })).toBeVisible();
  const { width, height } = await popup.evaluate(() => ({
    width: document.documentElement.scrollWidth - innerWidth,
    height: innerHeight,
  }));
  expect(width).toBe(0);
  expect(height).toBeLessThanOrEqual(600);
});

test('reports that the page changed when it removes itself', async ({ settled: keepsake }) => {
  const page = await visit(keepsake, `${site.origin}/article`);
  await page.evaluate(() => document.documentElement.remove());

  const popup = await askByKeyboard(keepsake, page);

  await expect(sentence(popup, en('errors_page_gone_title'))).toBeVisible();
  expect(await itemsOf(keepsake, site.origin)).toMatchObject([
    { state: { status: 'refused', error: { code: 'page.gone' } }, source: { url: page.url() } },
  ]);
});

/** Saves with the shortcut, which shows no preview. Returns the popup with the result. */
async function askByKeyboard(keepsake: ChromiumExtension, page: Page): Promise<Page> {
  await keepsake.pressShortcut(page, 'Alt+Shift+S');
  await expect
    .poll(async () => (await badgeOf(keepsake, page)).text, { timeout: 60_000 })
    .toBe('!');
  return keepsake.openPopup(page);
}

/** Finds the visible sentence; the same text is also announced to screen readers. */
function sentence(popup: Page, words: string): Locator {
  return popup.getByRole('paragraph').filter({ hasText: words });
}
