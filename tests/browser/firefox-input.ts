import type {
  FirefoxExtensions,
  FirefoxMenu,
  FirefoxSidebar,
  FirefoxSubmenu,
} from './firefox-internals.ts';
import { PATIENCE_MS, rightClick, runInBrowser } from './firefox-session.ts';
import type { Marionette } from './marionette.ts';
import { pollUntil } from './poll-until.ts';

declare const SidebarController: FirefoxSidebar;
declare const WebExtensionPolicy: FirefoxExtensions;

/** Presses the extension's shortcut with this key, such as "S" for "Alt+Shift+S". */
export function pressShortcut(marionette: Marionette, key: string): Promise<void> {
  return runInBrowser(marionette, pressExtensionKey, key);
}

/**
 * Right-clicks an element of the current tab and chooses the entry that starts with these words.
 */
export async function clickContextMenu(
  marionette: Marionette,
  selector: string,
  words: string,
): Promise<void> {
  await rightClick(marionette, selector);
  await pollUntil(
    `the menu to offer “${words}”`,
    async () => ((await runInBrowser(marionette, chooseFromMenu, words)) ? true : undefined),
    PATIENCE_MS,
  );
  await pollUntil(
    'the menu to close',
    async () => ((await runInBrowser(marionette, isMenuClosed)) ? true : undefined),
    PATIENCE_MS,
  );
}

/** A point in the current tab's viewport, in CSS pixels. */
export type Point = { x: number; y: number };

/** Presses the mouse at the first point and releases it at the last; with one point, clicks. */
export async function dragOver(marionette: Marionette, points: readonly Point[]): Promise<void> {
  const [first, ...others] = points.map(({ x, y }) => ({
    type: 'pointerMove',
    x: Math.round(x),
    y: Math.round(y),
    duration: 50,
  }));
  const actions = [
    first,
    { type: 'pointerDown', button: 0 },
    ...others,
    { type: 'pointerUp', button: 0 },
  ];
  await marionette.send('WebDriver:PerformActions', {
    actions: [{ type: 'pointer', id: 'mouse', actions }],
  });
}

/** WebDriver's key code for Control. */
const control = '\uE009';

/** Types into the focused element, letter by letter. Once pressed, Control stays down until the end. */
export async function typeKeys(marionette: Marionette, letters: string): Promise<void> {
  const keys = letters.split('');
  const actions = [
    ...keys.flatMap((value) => [
      { type: 'keyDown', value },
      ...(value === control ? [] : [{ type: 'keyUp', value }]),
    ]),
    ...(keys.includes(control) ? [{ type: 'keyUp', value: control }] : []),
  ];
  await marionette.send('WebDriver:PerformActions', {
    actions: [{ type: 'key', id: 'keyboard', actions }],
  });
}

/** Returns whether the window shows any sidebar. */
export function isSidebarOpen(marionette: Marionette): Promise<boolean> {
  return runInBrowser(marionette, () => SidebarController.isOpen);
}

/** Terminates the background page as Firefox does with an idle one, even if the page is busy. */
export function stopBackground(marionette: Marionette, extensionId: string): Promise<void> {
  return runInBrowser(
    marionette,
    (id) =>
      WebExtensionPolicy.getByID(id).extension.terminateBackground({
        disableResetIdleForTest: true,
      }),
    extensionId,
  );
}

// The functions below run in the browser's window and can't use anything from this file.

/** Presses the extension's shortcut with this key. Firefox represents shortcuts as `<key>` elements. */
function pressExtensionKey(key: string): void {
  const keys = document.querySelectorAll<Element & { doCommand(): void }>(
    'keyset[id^="ext-keyset"] key',
  );
  const pressed = [...keys].find((element) => element.getAttribute('key') === key);
  if (!pressed) throw new Error(`The extension has no shortcut with the key ${key}.`);
  pressed.doCommand();
}

function chooseFromMenu(words: string): boolean {
  const menu = document.querySelector<FirefoxMenu>('#contentAreaContextMenu');
  const entry = [...(menu?.querySelectorAll('menuitem') ?? [])].find(
    (item) => item.getAttribute('label')?.startsWith(words) && !item.hasAttribute('hidden'),
  );
  const list = entry?.closest<FirefoxMenu>('menupopup');
  if (menu?.state !== 'open' || !entry || !list) return false;
  if (list.state !== 'open') {
    // An extension with several entries has them in a submenu.
    list.closest<FirefoxSubmenu>('menu')?.openMenu(true);
    return false;
  }
  list.activateItem(entry);
  return true;
}

function isMenuClosed(): boolean {
  return document.querySelector<FirefoxMenu>('#contentAreaContextMenu')?.state === 'closed';
}
