/** Keepsake in a real Chromium, as a test drives it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base, type Page } from '@playwright/test';
import { type ChromiumExtension, launchChromium } from '../browser/chromium.ts';

const extensionDir = join(import.meta.dirname, '../../.output/chrome-mv3');

export type Keepsake = ChromiumExtension & {
  /** Ends the browser and starts it again on the same profile. */
  restart: () => Promise<void>;
  /** Opens a web page in a tab. */
  visit: (url: string) => Promise<Page>;
  /** Sets the home on this device up by the welcome page, with a first Memory. */
  settleIn: (memory: string) => Promise<Page>;
};

/** A test with a browser and a new profile of its own. */
export const test = base.extend<{ keepsake: Keepsake }>({
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
  let browser = await launchChromium({ extensionDir, profileDir });
  const own = {
    async restart() {
      await browser.close();
      browser = await launchChromium({ extensionDir, profileDir });
    },
    async visit(url: string) {
      const page = await browser.context.newPage();
      await page.goto(url);
      return page;
    },
    async settleIn(memory: string) {
      const welcome = await browser.openExtensionPage('/welcome.html');
      await welcome.getByRole('button', { name: 'Keep my memory on this device' }).click();
      await welcome.getByLabel('Name', { exact: true }).fill(memory);
      await welcome.getByRole('button', { name: 'Create' }).click();
      await expect(welcome.getByRole('heading', { name: 'You’re ready' })).toBeVisible();
      return welcome;
    },
  };
  // The browser behind it changes with a restart, so each call goes to the one that runs now.
  return new Proxy(own as Keepsake, {
    get: (target, name) => Reflect.get(name in target ? target : browser, name),
  });
}

/** Saves the page by the popup, and waits until it can be found. */
export async function saveByPopup(keepsake: Keepsake, page: Page): Promise<void> {
  const popup = await keepsake.openPopup(page);
  await popup.getByRole('button', { name: 'Save this page' }).click();
  await expect(popup.getByRole('heading', { name: 'You can find it now' })).toBeVisible();
  await popup.close();
}

/** Asks the home on this device itself, past the client, what it holds. */
export async function askHome(keepsake: Keepsake, path: string): Promise<unknown> {
  const page = await keepsake.openExtensionPage('/sidepanel.html');
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
