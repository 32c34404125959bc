/**
 * Takes the README's screenshots of the real extension, light and dark, into docs/images. Run by
 * hand after `npm run build:chromium`: `node tests/tour/pictures.ts`.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { type ChromiumExtension, launchChromium } from '../browser/chromium.ts';
import { servePages } from '../browser/serve.ts';
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
import { en, enStart } from '../english.ts';
import { sidePanelPage } from '../pages/side-panel.ts';
import { type Clip, type Look, looks, photograph, roomyScreen } from './photograph.ts';

const folder = 'docs/images';
const others = ['guide.example/documentation', 'answers.example/question'];
const height = 576;
const backdrops: Record<Look, string> = { light: '#efe8dc', dark: '#0e1315' };

const fixture = (name: string) =>
  readFile(join(import.meta.dirname, `../fixtures/pages/${name}.html`), 'utf8');
const site = await servePages({
  '/article': await fixture('article'),
  '/documentation': await fixture('documentation'),
  '/question': await fixture('question'),
});
const keepsake = await launchChromium({
  extensionDir: '.output/chrome-mv3',
  extraArgs: [roomyScreen, `--host-resolver-rules=MAP *.example ${new URL(site.origin).host}`],
});
try {
  await takePictures(keepsake);
} finally {
  await keepsake.close();
  await site.close();
}

async function takePictures(browser: ChromiumExtension): Promise<void> {
  const { saved, highlighted } = longArticle;
  await (await settleIn(browser, 'Reading')).close();
  for (const address of others) {
    const other = await visit(browser, `http://${address}`);
    await (await saveByPopup(browser, other)).close();
    await other.close();
  }
  const article = await visit(browser, 'http://estuary.example/article');
  const popup = await saveByPopup(browser, article);
  const savedInPopup = await photograph(popup);
  await popup.close();
  await selectWords(article, highlighted.sentence);
  await keepSelection(browser, article);
  await article.evaluate(() => getSelection()?.removeAllRanges());
  const marked = await photograph(article, await around(article, highlighted.sentence));

  const panel = await searchFromPopup(browser, article, saved.words);
  await expect(firstHit(panel)).toContainText(saved.sentence);
  const found = await photograph(panel);
  const asked = await askIn(panel);
  const library = await libraryIn(panel);
  await panel
    .getByRole('button', { name: en('panel_views_search'), exact: true })
    .first()
    .click();
  // A result opens in a new tab only if no tab shows its page.
  await article.close();
  const opened = await openHit(browser, firstHit(panel));
  await expect(opened.getByText(saved.sentence.slice(0, 40))).toBeInViewport();
  const passage = await photograph(opened, await around(opened, saved.sentence));

  await compose('keepsake', [savedInPopup, found, passage]);
  await compose('highlights-ask-library', [marked, asked, library]);
}

async function askIn(panel: Page): Promise<Record<Look, Buffer>> {
  await panel
    .getByRole('button', { name: en('panel_views_ask'), exact: true })
    .first()
    .click();
  await panel
    .getByRole('textbox', { name: en('ask_ask') })
    .fill('When did Sallow grind its last sack?');
  await panel.keyboard.press('Enter');
  await sidePanelPage(panel).ask.quotesTitle.waitFor();
  return photograph(panel);
}

async function libraryIn(panel: Page): Promise<Record<Look, Buffer>> {
  await panel.getByRole('button', { name: enStart('panel_views_library') }).click();
  await expect(panel.getByRole('listitem').filter({ hasText: 'moonlight' }).first()).toBeVisible();
  return photograph(panel);
}

/** Returns the part of the page that has the words in its upper half and excludes the page's header. */
async function around(page: Page, words: string): Promise<Clip> {
  const { x, y } = await page.evaluate((wanted) => {
    for (const banner of document.querySelectorAll('[class*="cookie"], [id*="cookie"]')) {
      banner.remove();
    }
    const paragraph = [...document.querySelectorAll('p')].find((one) =>
      one.textContent.replaceAll(/\s+/g, ' ').includes(wanted),
    );
    if (paragraph === undefined) throw new Error('The words are not on the page.');
    // Fit the text to the width of the screenshot.
    if (paragraph.parentElement !== null) paragraph.parentElement.style.inlineSize = '550px';
    paragraph.scrollIntoView({ block: 'center' });
    return { x: paragraph.getBoundingClientRect().x, y: paragraph.getBoundingClientRect().y };
  }, words);
  return { x: Math.max(0, x - 24), y: Math.max(0, y - 200), width: 608, height };
}

/** Puts three screenshots side by side, cropped to the same height. */
async function compose(name: string, pictures: Record<Look, Buffer>[]): Promise<void> {
  const page = await keepsake.context.newPage();
  for (const look of looks) {
    const images = pictures.map(
      (picture) =>
        `<div><img src="data:image/png;base64,${picture[look].toString('base64')}"></div>`,
    );
    await page.setContent(`<style>
      body { margin: 0 }
      main { display: inline-flex; gap: 24px; padding: 20px; background: ${backdrops[look]} }
      div { height: ${height}px; overflow: hidden; border-radius: 8px; box-shadow: 0 1px 6px #0004 }
      img { display: block }
    </style><main>${images.join('')}</main>`);
    const composed = await page.locator('main').screenshot();
    await writeFile(join(folder, `${name}-${look}.png`), composed);
    console.log(`${folder}/${name}-${look}.png ${Math.round(composed.length / 1000)} kB`);
  }
  await page.close();
}
