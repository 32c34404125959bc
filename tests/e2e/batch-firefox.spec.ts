/**
 * Tests batch saves in a real Firefox with the service on this device: granting and releasing permissions, saving and
 * skipping.
 */
import { expect } from '@playwright/test';
import { type PageServer, servePages } from '../browser/serve.ts';
import type { FirefoxExtension } from '../browser/firefox.ts';
import { articleHtml, filler } from '../fixtures/web-pages.ts';
import { en, enPlural } from '../english.ts';
import { test } from './firefox-keepsake.ts';
import { button, expectWords, patiently, storedItems } from './firefox-steps.ts';

declare const browser: {
  bookmarks: {
    create: (what: { title: string; url?: string; parentId?: string }) => Promise<{ id: string }>;
  };
  permissions: {
    getAll: () => Promise<{ origins: string[]; permissions: string[] }>;
    request: (asked: { permissions: string[] }) => Promise<boolean>;
    remove: (asked: { permissions: string[] }) => Promise<boolean>;
  };
};

let site: PageServer;
test.beforeAll(async () => {
  site = await servePages({
    '/missing': () =>
      new Response(articleHtml({ title: 'Not here', paragraphs: [filler(12)] }), {
        status: 404,
        headers: { 'content-type': 'text/html' },
      }),
    '/ledger': articleHtml({ title: 'The ledger', paragraphs: [filler(40)] }),
  });
});
test.afterAll(() => site.close());
// Each test releases the permissions it was granted, so the tests can share a browser.
test.describe.configure({ mode: 'default' });

test('saves tabs, and leaves out a tab with an error page until the person accepts it', async ({
  settled: keepsake,
}) => {
  await keepsake.open('/welcome.html');
  await keepsake.closeOtherTabs();
  for (const path of ['/ledger', '/missing']) await keepsake.open(site.origin + path);
  await openMany(keepsake);

  await keepsake.click(button(en('batch_sources_tabs_action')));
  await keepsake.click(button(enPlural(2, 'batch_choose_start', { memory: 'Reading' })));

  await expectWords(keepsake, en('batch_summary_saved', { count: 1 }));
  await expectWords(
    keepsake,
    enPlural(1, 'batch_refusedFor', { reason: en('errors_page_error_title') }),
  );
  await expect.poll(() => allowed(keepsake), patiently).toEqual({ origins: [], lists: [] });
  await keepsake.click('details[data-reason="page.error"] summary');
  await keepsake.click('[data-act="again"]');
  await expectWords(keepsake, en('batch_summary_saved', { count: 2 }));
  const own = (await storedItems(keepsake)).filter(({ source }) =>
    source.url.startsWith(site.origin),
  );
  const told = own.map((item) => [
    new URL(item.source.url).pathname,
    item.kind === 'page' ? item.errorStatus : undefined,
  ]);
  expect(Object.fromEntries(told)).toEqual({ '/ledger': undefined, '/missing': 404 });
});

test('fetches a folder of bookmarks on this device, and lists what it could not fetch', async ({
  settled: keepsake,
}) => {
  await fillBookmarks(keepsake, 'Lighthouses', 3);
  await openMany(keepsake);

  await keepsake.click(button(en('batch_sources_bookmarks_action')));
  await keepsake.click("//label[contains(., 'Lighthouses')]");
  await keepsake.click(button(enPlural(5, 'batch_folders_start', { memory: 'Reading' })));

  await expectWords(
    keepsake,
    enPlural(3, 'batch_refusedFor', { reason: en('errors_save_unlearned_title') }),
  );
  await expectWords(keepsake, en('batch_summary_folded', { count: 1 }));
  await expectWords(
    keepsake,
    enPlural(1, 'batch_refusedFor', { reason: en('errors_link_unusable_title') }),
  );
  await expect.poll(() => allowed(keepsake), patiently).toEqual({ origins: [], lists: [] });
});

async function openMany(keepsake: FirefoxExtension): Promise<void> {
  await keepsake.open('/sidepanel.html');
  await keepsake.click(`//button[starts-with(normalize-space(),"${en('panel_views_library')}")]`);
  await keepsake.click(button(en('batch_open')));
}

/** Returns the granted sites, and which of the tabs and bookmarks permissions are granted. */
function allowed(keepsake: FirefoxExtension) {
  return keepsake.run(async () => {
    const { origins, permissions } = await browser.permissions.getAll();
    return { origins, lists: permissions.filter((one) => /^(?:tabs|bookmarks)$/.test(one)) };
  });
}

/**
 * Adds a folder of bookmarks: `count` addresses that are never fetched or resolved, one duplicate, and one that isn't a
 * web address.
 */
async function fillBookmarks(
  keepsake: FirefoxExtension,
  title: string,
  count: number,
): Promise<void> {
  await keepsake.open('/welcome.html');
  await keepsake.run(() => {
    const ask = document.createElement('button');
    ask.id = 'allow';
    ask.addEventListener('click', () => {
      void browser.permissions
        .request({ permissions: ['bookmarks'] })
        .then((isAllowed) => ask.toggleAttribute('data-allowed', isAllowed));
    });
    ask.textContent = 'Allow bookmarks';
    document.body.prepend(ask);
  });
  await keepsake.click('#allow');
  const isAllowed = () => keepsake.run(() => document.querySelector('[data-allowed]') !== null);
  await expect.poll(isAllowed, patiently).toBe(true);
  await keepsake.run(
    async (name, many) => {
      const { id: parentId } = await browser.bookmarks.create({ title: name });
      const urls = Array.from({ length: many }, (_, at) => `https://192.0.2.1/${at}`);
      for (const url of [...urls, 'https://192.0.2.1/0#top', 'javascript:void(0)']) {
        await browser.bookmarks.create({ parentId, title: url, url });
      }
      await browser.permissions.remove({ permissions: ['bookmarks'] });
    },
    title,
    count,
  );
}
