/** Keepsake in a real Chromium, driven by tests. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type Page } from '@playwright/test';
import { type ChromiumExtension, launchChromium } from '../browser/chromium.ts';
import { settleIn, welcomePage } from '../browser/surfaces.ts';
import { readStoredOutbox } from './stored-outbox.ts';
import type { OutboxItem } from '../../lib/outbox/model.ts';

const extensionDir = join(import.meta.dirname, '../../.output/chrome-mv3');

export type Keepsake = ChromiumExtension & {
  /** Quits the browser and starts it again on the same profile. */
  restart: () => Promise<void>;
};

/**
 * Provides a test with a new browser and profile as `keepsake`, or a browser shared by the worker's
 * tests as `settled`. The shared one uses the service on this device, and each test opens its own
 * addresses.
 */
export const test = base.extend<
  { keepsake: Keepsake; settled: ChromiumExtension },
  { shared: ChromiumExtension }
>({
  shared: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const profileDir = await mkdtemp(join(tmpdir(), 'keepsake-profile-'));
      const browser = await launch(profileDir);
      await (await settleIn(browser, 'Reading')).close();
      await use(browser);
      await browser.close();
      await rm(profileDir, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],

  settled: async ({ shared }, use) => {
    const before = new Set(shared.context.pages());
    await use(shared);
    const opened = shared.context.pages().filter((page) => !before.has(page));
    for (const page of opened) if (!isDeviceService(shared, page)) await page.close();
  },

  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
  keepsake: async ({}, use) => {
    const profileDir = await mkdtemp(join(tmpdir(), 'keepsake-profile-'));
    const keepsake = await open(profileDir);
    await use(keepsake);
    await keepsake.close();
    await rm(profileDir, { recursive: true, force: true });
  },
});

async function open(profileDir: string): Promise<Keepsake> {
  let browser = await launch(profileDir);
  const own = {
    async restart() {
      await browser.close();
      browser = await launch(profileDir);
    },
  };
  // The browser changes after a restart, so each call goes to the current one.
  return new Proxy(own as Keepsake, {
    get: (target, name) => Reflect.get(name in target ? target : browser, name),
  });
}

/** The browser reinstalls the extension at every start, which opens the welcome page in front. */
async function launch(profileDir: string): Promise<ChromiumExtension> {
  const browser = await launchChromium({ extensionDir, profileDir });
  await welcomePage(browser);
  return browser;
}

/** Asks the service on this device directly, bypassing the client. */
export async function askDeviceService(
  keepsake: ChromiumExtension,
  path: string,
): Promise<unknown> {
  const page = await keepsake.openExtensionPage('/welcome.html');
  const answer = await page.evaluate(
    (asked) =>
      (
        globalThis as unknown as {
          chrome: { runtime: { sendMessage: (message: unknown) => Promise<{ body: string }> } };
        }
      ).chrome.runtime.sendMessage(asked),
    { target: 'device-home', method: 'GET', path, headers: [], body: null },
  );
  await page.close();
  return JSON.parse(answer.body);
}

/** Returns the invisible page that hosts the service on this device. */
export function deviceServicePage(keepsake: ChromiumExtension): Page {
  const page = keepsake.context.pages().find((shown) => isDeviceService(keepsake, shown));
  if (page === undefined) throw new Error('The page of the device service is not open.');
  return page;
}

function isDeviceService({ url }: ChromiumExtension, page: Page): boolean {
  return page.url() === url('/device-service.html');
}

/** Reads the outbox rows from an extension page. */
export function storedItems(extensionPage: Page): Promise<OutboxItem[]> {
  return readStoredOutbox((read) => extensionPage.evaluate(read));
}
