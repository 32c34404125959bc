/** Runs the contract suite against the device service: the built extension in Chromium, with SQLite in OPFS. */
import type { Page } from '@playwright/test';
import { afterAll } from 'vitest';
import { wireResponseSchema } from '../../lib/contract/device-wire.ts';
import { type ChromiumExtension, launchChromium } from '../browser/chromium.ts';
import { pollUntil } from '../browser/poll-until.ts';
import { chooseDevice } from '../browser/surfaces.ts';
import { describeContract } from './suite.ts';

type Settled = { browser: ChromiumExtension; page: Page };

/** Browsers with an emptied service, kept for reuse because starting one is slow. */
const emptied: Settled[] = [];

afterAll(() => Promise.all(emptied.map(({ browser }) => browser.close())));

describeContract('the service on this device', async () => {
  const settled = emptied.pop() ?? (await settle());
  const { page } = settled;

  return {
    async close() {
      await emptyService(page);
      emptied.push(settled);
    },
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const body = await request.text();
      const answer: unknown = await page.evaluate((asked) => chrome.runtime.sendMessage(asked), {
        target: 'device-service',
        method: request.method,
        path: `${pathname}${search}`,
        headers: [...request.headers],
        body: body === '' ? null : body,
      });
      const parsed = wireResponseSchema.parse(answer);
      if (parsed.outcome === 'failed') throw new Error(parsed.message);
      return new Response(parsed.body, { status: parsed.status, headers: parsed.headers });
    },
  };
});

async function settle(): Promise<Settled> {
  const browser = await launchChromium({ extensionDir: '.output/chrome-mv3' });
  return { browser, page: await chooseDevice(browser) };
}

/** Closes the service's offscreen document, deletes its files, and makes the background restart the service. */
async function emptyService(page: Page): Promise<void> {
  await page.evaluate(() => chrome.offscreen.closeDocument());
  await pollUntil('the files of the service to be deleted', () =>
    page.evaluate(async () => {
      const folder = await navigator.storage.getDirectory();
      const names = await Array.fromAsync(folder.keys());
      const removed = await Promise.allSettled(
        names.map((name) => folder.removeEntry(name, { recursive: true })),
      );
      return removed.every(({ status }) => status === 'fulfilled') ? true : undefined;
    }),
  );
  const question = { keepsake: 'ask', requestId: 'again', name: 'memories.list', input: {} };
  await page.evaluate((asked) => chrome.runtime.sendMessage(asked), question);
}

declare const chrome: {
  runtime: { sendMessage: (message: unknown) => Promise<unknown> };
  offscreen: { closeDocument: () => Promise<void> };
};
