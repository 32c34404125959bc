import { browser } from 'wxt/browser';

/** Rejects if there is no listener or it ended before answering. */
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
  /** Without a trailing slash. */
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

/** Checks the value: some browsers define only the name. */
export function hasApi(name: OptionalApi): boolean {
  return Boolean(Reflect.get(browser, name));
}

/** Browsers leave permissions they don't know out of the manifest. */
export function canAskFor(permission: 'tabs' | 'bookmarks'): boolean {
  const { permissions = [], optional_permissions: optional = [] } = browser.runtime.getManifest();
  const known: readonly unknown[] = [...permissions, ...optional];
  return known.includes(permission);
}

/** Without windows, browsers number each tab separately; all count as this window. */
const onlyWindow = 0;

export function windowOf({ windowId }: { windowId: number }): number {
  return hasApi('windows') ? windowId : onlyWindow;
}

/** Not necessarily the focused window. */
export async function ownWindowId(): Promise<number | null> {
  if (!hasApi('windows')) return onlyWindow;
  return (await browser.windows.getCurrent()).id ?? null;
}

type AboutBrowser = { version: string; browser: string; system: string };

/** Nothing in it identifies a person. */
export async function aboutBrowser(): Promise<AboutBrowser> {
  const { os, arch } = await browser.runtime.getPlatformInfo();
  return {
    version: browser.runtime.getManifest().version,
    browser: browserName(navigator.userAgent),
    system: `${os} ${arch}`,
  };
}

/** Name and main version: “Firefox 153”, “Chromium 156”. */
export function browserName(userAgent: string): string {
  const [, name, version] = /(Firefox|Edg|OPR|Chrome)\/(\d{1,4})/u.exec(
    // Edge and Opera name Chrome first.
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
