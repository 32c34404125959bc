/**
 * Tests that nothing leaves the machine while the library is on this device. All browser traffic goes through a
 * recording proxy.
 */
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { type ChromiumExtension, launchChromium } from '../browser/chromium.ts';
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
import { articleHtml, filler } from '../fixtures/web-pages.ts';
import { en } from '../english.ts';
import { sidePanelPage } from '../pages/side-panel.ts';
import { startWayOut, type WayOut } from './recording-exit.ts';
import { test } from './shared-browsers.ts';

const extensionDir = join(import.meta.dirname, '../../.output/chrome-mv3');
const origin = 'http://reading.example';
const sentence = 'A violet barometer hung beside the door of the tower, and nobody had read it.';
const elsewhere = 'https://elsewhere.example';
const canonical = `<link rel="canonical" href="${elsewhere}/ledger"><link rel="icon" href="data:,">`;
const picture = `<img src="data:," alt=""><a href="${elsewhere}/more">More</a>`;

let way: WayOut;
let keepsake: ChromiumExtension;

test.beforeEach(async () => {
  way = await startWayOut(origin, {
    '/ledger': articleHtml({
      title: 'The ledger',
      head: canonical,
      paragraphs: [filler(20), `${filler(3)} ${sentence} ${picture}`, filler(20)],
    }),
  });
  keepsake = await launchChromium({ extensionDir, extraArgs: way.browserArgs });
});
test.afterEach(async () => {
  await keepsake.close();
  await way.close();
});

test('sends no request while setting up, saving, highlighting, searching and asking on this device', async () => {
  await settleIn(keepsake, 'Reading');
  const page = await visit(keepsake, `${origin}/ledger`);
  const ownVisit = [`GET ${origin}/ledger`];
  expect(way.asked).toEqual(ownVisit);

  await (await saveByPopup(keepsake, page)).close();
  await selectWords(page, sentence);
  await keepSelection(keepsake, page);
  const panel = await searchFromPopup(keepsake, page, 'barometer tower nobody');
  await expect(firstHit(panel)).toContainText(sentence);
  await ask(panel);
  await lookAround(panel);
  await lookAround(await keepsake.openExtensionPage('/options.html'));
  expect(way.asked).toEqual(ownVisit);

  await panel
    .getByRole('button', { name: en('panel_views_search'), exact: true })
    .first()
    .click();
  await firstHit(panel).getByRole('heading').getByRole('button').click();
  await expect.poll(urlInFront).toContain(`${origin}/ledger`);
  expect(way.asked).toEqual(ownVisit);
  await page.close();
  await panel.bringToFront();
  await openHit(keepsake, firstHit(panel));
  expect(way.asked).toEqual([...ownVisit, ...ownVisit]);

  await test.step('records requests from the background, a surface and the device service in the proxy', async () => {
    const worker = await keepsake.worker();
    const servicePage = keepsake.context
      .pages()
      .find((one) => one.url().endsWith('/device-service.html'));
    const tried = ['/background', '/surface', '/device-service'].map(
      (path) => `${elsewhere}:444${path}`,
    );
    const knock = (url: string) => fetch(url).then(String, () => null);

    await worker.evaluate(knock, tried[0] ?? '');
    await panel.evaluate(knock, tried[1] ?? '');
    await servicePage?.evaluate(knock, tried[2] ?? '');

    expect(way.asked.slice(2)).toEqual(tried.map((url) => `CONNECT ${new URL(url).host}`));
  });
});

async function ask(panel: Page): Promise<void> {
  await panel
    .getByRole('button', { name: en('panel_views_ask'), exact: true })
    .first()
    .click();
  await panel.getByRole('textbox', { name: en('ask_ask') }).fill('Who read the barometer?');
  await panel.keyboard.press('Enter');
  await expect(sidePanelPage(panel).ask.quotesTitle).toBeVisible();
}

/** Returns the address of the tab in front, or an empty string if the browser doesn't reveal it. */
async function urlInFront(): Promise<string> {
  const worker = await keepsake.worker();
  return worker.evaluate(async () => {
    const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
    return tab?.url ?? '';
  });
}

/** Clicks every entry in the surface's navigation. */
async function lookAround(surface: Page): Promise<void> {
  const navigation = surface.locator('nav').first();
  const steps = navigation.locator('button, a');
  await expect(steps.nth(3)).toBeVisible();
  for (const step of await steps.all()) await step.click();
}

declare const chrome: { tabs: { query: (query: object) => Promise<{ url?: string }[]> } };
