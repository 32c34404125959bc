import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { readManifest } from './extension-manifest.ts';
import { findFirefox } from './find-firefox.ts';
import {
  clickContextMenu,
  dragOver,
  isSidebarOpen,
  type Point,
  pressShortcut,
  stopBackground,
  typeKeys,
} from './firefox-input.ts';
import { type BarLine, barLines, enterInBar, typeInBar } from './firefox-address-bar.ts';
import { openFirefoxPopup, runInSurface, type FirefoxPopup } from './firefox-popup.ts';
import { startFirefox, type FirefoxProcess, type Preferences } from './firefox-process.ts';
import {
  click,
  closeOtherTabs,
  fill,
  followTab,
  frontAddress,
  openTab,
  PATIENCE_MS,
  runInTab,
  takeScreenshot,
  type BrowserFunction,
} from './firefox-session.ts';
import { removeFolder } from './remove-folder.ts';

/** The extension's host name. Firefox generates one per profile; the tests fix it to know the extension's URLs. */
const EXTENSION_UUID = '5eeded00-0000-4000-8000-00000000cafe';

export interface FirefoxOptions {
  /** The folder of the unpacked extension, whose manifest must set `gecko.id`. */
  extensionDir: string;
  /** A profile to use and keep; by default a new profile that is deleted at the end. */
  profileDir?: string;
  extraPreferences?: Preferences;
}

/**
 * Firefox with the extension loaded. Tests drive one tab at a time: the last one opened or switched to. Elements are
 * found by CSS selector, or by XPath if the selector starts with `//`.
 */
export interface FirefoxExtension {
  readonly extensionId: string;
  /** Returns the URL of one of the extension's files. */
  url(path: string): string;
  /** Opens a URL, or the path of one of the extension's pages, in a new tab; returns its handle. */
  open(urlOrPath: string): Promise<string>;
  /** Runs an action that opens a foreground tab, switches to that tab and returns its handle. */
  follow(openIt: () => Promise<unknown>): Promise<string>;
  /** Switches to another tab, by the handle that `open` returned. */
  switchTo(handle: string): Promise<void>;
  /** Closes every tab except the current one. */
  closeOtherTabs(): Promise<void>;
  /** Returns the address of the current tab. */
  address(): Promise<string>;
  /** Clicks the toolbar button over the current tab, which grants `activeTab`. */
  openPopup(): Promise<FirefoxPopup>;
  /** Presses the extension's shortcut with this key, such as "S" for "Alt+Shift+S". */
  pressShortcut(key: string): Promise<void>;
  /** Right-clicks an element and chooses the entry that starts with these words. */
  clickContextMenu(selector: string, words: string): Promise<void>;
  /**
   * Presses the mouse at the first point of the viewport and releases it at the last; with one
   * point, clicks.
   */
  dragOver(...points: Point[]): Promise<void>;
  /**
   * Types into the focused element, letter by letter. Special keys are WebDriver key codes. Once pressed, Control stays
   * down until the end.
   */
  typeKeys(letters: string): Promise<void>;
  /** Enters words in the address bar. */
  typeInBar(words: string): Promise<void>;
  /** Returns the suggestions below the address bar. */
  barLines(): Promise<BarLine[]>;
  enterInBar(line: number): Promise<void>;
  isSidebarOpen(): Promise<boolean>;
  /** Runs a function in the page of the open sidebar. */
  runInSidebar<Args extends readonly unknown[], Result>(
    script: BrowserFunction<Args, Result>,
    ...args: Args
  ): Promise<Result>;
  /** Terminates the background page as Firefox does when it is idle; the next event starts it again. */
  stopBackground(): Promise<void>;
  /** Runs a function in the current tab. In an extension page it can use the extension APIs. */
  run<Args extends readonly unknown[], Result>(
    script: BrowserFunction<Args, Result>,
    ...args: Args
  ): Promise<Result>;
  click(selector: string): Promise<void>;
  /** Waits for a field and replaces its text. */
  fill(selector: string, text: string): Promise<void>;
  /** Returns a PNG of the current tab, or of the whole window. */
  screenshot(of?: 'tab' | 'window'): Promise<Buffer>;
  /** Quits and starts again on the same profile, with what the extension stored. */
  relaunch(): Promise<void>;
  close(): Promise<void>;
}

/** Starts Firefox with the extension as a temporary add-on. */
export async function launchFirefox(options: FirefoxOptions): Promise<FirefoxExtension> {
  const extensionId = await readExtensionId(options.extensionDir);
  const executable = await findFirefox();
  const profileDir = options.profileDir ?? (await mkdtemp(join(tmpdir(), 'keepsake-firefox-')));
  const start = () => startWithExtension(executable, profileDir, { ...options, extensionId });
  let firefox = await start();

  return {
    extensionId,
    url: extensionUrl,
    open: (urlOrPath) => openTab(firefox.marionette, extensionUrl(urlOrPath)),
    follow: (openIt) => followTab(firefox.marionette, openIt),
    async switchTo(handle) {
      await firefox.marionette.send('WebDriver:SwitchToWindow', { handle });
    },
    closeOtherTabs: () => closeOtherTabs(firefox.marionette),
    address: () => frontAddress(firefox.marionette),
    openPopup: () => openFirefoxPopup(firefox.marionette, extensionId),
    pressShortcut: (key) => pressShortcut(firefox.marionette, key),
    clickContextMenu: (selector, words) => clickContextMenu(firefox.marionette, selector, words),
    dragOver: (...points) => dragOver(firefox.marionette, points),
    typeKeys: (letters) => typeKeys(firefox.marionette, letters),
    typeInBar: (words) => typeInBar(firefox.marionette, words),
    barLines: () => barLines(firefox.marionette),
    enterInBar: (line) => enterInBar(firefox.marionette, line),
    isSidebarOpen: () => isSidebarOpen(firefox.marionette),
    runInSidebar: (script, ...args) => runInSurface(firefox.marionette, 'sidebar', script, ...args),
    stopBackground: () => stopBackground(firefox.marionette, extensionId),
    run: (script, ...args) => runInTab(firefox.marionette, script, ...args),
    click: (selector) => click(firefox.marionette, selector),
    fill: (selector, text) => fill(firefox.marionette, selector, text),
    screenshot: (of) => takeScreenshot(firefox.marionette, of),
    async relaunch() {
      await firefox.quit();
      firefox = await start();
    },
    async close() {
      await firefox.quit();
      if (!options.profileDir) await removeFolder(profileDir);
    },
  };
}

function extensionUrl(urlOrPath: string): string {
  return new URL(urlOrPath, `moz-extension://${EXTENSION_UUID}/`).href;
}

/** Turns off features that only slow tests down: preloaded processes and pages, and animations. */
const withoutExtras: Preferences = {
  'dom.ipc.processPrelaunch.enabled': false,
  'browser.newtab.preload': false,
  'browser.newtabpage.enabled': false,
  'browser.startup.page': 0,
  'toolkit.cosmeticAnimations.enabled': false,
  'ui.prefersReducedMotion': 1,
};

async function startWithExtension(
  executable: string,
  profileDir: string,
  { extensionDir, extensionId, extraPreferences }: FirefoxOptions & { extensionId: string },
): Promise<FirefoxProcess> {
  const firefox = await startFirefox(executable, profileDir, {
    'extensions.webextensions.uuids': JSON.stringify({ [extensionId]: EXTENSION_UUID }),
    // Firefox uninstalls a temporary add-on when it quits; keep the add-on's data.
    'extensions.webextensions.keepStorageOnUninstall': true,
    'extensions.webextensions.keepUuidOnUninstall': true,
    // Grant requests for optional permissions: nobody can answer the prompt.
    'extensions.webextOptionalPermissionPrompts': false,
    ...withoutExtras,
    ...extraPreferences,
  });
  await firefox.marionette.send('WebDriver:SetTimeouts', { implicit: PATIENCE_MS });
  await firefox.marionette.send('Addon:Install', { path: resolve(extensionDir), temporary: true });
  return firefox;
}

async function readExtensionId(extensionDir: string): Promise<string> {
  const manifest = await readManifest(extensionDir);
  const id = manifest.browser_specific_settings?.gecko?.id;
  if (!id)
    throw new Error(`The manifest in ${extensionDir} has no browser_specific_settings.gecko.id.`);
  return id;
}
