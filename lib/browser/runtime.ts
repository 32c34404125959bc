/** The asking end of `runtime` messages. */
import { browser } from 'wxt/browser';

/** Rejects where nobody listens or the listener ended before it answered. */
export function sendMessage(message: unknown): Promise<unknown> {
  return browser.runtime.sendMessage(message);
}

export const extensionIdentity = {
  /** As in the manifest. */
  get version(): string {
    return browser.runtime.getManifest().version;
  },
  get id(): string {
    return browser.runtime.id;
  },
  /** Scheme and host of the extension's pages, without a slash. */
  get origin(): string {
    return new URL(browser.runtime.getURL('/')).origin;
  },
};

type OptionalApi =
  | 'commands'
  | 'contextMenus'
  | 'identity'
  | 'omnibox'
  | 'sidePanel'
  | 'sidebarAction'
  | 'windows';

/** Whether this browser has the API. Looked at by its value: a name alone may stand for nothing. */
export function hasApi(name: OptionalApi): boolean {
  return Boolean(Reflect.get(browser, name));
}

/** Whether it was given, or can be asked for: a browser that does not know a permission leaves it out of the manifest. */
export function canAskFor(permission: 'tabs' | 'bookmarks'): boolean {
  const { permissions = [], optional_permissions: optional = [] } = browser.runtime.getManifest();
  const known: readonly unknown[] = [...permissions, ...optional];
  return known.includes(permission);
}

/** Without windows every tab is one of its own to the browser; they all count as one here, by this number. */
const onlyWindow = 0;

/** The window of a tab, by the number the browser gave. */
export function windowOf({ windowId }: { windowId: number }): number {
  return hasApi('windows') ? windowId : onlyWindow;
}

/** The window this page of the extension is in, which need not be the one in front. */
export async function ownWindowId(): Promise<number | null> {
  if (!hasApi('windows')) return onlyWindow;
  return (await browser.windows.getCurrent()).id ?? null;
}

type AboutBrowser = { version: string; browser: string; system: string };

/** Asks the browser itself; no figure of it tells one person from another. */
export async function aboutBrowser(): Promise<AboutBrowser> {
  const { os, arch } = await browser.runtime.getPlatformInfo();
  return {
    version: browser.runtime.getManifest().version,
    browser: browserName(navigator.userAgent),
    system: `${os} ${arch}`,
  };
}

/** Gives name and main version by what the browser calls itself: “Firefox 153”, “Chromium 156”. */
export function browserName(userAgent: string): string {
  const [, name, version] = /(Firefox|Edg|OPR|Chrome)\/(\d{1,4})/u.exec(
    // Edge and Opera call themselves Chrome first.
    userAgent.replace(/Chrome\/\d+(?=.*(?:Edg|OPR)\/)/u, ''),
  ) ?? ['', 'Unknown', ''];
  const known: Record<string, string> = { Chrome: 'Chromium', Edg: 'Edge', OPR: 'Opera' };
  return `${known[name ?? ''] ?? name} ${version}`.trim();
}

export function listenToInstall(listener: (reason: 'install' | 'update') => void): void {
  browser.runtime.onInstalled.addListener(({ reason }) => {
    if (reason === 'install' || reason === 'update') listener(reason);
  });
}

export function listenToStartup(listener: () => void): void {
  browser.runtime.onStartup.addListener(listener);
}
