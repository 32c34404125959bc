import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { createShownTabStore } from './shown-tab-store.ts';

vi.mock('wxt/browser', () => ({ browser: fakeBrowser }));

beforeEach(() => fakeBrowser.reset());

const placed = { placement: 'placed' as const, frameId: 0, order: 1 };

describe('what is remembered of tabs', () => {
  it('is there for the next background, and for the session alone', async () => {
    await createShownTabStore().update(7, (tab) => ({ ...tab, pageKey: 'a' }));

    expect(await createShownTabStore().get(7)).toEqual({
      tabId: 7,
      pageKey: 'a',
      clickedAt: null,
      placements: {},
    });
    expect(await createShownTabStore().get(8)).toBeNull();
    expect(await fakeBrowser.storage.local.get(null)).toEqual({});
  });

  it('loses no change where several come at once', async () => {
    const store = createShownTabStore();

    await Promise.all(
      ['a', 'b', 'c'].map((id) =>
        store.update(7, (tab) => ({ ...tab, placements: { ...tab.placements, [id]: placed } })),
      ),
    );

    expect(Object.keys((await store.get(7))?.placements ?? {})).toEqual(['a', 'b', 'c']);
  });

  it('is forgotten with the tab, and none where it is not of its form', async () => {
    const store = createShownTabStore();
    await store.update(7, (tab) => tab);
    await store.update(8, (tab) => tab);
    await fakeBrowser.storage.session.set({ 'marks.tab.9': { tabId: '9' }, other: 1 });

    await store.remove(7);

    expect((await store.list()).map(({ tabId }) => tabId)).toEqual([8]);
    expect(await store.get(9)).toBeNull();
  });
});
