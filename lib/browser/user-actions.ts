import { browser } from 'wxt/browser';
import { readingOriginOf } from '../url/origins.ts';
import { leadsIntoOwnNetwork } from '../url/network-address.ts';
import { hasApi } from './runtime.ts';
import { requestOrigins } from './permissions.ts';

const tabActions = ['save-page', 'save-selection'] as const;
const linkActions = ['save-link', 'save-image'] as const;
type TabActionName = (typeof tabActions)[number];
type LinkActionName = (typeof linkActions)[number];
/** Menu ids; those of page and selection are also command ids in the manifest. */
export type UserActionName = TabActionName | LinkActionName;

export type UserAction =
  /** Both grant `activeTab`; `frameId` and the selected text are null if not reported. */
  | { name: TabActionName; tabId: number; frameId: number | null; said: string | null }
  /** `title` is the link text, if reported. */
  | { name: LinkActionName; tabId: number; url: string; title: string | null };
type UserActionListener = (action: UserAction) => void;

/** Suffix of menu ids whose address this browser has to read. */
const readHere = '-here';

/** Rebuilds the menu. `readsHere`: a click on a link asks for its site, since later is too late. */
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
    // Reported first: this background can end while the person is asked.
    listener({ name: ofLink, tabId: tab.id, url, title });
    if (id.endsWith(readHere)) void askToRead(url);
  });
}

/** Only Firefox reports it. */
function linkTextOf(info: object): string | null {
  return 'linkText' in info && typeof info.linkText === 'string' ? info.linkText : null;
}

/** The answer is reported by `listenToPermissions`. */
async function askToRead(url: string): Promise<void> {
  // Never fetched, allowed or not.
  if (leadsIntoOwnNetwork(URL.parse(url)?.hostname ?? '')) return;
  try {
    await requestOrigins([readingOriginOf(url)]);
  } catch {
    // Not an address that permissions apply to.
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
