/**
 * One browser for all highlight tests on pages, started and set up once per worker. Each test uses
 * its own addresses, and its pages are closed when it finishes.
 */
import { expect, test as base, type Page } from '@playwright/test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ChromiumExtension, launchChromium } from '../browser/chromium.ts';
import { type PageServer, servePages } from '../browser/serve.ts';
import { settleIn } from '../browser/surfaces.ts';

const extensionDir = join(import.meta.dirname, '../../.output/chrome-mv3');

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

type Shared = { keepsake: ChromiumExtension; panel: Page; profileDir: string };

/** Pages by name: the HTML of each, or its full response. */
export type Pages = Readonly<Record<string, string | (() => Response)>>;

export const test = base.extend<{ desk: Desk; pages: Pages }, { shared: Shared }>({
  pages: [{}, { option: true }],

  shared: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const profileDir = await mkdtemp(join(tmpdir(), 'keepsake-profile-'));
      const keepsake = await launchChromium({ extensionDir, profileDir });
      await (await settleIn(keepsake, 'Reading')).close();
      const panel = await keepsake.openExtensionPage('/sidepanel.html');
      await use({ keepsake, panel, profileDir });
      await keepsake.close();
      await rm(profileDir, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],

  desk: async ({ shared, pages }, use, { testId, repeatEachIndex, retry }) => {
    const site = await serveEverywhere(pages);
    const own = `${site.origin}/${testId}-${repeatEachIndex}-${retry}`;
    const { context } = shared.keepsake;
    const before = new Set(context.pages());
    await use(deskAt(own, shared));
    for (const page of context.pages()) if (!before.has(page)) await page.close();
    await site.close();
  },
});

function deskAt(address: string, { keepsake, panel }: Shared): Desk {
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
      await expect.poll(() => ask(panel, page, 'highlights.draw')).toMatchObject({ ok: true });
    },
    async listed(page) {
      const answer = await ask(panel, page, 'highlights.of-page');
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

function ask(panel: Page, page: Page, name: string): Promise<unknown> {
  return panel.evaluate(
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
