/** A browser on one profile: a run can kill it, restart it, and send messages to its extension. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { createAsk, type Ask } from '../../lib/messaging/client.ts';
import { type ChromiumExtension, launchChromium } from '../browser/chromium.ts';
import { pollUntil } from '../browser/poll-until.ts';

/** The browser between two restarts. */
export interface OpenBrowser {
  readonly keepsake: ChromiumExtension;
  /** An extension file from which a run sends messages to the background. It shows nothing, which saves time. */
  readonly sender: Page;
  readonly ask: Ask;
  /** The process ID of the browser. */
  readonly pid: number;
  isOver: () => boolean;
  /** Runs an action. Rejects as soon as the browser closes, even if the driver is still waiting. */
  whileOpen: <T>(work: () => Promise<T>) => Promise<T>;
  /** Returns the tab of a lane, opened on first use. */
  tab: (lane: number) => Promise<Tab>;
}

export interface Tab {
  readonly page: Page;
  /** The tab's ID in the extension APIs. */
  readonly id: number;
}

export interface Browsing {
  /** Returns the current browser, or the next one during a restart. */
  open: () => Promise<OpenBrowser>;
  /** Kills or closes the browser, and restarts it on the same profile; calls `ended` in between. */
  restart: (how: 'killed' | 'closed', ended?: () => void) => Promise<void>;
  close: () => Promise<void>;
}

export interface BrowsingOptions {
  readonly extensionDir: string;
  readonly profileDir: string;
  /** The origin of the start page of each tab. */
  readonly siteOrigin: string;
}

/** Starts the browser. The caller has to remove its profile. */
export function startBrowsing(options: BrowsingOptions): Browsing {
  let opening = openBrowser(options);
  return {
    open: () => opening,
    async restart(how, ended = () => undefined) {
      const ending = await opening;
      opening = endBrowser(ending, how).then(() => {
        ended();
        return openBrowser(options);
      });
      await opening;
    },
    async close() {
      await (await opening).keepsake.close();
    },
  };
}

async function endBrowser({ keepsake, pid }: OpenBrowser, how: 'killed' | 'closed'): Promise<void> {
  const isClosed = new Promise((resolve) => keepsake.context.once('close', resolve));
  if (how === 'killed') process.kill(pid, 'SIGKILL');
  else await keepsake.close();
  await isClosed;
}

async function openBrowser({
  extensionDir,
  profileDir,
  siteOrigin,
}: BrowsingOptions): Promise<OpenBrowser> {
  const keepsake = await launchChromium({ extensionDir, profileDir });
  let isOver = false;
  const closed = new Promise<never>((_, reject) => {
    keepsake.context.once('close', () => {
      isOver = true;
      reject(new Error('The browser has ended.'));
    });
  });
  closed.catch(() => undefined);
  // A restart is complete once the extension responds.
  const sender = await keepsake.openExtensionPage('/manifest.json');
  const tabs = new Map<number, Promise<Tab>>();
  return {
    keepsake,
    sender,
    ask: createAsk({
      send: (message) => sender.evaluate((sent) => chrome.runtime.sendMessage(sent), message),
      sleep: async (ms) => {
        if (!isOver) await sleep(ms);
      },
      newId: () => crypto.randomUUID(),
    }),
    pid: await processIdOf(keepsake),
    isOver: () => isOver,
    whileOpen: (work) => Promise.race([work(), closed]),
    tab(lane) {
      const tab = tabs.get(lane) ?? openTab({ keepsake, sender }, `${siteOrigin}/lane/${lane}`);
      tabs.set(lane, tab);
      return tab;
    },
  };
}

async function openTab(
  { keepsake, sender }: Pick<OpenBrowser, 'keepsake' | 'sender'>,
  url: string,
): Promise<Tab> {
  const page = await keepsake.context.newPage();
  await page.goto(url);
  const id = await pollUntil('the tab to be listed', () =>
    sender.evaluate(
      async (wanted) => (await chrome.tabs.query({})).find((tab) => tab.url === wanted)?.id,
      url,
    ),
  );
  return { page, id };
}

/** Returns the browser's own process ID, for sending signals. */
async function processIdOf({ context }: ChromiumExtension): Promise<number> {
  const cdp = await context.browser()?.newBrowserCDPSession();
  const info = await cdp?.send('SystemInfo.getProcessInfo');
  await cdp?.detach();
  const pid = info?.processInfo.find(({ type }) => type === 'browser')?.id;
  if (pid === undefined) throw new Error('The browser reports no process ID.');
  return pid;
}

declare const chrome: {
  runtime: { sendMessage: (message: unknown) => Promise<unknown> };
  tabs: { query: (query: object) => Promise<{ id: number; url?: string }[]> };
};
