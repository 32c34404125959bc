import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { chromium, type BrowserContext, type Page, type Worker } from '@playwright/test';

import { grantActiveTab, openPopup } from './chromium-action.ts';
import { approveHost, clickContextMenu, pressShortcut, type MenuClick } from './chromium-input.ts';
import { extensionUrl, type ChromiumSession } from './chromium-session.ts';
import { runningWorker, stopServiceWorker } from './chromium-worker.ts';
import { readManifest, type ExtensionManifest } from './extension-manifest.ts';
import { findChromium } from './find-chromium.ts';
import { isRoot } from './install.ts';

/** How to start Chromium. */
export interface ChromiumOptions {
  /** Folder of the unpacked extension. */
  extensionDir: string;
  /** Profile to use and keep; without one, a new profile that is deleted at the end. */
  profileDir?: string;
  headless?: boolean;
  /** What the browser speaks, and the extension with it; English unless told, and null for what the machine speaks. */
  language?: string | null;
  extraArgs?: readonly string[];
}

/** Chromium with the extension loaded, and what a person can do to the extension from outside. */
export interface ChromiumExtension {
  readonly context: BrowserContext;
  readonly extensionId: string;
  /** The URL of one of the extension's files. */
  url(path: string): string;
  /** Opens one of the extension's pages in a tab of its own. */
  openExtensionPage(path: string): Promise<Page>;
  /** Clicks the toolbar button over `page`; the popup is real and `activeTab` is granted. */
  openPopup(page: Page): Promise<Page>;
  /** Grants `activeTab` for `page` without opening the popup. */
  grantActiveTab(page: Page): Promise<void>;
  /** Presses a shortcut of the extension, written as in the manifest: "Alt+Shift+S". */
  pressShortcut(page: Page, shortcut: string): Promise<void>;
  /** Chooses an entry of the extension's context menu on `page`. */
  clickContextMenu(page: Page, click: MenuClick): Promise<void>;
  /** Answers yes in advance to a request for a host permission. */
  approveHost(pattern: string): Promise<void>;
  /** The service worker, started if it was stopped; ask anew before each evaluation. */
  worker(): Promise<Worker>;
  /** Ends the service worker; the next event starts it afresh. */
  stopServiceWorker(): Promise<void>;
  /** Ends the browser; what the extension stored stays in the profile if the profile is kept. */
  close(): Promise<void>;
}

/** Starts Chromium with the extension in it and nothing else that talks to the network. */
export async function launchChromium(options: ChromiumOptions): Promise<ChromiumExtension> {
  const manifest = await readManifest(options.extensionDir);
  // A popup starts life as a target of type "other", and so do the side panel and the offscreen
  // document. Playwright lets go of those unless this is set; set, they are ordinary Pages.
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
    stopServiceWorker: () => stopServiceWorker(session),
    async close() {
      await context.close();
      if (!options.profileDir) await rm(profileDir, { recursive: true, force: true });
    },
  };
}

function loading({ extensionDir }: ChromiumOptions): string[] {
  const extension = resolve(extensionDir);
  return [`--disable-extensions-except=${extension}`, `--load-extension=${extension}`];
}

/**
 * What Chromium does without. Its address bar draws its suggestions by two web pages, in a process that each window loads
 * beforehand, which takes a quarter of a start. The last switch of this name counts: the rest is Playwright's own.
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

/** How Chromium is started, whether an extension is loaded or none. */
export function launchOptions({
  headless = true,
  language = 'en-US',
  extraArgs = [],
}: Pick<ChromiumOptions, 'headless' | 'language' | 'extraArgs'> = {}) {
  return {
    headless,
    // Its sandbox refuses root; KEEPSAKE_NO_SANDBOX=1 is for systems that deny it to others too.
    chromiumSandbox: !isRoot() && process.env['KEEPSAKE_NO_SANDBOX'] !== '1',
    // No emulated size: popup and side panel are then photographed at the size they really have.
    viewport: null,
    ignoreDefaultArgs: ['--disable-extensions'],
    args: [
      '--window-size=1280,900',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // With a window that is seen, the address bar may be typed in.
      ...(headless ? [`--disable-features=${featuresOff.join(',')}`] : []),
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
  if (!browser) throw new Error('This Chromium cannot be reached over its debugging pipe.');
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
