/** The extension's runtime: messages, identity, and what this browser supports. */
import { browser } from 'wxt/browser';

/** Rejects if nobody listens, or if the listener ended before it answered. */
export function sendMessage(message: unknown): Promise<unknown> {
  return browser.runtime.sendMessage(message);
}

/** The sender of a message, vouched for by the browser. */
export type MessageSender = {
  id?: string | undefined;
  url?: string | undefined;
  /** 0 is the top frame. */
  frameId?: number | undefined;
  tab?: unknown;
};

/** Gives a promise of the answer, or undefined to leave the message to another listener. */
export type MessageListener = (
  message: unknown,
  sender: MessageSender,
) => Promise<unknown> | undefined;

/** Must be called synchronously when the script starts, or it misses the message that woke it. */
export function listenToMessages(listener: MessageListener): void {
  browser.runtime.onMessage.addListener((message, sender, respond) => {
    const answer = listener(message, sender);
    if (answer === undefined) return undefined;
    // Chromium takes no promise for an answer. Without any answer the sender would wait for ever.
    void answer.then(respond, () => respond());
    return true;
  });
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

/** Whether this browser has the API. Checks the value: some browsers have the name only. */
export function hasApi(name: OptionalApi): boolean {
  return Boolean(Reflect.get(browser, name));
}

/** Whether it is granted or can be requested: browsers leave unknown permissions out of the manifest they report. */
export function canAskFor(permission: 'tabs' | 'bookmarks'): boolean {
  const { permissions = [], optional_permissions: optional = [] } = browser.runtime.getManifest();
  const known: readonly unknown[] = [...permissions, ...optional];
  return known.includes(permission);
}

/** Firefox for Android reports a window for each tab; here they count as one. */
const onlyWindow = 0;

/** The id of a tab's window. */
export function windowOf({ windowId }: { windowId: number }): number {
  return hasApi('windows') ? windowId : onlyWindow;
}

/** The window this page of the extension is in, which may not be the focused one. */
export async function ownWindowId(): Promise<number | null> {
  if (!hasApi('windows')) return onlyWindow;
  return (await browser.windows.getCurrent()).id ?? null;
}

/** Versions for a problem report, none of which identifies a person. */
export async function aboutBrowser() {
  const { os, arch } = await browser.runtime.getPlatformInfo();
  return {
    version: browser.runtime.getManifest().version,
    browser: browserName(navigator.userAgent),
    system: `${os} ${arch}`,
  };
}

/** Gives name and major version: “Firefox 153”, “Chromium 156”. */
export function browserName(userAgent: string): string {
  const [, name, version] = /(Firefox|Edg|OPR|Chrome)\/(\d{1,4})/u.exec(
    // The user agents of Edge and Opera name Chrome first.
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
