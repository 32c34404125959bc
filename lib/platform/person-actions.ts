/** What the person does outside the extension's pages: the context menu and the keyboard shortcuts. */
import { browser } from 'wxt/browser';

const gestureNames = ['save-page', 'save-selection'] as const;
/** Ids of the menu entries and, the same, of the commands in the manifest. */
export type GestureName = (typeof gestureNames)[number];

/** Both grant `activeTab` for the tab; `frameId` is null where the browser does not say. */
export type Gesture = { name: GestureName; tabId: number; frameId: number | null };
type GestureListener = (gesture: Gesture) => void;

/** Makes the menu entries anew, as an update may have changed them. */
export async function createMenus(titles: Record<GestureName, string>): Promise<void> {
  await browser.contextMenus.removeAll();
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
}

export function listenToMenus(listener: GestureListener): void {
  browser.contextMenus.onClicked.addListener(({ menuItemId, frameId }, tab) => {
    const name = gestureNames.find((known) => known === menuItemId);
    if (name === undefined || tab?.id === undefined) return;
    listener({ name, tabId: tab.id, frameId: name === 'save-page' ? null : (frameId ?? null) });
  });
}

export function listenToCommands(listener: GestureListener): void {
  browser.commands.onCommand.addListener((command, tab) => {
    const name = gestureNames.find((known) => known === command);
    if (name === undefined || tab?.id === undefined) return;
    listener({ name, tabId: tab.id, frameId: null });
  });
}
