/**
 * What a browser may lack, looked up in this one place. Firefox for Android has none of these but what every browser
 * has; what it lacks is left out there, and the rest of Keepsake goes on.
 */
import { browser } from 'wxt/browser';

export type OptionalApi =
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
