/** Tests updates: runs this build in real Chromium on profiles created by earlier packages of Keepsake. */
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import {
  type ServiceProcess,
  startService,
} from '../../service/runtime/node/testing/start-process.ts';
import { type ChromiumExtension, launchChromium } from '../browser/chromium.ts';
import { removeFolder } from '../browser/remove-folder.ts';
import type { PageServer } from '../browser/serve.ts';
import { firstHit, showSettings, visit } from '../browser/surfaces.ts';
import { longArticle } from '../fixtures/long-article.ts';
import {
  connectedPackage,
  copyAsUpdate,
  firstPackage,
  oneRowPackage,
  onThisMachine,
  serviceOrigin,
} from '../release/profiles/earlier-packages.ts';
import { unpackProfile } from '../release/profiles/profile-archive.ts';
import {
  articleUrl,
  leftOver,
  serveReading,
  waitingPage,
} from '../release/profiles/serve-reading.ts';
import { en, enPlural, enWithin } from '../english.ts';
import { sidePanelPage } from '../pages/side-panel.ts';
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
  await removeFolder(folder);
});

test('keeps the library on this device from the first package', async () => {
  await unpackProfile(firstPackage.archive, folder);
  const updated = await update();
  const settings = await updated.openExtensionPage('/options.html#connections');

  await expect(connectionList(settings)).toContainText(en('connections_device'));
  await expectKeptOnThisDevice(updated);
});

test('keeps connections, the sealed key, waiting saves and highlights from the first package with connections', async () => {
  await unpackProfile(connectedPackage.archive, folder);
  const data = join(folder, 'service');
  service = await startService(data, ['--public-url', serviceOrigin]);
  const updated = await update(await readFile(join(data, 'address'), 'utf8'));
  const settings = await updated.openExtensionPage('/options.html#connections');

  await test.step('keeps both connections, and opens the key', async () => {
    await expect(connectionList(settings).getByRole('listitem')).toHaveCount(2);
    const elsewhere = connectionList(settings)
      .getByRole('listitem')
      .filter({ hasText: serviceOrigin });
    await expect(elsewhere).toContainText(en('connections_inUse'));
    await expect(elsewhere).toContainText(
      enWithin('connections_credential_keyEnding', { lastFour: /\w{4}/ }),
    );
  });

  await test.step('sends waiting saves to their connection, and finds them', async () => {
    await expect
      .poll(() => rowsOf(settings, waitingPage.url))
      .toMatchObject([{ container: { name: 'Harbours' }, state: { status: 'learned' } }]);
    await expect(await search(updated, waitingPage.words)).toContainText(waitingPage.sentence);
  });

  await test.step('finds what was saved on this device', async () => {
    await settings.bringToFront();
    await settings
      .getByRole('button', {
        name: en('connections_useNamed', { name: en('connections_device') }),
      })
      .click();
    await expect(connectionList(settings).getByRole('listitem').first()).toContainText(
      en('connections_inUse'),
    );
    await expectKeptOnThisDevice(updated);
  });
});

test('keeps every store and setting from the last package that kept text and state in one row', async () => {
  await unpackProfile(oneRowPackage.archive, folder);
  const data = join(folder, 'service');
  service = await startService(data, ['--public-url', serviceOrigin]);
  const updated = await update(await readFile(join(data, 'address'), 'utf8'));
  const settings = await updated.openExtensionPage('/options.html#connections');

  await test.step('keeps both connections, and opens the key', async () => {
    await expect(connectionList(settings).getByRole('listitem')).toHaveCount(2);
    const elsewhere = connectionList(settings)
      .getByRole('listitem')
      .filter({ hasText: serviceOrigin });
    await expect(elsewhere).toContainText(en('connections_inUse'));
    await expect(elsewhere).toContainText(
      enWithin('connections_credential_keyEnding', { lastFour: /\w{4}/ }),
    );
  });

  await test.step('sends waiting saves as the person edited them, and finds them', async () => {
    await expect
      .poll(() => rowsOf(settings, waitingPage.url))
      .toMatchObject([{ container: { name: 'Harbours' }, state: { status: 'learned' } }]);
    await expect
      .poll(() => rowsWith(settings, leftOver.waitingNote))
      .toMatchObject([{ kind: 'note', isWritten: true, state: { status: 'accepted' } }]);
    await expect(await search(updated, 'person added themselves')).toContainText(leftOver.addition);
    await expect(await search(updated, 'forty lanterns harbour wall')).toContainText(
      leftOver.serviceNote,
    );
  });

  await test.step('keeps unsent links, a batch, a draft, searches and options', async () => {
    expect(await rowsOf(settings, leftOver.refusedLink)).toMatchObject([
      { kind: 'link', state: { status: 'refused', error: { code: 'link.unusable' } } },
    ]);
    expect(await rowsOf(settings, leftOver.pausedLink)).toMatchObject([
      { kind: 'link', state: { status: 'paused', error: { code: 'link.not-permitted' } } },
    ]);
    const stored = await settings.evaluate(async () =>
      JSON.stringify(await chrome.storage.local.get(null)),
    );
    expect(stored).toContain(leftOver.draft);
    expect(stored).toContain(leftOver.query);
    expect(stored).toContain('"marksSaved":false');
    expect(await rowsOf(settings, leftOver.batched)).toMatchObject([{ kind: 'link' }]);
  });

  await test.step('lists what was saved to the service', async () => {
    const panel = await updated.openExtensionPage('/sidepanel.html');
    await sidePanelPage(panel).open('library');
    await expect(panel.getByText(leftOver.waitingNote)).toBeVisible();
  });

  await test.step('finds what was saved on this device', async () => {
    await settings.bringToFront();
    await settings
      .getByRole('button', {
        name: en('connections_useNamed', { name: en('connections_device') }),
      })
      .click();
    await expect(connectionList(settings).getByRole('listitem').first()).toContainText(
      en('connections_inUse'),
    );
    await showSettings(settings, 'settings_memories_title');
    await expect(settings.getByText(leftOver.rule)).toBeVisible();
    await expectKeptOnThisDevice(updated);
  });
});

async function rowsOf(extensionPage: Page, url: string) {
  return (await storedItems(extensionPage)).filter(({ source }) => source.url === url);
}

async function rowsWith(extensionPage: Page, opening: string) {
  return (await storedItems(extensionPage)).filter(
    (item) => item.kind === 'note' && item.opening === opening,
  );
}

declare const chrome: { storage: { local: { get: (keys: null) => Promise<unknown> } } };

/** Starts this build on the profile, as an update of the package that created the profile. */
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

/** Checks that the page and the sentence that every stored profile contains are still found and listed. */
async function expectKeptOnThisDevice(updated: ChromiumExtension): Promise<void> {
  const page = await visit(updated, articleUrl);
  const popup = await updated.openPopup(page);
  await expect(popup.getByRole('heading', { name: en('outbox_save_alreadySaved') })).toBeVisible();
  await expect(popup.getByText(enPlural(1, 'outbox_highlight_kept'))).toBeVisible();
  await popup.close();
  const { saved, highlighted } = longArticle;
  const hit = await search(updated, saved.words);
  await expect(hit).toContainText(saved.sentence);
  await expect(hit).toContainText('Reading');
  const note = await search(updated, highlighted.words);
  await expect(note.locator('p[data-quoted]')).toHaveText(highlighted.sentence);

  const panel = await updated.openExtensionPage('/sidepanel.html');
  await panel.getByRole('button', { name: en('panel_views_highlights') }).click();
  await page.bringToFront();
  await expect(panel.getByRole('list', { name: en('highlights_list') })).toContainText(
    highlighted.sentence,
  );
}

/** Searches in the side panel and returns the first result. */
async function search(updated: ChromiumExtension, words: string): Promise<Locator> {
  const panel = await updated.openExtensionPage('/sidepanel.html');
  const { open, search: view } = sidePanelPage(panel);
  // The panel reopens at its last view.
  await open('search');
  await view.box.fill(words);
  await view.box.press('Enter');
  return firstHit(panel);
}

function connectionList(settings: Page) {
  return settings.getByRole('list', { name: en('connections_title') });
}
