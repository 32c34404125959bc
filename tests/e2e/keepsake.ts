/** Keepsake in a real Chromium, as a test drives it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type Page } from '@playwright/test';
import { type ChromiumExtension, launchChromium } from '../browser/chromium.ts';
import { welcomePage } from '../browser/surfaces.ts';
import { readStoredOutbox } from './stored-outbox.ts';
import type { OutboxItem } from '../../lib/contracts/outbox.ts';

const extensionDir = join(import.meta.dirname, '../../.output/chrome-mv3');

export type Keepsake = ChromiumExtension & {
  /** Ends the browser and starts it again on the same profile. */
  restart: () => Promise<void>;
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
  let browser = await launch(profileDir);
  const own = {
    async restart() {
      await browser.close();
      browser = await launch(profileDir);
    },
  };
  // The browser behind it changes with a restart, so each call goes to the one that runs now.
  return new Proxy(own as Keepsake, {
    get: (target, name) => Reflect.get(name in target ? target : browser, name),
  });
}

/** At every start the browser installs the extension anew, which shows its welcome in front of whatever is open. */
async function launch(profileDir: string): Promise<ChromiumExtension> {
  const browser = await launchChromium({ extensionDir, profileDir });
  await welcomePage(browser);
  return browser;
}

/** Asks the home on this device itself, past the client, what it holds. */
export async function askHome(keepsake: Keepsake, path: string): Promise<unknown> {
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

/** The page that hosts the home on this device, which shows nothing. */
export function homePage({ context, url }: Keepsake): Page {
  const page = context.pages().find((shown) => shown.url() === url('/device-home.html'));
  if (page === undefined) throw new Error('The page of the device home is not open.');
  return page;
}

/** Reads the rows of the outbox from a page of the extension. */
export function storedItems(extensionPage: Page): Promise<OutboxItem[]> {
  return readStoredOutbox((read) => extensionPage.evaluate(read));
}
