/** Opens the extension's own surfaces; what differs between Chromium and Firefox stays in here. */
import { browser } from 'wxt/browser';

export { activeTab } from './tabs.ts';

/** Firefox's sidebar, which the types of Chromium's API do not know. */
type SidebarAction = { open: () => Promise<void> };
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a namespace of the browser, not data from outside
const { sidebarAction } = browser as unknown as { sidebarAction?: SidebarAction };

/** Must be called in the person's click itself, before anything is awaited: both browsers ask for that. */
export async function openSidePanel(windowId: number): Promise<void> {
  await (sidebarAction === undefined ? browser.sidePanel.open({ windowId }) : sidebarAction.open());
}

/** The window this page of the extension is in, which need not be the one in front. */
export async function ownWindowId(): Promise<number | null> {
  return (await browser.windows.getCurrent()).id ?? null;
}

/** Shows the welcome page in a tab. */
export async function openWelcome(): Promise<void> {
  await browser.tabs.create({ url: browser.runtime.getURL('/welcome.html') });
}

/** Shows the page of the side panel in a tab, where the panel itself cannot be opened. */
export async function openSearchPage(): Promise<void> {
  await browser.tabs.create({ url: browser.runtime.getURL('/sidepanel.html') });
}

/** Shows the settings in a tab, or brings the tab to the front that shows them already. */
export async function openSettings(): Promise<void> {
  await browser.runtime.openOptionsPage();
}

/** The keyboard shortcuts as the person has them; an empty `shortcut` is one not assigned. */
export async function shortcuts(): Promise<{ name: string; shortcut: string }[]> {
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
