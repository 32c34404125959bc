/**
 * Tests that after every operation, keys and tokens exist only on the wire to the service, and that forgetting
 * everything also removes the keys that sealed them.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { notices } from '../../service/owner-app/layout.ts';
import { expect, type Page } from '@playwright/test';
import {
  startService,
  type ServiceProcess,
} from '../../service/runtime/node/testing/start-process.ts';
import { type ChromiumExtension, launchChromium } from '../browser/chromium.ts';
import { removeFolder } from '../browser/remove-folder.ts';
import { servePages, type PageServer } from '../browser/serve.ts';
import {
  firstHit,
  saveByPopup,
  selectWords,
  settleIn,
  showSettings,
  visit,
  welcomePage,
} from '../browser/surfaces.ts';
import { articleHtml, filler } from '../fixtures/web-pages.ts';
import { en, enLead } from '../english.ts';
import { sidePanelPage } from '../pages/side-panel.ts';
import { findSecrets, type Place, textPlace } from './byte-search.ts';
import { plantInExtension, plantInPage } from './planted-key.ts';
import { type Exchange, type RecordingProxy, startRecordingProxy } from './recording-proxy.ts';
import { readStoredOutbox } from './stored-outbox.ts';
import { sealedPlaces } from './sealed-places.ts';
import {
  cookiePlace,
  domPlaces,
  filePlaces,
  heapPlace,
  recordConsole,
  storedPlaces,
} from './searched-places.ts';
import { misplacedCredentials, sayItAloud, tokensOf, wirePlaces } from './wire-search.ts';
import { test } from './shared-browsers.ts';

const extensionDir = join(import.meta.dirname, '../../.output/chrome-mv3');
const serviceMain = join(import.meta.dirname, '../../service/runtime/node/main.ts');
const sentence = 'A violet barometer hung beside the door of the tower, and nobody had read it.';
const surfaces = ['/popup.html', '/sidepanel.html', '/options.html', '/welcome.html'] as const;

let folder: string;
let service: ServiceProcess;
let site: PageServer;
let proxy: RecordingProxy;
let browser: ChromiumExtension;

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keepsake-key-bytes-'));
  const paragraphs = [filler(20), `${filler(3)} ${sentence}`, filler(20)];
  site = await servePages({ '/': articleHtml({ title: 'The ledger', paragraphs }) });
  browser = await openBrowser();
});
test.afterEach(async () => {
  await browser.close();
  await site.close();
  await removeFolder(folder);
});

test('leaves no key or token in pages, storage, logs, files, URLs or exports, and nothing sealed after forgetting', async () => {
  // Searching every file, heap and store takes half a minute by itself.
  test.setTimeout(300_000);
  await startServiceBehindProxy();
  const memory = await command('memory', 'create', 'Harbours');
  const newKey = (name: string, ...flags: string[]) =>
    command('key', 'create', '--name', name, '--level', 'full', ...flags);
  const keys = {
    'the first key': await newKey('First', '--profile'),
    'the key for Ask': await newKey('Asking', '--agent'),
    'the key that replaces it': await newKey('Second', '--profile'),
  };
  const log = recordConsole(browser.context);
  await browser.approveHost('http://127.0.0.1/*');
  await settleIn(browser, 'Reading');
  const settings = await browser.openExtensionPage('/options.html#connections');
  const web = await visit(browser, site.origin);
  const panel = await browser.openExtensionPage('/sidepanel.html');

  await test.step('uses a key for every operation', async () => {
    await settings.bringToFront();
    await connectWithKey(settings, keys['the first key']);
    await keepAskKey(settings, keys['the key for Ask']);
    const popup = await saveByPopup(browser, web);
    await popup.close();
    await selectWords(web, sentence);
    await browser.pressShortcut(web, 'Alt+Shift+H');
    const states = async () =>
      (await readStoredOutbox((read) => settings.evaluate(read))).map(({ state }) => state.status);
    await expect.poll(async () => (await states()).toSorted()).toEqual(['accepted', 'learned']);
    await search(panel, 'barometer tower nobody');
    await expect(firstHit(panel)).toContainText('Harbours');
    await panel
      .getByRole('button', { name: en('panel_views_ask'), exact: true })
      .first()
      .click();
    await panel.getByRole('textbox', { name: en('ask_ask') }).fill('Who read the barometer?');
    await panel.keyboard.press('Enter');
    await expect(sidePanelPage(panel).ask.quotesTitle).toBeVisible();
    await panel.getByRole('button', { name: en('panel_views_profile') }).click();
    await expect(panel.getByRole('heading', { name: en('profile_title'), level: 2 })).toBeVisible();
    await settings.bringToFront();
    await showSettings(settings, 'settings_memories_title');
    await expect(
      settings
        .getByRole('list', { name: en('settings_rules_title') })
        .or(settings.getByText(en('settings_rules_empty'))),
    ).toBeVisible();
    await showSettings(settings, 'connections_title');
    await panel.bringToFront();
    await panel.getByRole('button', { name: en('panel_views_search') }).click();
  });

  await test.step('handles errors in which the service repeats the key', async () => {
    proxy.answerOnce('/v1/search', sayItAloud(500));
    proxy.answerOnce('/v1/search', sayItAloud(400));
    // After a 400, Keepsake searches again without a limit.
    proxy.answerOnce('/v1/search', sayItAloud(400));
    await search(panel, 'door of the tower');
    await expect(panel.getByText(en('errors_memory_validation_title'))).toBeVisible();
    proxy.answerOnce('/v1/search', sayItAloud(401));
    await search(panel, 'weather of the day');
    await expect(panel.getByText(en('connections_withdrawn_key'))).toBeVisible();
    expectNothing(keys, await placesOf([settings, panel, web]));
    await settings.bringToFront();
    await settings.getByRole('button', { name: en('common_retry') }).click();
    await expect(settings.getByText(en('connections_withdrawn_key'))).toBeHidden();
    proxy.answerOnce('/v1/search', sayItAloud(403));
    await search(panel, 'violet barometer');
    await expect(panel.getByText(en('connections_withdrawn_key'))).toBeVisible();
    await expect(settings.getByText(en('connections_withdrawn_key'))).toBeVisible();
    await expect(settings.getByText('Not with Bearer [credential].')).toBeVisible();
    expectNothing(keys, await placesOf([settings, panel, web]));
  });

  await test.step('replaces the key with one for the session', async () => {
    await settings.bringToFront();
    await settings.getByRole('button', { name: en('connections_anotherKey') }).click();
    await settings
      .getByLabel(en('connections_key'), { exact: true })
      .fill(keys['the key that replaces it']);
    await settings.getByLabel(en('connections_forgetsKey')).check();
    await settings.keyboard.press('Enter');
    await expect(settings.getByText(enLead('connections_credential_untilClosed'))).toBeVisible();
    await search(panel, 'barometer tower nobody');
    await expect(firstHit(panel)).toContainText('Harbours');
  });

  await test.step('consents, and refreshes the tokens', async () => {
    await consent(settings);
    proxy.answerOnce('/mcp-http', sayItAloud(401));
    await search(panel, 'barometer nobody tower');
    await expect.poll(() => Object.keys(tokensOf(proxy.exchanges))).toHaveLength(4);
    await expect(firstHit(panel)).toContainText('Harbours');
  });
  const tokens = tokensOf(proxy.exchanges);
  const secrets = { ...keys, ...tokens };

  const exported = await test.step('exports everything on this device to a file', async () => {
    await settings.bringToFront();
    await settings
      .getByRole('button', {
        name: en('connections_useNamed', { name: en('connections_device') }),
      })
      .click();
    const downloading = settings.waitForEvent('download');
    await showSettings(settings, 'settings_data_title');
    await settings.getByRole('button', { name: en('settings_data_export_action') }).click();
    return textPlace('the export', await readFile(await (await downloading).path(), 'utf8'));
  });

  await test.step('finds no secret anywhere', async () => {
    const pages = await openSurfaces(web);
    expectNothing(secrets, [
      exported,
      ...(await placesOf([settings, panel, web, ...pages])),
      await heapPlace(settings),
      await heapPlace(panel),
      await heapPlace(web),
      ...(await log.places()),
      ...wirePlaces(proxy.exchanges),
      ...(await filePlaces(extensionDir)),
      textPlace('the log of the service', service.output()),
    ]);
    expect(await sealedPlaces(settings)).toEqual([
      'IndexedDB ask-key',
      'IndexedDB tokens',
      'storage.session key',
    ]);
    expect(misplacedCredentials(proxy.exchanges, secrets)).toEqual([]);
    expect(new Set(proxy.exchanges.map(({ headers }) => headers.host))).toEqual(
      new Set([new URL(proxy.url).host]),
    );
  });

  await test.step('finds no secret on disk', async () => {
    await browser.close();
    expectNothing(secrets, await filePlaces(profileDir()));
    browser = await openBrowser();
  });

  await test.step('forgets everything, including the sealing keys', async () => {
    const again = await browser.openExtensionPage('/options.html');
    await forgetEverything(again);
    const pages = await openSurfaces(await visit(browser, site.origin));
    expectNothing(secrets, [...(await placesOf([again, ...pages])), await heapPlace(again)]);
    expect(await sealedPlaces(again)).toEqual([]);
    const left = (await storedPlaces(again)).map(({ bytes }) => Buffer.from(bytes).toString());
    for (const word of [proxy.url, 'CryptoKey', 'Harbours', memory]) {
      expect(left.join('\n')).not.toContain(word);
    }
    await browser.close();
    expectNothing(secrets, await filePlaces(profileDir()));
    browser = await openBrowser();
  });

  await proxy.close();
  await service.end('SIGTERM');
});

test('detects a planted key in every place and encoding', async () => {
  const key = 'pms_Zq7LxW0vTn3cRb8Ky5Ud2HjMf6PaGs9E';
  const log = recordConsole(browser.context);
  const settings = await browser.openExtensionPage('/options.html');
  const web = await visit(browser, site.origin);
  expect(findSecrets({ key }, await placesOf([settings, web]))).toEqual([]);

  await settings.evaluate(plantInExtension, key);
  await web.evaluate(plantInPage, key);
  await writeFile(join(profileDir(), 'planted'), Buffer.from(`..${key}..`, 'utf16le'));
  const places = [
    ...(await placesOf([settings, web])),
    await heapPlace(settings),
    ...(await log.places()),
    ...(await filePlaces(profileDir())),
    ...wirePlaces([
      exchangeOf({ path: `/v1/search?q=${key}` }),
      exchangeOf({ headers: { referer: `http://127.0.0.1/#${key}` } }),
      exchangeOf({ body: JSON.stringify({ q: Buffer.from(key).toString('base64url') }) }),
    ]),
  ];

  const found = findSecrets({ key }, places);

  for (const expected of [
    'key, as UTF-8, in the markup of /options.html',
    'key, as UTF-8, in the fields of /options.html',
    'key, as UTF-8, in IndexedDB planted/rows of /options.html',
    'key, as UTF-8, in IndexedDB planted/rows (bytes) of /options.html',
    'key, as UTF-16LE, in IndexedDB planted/rows (bytes) of /options.html',
    'key, as UTF-8, in localStorage of /options.html',
    'key, as base64, in storage.local of /options.html',
    'key, as hex, in storage.session of /options.html',
    'key, as percent-encoding of all, in storage.sync of /options.html',
    'key, as UTF-8, in the file origin/planted of /options.html',
    'key, as UTF-8, in cache planted of /options.html',
    'key, as UTF-8, in the heap of /options.html',
    'key, as UTF-8, in the markup of /',
    'key, as UTF-8, in sessionStorage of /',
    'key, as UTF-8, in cookies of /',
    'key, as UTF-8, in cookies',
    'key, as UTF-8, in the console',
    'key, as UTF-16LE, in the file planted',
    'key, as UTF-8, in the address of GET /v1/search',
    'key, as UTF-8, in the headers of GET /v1/x',
    'key, as base64, in the body of GET /v1/x',
  ]) {
    expect(found).toContain(expected);
  }
  expect(
    misplacedCredentials([exchangeOf({ headers: { authorization: `Bearer ${key}` } })], {}),
  ).toEqual(['GET /v1/x brings a credential nobody gave']);
});

async function openBrowser(): Promise<ChromiumExtension> {
  const opened = await launchChromium({ extensionDir, profileDir: profileDir() });
  // The welcome page opens in front at every start, which would close a popup.
  await welcomePage(opened);
  return opened;
}

function profileDir(): string {
  return join(folder, 'profile');
}

async function startServiceBehindProxy(): Promise<void> {
  service = await startService(dataDir());
  proxy = await startRecordingProxy(service.url);
}

function dataDir(): string {
  return join(folder, 'service');
}

async function connectWithKey(settings: Page, key: string): Promise<void> {
  await settings.getByRole('button', { name: en('connections_withKey_action') }).click();
  await settings.getByLabel(en('connections_address')).fill(proxy.url);
  await settings.getByLabel(en('connections_key'), { exact: true }).fill(key);
  await settings.keyboard.press('Enter');
  await expect(
    settings.getByText(en('connections_works_inReach', { memories: 'Harbours' })),
  ).toBeVisible();
}

async function keepAskKey(settings: Page, key: string): Promise<void> {
  await settings.getByRole('button', { name: en('connections_askKey_add') }).click();
  await settings.getByLabel(en('connections_key'), { exact: true }).fill(key);
  await settings.keyboard.press('Enter');
  await expect(
    settings.getByText(en('connections_credential_askKeyEnding', { lastFour: key.slice(-4) })),
  ).toBeVisible();
}

async function consent(settings: Page): Promise<void> {
  const owner = await visit(browser, await command('sign-in-link'));
  // The owner app's cookie depends on the host and not the port, so it also works behind the proxy.
  await owner.getByRole('button', { name: 'Sign in' }).click();
  await expect(owner.getByRole('status')).toHaveText(notices['signed-in']);
  await owner.close();
  await settings.bringToFront();
  await settings.getByRole('button', { name: en('connections_readOnly_action') }).click();
  await settings.getByLabel(en('connections_address')).fill(proxy.url);
  const consenting = browser.context.waitForEvent('page');
  await settings.getByRole('button', { name: en('connections_readOnly_submit') }).click();
  await (await consenting).getByRole('button', { name: 'Allow' }).click();
  await expect(
    settings.getByText(en('connections_credential_consent'), { exact: false }).first(),
  ).toBeVisible();
  await expect(
    settings.locator('#connections').getByText(en('connection_readOnly_title')),
  ).toBeVisible();
}

async function forgetEverything(settings: Page): Promise<void> {
  await settings.bringToFront();
  await showSettings(settings, 'settings_data_title');
  await settings.getByRole('button', { name: en('connections_forgetting_action') }).click();
  const dialog = settings.getByRole('dialog');
  await dialog
    .getByLabel(en('connections_forgetting_type'))
    .fill(en('connections_forgetting_word'));
  await dialog.getByRole('button', { name: en('connections_forgetting_title') }).click();
  await expect(settings.getByText(en('connections_forgetting_done'))).toBeVisible();
  await showSettings(settings, 'connections_title');
  await expect(settings.getByText(en('connections_textOfNone'))).toBeVisible();
}

/** Types the words, which starts one search. Doesn't press Enter, because that could start a second one. */
async function search(panel: Page, words: string): Promise<void> {
  await panel.bringToFront();
  await panel.getByRole('combobox', { name: en('search_search') }).fill(words);
}

/** Opens every surface, with the popup over the given page. */
async function openSurfaces(web: Page): Promise<Page[]> {
  const tabs = await Promise.all(
    surfaces
      .filter((path) => path !== '/popup.html')
      .map((path) => browser.openExtensionPage(path)),
  );
  return [await browser.openPopup(web), ...tabs];
}

async function placesOf(pages: readonly Page[]): Promise<Place[]> {
  const shown = await Promise.all(pages.map(domPlaces));
  const extensionPage = pages.find((page) => page.url().startsWith('chrome-extension:'));
  const webPage = pages.find((page) => page.url().startsWith('http:'));
  const stored = [extensionPage, webPage].flatMap((page) =>
    page === undefined ? [] : [storedPlaces(page)],
  );
  return [...shown, ...(await Promise.all(stored)), [await cookiePlace(browser.context)]].flat();
}

function expectNothing(secrets: Readonly<Record<string, string>>, places: readonly Place[]): void {
  expect(findSecrets(secrets, places)).toEqual([]);
}

function exchangeOf(given: Partial<Exchange>): Exchange {
  return { method: 'GET', path: '/v1/x', headers: {}, body: '', status: 200, answer: '', ...given };
}

/** Runs a command of the service as its owner does and returns its output. */
async function command(...args: string[]): Promise<string> {
  const child = spawn(process.execPath, [serviceMain, ...args, '--data', dataDir()], {
    stdio: 'pipe',
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect(code).toBe(0);
  return output.trim();
}
