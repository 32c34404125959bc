/** Tests what the person can save of a page: the article, the whole page, or the visible text if there is no article. */
import { expect } from '@playwright/test';
import { type PageServer, servePages } from '../browser/serve.ts';
import type { ChromiumExtension } from '../browser/chromium.ts';
import { selectWords, visit } from '../browser/surfaces.ts';
import { filler } from '../fixtures/web-pages.ts';
import { en } from '../english.ts';
import { popupPage } from '../pages/popup.ts';
import { itemsOf, test } from './keepsake.ts';

const berths = Array.from({ length: 30 }, (_, index) => `Berth ${index + 1}, coal`);
const listOf = (words: readonly string[]) => words.map((word) => `<li>${word}</li>`).join('');

function article(title: string): string {
  const menu = ['Tide tables', 'Letters to the keeper', `Rope prices in ${place}`];
  return `<!doctype html><title>${title}</title><nav><ul>${listOf(menu)}</ul></nav>
    <div class="cookie-banner"><p>We use cookies to sweeten this page.</p><button>Agree</button></div>
    <main><article><h1>${title}</h1><p>${filler(12)}</p></article></main>`;
}

let site: PageServer;
/** A word that only this test saves, because the tests share a library. */
let place: string;
test.beforeEach(async () => {
  site = await servePages({
    '/tides': () => article('Tides'),
    '/moon': () => article('Moon'),
    '/board': () =>
      `<!doctype html><title>Board</title><h1>Harbour of ${place}</h1><nav><ul>${listOf(berths)}</ul></nav>`,
    '/blank': '<!doctype html><title>Blank</title><img alt="" src="data:,">',
  });
  place = `Skerry${new URL(site.origin).port}`;
});
test.afterEach(() => site.close());

test('saves the whole page on request, and remembers that for the site', async ({
  settled: keepsake,
}) => {
  const page = await visit(keepsake, `${site.origin}/tides`);
  const popup = popupPage(await keepsake.openPopup(page));
  await expect(popup.parts.article).toBeChecked();
  await expect(popup.preview.opening).toContainText('The keeper wrote down the weather');
  await expect(popup.preview.opening).not.toContainText('Rope prices');

  await popup.parts.page.check();
  await expect(popup.preview.facts).toContainText(en('preview_part_page'));
  await expect(popup.preview.opening).toContainText('Rope prices');
  await popup.save.click();

  await expect(popup.saved).toBeVisible();
  await expectSaved(keepsake, `Rope prices in ${place}`);

  await test.step('starts with the whole page on another page of the site', async () => {
    const moon = await visit(keepsake, `${site.origin}/moon`);
    const again = popupPage(await keepsake.openPopup(moon));
    await expect(again.parts.page).toBeChecked();
    await expect(again.preview.opening).toContainText('Rope prices');
    await again.parts.article.check();
    await expect(again.preview.opening).not.toContainText('Rope prices');
  });

  await test.step('and with the article once that is chosen', async () => {
    const board = await visit(keepsake, `${site.origin}/moon?again`);
    const later = popupPage(await keepsake.openPopup(board));
    await expect(later.preview.opening).toContainText('The keeper wrote down the weather');
    await expect(later.parts.article).toBeChecked();
  });

  await test.step('doesn’t call a page changed whose other part was saved', async () => {
    const same = popupPage(await keepsake.openPopup(page));
    await expect(same.alreadySaved).toBeVisible();
    await expect(same.preview.opening).toContainText('The keeper wrote down the weather');
    await expect(same.page.getByText(en('preview_changed_title'))).toHaveCount(0);
  });
});

test('saves the whole page by shortcut on a site set to it', async ({ settled: keepsake }) => {
  const tides = await visit(keepsake, `${site.origin}/tides`);
  const popup = popupPage(await keepsake.openPopup(tides));
  await popup.parts.page.check();
  await expect(popup.preview.opening).toContainText('Rope prices');

  const moon = await visit(keepsake, `${site.origin}/moon`);
  await keepsake.pressShortcut(moon, 'Alt+Shift+S');

  await expect
    .poll(async () => (await itemsOf(keepsake, site.origin)).map(({ state }) => state.status))
    .toEqual(['learned']);
  await expectSaved(keepsake, `Rope prices in ${place}`);
});

test('saves the visible text of a page without an article, and says so', async ({
  settled: keepsake,
}) => {
  const page = await visit(keepsake, `${site.origin}/board`);
  const popup = popupPage(await keepsake.openPopup(page));

  await expect(popup.main.getByText(en('preview_noArticle')).first()).toBeVisible();
  await expect(popup.parts.article).toBeChecked();
  await popup.save.click();

  await expect(popup.saved).toBeVisible();
  await expectSaved(keepsake, `Harbour of ${place}`, 'Berth 2, coal');
});

test('saves nothing of a page without any text, and says why', async ({ settled: keepsake }) => {
  const page = await visit(keepsake, `${site.origin}/blank`);
  const popup = popupPage(await keepsake.openPopup(page));

  await expect(popup.preview.trouble).toHaveText(en('errors_page_no_text_title'));
  // A page of the local network can't be fetched by its address either.
  await expect(popup.save).toBeDisabled();
  await expect(popup.save).toHaveAccessibleDescription(en('preview_ownNetwork'));
  await expect(popup.parts.whole).toHaveCount(0);
});

test('offers the selection next to the page', async ({ settled: keepsake }) => {
  const page = await visit(keepsake, `${site.origin}/tides`);
  await selectWords(page, 'The keeper wrote down the weather');
  const popup = popupPage(await keepsake.openPopup(page));
  await expect(popup.parts.selection).toBeChecked();

  await popup.parts.article.check();
  await expect(popup.preview.opening).toContainText('The keeper wrote down the weather');
  await popup.save.click();

  await expect(popup.saved).toBeVisible();
  expect(await itemsOf(keepsake, site.origin)).toMatchObject([{ kind: 'page', part: 'article' }]);
});

/** Searches for the words, and expects them and the text in the first result. */
async function expectSaved(keepsake: ChromiumExtension, words: string, text = words) {
  const panel = await keepsake.openExtensionPage('/sidepanel.html');
  await panel.getByRole('combobox', { name: en('search_search') }).fill(words);
  await expect(panel.getByRole('article').first()).toContainText(words);
  await expect(panel.getByRole('article').first()).toContainText(text);
}
