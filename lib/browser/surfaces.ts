/** Opens the extension's own surfaces; what differs between the browsers stays in here. */
import { browser } from 'wxt/browser';
import { hasApi } from './runtime.ts';
import * as z from 'zod/mini';
import { storedFamily, valueOf } from './storage.ts';

export { ownWindowId } from './runtime.ts';
export { activeTab } from './tabs.ts';

/** Firefox's sidebar, which the types of Chromium's API do not know. */
type SidebarAction = { open: () => Promise<void> };
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a namespace of the browser, not data from outside
const { sidebarAction } = browser as unknown as { sidebarAction?: SidebarAction };

/**
 * Shows the side panel of a window, or a tab of the same page where the browser has none. Must be called in the
 * person's click itself, before anything is awaited: both browsers ask for that.
 */
export async function openSidePanel(windowId: number): Promise<void> {
  if (sidebarAction !== undefined) await sidebarAction.open();
  else if (hasApi('sidePanel')) await browser.sidePanel.open({ windowId });
  else await openSearchPage();
}

/** Shows the welcome page in a tab. */
export async function openWelcome(): Promise<void> {
  await browser.tabs.create({ url: browser.runtime.getURL('/welcome.html') });
}

/** Shows the page of the side panel in a tab, where the panel itself cannot be opened: in one that shows it already. */
export async function openSearchPage(): Promise<void> {
  const url = browser.runtime.getURL('/sidepanel.html');
  const shown = (await browser.tabs.query({})).find((tab) => tab.url?.startsWith(url));
  if (shown?.id === undefined) await browser.tabs.create({ url });
  else await browser.tabs.update(shown.id, { active: true });
}

/** Shows the settings in a tab, or brings the tab to the front that shows them already. */
export async function openSettings(): Promise<void> {
  await browser.runtime.openOptionsPage();
}

/** The keyboard shortcuts as the person has them; an empty `shortcut` is one not assigned. */
export async function shortcuts(): Promise<{ name: string; shortcut: string }[]> {
  if (!hasApi('commands')) return [];
  const commands = await browser.commands.getAll();
  return commands.map(({ name, shortcut }) => ({ name: name ?? '', shortcut: shortcut ?? '' }));
}

/** Opens the browser's own page for the keys of extensions. */
export async function openShortcutSettings(): Promise<void> {
  const { commands } = browser;
  // Firefox alone has it, and lets no extension open that page by its address.
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

/** Gives the query once; null if none was left. A panel asks when it opens and again when it is told of one. */
export function takeQuery(windowId: number): Promise<string | null> {
  return queries.of(windowId).take();
}
