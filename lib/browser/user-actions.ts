/** What the person does outside the extension's pages: the context menu and the keyboard shortcuts. */
import { browser } from 'wxt/browser';
import { readingOriginOf } from '../url/origins.ts';
import { leadsIntoOwnNetwork } from '../url/network-address.ts';
import { hasApi } from './runtime.ts';
import { requestOrigins } from './permissions.ts';

const tabActions = ['save-page', 'save-selection'] as const;
const linkActions = ['save-link', 'save-image'] as const;
type TabActionName = (typeof tabActions)[number];
type LinkActionName = (typeof linkActions)[number];
/** Ids of the menu entries and, those of the page and the selection, of the commands in the manifest. */
export type UserActionName = TabActionName | LinkActionName;

export type UserAction =
  /** Both grant `activeTab` for the tab; `frameId`, and the words `said` to be selected, are null where nothing is said. */
  | { name: TabActionName; tabId: number; frameId: number | null; said: string | null }
  /** `title` is what stands on the link, where the browser says so. */
  | { name: LinkActionName; tabId: number; url: string; title: string | null };
type UserActionListener = (action: UserAction) => void;

/** Ends the ids of entries whose address this browser itself will have to read. */
const readHere = '-here';

/**
 * Makes the menu entries anew: an update may have changed them, or the person their connection. `readsHere` has the browser
 * ask, in the click, whether the site of a link may be read; afterwards would be too late to ask.
 */
export async function createMenus(
  titles: Record<UserActionName, string>,
  { readsHere }: { readsHere: boolean },
): Promise<void> {
  if (!hasApi('contextMenus')) return;
  await browser.contextMenus.removeAll();
  const suffix = readsHere ? readHere : '';
  browser.contextMenus.create({
    id: 'save-page',
    title: titles['save-page'],
    contexts: ['page', 'frame'],
  });
  browser.contextMenus.create({
    id: 'save-selection',
    title: titles['save-selection'],
    contexts: ['selection'],
  });
  browser.contextMenus.create({
    id: `save-link${suffix}`,
    title: titles['save-link'],
    contexts: ['link'],
    targetUrlPatterns: ['http://*/*', 'https://*/*'],
  });
  browser.contextMenus.create({
    id: `save-image${suffix}`,
    title: titles['save-image'],
    contexts: ['image'],
    targetUrlPatterns: ['http://*/*', 'https://*/*'],
  });
}

export function listenToMenus(listener: UserActionListener): void {
  if (!hasApi('contextMenus')) return;
  browser.contextMenus.onClicked.addListener((info, tab) => {
    const id = String(info.menuItemId);
    const ofTab = tabActions.find((known) => known === id);
    if (tab?.id === undefined) return;
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
    // Written down before the person is asked: this background may end over the question.
    listener({ name: ofLink, tabId: tab.id, url, title });
    if (id.endsWith(readHere)) void askToRead(url);
  });
}

/** Firefox alone says what stands on a link. */
function linkTextOf(info: object): string | null {
  return 'linkText' in info && typeof info.linkText === 'string' ? info.linkText : null;
}

/** Asks the person, where the browser does not know the answer already; what came of it is told by `listenToPermissions`. */
async function askToRead(url: string): Promise<void> {
  // Allowed or not, nothing is fetched there.
  if (leadsIntoOwnNetwork(URL.parse(url)?.hostname ?? '')) return;
  try {
    await requestOrigins([readingOriginOf(url)]);
  } catch {
    // An address that no permission is for, as one whose name the browser does not take.
  }
}

export function listenToCommands(listener: UserActionListener): void {
  if (!hasApi('commands')) return;
  browser.commands.onCommand.addListener((command, tab) => {
    const name = tabActions.find((known) => known === command);
    if (name === undefined || tab?.id === undefined) return;
    listener({ name, tabId: tab.id, frameId: null, said: null });
  });
}
