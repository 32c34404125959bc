/** Tests batch saves in Chromium with the project's own service: chosen tabs and a folder of bookmarks. */
import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { type ChromiumExtension, launchChromium } from '../browser/chromium.ts';
import { removeFolder } from '../browser/remove-folder.ts';
import { type PageServer, servePages } from '../browser/serve.ts';
import { settleIn, visit } from '../browser/surfaces.ts';
import { articleHtml, filler } from '../fixtures/web-pages.ts';
import { en, enPlural, enStart, enWithin } from '../english.ts';
import { type OwnService, startOwnService } from './own-service.ts';
import { test } from './shared-browsers.ts';

const built = join(import.meta.dirname, '../../.output/chrome-mv3');

declare const chrome: {
  bookmarks: {
    create: (what: { parentId: string; title: string; url?: string }) => Promise<{ id: string }>;
  };
  permissions: {
    contains: (what: { origins: string[] }) => Promise<boolean>;
    getAll: () => Promise<{ origins: string[] }>;
    request: (what: { origins?: string[] }) => Promise<boolean>;
  };
  runtime: { sendMessage: (message: unknown) => Promise<unknown> };
};

declare global {
  var originsAsked: string[][];
}

/** A response that never arrives. */
const never = new Promise<void>(() => undefined);

let folder: string;
let keepsake: ChromiumExtension;
let service: OwnService;
let site: PageServer;
/** Origin of the saved pages. It is a different site from the service, so it needs its own permission. */
let pages: string;

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keepsake-batch-'));
  keepsake = await launchChromium({ extensionDir: await allowedBeforehand(folder) });
  service = await startOwnService();
  site = await servePages({
    '/missing': () =>
      new Response(articleHtml({ title: 'Not here', paragraphs: [filler(12)] }), {
        status: 404,
        headers: { 'content-type': 'text/html' },
      }),
    '*': ({ url }) =>
      articleHtml({
        title: `Ledger ${new URL(url).pathname}`,
        paragraphs: Array.from({ length: 20 }, () => filler(8)),
      }),
  });
  pages = site.origin.replace('127.0.0.1', 'localhost');
  await keepsake.approveHost('http://127.0.0.1/*');
  await keepsake.approveHost('http://localhost/*');
});
test.afterEach(async () => {
  await keepsake.close();
  await site.close();
  await service.close();
  await removeFolder(folder);
});

test('saves the chosen tabs and releases the permission for their site', async () => {
  await connect();
  for (const path of ['/one', '/two', '/three', '/four', '/missing'])
    await visit(keepsake, pages + path);
  await visit(keepsake, 'chrome://version/');
  const panel = await openMany();

  await panel.getByRole('button', { name: en('batch_sources_tabs_action') }).click();
  const list = panel.getByRole('list', { name: en('batch_choose_tabs') });
  await expect(list.getByRole('checkbox', { name: /version/ })).toBeDisabled();
  await list.getByRole('checkbox', { name: /four/ }).uncheck();
  await panel
    .getByRole('button', { name: enPlural(4, 'batch_choose_start', { memory: 'Harbours' }) })
    .click();

  const card = panel.locator('.batch-card');
  await expect(card).toContainText(en('batch_summary_saved', { count: 3 }));
  await expect(card).toContainText(en('batch_card_done'));
  await expect(card).toContainText(
    enPlural(1, 'batch_refusedFor', { reason: en('errors_page_error_title') }),
  );
  expect(taken().toSorted()).toEqual(['/one', '/three', '/two']);
  await expect.poll(() => mayRead(panel, 'http://localhost/*')).toBe(false);
  expect(await mayRead(panel, 'http://127.0.0.1/*')).toBe(true);
});

test('resumes a folder of bookmarks after a pause and two worker terminations, and lists what it skipped', async () => {
  // After each termination, the worker may start only at its next alarm.
  test.setTimeout(300_000);
  await connect();
  await fillBookmarks('Harbours', 30);
  const gate = Promise.withResolvers<void>();
  service.meddle({ hold: ({ path }) => (path === '/v1/documents' ? gate.promise : undefined) });
  const panel = await openMany();

  await test.step('sends only a few before it is paused', async () => {
    await panel.getByRole('button', { name: en('batch_sources_bookmarks_action') }).click();
    await panel.getByRole('radio', { name: /Harbours/ }).check();
    await panel
      .getByRole('button', { name: enPlural(32, 'batch_folders_start', { memory: 'Harbours' }) })
      .click();
    await expect(panel.getByText(en('batch_card_running', { done: 1, total: 31 }))).toBeVisible();
    await panel.getByRole('button', { name: enStart('batch_card_pause') }).click();
    await expect(panel.locator('.batch-card')).toContainText(en('outbox_paused'));
    await keepsake.stopServiceWorker();
    gate.resolve();
    service.meddle({});
  });

  await test.step('stays paused after the worker is terminated', async () => {
    await expect(panel.getByText(en('batch_card_running', { done: 9, total: 31 }))).toBeVisible({
      timeout: 60_000,
    });
    await expect(panel.locator('.batch-card')).toContainText(en('outbox_paused'));
    expect(new Set(taken()).size).toBe(8);
  });

  await test.step('finishes, even after the worker is terminated again', async () => {
    await panel.getByRole('button', { name: enStart('batch_card_resume') }).click();
    await keepsake.stopServiceWorker();
    const card = panel.locator('.batch-card');
    await expect(card).toContainText(en('batch_card_done'), { timeout: 60_000 });
    await expect(card).toContainText(en('batch_summary_folded', { count: 1 }));
    await expect(card).toContainText(
      enPlural(1, 'batch_refusedFor', { reason: en('errors_link_unusable_title') }),
    );
    // The service accepted these addresses first and then couldn't fetch them.
    await expect(card).toContainText(
      enPlural(30, 'batch_refusedFor', { reason: en('errors_save_unlearned_title') }),
      {
        timeout: 60_000,
      },
    );
    await expect(card).not.toContainText(enWithin('batch_summary_saved', { count: /\d+/ }));
    expect(taken().toSorted()).toEqual([...new Set(taken())].toSorted());
    expect(new Set(taken()).size).toBe(30);
  });
});

test('sends nothing more when it is canceled', async () => {
  await connect();
  await fillBookmarks('Orchards', 20);
  const gate = Promise.withResolvers<void>();
  service.meddle({ hold: ({ path }) => (path === '/v1/documents' ? gate.promise : undefined) });
  const panel = await openMany();
  await panel.getByRole('button', { name: en('batch_sources_bookmarks_action') }).click();
  await panel.getByRole('radio', { name: /Orchards/ }).check();
  await panel
    .getByRole('button', { name: enStart('batch_folders_start_other', { count: 22 }) })
    .click();

  await panel.getByRole('button', { name: enStart('batch_card_cancel') }).click();
  await expect(panel.locator('.batch-card')).toContainText(
    en('batch_summary_canceled', { count: 12 }),
  );
  gate.resolve();

  await expect(panel.locator('.batch-card')).toContainText(
    enPlural(8, 'batch_refusedFor', { reason: en('errors_save_unlearned_title') }),
  );
  expect(taken()).toHaveLength(8);

  await test.step('keeps no site permission when everything is forgotten during a batch', async () => {
    service.meddle({ hold: ({ path }) => (path === '/v1/documents' ? never : undefined) });
    await visit(keepsake, `${pages}/last`);
    await panel.getByRole('button', { name: en('batch_sources_tabs_action') }).click();
    await panel
      .getByRole('button', { name: enStart('batch_choose_start_one', { count: 1 }) })
      .click();
    await expect(panel.getByText(en('batch_card_running', { done: 0, total: 1 }))).toBeVisible();
    expect(await mayRead(panel, 'http://localhost/*')).toBe(true);

    // The panel reloads as soon as everything is forgotten, often before the response arrives.
    const forgotten = await forgetEverything(panel).catch(() => ({ ok: true }));
    expect(forgotten).toMatchObject({ ok: true });

    const own = await keepsake.openExtensionPage('/welcome.html');
    const origins = () => own.evaluate(async () => (await chrome.permissions.getAll()).origins);
    await expect.poll(origins).toEqual([]);
  });
});

test('requests every site when saving on this device, lists failed fetches, and releases the permission', async () => {
  await keepsake.approveHost('https://*/*');
  await settleIn(keepsake, 'Harbours');
  await fillBookmarks('Lighthouses', 3, 'https://lighthouses.example');
  const panel = await openMany();
  await panel.evaluate(writeDownWhatIsAsked);
  await panel.getByRole('button', { name: en('batch_sources_bookmarks_action') }).click();
  await panel.getByRole('radio', { name: /Lighthouses/ }).check();
  expect(await mayRead(panel, 'https://*/*')).toBe(false);

  await panel
    .getByRole('button', { name: enStart('batch_folders_start_other', { count: 5 }) })
    .click();

  const card = panel.locator('.batch-card');
  await expect(card).toContainText(en('batch_card_done'), { timeout: 60_000 });
  await expect(card).toContainText(
    enPlural(3, 'batch_refusedFor', { reason: en('errors_save_unlearned_title') }),
  );
  await expect(card).not.toContainText(enWithin('batch_summary_saved', { count: /\d+/ }));
  await expect(card.locator('q')).toContainText(
    Array.from({ length: 3 }, () => 'may not have access to it'),
  );
  expect(await panel.evaluate(() => globalThis.originsAsked)).toEqual([['https://*/*']]);
  await expect.poll(() => mayRead(panel, 'https://*/*')).toBe(false);
});

/** Records each request for sites before passing it on to the browser. Runs in an extension page. */
function writeDownWhatIsAsked(): void {
  const { permissions } = chrome;
  const request = permissions.request.bind(permissions);
  globalThis.originsAsked = [];
  permissions.request = (asked) => {
    if (asked.origins !== undefined) globalThis.originsAsked.push(asked.origins);
    return request(asked);
  };
}

/**
 * Returns a copy of the extension that is granted the tabs and bookmarks permissions at install, because without a
 * screen nobody can answer the browser's prompt.
 */
async function allowedBeforehand(place: string): Promise<string> {
  const copy = join(place, 'extension');
  await cp(built, copy, { recursive: true });
  const path = join(copy, 'manifest.json');
  const { optional_permissions: optional, ...manifest } = JSON.parse(
    await readFile(path, 'utf8'),
  ) as { permissions: string[]; optional_permissions: string[] };
  expect(optional).toEqual(['tabs', 'bookmarks']);
  const permissions = [...manifest.permissions, ...optional];
  await writeFile(path, JSON.stringify({ ...manifest, permissions }));
  return copy;
}

async function connect(): Promise<void> {
  await service.command('memory', 'create', 'Harbours');
  const key = await service.command('key', 'create', '--name', 'Keepsake', '--level', 'write');
  const settings = await keepsake.openExtensionPage('/options.html#connections');
  await settings.getByRole('button', { name: en('connections_withKey_action') }).click();
  await settings.getByLabel(en('connections_address')).fill(service.url);
  await settings.getByLabel(en('connections_key'), { exact: true }).fill(key);
  await settings.keyboard.press('Enter');
  await expect(
    settings.getByText(en('connections_works_inReach', { memories: 'Harbours' })),
  ).toBeVisible();
  await settings.close();
}

async function openMany(): Promise<Page> {
  const panel = await keepsake.openExtensionPage('/sidepanel.html');
  await panel.getByRole('button', { name: enStart('panel_views_library') }).click();
  await panel.getByRole('button', { name: en('batch_open') }).click();
  return panel;
}

/**
 * An address reserved for documentation (RFC 5737): the service fetches nothing there, and needs no DNS lookup, which
 * could be slow.
 */
const nowhere = 'https://192.0.2.1';

/** Adds a folder of bookmarks: `count` addresses, one duplicate, and one that isn't a web address. */
async function fillBookmarks(title: string, count: number, origin = nowhere): Promise<void> {
  const worker = await keepsake.worker();
  await worker.evaluate(
    async ([name, many, address]) => {
      const { id: parentId } = await chrome.bookmarks.create({ parentId: '1', title: name });
      for (let index = 0; index < many; index += 1) {
        const url = `${address}/${index}`;
        await chrome.bookmarks.create({ parentId, title: `${name} ${index}`, url });
      }
      await chrome.bookmarks.create({ parentId, title: 'Again', url: `${address}/0#top` });
      await chrome.bookmarks.create({ parentId, title: 'Program', url: 'javascript:void(0)' });
    },
    [title, count, origin] as const,
  );
}

function forgetEverything(panel: Page): Promise<unknown> {
  const question = { keepsake: 'ask', requestId: 'r', name: 'connections.forget-everything' };
  return panel.evaluate((asked) => chrome.runtime.sendMessage(asked), { ...question, input: {} });
}

function mayRead(panel: Page, pattern: string): Promise<boolean> {
  return panel.evaluate((origin) => chrome.permissions.contains({ origins: [origin] }), pattern);
}

/** Returns the paths of the addresses that the service accepted for the first time. */
function taken(): string[] {
  return service.passed
    .filter(
      ({ method, path, answer }) =>
        method === 'POST' && path === '/v1/documents' && answer.includes('"queued"'),
    )
    .map(({ body }) => new URL((JSON.parse(body) as { custom_id: string }).custom_id).pathname);
}
