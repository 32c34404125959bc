/**
 * Browsers shared by all tests in a worker; each starts when a test first needs it. Every spec must extend this `test`:
 * if a spec defined other worker fixtures, Playwright would replace the worker, and so restart the browsers, before and
 * after it.
 */
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, test as base } from '@playwright/test';
import {
  type ChromiumExtension,
  headlessArgs,
  launchChromium,
  launchOptions,
} from '../browser/chromium.ts';
import { findChromium } from '../browser/find-chromium.ts';
import { type FirefoxExtension, launchFirefox } from '../browser/firefox.ts';
import { removeFolder } from '../browser/remove-folder.ts';
import { settleIn, welcomePage } from '../browser/surfaces.ts';
import { settleIn as settleInFirefox, untilWelcomed } from './firefox-steps.ts';

export const chromiumExtension = join(import.meta.dirname, '../../.output/chrome-mv3');
export const firefoxExtension = join(import.meta.dirname, '../../.output/firefox-mv3');

type Shared = {
  /** A Chromium profile with the service on this device and a Memory “Reading”, to copy. */
  settledProfile: string;
  /** Chromium with a copy of that profile. */
  sharedChromium: ChromiumExtension;
  /** Firefox with the service on this device and a Memory “Reading”. */
  sharedFirefox: FirefoxExtension;
  /** Chromium without the extension. */
  plainBrowser: Browser;
};

export const test = base.extend<object, Shared>({
  // Setting up takes as long as starting the browser, so do it once and copy the profile.
  settledProfile: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const profileDir = await mkdtemp(join(tmpdir(), 'keepsake-profile-'));
      const browser = await startChromium(profileDir);
      await settleIn(browser, 'Reading');
      await browser.close();
      await use(profileDir);
      await removeFolder(profileDir);
    },
    { scope: 'worker' },
  ],

  sharedChromium: [
    async ({ settledProfile }, use) => {
      const browser = await openSettled(settledProfile);
      await (await welcomePage(browser)).close();
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],

  sharedFirefox: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const browser = await launchFirefox({ extensionDir: firefoxExtension });
      await untilWelcomed(browser);
      await settleInFirefox(browser, 'Reading');
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],

  plainBrowser: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const browser = await chromium.launch({
        executablePath: await findChromium(),
        chromiumSandbox: launchOptions().chromiumSandbox,
        args: ['--disable-gpu', ...headlessArgs],
      });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
});

/**
 * Starts the browser and waits for the welcome page, which opens in front because the browser reinstalls the extension
 * at every start.
 */
export async function startChromium(profileDir: string): Promise<ChromiumExtension> {
  const browser = await launchChromium({ extensionDir: chromiumExtension, profileDir });
  await welcomePage(browser);
  return browser;
}

/** Opens a browser on a copy of the settled profile. Closing the browser deletes the copy. */
export async function openSettled(settledProfile: string): Promise<ChromiumExtension> {
  const profileDir = await copyOf(settledProfile);
  const browser = await startChromium(profileDir);
  return {
    ...browser,
    async close() {
      await browser.close();
      await removeFolder(profileDir);
    },
  };
}

export async function copyOf(profile: string): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'keepsake-profile-'));
  await cp(profile, copy, { recursive: true });
  return copy;
}
