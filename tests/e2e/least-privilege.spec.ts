/** Tests that Keepsake doesn't touch a page until the person asks. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { servePages, type PageServer } from '../browser/serve.ts';
import { saveByPopup, visit } from '../browser/surfaces.ts';
import { articleHtml, filler } from '../fixtures/web-pages.ts';
import { closedDoors } from '../fixtures/closed-doors.ts';
import { test } from './keepsake.ts';

const manifestPath = join(import.meta.dirname, '../../.output/chrome-mv3/manifest.json');

let site: PageServer;
test.beforeEach(async () => {
  site = await servePages({ '/': articleHtml({ title: 'Tides', paragraphs: [filler(20)] }) });
});
test.afterEach(() => site.close());

test('has a manifest that requests no site, declares no content script and exposes nothing to the web', async () => {
  const manifest: unknown = JSON.parse(await readFile(manifestPath, 'utf8'));

  expect(manifest).toMatchObject({
    permissions: [
      'activeTab',
      'alarms',
      'contextMenus',
      'identity',
      'scripting',
      'storage',
      'offscreen',
      'sidePanel',
    ],
    optional_permissions: ['tabs', 'bookmarks'],
    optional_host_permissions: ['https://*/*', 'http://*/*', 'file:///*'],
  });
  for (const key of closedDoors) {
    expect(manifest).not.toHaveProperty(key);
  }
});

test('runs no script in a page until the person saves it', async ({ settled: keepsake }) => {
  const page = await visit(keepsake, site.origin);
  const worlds = await watchWorlds(page, keepsake.extensionId);
  await page.reload();
  expect(worlds).toEqual([]);

  await saveByPopup(keepsake, page);

  expect(worlds.length).toBeGreaterThan(0);
});

test('leaves the page unchanged after saving it', async ({ settled: keepsake }) => {
  const page = await visit(keepsake, site.origin);
  const before = await page.evaluate(() => {
    const changes: string[] = [];
    new MutationObserver((records) => changes.push(...records.map(({ type }) => type))).observe(
      document,
      { subtree: true, childList: true, attributes: true, characterData: true },
    );
    Object.assign(globalThis, { changes });
    return document.documentElement.outerHTML;
  });

  await saveByPopup(keepsake, page);

  const after = await page.evaluate(() => ({
    html: document.documentElement.outerHTML,
    changes: (globalThis as unknown as { changes: string[] }).changes,
  }));
  expect(after).toEqual({ html: before, changes: [] });
});

/** Returns a live list of the script worlds that the extension creates in a page. */
async function watchWorlds(page: Page, extensionId: string): Promise<string[]> {
  const worlds: string[] = [];
  const cdp = await page.context().newCDPSession(page);
  cdp.on('Runtime.executionContextCreated', ({ context }) => {
    if (context.origin.includes(extensionId)) worlds.push(context.name);
  });
  await cdp.send('Runtime.enable');
  return worlds;
}
