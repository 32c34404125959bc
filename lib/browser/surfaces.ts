import { browser } from 'wxt/browser';
import { hasApi } from './runtime.ts';
import * as z from 'zod/mini';
import { storedFamily, valueOf } from './storage.ts';

/** Missing from the types. */
type SidebarAction = { open: () => Promise<void> };
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a namespace of the browser, not data from outside
const { sidebarAction } = browser as unknown as { sidebarAction?: SidebarAction };

/** Opens a tab if there is no side panel. Call in the click, before anything is awaited. */
export async function openSidePanel(windowId: number): Promise<void> {
  if (sidebarAction !== undefined) await sidebarAction.open();
  else if (hasApi('sidePanel')) await browser.sidePanel.open({ windowId });
  else await openSearchPage();
}

export async function openWelcome(): Promise<void> {
  await browser.tabs.create({ url: browser.runtime.getURL('/welcome.html') });
}

/** Reuses a tab that already shows it. */
export async function openSearchPage(): Promise<void> {
  const url = browser.runtime.getURL('/sidepanel.html');
  const shown = (await browser.tabs.query({})).find((tab) => tab.url?.startsWith(url));
  if (shown?.id === undefined) await browser.tabs.create({ url });
  else await browser.tabs.update(shown.id, { active: true });
}

export async function openSettings(): Promise<void> {
  await browser.runtime.openOptionsPage();
}

/** An empty `shortcut` is unassigned. */
export async function shortcuts(): Promise<{ name: string; shortcut: string }[]> {
  if (!hasApi('commands')) return [];
  const commands = await browser.commands.getAll();
  return commands.map(({ name, shortcut }) => ({ name: name ?? '', shortcut: shortcut ?? '' }));
}

export async function openShortcutSettings(): Promise<void> {
  const { commands } = browser;
  // Firefox has a method, and doesn't let extensions open the page by address.
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

/** Returns the query once. */
export function takeQuery(windowId: number): Promise<string | null> {
  return queries.of(windowId).take();
}
