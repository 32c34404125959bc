import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { createMenus, listenToMenus } from './user-actions.ts';

vi.mock('wxt/browser', () => ({ browser: fakeBrowser }));

type Click = Parameters<Parameters<typeof fakeBrowser.contextMenus.onClicked.addListener>[0]>;

let click: (...given: Click) => void;
let order: string[];

beforeEach(() => {
  order = [];
  fakeBrowser.contextMenus.onClicked.addListener = (listener) => {
    click = listener;
  };
  fakeBrowser.permissions.request = async ({ origins = [] }) => {
    order.push(`asked for ${origins.join()}`);
    // Never resolves, as if the background stopped before the person decided.
    return new Promise(() => undefined);
  };
  listenToMenus((gesture) => order.push(gesture.name));
});

function clicked(menuItemId: string, linkUrl = 'http://example.org/a'): void {
  const info = { menuItemId, linkUrl, editable: false, pageUrl: '' };
  click(info, { id: 7 } as Click[1]);
}

describe('a menu click with selected text', () => {
  it.each([
    ['save-selection', ' The lamps\n', 'The lamps'],
    ['save-selection', undefined, null],
    ['save-page', 'The lamps', null],
  ])('%s with %j reports %j', (menuItemId, selectionText, said) => {
    const told: unknown[] = [];
    listenToMenus((gesture) => told.push(gesture));

    const info = { menuItemId, selectionText, frameId: 3, editable: false, pageUrl: '' };
    click(info, { id: 7 } as Click[1]);

    expect(told).toMatchObject([{ name: menuItemId, tabId: 7, said }]);
  });
});

describe('searching for the selected text', () => {
  it.each([
    ['The lamps', 'The lamps'],
    [undefined, ''],
  ])('reports %j as %j, with its window', (selectionText, selection) => {
    const told: unknown[] = [];
    listenToMenus((action) => told.push(action));

    const info = { menuItemId: 'search-selection', selectionText, editable: false, pageUrl: '' };
    click(info, { id: 7, windowId: 3 } as Click[1]);

    expect(told).toEqual([{ name: 'search-selection', windowId: 3, selection }]);
  });
});

describe('the menu', () => {
  it('has each entry once, however often it is built', async () => {
    let entries: unknown[] = [];
    fakeBrowser.contextMenus.removeAll = async () => {
      entries = [];
    };
    fakeBrowser.contextMenus.create = (entry) => entries.push([entry.id, entry.contexts]);
    const titles = {
      'save-page': 'Save page',
      'save-selection': 'Save',
      'search-selection': 'Search',
      'save-link': 'Save link',
      'save-image': 'Save image',
    };

    await createMenus(titles, { readsHere: false });
    await createMenus(titles, { readsHere: true });

    expect(entries).toEqual([
      ['save-page', ['page', 'frame']],
      ['save-selection', ['selection']],
      ['search-selection', ['selection']],
      ['save-link-here', ['link']],
      ['save-image-here', ['image']],
    ]);
  });
});

describe('saving a link from the menu', () => {
  it('reports the link before requesting access to its site', () => {
    clicked('save-link-here');

    expect(order).toEqual(['save-link', 'asked for https://example.org/*']);
  });

  it.each([
    'http://localhost:3000/a',
    'http://192.168.1.1/',
    'http://100.64.0.1/',
    'http://[::1]/',
  ])('requests nothing for %s, which this device never reads', (url) => {
    clicked('save-link-here', url);

    expect(order).toEqual(['save-link']);
  });

  it('requests nothing if the service reads the link', () => {
    clicked('save-link');

    expect(order).toEqual(['save-link']);
  });
});
