import { beforeEach, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { openSearch, takeQuery } from './surfaces.ts';

const open = vi.hoisted(() => vi.fn<(panel: { windowId: number }) => Promise<void>>());
vi.mock('wxt/browser', () => ({
  browser: Object.assign(fakeBrowser, { sidebarAction: undefined, sidePanel: { open } }),
}));

const panelAddress = fakeBrowser.runtime.getURL('/sidepanel.html');
const addresses = async () => (await fakeBrowser.tabs.query({})).map(({ url }) => url);

beforeEach(() => {
  fakeBrowser.reset();
  open.mockReset().mockResolvedValue();
});

it('opens the side panel at once, and leaves it the query', async () => {
  const opening = openSearch('tides', 3);

  expect(open).toHaveBeenCalledWith({ windowId: 3 });
  expect(await opening).toBe(3);
  expect(await takeQuery(3)).toBe('tides');
  expect(await addresses()).not.toContain(panelAddress);
});

it('opens a tab, which takes the query, if the browser refuses to open the side panel', async () => {
  open.mockRejectedValue(new Error('No user gesture.'));

  await openSearch('tides', 3);

  expect(await addresses()).toContain(panelAddress);
  expect(await takeQuery(3)).toBe('tides');
});

it('leaves nothing if there is nothing to search for', async () => {
  await openSearch('', 3);

  expect(await takeQuery(3)).toBeNull();
});
