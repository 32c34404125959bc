/** Tests hostile services: Keepsake shows a message, runs no script, follows no redirect, and keeps running. */
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import * as z from 'zod/mini';
import { servePages, type PageServer } from '../browser/serve.ts';
import { askToSave, firstHit, saveByPopup, visit } from '../browser/surfaces.ts';
import { articleHtml, filler } from '../fixtures/web-pages.ts';
import { sidePanelPage } from '../pages/side-panel.ts';
import { en, enLead, enStart } from '../english.ts';
import {
  answerJson,
  type Answers,
  endlessHeaders,
  type HostileService,
  type Misdeed,
  passage,
  redirectTo,
  sendGiant,
  startHostileService,
} from './hostile-service.ts';
import { type Keepsake, storedItems, test } from './keepsake.ts';
import { expectPlain, expectText, watchForScript } from './script-watch.ts';
import { errorOf, unrulyAnswers } from './unruly-texts.ts';

const key = 'pms_key_for_a_hostile_service_0001';
const megabyte = 1024 * 1024;

const services: HostileService[] = [];
let site: PageServer;

test.beforeEach(async ({ keepsake }) => {
  site = await servePages({
    '*': ({ url }) =>
      articleHtml({
        title: `Page ${new URL(url).pathname} <img src=x onerror="wasRun()">`,
        paragraphs: [filler(20)],
      }),
  });
  await keepsake.approveHost('http://127.0.0.1/*');
});
test.afterEach(async () => {
  await site.close();
  await Promise.all(services.splice(0).map((service) => service.close()));
});

test('follows no redirect to another origin, and sends no key there', async ({ keepsake }) => {
  const service = await start();
  const settings = await connect(keepsake, service);
  await saveByPopup(keepsake, await visit(keepsake, `${site.origin}/kept`));
  const [kept] = await storedItems(settings);
  service.misbehave(/./, redirectTo(service.elsewhere));
  const before = service.asked.length;

  const connectionId = kept?.connectionId ?? '';
  const questions: [string, object][] = [
    ['memories.list', {}],
    ['search.run', { searchId: 's', q: 'barometer' }],
    ['ask.ask', { askId: 'a', message: 'Who read it?' }],
    ['profile.read', { refresh: true }],
    ['profile.about', { q: 'barometer' }],
    ['rules.read', { refresh: true }],
    ['saved.delete', { id: kept?.id, confirm: false }],
    ['saved.delete', { id: kept?.id, confirm: true }],
    [
      'connections.connect-with-key',
      { connectionId: crypto.randomUUID(), address: service.url, key, keep: 'persistent' },
    ],
    ['connections.replace-key', { connectionId, key, keep: 'persistent' }],
    [
      'connections.begin-consent',
      { address: service.url, connectionId: null, newId: crypto.randomUUID() },
    ],
  ];
  for (const [name, input] of questions) {
    const answer = await put(settings, name, input);
    const told = JSON.stringify(answer);
    expect(told, name).toMatch(/memory\.redirected|not-this-service|consent\.|unreachable/);
  }
  const panel = await keepsake.openExtensionPage('/sidepanel.html');
  await search(panel, 'barometer');
  await expect(panel.getByText(en('errors_memory_redirected_title'))).toBeVisible();
  const popup = await askToSave(keepsake, await visit(keepsake, `${site.origin}/refused`));
  await expect(popup.getByText(en('errors_memory_redirected_title')).first()).toBeVisible();
  const selected = await visit(keepsake, `${site.origin}/selected`);
  await selected.locator('p').first().click({ clickCount: 3 });
  await keepsake.pressShortcut(selected, 'Alt+Shift+H');
  await expect
    .poll(async () => (await storedItems(settings)).filter(({ kind }) => kind === 'note'))
    .toMatchObject([{ state: { status: 'waiting', error: { code: 'memory.redirected' } } }]);

  const met = new Set(service.asked.slice(before).map(({ method, url }) => `${method} ${url}`));
  for (const operation of [
    'GET /v1/containers',
    'POST /v1/search',
    'POST /v1/ask',
    'GET /v1/profile',
    'GET /v1/profile?q=barometer',
    'GET /v1/rules',
    'DELETE /v1/documents/d1',
    'DELETE /v1/documents/d1?confirm=true',
    'POST /v1/documents',
    'POST /v1/memories',
  ]) {
    expect([...met]).toContain(operation);
  }
  expect(service.ledThere).toEqual([]);
  await expectStillUp(keepsake, settings);
});

test('gives up on endless bodies, deeply nested JSON and endless headers with a message, and the background keeps running', async ({
  keepsake,
}) => {
  const service = await start();
  const settings = await connect(keepsake, service);
  const worker = await keepsake.worker();
  await worker.evaluate(() => Object.assign(globalThis, { sameLife: true }));
  const memoryBefore = await peakMemory(keepsake);
  const panel = await keepsake.openExtensionPage('/sidepanel.html');
  const sent: number[] = [];
  const given = async (response: Parameters<typeof sendGiant>[0], headers = {}, status = 200) => {
    sent.push(await sendGiant(response, { bytes: 100 * megabyte, headers, status }));
  };

  const searchInVain = async (misdeed: Misdeed, told: string) => {
    // Replace the previous message with a result, so that it isn't mistaken for the next one.
    service.behave();
    await search(panel, 'barometer');
    await expect(firstHit(panel)).toContainText(passage);
    service.misbehave(/search/, misdeed);
    await search(panel, 'tower');
    await expect(panel.getByText(told).first()).toBeVisible();
  };

  await searchInVain((response) => given(response), en('errors_memory_malformed_title'));
  await searchInVain((response) => given(response, {}, 400), en('errors_memory_validation_title'));
  const tooLong = { 'content-length': 512 * megabyte };
  await searchInVain((response) => given(response, tooLong), en('errors_memory_malformed_title'));
  const tooShort = { 'content-length': 10 };
  await searchInVain((response) => given(response, tooShort), en('errors_memory_malformed_title'));
  // The browser can retry, so there can be more than four responses. None of them is sent completely.
  await expect.poll(() => sent.length).toBeGreaterThanOrEqual(4);
  for (const bytes of sent) expect(bytes).toBeLessThan(60 * megabyte);

  await searchInVain((response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(`{"results":${'['.repeat(100_000)}${']'.repeat(100_000)}}`);
  }, en('errors_memory_malformed_title'));
  await searchInVain((response) => {
    response.writeHead(400, { 'content-type': 'application/json' });
    response.end(`${'{"details":'.repeat(100_000)}1${'}'.repeat(100_000)}`);
  }, en('errors_memory_validation_title'));
  await searchInVain(endlessHeaders, en('errors_memory_unreachable_title'));

  // Valid responses that are far too large to read.
  const hit = { container_name: 'Harbours', document_id: 'd1' };
  const long = [{ ...hit, content: `Endless ${'barometer '.repeat(700_000)}` }];
  const many = Array.from({ length: 100_000 }, (_, nth) => ({
    ...hit,
    document_id: `d${nth}`,
    content: `Hit ${nth}`,
  }));
  for (const [results, shown] of [
    [long, 'Endless barometer'],
    [many, 'Hit 0'],
  ] as const) {
    service.misbehave(/search/, (response) => answerJson(response, { results, containers: [] }));
    await search(panel, shown);
    await expect(firstHit(panel)).toContainText(shown);
  }
  await expect(panel.getByRole('article')).toHaveCount(10);

  service.misbehave(/well-known|mcp-http/, (response) => given(response));
  const consent = { address: service.url, connectionId: null, newId: crypto.randomUUID() };
  expect(await put(panel, 'connections.begin-consent', consent)).toMatchObject({ ok: false });

  expect(await worker.evaluate(() => 'sameLife' in globalThis)).toBe(true);
  if (memoryBefore !== null) {
    const grown = ((await peakMemory(keepsake)) ?? 0) - memoryBefore;
    expect(grown).toBeLessThan(400 * megabyte);
  }
  await expectStillUp(keepsake, settings);
});

test('stores no cookies, and shows no prompt for a flood of password challenges', async ({
  keepsake,
}) => {
  const service = await start();
  const settings = await connect(keepsake, service);
  const panel = await keepsake.openExtensionPage('/sidepanel.html');
  const cookies = ['session=1; Path=/', 'other=2; Max-Age=99999; HttpOnly'];
  service.misbehave(/search/, (response) => {
    response.setHeader('set-cookie', cookies);
    answerJson(response, { results: [], containers: [{ name: 'Harbours' }] });
  });
  await search(panel, 'one');
  await expect(panel.getByText(enLead('search_empty_title'))).toBeVisible();
  expect(await keepsake.context.cookies()).toEqual([]);
  service.misbehave(/search/, (response) => {
    const realms = Array.from({ length: 1_000 }, (_, nth) => `Basic realm="Enter it, ${nth}"`);
    response.setHeader('www-authenticate', realms);
    response.setHeader('set-cookie', cookies);
    answerJson(response, { code: 'unauthenticated', message: 'Enter it.' }, 401);
  });
  await search(panel, 'two');
  await expect(panel.getByText(en('connections_withdrawn_key'))).toBeVisible();

  expect(service.asked.flatMap(({ headers }) => headers.cookie ?? [])).toEqual([]);
  expect(await keepsake.context.cookies()).toEqual([]);
  await expectStillUp(keepsake, settings);
});

test('shows markup, scripts and control characters from the service as text, without breaking a layout', async ({
  keepsake,
}) => {
  const alarms = await watchForScript(keepsake);
  // List the saved page; otherwise its row would disappear from the library.
  const documents = [{ id: 'd1', learned: true }];
  const service = await start({ ...unrulyAnswers, 'GET /v1/documents': { documents } });
  await keepsake.context.newPage();
  const settings = await keepsake.openExtensionPage('/options.html#connections');
  await connectWithKey(settings, service.url);
  await expectText(
    settings,
    settings.getByText(enLead('connections_works_inReach')),
    'memory-name',
  );

  const popup = await saveByPopup(keepsake, await visit(keepsake, `${site.origin}/kept`));
  await expectPlain(popup);
  await popup.close();

  const panel = await keepsake.openExtensionPage('/sidepanel.html');
  await panel.setViewportSize({ width: 380, height: 800 });
  await search(panel, 'violet barometer');
  await expectText(panel, firstHit(panel), 'hit-memory', 'hit-title', 'hit-passage');
  await expectText(panel, panel.locator('main'), 'silent-memory', 'silent-reason');
  for (const title of await panel.getByRole('article').all()) {
    await expect(title.getByRole('heading').getByRole('button')).toHaveCount(0);
  }

  await panel
    .getByRole('button', { name: en('panel_views_ask'), exact: true })
    .first()
    .click();
  await panel.getByRole('textbox', { name: en('ask_ask') }).fill('Who?');
  await panel.keyboard.press('Enter');
  await expectText(panel, panel.locator('.ask-answer'), 'answer');
  await expectText(panel, panel.locator('.ask-sources'), 'source-memory', 'source-title');

  await panel.getByRole('button', { name: en('panel_views_profile') }).click();
  await expectText(panel, panel.locator('.profile-screen'), 'standing', 'current');

  await panel.getByRole('button', { name: enStart('panel_views_library') }).click();
  await panel
    .getByRole('button', { name: enStart('saves_actions_delete') })
    .first()
    .click();
  await expectText(panel, panel.getByRole('dialog').locator('blockquote'), 'sentence');
  await panel.keyboard.press('Escape');

  service.misbehave(/documents|search/, (response) =>
    answerJson(response, errorOf('validation', 'refusal'), 400),
  );
  const refused = await askToSave(keepsake, await visit(keepsake, `${site.origin}/refused`));
  await expectText(refused, refused.locator('main'), 'refusal', 'refusal-trace');
  await refused.close();
  await sidePanelPage(panel).saves.attention.click();
  await expectText(panel, panel.locator('main:visible'), 'refusal');
  await panel
    .getByRole('button', { name: en('panel_views_search'), exact: true })
    .first()
    .click();
  await search(panel, 'tower');
  await expectText(panel, panel.locator('main:visible'), 'refusal', 'refusal-trace');

  service.misbehave(/search/, (response) =>
    answerJson(response, errorOf('unauthorized', 'withdrawal'), 403),
  );
  await search(panel, 'door');
  await settings.setViewportSize({ width: 380, height: 800 });
  await expectText(settings, settings.locator('#connections'), 'withdrawal', 'withdrawal-trace');

  expect(alarms).toEqual([]);
  for (const page of keepsake.context.pages()) await expectPlain(page);
  await expectStillUp(keepsake, settings);
});

const statusAnswer = z.object({ value: z.object({ connectionId: z.string() }) });

/** Connects a well-behaved service, searches, and expects a result. */
async function expectStillUp(keepsake: Keepsake, settings: Page): Promise<void> {
  const service = await start();
  await settings.bringToFront();
  const connectionId = async () =>
    z.parse(statusAnswer, await put(settings, 'connection.status', {})).value.connectionId;
  const before = await connectionId();
  await connectWithKey(settings, service.url);
  // A panel opened before the connection changes starts over and loses what was typed.
  await expect.poll(connectionId).not.toBe(before);
  const works = en('connections_works_inReach', { memories: 'Harbours' });
  await expect(settings.getByText(works).last()).toBeVisible();
  const panel = await keepsake.openExtensionPage('/sidepanel.html');
  await search(panel, 'barometer');
  await expect(firstHit(panel)).toContainText(passage);
}

async function start(answers: Answers = {}): Promise<HostileService> {
  const service = await startHostileService(answers);
  services.push(service);
  return service;
}

async function connect(keepsake: Keepsake, { url }: HostileService): Promise<Page> {
  const settings = await keepsake.openExtensionPage('/options.html#connections');
  await connectWithKey(settings, url);
  await expect(
    settings.getByText(en('connections_works_inReach', { memories: 'Harbours' })),
  ).toBeVisible();
  return settings;
}

async function connectWithKey(settings: Page, address: string): Promise<void> {
  await settings.getByRole('button', { name: en('connections_withKey_action') }).click();
  await settings.getByLabel(en('connections_address')).fill(address);
  await settings.getByLabel(en('connections_key'), { exact: true }).fill(key);
  await settings.keyboard.press('Enter');
}

async function search(panel: Page, words: string): Promise<void> {
  await panel.bringToFront();
  await panel.getByRole('combobox', { name: en('search_search') }).fill(words);
  await panel.getByRole('combobox', { name: en('search_search') }).press('Enter');
}

/** Sends a message to the background as an extension page does. */
function put(page: Page, name: string, input: object): Promise<unknown> {
  return page.evaluate((question) => chrome.runtime.sendMessage(question), {
    keepsake: 'ask',
    requestId: name,
    name,
    input,
  });
}

/**
 * Returns the peak memory in bytes of the browser's largest process, if the system reports it; null
 * elsewhere.
 */
async function peakMemory({ context }: Keepsake): Promise<number | null> {
  if (process.platform !== 'linux') return null;
  const cdp = await context.browser()?.newBrowserCDPSession();
  if (cdp === undefined) return null;
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
  await cdp.detach();
  const peaks = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(async ({ id }) => {
      const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '');
      return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
    });
  return Math.max(0, ...(await Promise.all(peaks)));
}

declare const chrome: { runtime: { sendMessage: (message: unknown) => Promise<unknown> } };
