import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { createSiteWishStore } from './site-wish-store.ts';

vi.mock('wxt/browser', () => ({ browser: fakeBrowser }));

beforeEach(() => fakeBrowser.reset());

const key = 'highlight-sites.v1';
const wish = { pattern: 'https://example.org/*', wishedAt: 1, since: 2 };

describe('the sites the person wished for', () => {
  it('are there for the next background', async () => {
    await createSiteWishStore(vi.fn<() => void>()).update(() => [wish]);

    expect(await createSiteWishStore(vi.fn<() => void>()).read()).toEqual([wish]);
  });

  it.each([
    ['the whole is no list', { '0': wish }, []],
    ['one is a pattern for every site', [wish, { ...wish, pattern: 'https://*/*' }], [wish]],
    ['one is not of its form', [{ pattern: wish.pattern }, wish], [wish]],
  ])('turn nothing on, and are reported, where %s', async (_, stored, expected) => {
    await fakeBrowser.storage.local.set({ [key]: stored });
    const report = vi.fn<() => void>();

    expect(await createSiteWishStore(report).read()).toEqual(expected);
    expect(report).toHaveBeenCalledOnce();
  });

  it('loses no change where several come at once', async () => {
    const store = createSiteWishStore(vi.fn<() => void>());

    await Promise.all(
      ['a', 'b'].map((host) =>
        store.update((before) => [...before, { ...wish, pattern: `https://${host}.example/*` }]),
      ),
    );

    expect(await store.read()).toHaveLength(2);
  });
});
