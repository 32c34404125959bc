import type { Page } from '@playwright/test';

import { grantActiveTab } from './chromium-action.ts';
import { withPageCdp, type ChromiumSession } from './chromium-session.ts';
import { runningWorker } from './chromium-worker.ts';

/** The chosen entry and its target, in the terms of `contextMenus.OnClickData`. */
export interface MenuClick {
  menuItemId: string;
  selectionText?: string;
  linkUrl?: string;
  srcUrl?: string;
}

interface MenuEvent {
  dispatch(click: MenuClick & { pageUrl: string; editable: boolean }, tab: object): void;
}

declare const chrome: {
  contextMenus: { onClicked: MenuEvent };
  tabs: { query(query: object): Promise<[{ url?: string }]> };
  developerPrivate: {
    addHostPermission(extensionId: string, pattern: string): Promise<void>;
    getExtensionInfo(extensionId: string): Promise<{ state: string }>;
    reload(extensionId: string): Promise<void>;
  };
};

const MODIFIERS: Readonly<Record<string, number>> = { Alt: 1, Ctrl: 2, Command: 4, Shift: 8 };

/**
 * Presses one of the extension's keyboard shortcuts over `page`, written as in the manifest
 * ("Alt+Shift+S"). The browser handles it like a person's key press and grants `activeTab`.
 */
export async function pressShortcut(page: Page, shortcut: string): Promise<void> {
  const parts = shortcut.split('+');
  const key = parts.at(-1)?.toUpperCase() ?? '';
  if (!/^[A-Z0-9]$/.test(key))
    throw new Error(`Only letters and digits are supported: ${shortcut}`);
  const modifiers = parts.slice(0, -1).reduce((sum, name) => sum + (MODIFIERS[name] ?? 0), 0);
  const keyCode = key.charCodeAt(0);
  const event = {
    modifiers,
    key,
    code: /\d/.test(key) ? `Digit${key}` : `Key${key}`,
    windowsVirtualKeyCode: keyCode,
    // Without the native code the page gets the key but the browser's shortcuts don't, so
    // Playwright's own keyboard doesn't work here.
    nativeVirtualKeyCode: keyCode,
  };

  await page.bringToFront();
  await withPageCdp(page, async (cdp) => {
    await cdp.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...event });
    await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
  });
}

/**
 * Chooses an entry of the extension's context menu on `page`. No automation protocol reaches the menu
 * itself, so this calls the listeners as the browser does, after granting `activeTab`. Check by hand
 * that the menu offers the entry.
 */
export async function clickContextMenu(
  session: ChromiumSession,
  page: Page,
  click: MenuClick,
): Promise<void> {
  await grantActiveTab(session, page);
  const worker = await runningWorker(session);
  await worker.evaluate(async (chosen) => {
    const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
    const onClicked = { ...chosen, pageUrl: tab.url ?? '', editable: false };
    chrome.contextMenus.onClicked.dispatch(onClicked, tab);
  }, click);
}

/**
 * Approves in advance the extension's request for a host permission such as `http://127.0.0.1/*`.
 * The browser's own prompt can't be seen or answered without a screen. The extension still has no
 * access until it calls `permissions.request`, which then resolves to true immediately.
 */
export async function approveHost(session: ChromiumSession, pattern: string): Promise<void> {
  await inBrowserExtensionsPage(session, (page) =>
    page.evaluate(
      ([extensionId, host]) => chrome.developerPrivate.addHostPermission(extensionId, host),
      [session.extensionId, pattern] as const,
    ),
  );
}

/**
 * Reloads the extension if the browser has marked it as crashed, as a person does on the browser's extensions page or
 * in its “has crashed” notice.
 */
export async function reloadIfCrashed(session: ChromiumSession): Promise<void> {
  await inBrowserExtensionsPage(session, (page) =>
    page.evaluate(async (extensionId) => {
      const { state } = await chrome.developerPrivate.getExtensionInfo(extensionId);
      if (state === 'TERMINATED') await chrome.developerPrivate.reload(extensionId);
    }, session.extensionId),
  );
}

async function inBrowserExtensionsPage(
  { context }: ChromiumSession,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const page = await context.newPage();
  try {
    // A file of the extensions page has the same access as the page, and opens in half the time.
    await page.goto('chrome://extensions/strings.m.js');
    await use(page);
  } finally {
    await page.close();
  }
}
