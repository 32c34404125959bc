import { browser } from 'wxt/browser';
import { readingOriginOf } from '../url/origins.ts';
import { leadsIntoOwnNetwork } from '../url/network-address.ts';
import { hasApi, windowOf } from './runtime.ts';
import { requestOrigins } from './permissions.ts';

const tabActions = ['save-page', 'save-selection'] as const;
const linkActions = ['save-link', 'save-image'] as const;
type TabActionName = (typeof tabActions)[number];
type LinkActionName = (typeof linkActions)[number];
/** Menu ids; `save-page` and `save-selection` are also command ids in the manifest. */
export type UserActionName = TabActionName | LinkActionName | SelectionSearch['name'];

export type SaveAction =
  /** These actions grant `activeTab`. `frameId` and the selected text are null if not reported. */
  | { name: TabActionName; tabId: number; frameId: number | null; said: string | null }
  /** `title` is the link text, if reported. */
  | { name: LinkActionName; tabId: number; url: string; title: string | null };
/** A search for the selected text, in the window it was selected in. */
export type SelectionSearch = { name: 'search-selection'; windowId: number; selection: string };
export type UserAction = SaveAction | SelectionSearch;

/** Suffix of menu ids for links that this device reads itself. */
const readHere = '-here';

/**
 * Rebuilds the menu. With `readsHere`, the click on a link also requests access to its site, because that isn't
 * possible later.
 */
export async function createMenus(
  titles: Record<UserActionName, string>,
  { readsHere }: { readsHere: boolean },
): Promise<void> {
  if (!hasApi('contextMenus')) return;
  await browser.contextMenus.removeAll();
  const suffix = readsHere ? readHere : '';
  const web = { targetUrlPatterns: ['http://*/*', 'https://*/*'] };
  const menus = [
    { id: 'save-page', name: 'save-page', contexts: ['page', 'frame'] },
    { id: 'save-selection', name: 'save-selection', contexts: ['selection'] },
    { id: 'search-selection', name: 'search-selection', contexts: ['selection'] },
    { id: `save-link${suffix}`, name: 'save-link', contexts: ['link'], ...web },
    { id: `save-image${suffix}`, name: 'save-image', contexts: ['image'], ...web },
  ] as const;
  for (const { name, contexts, ...menu } of menus) {
    browser.contextMenus.create({ ...menu, title: titles[name], contexts: [...contexts] });
  }
}

/** The side panel opens only if the listener does so before awaiting anything. */
export function listenToMenus(listener: (action: UserAction) => void): void {
  if (!hasApi('contextMenus')) return;
  browser.contextMenus.onClicked.addListener((info, tab) => {
    const id = String(info.menuItemId);
    const ofTab = tabActions.find((known) => known === id);
    if (tab?.id === undefined) return;
    if (id === 'search-selection') {
      const { selectionText: selection = '' } = info;
      return listener({ name: id, windowId: windowOf(tab), selection });
    }
    if (ofTab !== undefined) {
      const isPage = ofTab === 'save-page';
      const frameId = isPage ? null : (info.frameId ?? null);
      const said = isPage ? null : info.selectionText?.trim() || null;
      return listener({ name: ofTab, tabId: tab.id, frameId, said });
    }
    const ofLink = linkActions.find((known) => id === known || id === known + readHere);
    const url = ofLink === 'save-image' ? info.srcUrl : info.linkUrl;
    if (ofLink === undefined || url === undefined) return;
    const title = ofLink === 'save-link' ? linkTextOf(info) : null;
    // Report first, because the background might stop while the permission prompt is open.
    listener({ name: ofLink, tabId: tab.id, url, title });
    if (id.endsWith(readHere)) void askToRead(url);
  });
}

/** Returns the link text, which only Firefox reports. */
function linkTextOf(info: object): string | null {
  return 'linkText' in info && typeof info.linkText === 'string' ? info.linkText : null;
}

/** Requests access to the site; `listenToPermissions` reports the outcome. */
async function askToRead(url: string): Promise<void> {
  // Addresses in the person's own network are never fetched, even with permission.
  if (leadsIntoOwnNetwork(URL.parse(url)?.hostname ?? '')) return;
  try {
    await requestOrigins([readingOriginOf(url)]);
  } catch {
    // Permissions don't apply to this URL.
  }
}

export function listenToCommands(listener: (action: SaveAction) => void): void {
  if (!hasApi('commands')) return;
  browser.commands.onCommand.addListener((command, tab) => {
    const name = tabActions.find((known) => known === command);
    if (name === undefined || tab?.id === undefined) return;
    listener({ name, tabId: tab.id, frameId: null, said: null });
  });
}
