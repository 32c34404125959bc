/** Pages for tests of highlights, in the shared browser. Each test has its own addresses. */
import { expect, type Page } from '@playwright/test';
import type { ChromiumExtension } from '../browser/chromium.ts';
import { type PageServer, servePages } from '../browser/serve.ts';
import { test as base } from './keepsake.ts';

/** The fields of a listed highlight that these tests check. */
type Listed = { id: string; quote: string; comment: string | null };

export type Desk = {
  keepsake: ChromiumExtension;
  /** Opens a page and injects the highlights script. */
  open: (name: string) => Promise<Page>;
  /** Opens a page without the highlights script. */
  visit: (name: string) => Promise<Page>;
  /** Injects the highlights script as the panel does, after the click that grants access to the page. */
  letIn: (page: Page) => Promise<void>;
  /** Returns the highlights of the page as the panel lists them. */
  listed: (page: Page) => Promise<Listed[]>;
  /** Sends the page the message that the background sends for the shortcut on an allowed site. */
  compose: (page: Page) => Promise<unknown>;
};

/** Pages by name: the HTML of each, or its full response. */
export type Pages = Readonly<Record<string, string | (() => Response)>>;

export const test = base.extend<{ desk: Desk; pages: Pages }>({
  pages: [{}, { option: true }],

  desk: async ({ settled, pages }, use, { testId, repeatEachIndex, retry }) => {
    const site = await serveEverywhere(pages);
    const own = `${site.origin}/${testId}-${repeatEachIndex}-${retry}`;
    await use(deskAt(own, settled, await settled.openExtensionPage(messenger)));
    await site.close();
  },
});

/** A file of the extension that opens at once, and from which messages count as the extension's own. */
const messenger = '/manifest.json';

function deskAt(address: string, keepsake: ChromiumExtension, sender: Page): Desk {
  const desk: Desk = {
    keepsake,
    async open(name) {
      const page = await desk.visit(name);
      await desk.letIn(page);
      return page;
    },
    async visit(name) {
      const page = await keepsake.context.newPage();
      await page.goto(`${address}/${encodeURIComponent(name)}`);
      return page;
    },
    async letIn(page) {
      await page.bringToFront();
      await keepsake.grantActiveTab(page);
      await expect.poll(() => ask(sender, page, 'highlights.draw')).toMatchObject({ ok: true });
    },
    async listed(page) {
      const answer = await ask(sender, page, 'highlights.of-page');
      return (answer as { value: { highlights: Listed[] } }).value.highlights;
    },
    async compose(page) {
      const worker = await keepsake.worker();
      return worker.evaluate(async (url) => {
        const tab = (await chrome.tabs.query({})).find((one) => one.url === url);
        return chrome.tabs.sendMessage(tab?.id ?? 0, { command: 'highlights.compose' });
      }, page.url());
    },
  };
  return desk;
}

/** Serves the same pages in every folder, so that each test has its own addresses. */
function serveEverywhere(pages: Pages): Promise<PageServer> {
  return servePages({
    '*': ({ url }) => {
      const name = decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '');
      const page = pages[name];
      if (page === undefined) return new Response('The page doesn’t exist.', { status: 404 });
      return typeof page === 'string' ? page : page();
    },
  });
}

function ask(sender: Page, page: Page, name: string): Promise<unknown> {
  return sender.evaluate(
    async ([url, asked]) => {
      const tab = (await chrome.tabs.query({})).find((one) => one.url === url);
      return chrome.runtime.sendMessage({
        keepsake: 'ask',
        requestId: 'r',
        name: asked,
        input: { tabId: tab?.id },
      });
    },
    [page.url(), name] as const,
  );
}

declare const chrome: {
  runtime: { sendMessage: (message: unknown) => Promise<unknown> };
  tabs: {
    query: (query: object) => Promise<{ id: number; url?: string }[]>;
    sendMessage: (tabId: number, message: object) => Promise<unknown>;
  };
};
