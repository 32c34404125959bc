/** Keepsake in a real Chromium, driven by tests. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { ChromiumExtension } from '../browser/chromium.ts';
import { removeFolder } from '../browser/remove-folder.ts';
import type { OutboxItem } from '../../lib/outbox/model.ts';
import { copyOf, startChromium, test as base } from './shared-browsers.ts';
import { readStoredOutbox } from './stored-outbox.ts';

export type Keepsake = ChromiumExtension & {
  /** Quits the browser and starts it again on the same profile. */
  restart: () => Promise<void>;
};

/**
 * Provides `keepsake`, a new browser and profile; `settledKeepsake`, the same with the service on this device and a
 * Memory “Reading” set up; and `settled`, a browser set up like that and shared by the worker's tests. A test in the
 * shared browser must use its own addresses and words, because the library also contains what other tests saved.
 */
export const test = base.extend<{
  keepsake: Keepsake;
  settledKeepsake: Keepsake;
  settled: ChromiumExtension;
}>({
  settled: async ({ sharedChromium: shared }, use) => {
    const before = new Set(shared.context.pages());
    await use(shared);
    const opened = shared.context.pages().filter((page) => !before.has(page));
    for (const page of opened) if (!isDeviceService(shared, page)) await page.close();
    await releaseSites(shared);
    await forgetView(shared);
  },

  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
  keepsake: async ({}, use) => {
    await useBrowserOn(await mkdtemp(join(tmpdir(), 'keepsake-profile-')), use);
  },

  settledKeepsake: async ({ settledProfile }, use) => {
    await useBrowserOn(await copyOf(settledProfile), use);
  },
});

async function useBrowserOn(
  profileDir: string,
  use: (keepsake: Keepsake) => Promise<void>,
): Promise<void> {
  const keepsake = await open(profileDir);
  await use(keepsake);
  await keepsake.close();
  await removeFolder(profileDir);
}

async function open(profileDir: string): Promise<Keepsake> {
  let browser = await startChromium(profileDir);
  const own = {
    async restart() {
      await browser.close();
      browser = await startChromium(profileDir);
    },
  };
  // A restart replaces the browser, so forward each call to the current one.
  return new Proxy(own as Keepsake, {
    get: (target, name) => Reflect.get(name in target ? target : browser, name),
  });
}

/** Revokes the access to sites that a test requested. */
async function releaseSites(browser: ChromiumExtension): Promise<void> {
  const worker = await browser.worker();
  await worker.evaluate(async () => {
    const { origins } = await chrome.permissions.getAll();
    if (origins.length > 0) await chrome.permissions.remove({ origins });
  });
  // Keepsake stops drawing highlights on the sites a moment later.
  await expect
    .poll(() => worker.evaluate(() => chrome.scripting.getRegisteredContentScripts()))
    .toEqual([]);
}

/** Makes the next panel open at its first view instead of the last view of this test. */
async function forgetView(browser: ChromiumExtension): Promise<void> {
  const servicePage = browser.context.pages().find((page) => isDeviceService(browser, page));
  await servicePage?.evaluate(() => localStorage.clear());
}

/** Sends a GET request directly to the service on this device, bypassing the client, and returns its JSON. */
export async function askDeviceService(
  keepsake: ChromiumExtension,
  path: string,
): Promise<unknown> {
  const worker = await keepsake.worker();
  const answer = await worker.evaluate(
    async (asked) => {
      if (!(await chrome.offscreen.hasDocument())) return null;
      return chrome.runtime.sendMessage(asked);
    },
    { target: 'device-service', method: 'GET', path, headers: [], body: null },
  );
  if (answer === null) throw new Error('The page of the device service is not open.');
  return JSON.parse(answer.body);
}

/** Returns the invisible page that hosts the service on this device, once the background has opened it. */
export async function deviceServicePage(keepsake: ChromiumExtension): Promise<Page> {
  const isOurs = (page: Page) => isDeviceService(keepsake, page);
  const { context } = keepsake;
  // A stopped background opens it at its next alarm.
  return (
    context.pages().find(isOurs) ??
    context.waitForEvent('page', { predicate: isOurs, timeout: 90_000 })
  );
}

function isDeviceService({ url }: ChromiumExtension, page: Page): boolean {
  return page.url() === url('/device-service.html');
}

/** Reads the outbox rows from an extension page. */
export function storedItems(extensionPage: Page): Promise<OutboxItem[]> {
  return readStoredOutbox((read) => extensionPage.evaluate(read));
}

/** Reads the outbox rows of the pages on this site, which no other test saves. */
export async function itemsOf(keepsake: ChromiumExtension, origin: string): Promise<OutboxItem[]> {
  const worker = await keepsake.worker();
  const items = await readStoredOutbox((read) => worker.evaluate(read));
  return items.filter(({ source }) => source.url?.startsWith(`${origin}/`));
}

declare const chrome: {
  offscreen: { hasDocument: () => Promise<boolean> };
  permissions: {
    getAll: () => Promise<{ origins: string[] }>;
    remove: (sites: { origins: string[] }) => Promise<boolean>;
  };
  runtime: { sendMessage: (message: unknown) => Promise<{ body: string }> };
  scripting: { getRegisteredContentScripts: () => Promise<unknown[]> };
};
