import { beforeEach, describe, expect, it, vi } from 'vitest';
import { canAskFor, hasApi, ownWindowId } from './runtime.ts';
import { onFrontPageChange, activeTab, getTab, tabsOfWindow } from './tabs.ts';
import { listenToAddressBar } from './omnibox.ts';
import { createMenus, listenToCommands, listenToMenus } from './user-actions.ts';
import { openSidePanel, shortcuts } from './surfaces.ts';

type OpenTab = { id: number; windowId: number; url: string; active: boolean };

/** The browser APIs of Firefox for Android, where each tab has its own window. */
const phone = vi.hoisted(() => {
  const tabs: OpenTab[] = [];
  const nobody = { addListener: () => undefined, removeListener: () => undefined };
  return {
    tabs: {
      list: tabs,
      query: async ({ active, windowId }: { active?: boolean; windowId?: number }) =>
        tabs.filter(
          (tab) =>
            (active === undefined || tab.active === active) &&
            (windowId === undefined || tab.windowId === windowId),
        ),
      get: async (id: number) => tabs.find((tab) => tab.id === id),
      create: async ({ url }: { url: string }) => {
        for (const tab of tabs) tab.active = false;
        tabs.push({ id: tabs.length + 10_001, windowId: tabs.length + 1, url, active: true });
      },
      update: async (id: number) => {
        for (const tab of tabs) tab.active = tab.id === id;
      },
      onUpdated: nobody,
      onActivated: nobody,
    },
    permissions: { contains: async () => true },
    runtime: {
      getURL: (path: string) => `moz-extension://keepsake${path}`,
      getManifest: () => ({ optional_permissions: ['tabs'] }),
    },
    // Some browsers define the name without a value.
    identity: undefined,
  };
});
vi.mock('wxt/browser', () => ({ browser: phone }));

beforeEach(async () => {
  phone.tabs.list.length = 0;
  await phone.tabs.create({ url: 'https://harbour.example/' });
});

describe('Firefox for Android', () => {
  it('reports missing APIs and the permissions in its manifest', () => {
    expect(hasApi('identity')).toBe(false);
    expect(hasApi('windows')).toBe(false);
    expect(canAskFor('tabs')).toBe(true);
    expect(canAskFor('bookmarks')).toBe(false);
  });

  it('skips listeners whose APIs are missing', async () => {
    listenToCommands(never);
    listenToMenus(never);
    listenToAddressBar({ started: never, changed: never, entered: never, canceled: never }, []);
    onFrontPageChange(never)();
    const titles = {
      'save-page': '',
      'save-selection': '',
      'search-selection': '',
      'save-link': '',
      'save-image': '',
    };

    await expect(createMenus(titles, { readsHere: true })).resolves.toBeUndefined();
    await expect(shortcuts()).resolves.toEqual([]);
  });

  it('treats all tabs as one window', async () => {
    await phone.tabs.create({ url: 'https://lighthouse.example/' });
    const own = await ownWindowId();

    expect((await activeTab())?.windowId).toBe(own);
    expect((await getTab(10_001))?.windowId).toBe(own);
    expect(await tabsOfWindow(own ?? -1)).toMatchObject({
      value: [{ url: 'https://harbour.example/' }, { url: 'https://lighthouse.example/' }],
    });
  });

  it('opens the search in a tab and reuses that tab', async () => {
    await openSidePanel(0);
    const shown = await activeTab();
    await phone.tabs.update(10_001);

    await openSidePanel(0);

    expect(shown?.url).toBe('moz-extension://keepsake/sidepanel.html');
    expect(await activeTab()).toEqual(shown);
    expect(phone.tabs.list).toHaveLength(2);
  });
});

function never(): never {
  throw new Error('Unexpected call.');
}
