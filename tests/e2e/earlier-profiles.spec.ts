/** An update finds everything: this build in real Chromium, on profiles that earlier packages of Keepsake have left. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import {
  type ServiceProcess,
  startService,
} from '../../service/homes/node/testing/start-process.ts';
import { type ChromiumExtension, launchChromium } from '../browser/chromium.ts';
import type { PageServer } from '../browser/serve.ts';
import { firstHit, visit } from '../browser/surfaces.ts';
import { longArticle } from '../fixtures/long-article.ts';
import {
  connectedPackage,
  copyAsUpdate,
  firstPackage,
  onThisMachine,
  serviceOrigin,
} from '../release/profiles/earlier-packages.ts';
import { unpackProfile } from '../release/profiles/profile-archive.ts';
import { articleUrl, serveReading, waitingPage } from '../release/profiles/serve-reading.ts';
import { storedItems, test } from './keepsake.ts';

let folder: string;
let site: PageServer;
let service: ServiceProcess | undefined;
let browser: ChromiumExtension | undefined;

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keepsake-earlier-'));
  site = await serveReading();
});
test.afterEach(async () => {
  await browser?.close();
  browser = undefined;
  await service?.end('SIGTERM');
  service = undefined;
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

test('the memory on this device is there after the first package of all', async () => {
  await unpackProfile(firstPackage.archive, folder);
  const updated = await update();
  const settings = await updated.openExtensionPage('/options.html');

  await expect(homes(settings)).toContainText('On this device');
  await expectKeptOnThisDevice(updated);
});

test('homes, the sealed key, what waits and the highlights are there after the first with connections', async () => {
  await unpackProfile(connectedPackage.archive, folder);
  const data = join(folder, 'service');
  service = await startService(data, ['--public-url', serviceOrigin]);
  const updated = await update(await readFile(join(data, 'address'), 'utf8'));
  const settings = await updated.openExtensionPage('/options.html');

  await test.step('both homes are, and the key opens', async () => {
    await expect(homes(settings).getByRole('listitem')).toHaveCount(2);
    const elsewhere = homes(settings).getByRole('listitem').filter({ hasText: serviceOrigin });
    await expect(elsewhere).toContainText('In use');
    await expect(elsewhere).toContainText(/Key ending in \w{4}/u);
  });

  await test.step('what waited is sent to its home, and found', async () => {
    const rows = async () => {
      const items = await storedItems(settings);
      return items.filter(({ source }) => source.url === waitingPage.url);
    };
    await expect
      .poll(rows)
      .toMatchObject([{ container: { name: 'Harbours' }, state: { status: 'learned' } }]);
    await expect(await search(updated, waitingPage.words)).toContainText(waitingPage.sentence);
  });

  await test.step('and so is what was kept on this device', async () => {
    await settings.bringToFront();
    await settings.getByRole('button', { name: 'Use this: On this device' }).click();
    await expect(homes(settings).getByRole('listitem').first()).toContainText('In use');
    await expectKeptOnThisDevice(updated);
  });
});

/** Starts this build on the profile that was laid out, as the update of the package that left it. */
async function update(serviceUrl = serviceOrigin): Promise<ChromiumExtension> {
  const extensionDir = join(folder, 'package');
  await copyAsUpdate('.output/chrome-mv3', extensionDir);
  browser = await launchChromium({
    extensionDir,
    profileDir: join(folder, 'profile'),
    extraArgs: [onThisMachine(site.origin, serviceUrl)],
  });
  return browser;
}

/** The page and the sentence that every kept profile holds: found, and known where they stand. */
async function expectKeptOnThisDevice(updated: ChromiumExtension): Promise<void> {
  const page = await visit(updated, articleUrl);
  const popup = await updated.openPopup(page);
  await expect(popup.getByRole('heading', { name: 'Already saved' })).toBeVisible();
  await expect(popup.getByText('1 highlight kept from this page')).toBeVisible();
  await popup.close();
  const { saved, highlighted } = longArticle;
  const hit = await search(updated, saved.words);
  await expect(hit).toContainText(saved.sentence);
  await expect(hit).toContainText('Reading');
  const note = await search(updated, highlighted.words);
  await expect(note.locator('p[data-quoted]')).toHaveText(highlighted.sentence);

  const panel = await updated.openExtensionPage('/sidepanel.html');
  await panel.getByRole('button', { name: 'Library' }).click();
  await panel.getByRole('tab', { name: /^This page/u }).click();
  await page.bringToFront();
  const here = panel.getByRole('tabpanel', { name: 'This page' });
  await expect(here).toContainText(highlighted.sentence);
}

/** Gives the first hit. */
async function search(updated: ChromiumExtension, words: string): Promise<Locator> {
  const panel = await updated.openExtensionPage('/sidepanel.html');
  await panel.getByRole('searchbox').fill(words);
  await panel.getByRole('searchbox').press('Enter');
  return firstHit(panel);
}

function homes(settings: Page) {
  return settings.getByRole('list', { name: 'Homes of your memory' });
}
