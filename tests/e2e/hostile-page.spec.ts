/** Tests that only Keepsake's own pages get responses: web pages, scripts in them and other extensions get none. */
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { expect, type Page, type Worker } from '@playwright/test';
import { messages } from '../../lib/messaging/messages.ts';
import type { PageMessageInput, PageMessageName } from '../../lib/highlights/page-messages.ts';
import { launchChromium } from '../browser/chromium.ts';
import { servePages, type PageServer } from '../browser/serve.ts';
import { firstHit, saveByPopup, visit, welcomePage } from '../browser/surfaces.ts';
import { articleHtml, filler } from '../fixtures/web-pages.ts';
import { en } from '../english.ts';
import { everyInput } from './every-question.ts';
import { askAsMarks, sendAll, sendFromOutside, trySideDoors } from './hostile-attempts.ts';
import { type HostileService, startHostileService } from './hostile-service.ts';
import { type Keepsake, storedItems, test } from './keepsake.ts';
import { sabotage } from './sabotage.ts';
import { storedPlaces } from './searched-places.ts';

const extensionDir = join(import.meta.dirname, '../../.output/chrome-mv3');
const hostileDir = join(import.meta.dirname, 'hostile-extension');
const sentence = 'A violet barometer hung beside the door of the tower, and nobody had read it.';
const paragraphs = [filler(20), `${filler(3)} ${sentence}`, filler(20)];

let site: PageServer;
test.beforeAll(async () => {
  site = await servePages({
    '/': articleHtml({ title: 'The ledger', paragraphs }),
    '/sabotage': ({ url }) => {
      const script = sabotage[new URL(url).searchParams.get('by') ?? ''] ?? '';
      const head = `<script>addEventListener('DOMContentLoaded', () => {${script}});</script>`;
      return articleHtml({ title: 'The ledger', paragraphs, head });
    },
    '*': '<!doctype html><title>Another</title><p>Another page.</p>',
  });
});
test.afterAll(() => site.close());

test('rejects every message from a content script, changes nothing and sends the service nothing', async ({
  settledKeepsake: keepsake,
}) => {
  const { service, settings } = await connect(keepsake);
  const page = await visit(keepsake, site.origin);
  await (await saveByPopup(keepsake, page)).close();
  const [item] = await storedItems(settings);
  const tab = await tabOf(settings, page);
  const inputs = everyInput({
    ...tab,
    itemId: item?.id ?? '',
    memoryId: 'm1',
    connectionId: item?.connectionId ?? '',
    address: service.url,
  });
  expect(Object.keys(inputs).toSorted()).toEqual(Object.keys(messages).toSorted());
  const before = await settledState(settings);
  const asked = service.asked.length;
  const tabs = keepsake.context.pages().length;

  const ownPage = keepsake.url('/options.html');
  const answers = await sendAll(settings, { tabId: tab.tabId, inputs, ownPage });

  expect(answers).toHaveLength(4 * Object.keys(messages).length);
  for (const { name, answer } of answers) {
    expect(answer, name).toMatchObject({ ok: false, error: { code: 'message.refused' } });
  }
  expect(await trySideDoors(settings, tab.tabId)).toEqual({
    service: null,
    port: 'closed without a word',
    databases: [],
    session: 'closed',
    local: 'closed',
  });
  const selection = selectionAt(site.origin);
  const asMarks = marksQuestions(selection);
  const refused = { ok: false, error: { code: 'message.refused' } };
  expect(await askAsMarks(settings, tab.tabId, asMarks)).toMatchObject(asMarks.map(() => refused));
  expect(await stateOf(settings)).toEqual(before);
  expect(service.asked).toHaveLength(asked);
  expect(keepsake.context.pages()).toHaveLength(tabs);

  await test.step('limits the highlights script to its own page', async () => {
    await ask(settings, 'sites.allow', { pattern: 'http://127.0.0.1/*' });
    const other = await tabOf(settings, await visit(keepsake, `${site.origin}/other`));
    const forged = { sender: { tab: { id: tab.tabId, url: site.origin } }, pageUrl: site.origin };

    const [keep, ...rest] = asMarks.map(({ name, input }) => ({ name, input, ...forged }));
    if (keep === undefined) throw new Error('The message is missing.');
    expect(await askAsMarks(settings, tab.tabId, [keep])).toMatchObject([{ ok: true }]);
    const [none, gone] = [{ code: 'memory.not-found' }, { code: 'page.gone' }];
    expect(await askAsMarks(settings, other.tabId, [keep, ...rest])).toMatchObject([
      { error: gone },
      { ok: true, value: { marks: [] } },
      { error: none },
      { error: none },
      { error: none },
      { error: none },
      { error: none },
      { ok: true, value: { keys: 'Alt+Shift+H' } },
      { ok: true },
    ]);
    expect(await ask(settings, 'highlights.of-page', { tabId: tab.tabId })).toMatchObject({
      value: { highlights: [{ id: markId, isMarked: true, url: `${site.origin}/` }] },
    });
    expect(await ask(settings, 'highlights.of-page', { tabId: other.tabId })).toMatchObject({
      value: { highlights: [] },
    });
    const surfaces = Object.entries(inputs).map(([name, input]) => ({ name, input }));
    expect(await askAsMarks(settings, tab.tabId, surfaces)).toEqual(surfaces.map(() => null));
  });
  await service.close();
});

test('keeps web pages away from Keepsake’s files, pages and message channels', async ({
  settledKeepsake: keepsake,
}) => {
  const welcome = await welcomePage(keepsake);
  const page = await visit(keepsake, site.origin);
  const files = (await readdir(extensionDir, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(extensionDir, join(parentPath, name)));
  expect(files).toContain('popup.html');

  const read = await page.evaluate(
    (urls) =>
      Promise.all(
        urls.map((url) =>
          fetch(url).then(
            () => `read ${url}`,
            () => null,
          ),
        ),
      ),
    files.map((file) => keepsake.url(file)),
  );
  expect(read.filter((one) => one !== null)).toEqual([]);

  const openedHere = shownOf(keepsake);
  for (const surface of surfaces) {
    const url = keepsake.url(surface);
    await page.evaluate(
      (src) =>
        new Promise((resolve) => {
          const frame = document.createElement('iframe');
          frame.addEventListener('load', resolve);
          frame.src = src;
          document.body.append(frame);
        }),
      url,
    );
    await page.evaluate((src) => void window.open(src), url);
  }
  expect(shownOf(keepsake)).toEqual(openedHere);

  const voices = await page.evaluate(async (id) => {
    const forged = {
      event: 'connection.status-changed',
      connection: {
        kind: 'device',
        memories: [{ id: 'f', name: 'Forged' }],
        chosenMemoryId: 'f',
        connectionId: 'f',
        withdrawn: [],
      },
    };
    const question = { keepsake: 'ask', requestId: 'r', name: 'connection.status', input: {} };
    new BroadcastChannel('keepsake.events').postMessage(forged);
    window.postMessage(question, '*');
    for (const { contentWindow } of document.querySelectorAll('iframe')) {
      contentWindow?.postMessage(question, '*');
    }
    const runtime = (
      globalThis as { chrome?: { runtime?: { sendMessage?: (...args: unknown[]) => unknown } } }
    ).chrome?.runtime;
    return {
      canSend: runtime?.sendMessage !== undefined,
      answer: runtime?.sendMessage?.(id, question),
    };
  }, keepsake.extensionId);
  expect(voices).toEqual({ canSend: false, answer: undefined });
  const status = await ask(welcome, 'connection.status', {});
  expect(status).toMatchObject({ ok: true, value: { memories: [{ name: 'Reading' }] } });
  await expect(welcome.getByText('Forged')).toHaveCount(0);
  expect(shownOf(keepsake)).toEqual(openedHere);
});

test('opens no Keepsake page from a page’s link, and recovers from a crash', async ({
  settledKeepsake: keepsake,
}) => {
  const page = await visit(keepsake, site.origin);
  // Close the page first: when Chromium blocks a link to the extension, it sometimes kills the extension's process.
  await (await welcomePage(keepsake)).close();
  const openedHere = shownOf(keepsake);
  for (const surface of surfaces) {
    const opening = keepsake.context.waitForEvent('page');
    await page.evaluate((href) => {
      const link = document.createElement('a');
      Object.assign(link, { href, target: '_blank' });
      link.click();
    }, keepsake.url(surface));
    await opening;
  }
  expect(shownOf(keepsake)).toEqual(openedHere);

  await expect(async () => {
    // After the crash, Chromium restarts the extension by itself or leaves that to the person.
    await keepsake.reloadIfCrashed();
    const settings = await keepsake.openExtensionPage('/options.html');
    expect(await ask(settings, 'connection.status', {})).toMatchObject({
      ok: true,
      value: { memories: [{ name: 'Reading' }] },
    });
  }).toPass();
});

const surfaces = ['popup.html', 'sidepanel.html', 'options.html', 'welcome.html'].map(
  (file) => `/${file}`,
);

/** Returns Keepsake's pages in any tab or frame, except the device service's page. */
function shownOf(keepsake: Keepsake): string[] {
  return keepsake.context
    .pages()
    .flatMap((one) => one.frames().map((frame) => frame.url()))
    .filter((url) => url.startsWith(keepsake.url('')) && !url.endsWith('/device-service.html'))
    .toSorted();
}

test('gives another extension no response, no file and no Keepsake page', async () => {
  const both = `${extensionDir},${hostileDir}`;
  const browser = await launchChromium({
    extensionDir,
    extraArgs: [`--disable-extensions-except=${both}`, `--load-extension=${both}`],
  });
  try {
    const settings = await browser.openExtensionPage('/options.html');
    const isHostile = (one: Worker) => one.url().endsWith('/hostile-worker.js');
    const worker =
      browser.context.serviceWorkers().find(isHostile) ??
      (await browser.context.waitForEvent('serviceworker', isHostile));
    const page = await browser.context.newPage();
    await page.goto(new URL('hostile-page.html', worker.url()).href);
    const inputs = everyInput({
      tabId: 1,
      windowId: 1,
      itemId: 'i',
      memoryId: 'm',
      connectionId: 'c',
      address: site.origin,
    });
    // Wait for the stores that the background creates when it starts.
    const stores = async () => (await stateOf(settings)).map(([place]) => place);
    await expect.poll(stores).toContainEqual(expect.stringContaining('keepsake/outbox'));
    const before = await settledState(settings);
    const attack = { inputs, id: browser.extensionId, url: browser.url('/options.html') };

    const fromPage = await page.evaluate(sendFromOutside, attack);
    const fromWorker = await worker.evaluate(sendFromOutside, attack);

    expect(fromPage).toEqual({ answers: [], port: 'closed without a word', file: null });
    expect(fromWorker).toEqual(fromPage);
    const framed = page.frames().length;
    await page.evaluate((src) => {
      document.body.append(Object.assign(document.createElement('iframe'), { src }));
    }, attack.url);
    await expect.poll(() => page.frames().length).toBe(framed + 1);
    await expect.poll(() => page.frames().at(-1)?.url()).not.toBe(attack.url);
    expect(await stateOf(settings)).toEqual(before);
    expect(await ask(settings, 'connection.status', {})).toMatchObject({ ok: true });
  } finally {
    await browser.close();
  }
});

test('saves the visible text of a page that sabotages its own scripts, and the background keeps running', async ({
  settledKeepsake: keepsake,
}) => {
  const worker = await keepsake.worker();
  await worker.evaluate(() => Object.assign(globalThis, { sameLife: true }));
  for (const by of Object.keys(sabotage)) {
    const page = await visit(keepsake, `${site.origin}/sabotage?by=${encodeURIComponent(by)}`);
    await saveByPopup(keepsake, page);
    await page.close();
  }
  const panel = await keepsake.openExtensionPage('/sidepanel.html');
  const items = await storedItems(panel);
  expect(items.map(({ source }) => source.title)).not.toContain('Forged.');

  await panel.getByRole('combobox', { name: en('search_search') }).fill('barometer tower nobody');
  await expect(firstHit(panel)).toContainText(sentence);
  await expect(panel.getByRole('article').filter({ hasText: sentence })).toHaveCount(
    Object.keys(sabotage).length,
  );
  // Only the page whose real text contains “Forged” and a number should be found.
  await panel.getByRole('combobox', { name: en('search_search') }).fill('forged');
  await expect(firstHit(panel)).toContainText(/Forged \d/);
  await expect(panel.getByRole('article').filter({ hasNotText: /Forged \d/ })).toHaveCount(0);
  expect(await worker.evaluate(() => 'sameLife' in globalThis)).toBe(true);
});

const markId = '1d9a7f54-2f0e-4b43-9f4c-0a4cb2f5d1aa';

function selectionAt(origin: string) {
  const quote = { exact: 'hung beside the door', prefix: '', suffix: '' };
  return {
    url: `${origin}/`,
    canonicalLink: null,
    title: 'Forged',
    text: quote.exact,
    isFocused: true,
    anchor: { quote, position: { start: 0, end: 17 } },
  };
}

/** Returns every message that the highlights script can send, all about the same highlight. */
function marksQuestions(selection: ReturnType<typeof selectionAt>) {
  const id = markId;
  const inputs: { [N in PageMessageName]: PageMessageInput<N> } = {
    'highlights.save': { id, selection, comment: null },
    'highlights.list': {},
    'highlights.undo': { id },
    'highlights.color': { id, color: 'pink' },
    'highlights.comment': { id, comment: 'Forged' },
    'highlights.remove': { id },
    'highlights.restore': { id },
    'highlights.shortcut': {},
    'highlights.placed': { placements: [{ id, placement: 'orphaned', order: 0 }] },
  };
  return Object.entries(inputs).map(([name, input]) => ({ name, input }));
}

async function connect(keepsake: Keepsake): Promise<{ service: HostileService; settings: Page }> {
  const service = await startHostileService();
  await keepsake.approveHost('http://127.0.0.1/*');
  const settings = await keepsake.openExtensionPage('/options.html#connections');
  await settings.getByRole('button', { name: en('connections_withKey_action') }).click();
  await settings.getByLabel(en('connections_address')).fill(service.url);
  await settings
    .getByLabel(en('connections_key'), { exact: true })
    .fill('pms_key_for_a_hostile_page_0001');
  await settings.keyboard.press('Enter');
  await expect(
    settings.getByText(en('connections_works_inReach', { memories: 'Harbours' })),
  ).toBeVisible();
  return { service, settings };
}

/** Returns everything the extension stores, except the files of the running device service. */
async function stateOf(extensionPage: Page): Promise<[string, string][]> {
  const places = await storedPlaces(extensionPage);
  return places
    .filter(({ name }) => !name.startsWith('the file'))
    .map(({ name, bytes }) => [name, Buffer.from(bytes).toString('latin1')]);
}

/** Returns the state once two reads half a second apart agree, because some of it is stored with a delay. */
async function settledState(extensionPage: Page): Promise<[string, string][]> {
  let state: [string, string][] = [];
  await expect(async () => {
    const earlier = state;
    state = await stateOf(extensionPage);
    expect(state).toEqual(earlier);
  }).toPass({ intervals: [500] });
  return state;
}

function ask(page: Page, name: string, input: object): Promise<unknown> {
  return page.evaluate((question) => chrome.runtime.sendMessage(question), {
    keepsake: 'ask',
    requestId: 'r',
    name,
    input,
  });
}

async function tabOf(
  extensionPage: Page,
  page: Page,
): Promise<{ tabId: number; windowId: number }> {
  const tabs = await extensionPage.evaluate(() => chrome.tabs.query({}));
  const tab = tabs.find(({ url }) => url === page.url());
  if (tab === undefined) throw new Error('The tab is not open.');
  return { tabId: tab.id, windowId: tab.windowId };
}

declare const chrome: {
  runtime: { sendMessage: (message: unknown) => Promise<unknown> };
  tabs: { query: (query: object) => Promise<{ id: number; windowId: number; url?: string }[]> };
};
