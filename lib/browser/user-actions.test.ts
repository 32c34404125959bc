import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { listenToMenus } from './user-actions.ts';

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
    // The person never answers: the background is gone before.
    return new Promise(() => undefined);
  };
  listenToMenus((gesture) => order.push(gesture.name));
});

function clicked(menuItemId: string, linkUrl = 'http://example.org/a'): void {
  const info = { menuItemId, linkUrl, editable: false, pageUrl: '' };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as much of a click as is looked at
  click(info, { id: 7 } as Click[1]);
}

describe('a selection kept by the menu', () => {
  it.each([
    ['save-selection', ' The lamps\n', 'The lamps'],
    ['save-selection', undefined, null],
    ['save-page', 'The lamps', null],
  ])('%s of %j says %j', (menuItemId, selectionText, said) => {
    const told: unknown[] = [];
    listenToMenus((gesture) => told.push(gesture));

    const info = { menuItemId, selectionText, frameId: 3, editable: false, pageUrl: '' };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as much of a click as is looked at
    click(info, { id: 7 } as Click[1]);

    expect(told).toMatchObject([{ name: menuItemId, tabId: 7, said }]);
  });
});

describe('a link saved by the menu', () => {
  it('is handed on before the person is asked whether this device may read its site', () => {
    clicked('save-link-here');

    expect(order).toEqual(['save-link', 'asked for https://example.org/*']);
  });

  it.each([
    'http://localhost:3000/a',
    'http://192.168.1.1/',
    'http://100.64.0.1/',
    'http://[::1]/',
  ])('asks for nothing at %s, where this device reads nothing', (url) => {
    clicked('save-link-here', url);

    expect(order).toEqual(['save-link']);
  });

  it('asks for no site where the service reads it', () => {
    clicked('save-link');

    expect(order).toEqual(['save-link']);
  });
});
