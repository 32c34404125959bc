/** Keepsake in a real Chromium, driven by tests. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
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
 * Provides `keepsake`, a new browser and profile; `settledKeepsake`, the same with the service on this device set up and
 * a Memory “Reading”; and `settled`, a browser set up like that and shared by the worker's tests, each of which opens
 * its own addresses in it.
 */
export const test = base.extend<
  { keepsake: Keepsake; settledKeepsake: Keepsake; settled: ChromiumExtension },
  { settledProfile: string; shared: ChromiumExtension }
>({
  // Setting up takes as long as starting the browser, so do it once and copy the profile.
  settledProfile: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const profileDir = await mkdtemp(join(tmpdir(), 'keepsake-profile-'));
      const browser = await launch(profileDir);
      await settleIn(browser, 'Reading');
      await browser.close();
      await use(profileDir);
      await rm(profileDir, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],

  shared: [
    async ({ settledProfile }, use) => {
      const profileDir = await copyOf(settledProfile);
      const browser = await launch(profileDir);
      await (await welcomePage(browser)).close();
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
    await useBrowserOn(await mkdtemp(join(tmpdir(), 'keepsake-profile-')), use);
  },

  settledKeepsake: async ({ settledProfile }, use) => {
    await useBrowserOn(await copyOf(settledProfile), use);
  },
});

async function copyOf(profile: string): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'keepsake-profile-'));
  await cp(profile, copy, { recursive: true });
  return copy;
}

async function useBrowserOn(
  profileDir: string,
  use: (keepsake: Keepsake) => Promise<void>,
): Promise<void> {
  const keepsake = await open(profileDir);
  await use(keepsake);
  await keepsake.close();
  await rm(profileDir, { recursive: true, force: true });
}

async function open(profileDir: string): Promise<Keepsake> {
  let browser = await launch(profileDir);
  const own = {
    async restart() {
      await browser.close();
      browser = await launch(profileDir);
    },
  };
  // A restart replaces the browser, so forward each call to the current one.
  return new Proxy(own as Keepsake, {
    get: (target, name) => Reflect.get(name in target ? target : browser, name),
  });
}

/**
 * Starts the browser and waits for the welcome page, which opens in front because the browser reinstalls the extension
 * at every start.
 */
async function launch(profileDir: string): Promise<ChromiumExtension> {
  const browser = await launchChromium({ extensionDir, profileDir });
  await welcomePage(browser);
  return browser;
}

/** Sends a GET request directly to the service on this device, bypassing the client, and returns its JSON. */
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
    { target: 'device-service', method: 'GET', path, headers: [], body: null },
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
