import { browser } from 'wxt/browser';

/** Rejects if there is no listener, or if the listener's context stopped before responding. */
export function sendMessage(message: unknown): Promise<unknown> {
  return browser.runtime.sendMessage(message);
}

export const extensionIdentity = {
  get version(): string {
    return browser.runtime.getManifest().version;
  },
  get id(): string {
    return browser.runtime.id;
  },
  /** The extension's origin, without a trailing slash. */
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

/** Checks the value, because some browsers define only the name. */
export function hasApi(name: OptionalApi): boolean {
  return Boolean(Reflect.get(browser, name));
}

/** Returns whether the manifest has the permission; browsers leave out permissions they don't know. */
export function canAskFor(permission: 'tabs' | 'bookmarks'): boolean {
  const { permissions = [], optional_permissions: optional = [] } = browser.runtime.getManifest();
  const known: readonly unknown[] = [...permissions, ...optional];
  return known.includes(permission);
}

/** Id used for every tab in browsers without windows, which report a different window id for each tab. */
const onlyWindow = 0;

export function windowOf({ windowId }: { windowId: number }): number {
  return hasApi('windows') ? windowId : onlyWindow;
}

/** Returns the calling page's window, which isn't necessarily the focused one. */
export async function ownWindowId(): Promise<number | null> {
  if (!hasApi('windows')) return onlyWindow;
  return (await browser.windows.getCurrent()).id ?? null;
}

/** Describes the browser without identifying the person. */
export async function aboutBrowser() {
  const { os, arch } = await browser.runtime.getPlatformInfo();
  return {
    version: browser.runtime.getManifest().version,
    browser: browserName(navigator.userAgent),
    system: `${os} ${arch}`,
  };
}

/** Returns the name and major version: “Firefox 153”, “Chromium 156”. */
export function browserName(userAgent: string): string {
  const [, name, version] = /(Firefox|Edg|OPR|Chrome)\/(\d{1,4})/u.exec(
    // Edge and Opera list Chrome before their own name.
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
