import { browser } from 'wxt/browser';
import { hasApi } from './runtime.ts';
import * as z from 'zod/mini';
import { storedFamily, valueOf } from './storage.ts';
import { activeTab } from './tabs.ts';

/** The sidebar API, which is missing from the types. */
type SidebarAction = { open: () => Promise<void> };
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a browser API, not outside data
const { sidebarAction } = browser as unknown as { sidebarAction?: SidebarAction };

/**
 * Opens a tab if there is no side panel. In Firefox, call it in the click handler before awaiting anything; Chromium also
 * allows it shortly after.
 */
export async function openSidePanel(windowId: number): Promise<void> {
  if (sidebarAction !== undefined) await sidebarAction.open();
  else if (hasApi('sidePanel')) await browser.sidePanel.open({ windowId });
  else await openSearchPage();
}

export async function openWelcome(): Promise<void> {
  await browser.tabs.create({ url: browser.runtime.getURL('/welcome.html') });
}

export async function openSearchPage(): Promise<void> {
  await showTab(browser.runtime.getURL('/sidepanel.html'), {});
}

/** `part` is the anchor of a section. */
export async function openSettings(part?: string): Promise<void> {
  if (part === undefined) return browser.runtime.openOptionsPage();
  const url = browser.runtime.getURL('/options.html');
  return showTab(url, { url: `${url}#${part}` });
}

/** Shows a page of the extension, in the tab that already shows it if there is one. */
async function showTab(url: string, update: { url?: string }): Promise<void> {
  const shown = (await browser.tabs.query({})).find((tab) => tab.url?.startsWith(url));
  if (shown?.id === undefined) await browser.tabs.create({ url, ...update });
  else await browser.tabs.update(shown.id, { ...update, active: true });
}

/** An empty `shortcut` means that none is assigned. */
export async function shortcuts(): Promise<{ name: string; shortcut: string }[]> {
  if (!hasApi('commands')) return [];
  const commands = await browser.commands.getAll();
  return commands.map(({ name, shortcut }) => ({ name: name ?? '', shortcut: shortcut ?? '' }));
}

export async function openShortcutSettings(): Promise<void> {
  const { commands } = browser;
  // Firefox has a method for this and doesn't let extensions open the page by URL.
  if ('openShortcutSettings' in commands && typeof commands.openShortcutSettings === 'function') {
    await Reflect.apply(commands.openShortcutSettings, commands, []);
    return;
  }
  await browser.tabs.create({ url: 'chrome://extensions/shortcuts' });
}

/**
 * Opens a search in the side panel, or in a tab if the browser refuses to open the panel. Returns the window that the
 * query was left for; null if there is none. Must be called in the click or key handler, before anything is awaited.
 * `windowId` is null if it isn't known yet.
 */
export async function openSearch(q: string, windowId: number | null): Promise<number | null> {
  // Rejects in Chromium before 130 and Firefox before 142, where pressing Enter in the address bar isn't a user gesture.
  const [opening] = await Promise.allSettled([openSidePanel(windowId ?? noWindow)]);
  const offeredIn = windowId ?? (await activeTab())?.windowId ?? null;
  if (offeredIn !== null && q !== '') await offerQuery(offeredIn, q);
  if (opening.status === 'rejected') await openSearchPage();
  return offeredIn;
}

/** An invalid window id, for which opening the side panel fails. */
const noWindow = -1;

const queries = storedFamily<string | null>({
  area: 'session',
  prefix: 'panel.query.',
  parse: valueOf(z.string()),
  fallback: null,
});

export function offerQuery(windowId: number, q: string): Promise<void> {
  return queries.of(windowId).write(q);
}

export function takeQuery(windowId: number): Promise<string | null> {
  return queries.of(windowId).take();
}
