/** Opens the extension's own surfaces. */
import { browser } from 'wxt/browser';
import { hasApi } from './runtime.ts';
import * as z from 'zod/mini';
import { storedFamily, valueOf } from './storage.ts';

/** Firefox's sidebar, missing from the types. */
type SidebarAction = { open: () => Promise<void> };
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a namespace of the browser, not data from outside
const { sidebarAction } = browser as unknown as { sidebarAction?: SidebarAction };

/**
 * Opens the side panel of a window, or the same page in a tab if the browser has none. Must be called in the click
 * itself, before anything is awaited: both browsers require it.
 */
export async function openSidePanel(windowId: number): Promise<void> {
  if (sidebarAction !== undefined) await sidebarAction.open();
  else if (hasApi('sidePanel')) await browser.sidePanel.open({ windowId });
  else await openSearchPage();
}

export async function openWelcome(): Promise<void> {
  await browser.tabs.create({ url: browser.runtime.getURL('/welcome.html') });
}

/** Opens the page of the side panel in a tab, or activates the tab that already shows it. */
export async function openSearchPage(): Promise<void> {
  const url = browser.runtime.getURL('/sidepanel.html');
  const shown = (await browser.tabs.query({})).find((tab) => tab.url?.startsWith(url));
  if (shown?.id === undefined) await browser.tabs.create({ url });
  else await browser.tabs.update(shown.id, { active: true });
}

export async function openSettings(): Promise<void> {
  await browser.runtime.openOptionsPage();
}

/** Gives the keyboard shortcuts; an empty `shortcut` is unassigned. */
export async function shortcuts(): Promise<{ name: string; shortcut: string }[]> {
  if (!hasApi('commands')) return [];
  const commands = await browser.commands.getAll();
  return commands.map(({ name, shortcut }) => ({ name: name ?? '', shortcut: shortcut ?? '' }));
}

/** Opens the browser's page for shortcuts of extensions. */
export async function openShortcutSettings(): Promise<void> {
  const { commands } = browser;
  // Firefox has a method for it, and doesn't let extensions open the page by its address.
  if ('openShortcutSettings' in commands && typeof commands.openShortcutSettings === 'function') {
    await Reflect.apply(commands.openShortcutSettings, commands, []);
    return;
  }
  await browser.tabs.create({ url: 'chrome://extensions/shortcuts' });
}

const queries = storedFamily<string | null>({
  area: 'session',
  prefix: 'panel.query.',
  parse: valueOf(z.string()),
  fallback: null,
  corrupt: 'ignore',
});

export function offerQuery(windowId: number, q: string): Promise<void> {
  return queries.of(windowId).write(q);
}

/** Gives the offered query once; null if there is none. */
export function takeQuery(windowId: number): Promise<string | null> {
  return queries.of(windowId).take();
}
