import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { chromium, type BrowserContext, type Page, type Worker } from '@playwright/test';

import { grantActiveTab, openPopup } from './chromium-action.ts';
import {
  approveHost,
  clickContextMenu,
  type MenuClick,
  pressShortcut,
  reloadIfCrashed,
} from './chromium-input.ts';
import { extensionUrl, type ChromiumSession } from './chromium-session.ts';
import { runningWorker, stopServiceWorker } from './chromium-worker.ts';
import { readManifest, type ExtensionManifest } from './extension-manifest.ts';
import { findChromium } from './find-chromium.ts';
import { isRoot } from './install.ts';
import { removeFolder } from './remove-folder.ts';

export interface ChromiumOptions {
  /** The folder of the unpacked extension. */
  extensionDir: string;
  /** A profile to use and keep; by default a new profile that is deleted at the end. */
  profileDir?: string;
  headless?: boolean;
  /** The language of the browser and the extension; English by default. Null selects the system's language. */
  language?: string | null;
  extraArgs?: readonly string[];
}

/** Chromium with the extension loaded, and what a person can do with it. */
export interface ChromiumExtension {
  readonly context: BrowserContext;
  readonly extensionId: string;
  /** Returns the URL of one of the extension's files. */
  url(path: string): string;
  openExtensionPage(path: string): Promise<Page>;
  /** Clicks the toolbar button over `page`; the popup is real and gets `activeTab`. */
  openPopup(page: Page): Promise<Page>;
  /** Grants `activeTab` for `page` without opening the popup. */
  grantActiveTab(page: Page): Promise<void>;
  /** Presses a shortcut of the extension, written as in the manifest: "Alt+Shift+S". */
  pressShortcut(page: Page, shortcut: string): Promise<void>;
  /** Chooses an entry of the extension's context menu on `page`. */
  clickContextMenu(page: Page, click: MenuClick): Promise<void>;
  /** Approves a request for a host permission in advance. */
  approveHost(pattern: string): Promise<void>;
  /** Returns the service worker, started if it was stopped; call it before each evaluation. */
  worker(): Promise<Worker>;
  /** Terminates the service worker, right after `act` if given; the next event starts it again. */
  stopServiceWorker(act?: () => Promise<void>): Promise<void>;
  /** Reloads the extension if the browser has marked it as crashed, as a person does. */
  reloadIfCrashed(): Promise<void>;
  /** Closes the browser. A profile passed as `profileDir` keeps what the extension stored. */
  close(): Promise<void>;
}

/** Starts Chromium with the extension, and without the browser's own network traffic. */
export async function launchChromium(options: ChromiumOptions): Promise<ChromiumExtension> {
  const manifest = await readManifest(options.extensionDir);
  // A popup starts as a target of type "other", like the side panel and the offscreen document. Playwright detaches
  // from those by default; with this variable they are ordinary Pages.
  process.env['PW_CHROMIUM_ATTACH_TO_OTHER'] = '1';
  const profileDir = options.profileDir ?? (await mkdtemp(join(tmpdir(), 'keepsake-chromium-')));
  const context = await chromium.launchPersistentContext(profileDir, {
    ...launchOptions({
      ...options,
      extraArgs: [...loading(options), ...(options.extraArgs ?? [])],
    }),
    executablePath: await findChromium(),
  });
  const session = await startSession(context, manifest).catch(async (error: unknown) => {
    await context.close();
    throw error;
  });

  return {
    context,
    extensionId: session.extensionId,
    url: (path) => extensionUrl(session, path),
    async openExtensionPage(path) {
      const page = await context.newPage();
      await page.goto(extensionUrl(session, path));
      return page;
    },
    openPopup: (page) => openPopup(session, page),
    grantActiveTab: (page) => grantActiveTab(session, page),
    pressShortcut,
    clickContextMenu: (page, click) => clickContextMenu(session, page, click),
    approveHost: (pattern) => approveHost(session, pattern),
    worker: () => runningWorker(session),
    stopServiceWorker: (act) => stopServiceWorker(session, act),
    reloadIfCrashed: () => reloadIfCrashed(session),
    async close() {
      await context.close();
      if (!options.profileDir) await removeFolder(profileDir);
    },
  };
}

function loading({ extensionDir }: ChromiumOptions): string[] {
  const extension = resolve(extensionDir);
  return [`--disable-extensions-except=${extension}`, `--load-extension=${extension}`];
}

/**
 * Chromium features to turn off. `WebUIOmnibox…` draws the address bar's suggestions in two web pages, in a process
 * that each window preloads, which takes a quarter of the start time. The rest is Playwright's own list, because only
 * the last `--disable-features` counts.
 */
const featuresOff = [
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'SpareRendererForSitePerProcess',
];

/** What headless Chromium doesn't need; it draws nothing on the GPU, so a separate GPU process is only overhead. */
export const headlessArgs: readonly string[] = [
  '--in-process-gpu',
  `--disable-features=${featuresOff.join(',')}`,
];

/** Returns launch options for Chromium, with or without an extension. */
export function launchOptions({
  headless = true,
  language = 'en-US',
  extraArgs = [],
}: Pick<ChromiumOptions, 'headless' | 'language' | 'extraArgs'> = {}) {
  return {
    headless,
    // Chromium's sandbox refuses to run as root. Set KEEPSAKE_NO_SANDBOX=1 on systems that deny it to other users too.
    chromiumSandbox: !isRoot() && process.env['KEEPSAKE_NO_SANDBOX'] !== '1',
    // Without an emulated size, popup and side panel get their real sizes.
    viewport: null,
    // Playwright emulates “no preference” by default, which overrides the flag below.
    reducedMotion: null,
    ignoreDefaultArgs: ['--disable-extensions'],
    args: [
      '--window-size=1280,900',
      '--disable-gpu',
      // Drawing a spinner at 60 frames per second would take CPU time from the code under test.
      '--force-prefers-reduced-motion',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // With a visible window, keep these features on: tests type in the address bar.
      ...(headless ? headlessArgs : []),
      ...(language === null ? [] : [`--lang=${language}`]),
      ...extraArgs,
    ],
  };
}

async function startSession(
  context: BrowserContext,
  manifest: ExtensionManifest,
): Promise<ChromiumSession> {
  const browser = context.browser();
  if (!browser) throw new Error('Can’t reach this Chromium over its debugging pipe.');
  const script = manifest.background?.service_worker ?? '';
  const isOurs = (worker: Worker) =>
    worker.url().startsWith('chrome-extension://') && worker.url().endsWith(`/${script}`);
  const worker =
    context.serviceWorkers().find(isOurs) ?? (await context.waitForEvent('serviceworker', isOurs));

  return {
    context,
    browserCdp: await browser.newBrowserCDPSession(),
    extensionId: new URL(worker.url()).host,
    popupPath: manifest.action?.default_popup ?? '',
  };
}
