import { describe, expect, it } from 'vitest';
import type { ShownTab } from './model.ts';
import { ok } from '../contract/result.ts';
import { createSites } from './sites.ts';
import type { SiteRequest } from './store.ts';

const pattern = 'https://example.org/*';
const url = 'https://example.org/a';

function createWorld() {
  const world = {
    now: 1_000,
    granted: new Set<string>(),
    registered: [] as readonly string[],
    injected: [] as number[],
    released: [] as string[],
    told: [] as number[],
    open: new Map([[pattern, [7, 8]]]),
  };
  let requests: SiteRequest[] = [];
  const tabs = new Map<number, ShownTab>();
  const none = (tabId: number): ShownTab => ({
    tabId,
    pageKey: '',
    clickedAt: null,
    placements: {},
  });
  const shownTabs = {
    list: async () => [...tabs.values()],
    get: async (tabId: number) => tabs.get(tabId) ?? null,
    update: async (tabId: number, change: (tab: ShownTab) => ShownTab) => {
      tabs.set(tabId, change(tabs.get(tabId) ?? none(tabId)));
    },
  };
  const sites = createSites({
    requests: {
      read: async () => requests,
      update: async (change) => {
        requests = change(requests);
        return requests;
      },
    },
    isGranted: async (one) => world.granted.has(one),
    granted: async () => [...world.granted],
    release: async (one) => {
      world.released.push(one);
      world.granted.delete(one);
    },
    register: async (patterns) => {
      const before = world.registered;
      world.registered = patterns;
      return patterns.filter((each) => !before.includes(each));
    },
    tabsAt: async (one) => (world.granted.has(one) ? (world.open.get(one) ?? []) : []),
    inject: async (tabId) => {
      world.injected.push(tabId);
      return ok(null);
    },
    command: async ({ tabId }) => void world.told.push(tabId),
    changed: () => undefined,
    tabs: shownTabs,
    now: () => world.now,
  });
  const from = { tabId: 7, frameId: 0, pageUrl: url, frameUrl: url };
  return { world, sites, tabs: shownTabs, from };
}

describe('createSites', () => {
  it('turns highlighting on only once the permission is granted', async () => {
    const { world, sites, from } = createWorld();
    await sites.allow(pattern);
    expect(await sites.siteStateOf(url)).toEqual({ pattern, isAllowed: false });
    expect(await sites.admits(from)).toBe(false);

    world.granted.add(pattern);
    await sites.reconcile();

    expect(await sites.siteStateOf(url)).toEqual({ pattern, isAllowed: true });
    expect(await sites.admits(from)).toBe(true);
    expect(world.registered).toEqual([pattern]);
    expect(world.injected).toEqual([7, 8]);
    expect(await sites.list()).toEqual([{ pattern, since: 1_000, isAllowed: true }]);
  });

  it('ignores a permission granted for something else', async () => {
    const { world, sites, from } = createWorld();
    world.granted.add(pattern);

    await sites.reconcile();

    expect(world.registered).toEqual([]);
    expect(await sites.admits(from)).toBe(false);
  });

  it("forgets a declined request, so that a later permission doesn't turn highlighting on", async () => {
    const { world, sites } = createWorld();
    await sites.allow(pattern);

    world.now += 6 * 60_000;
    world.granted.add(pattern);
    await sites.reconcile();

    expect(world.registered).toEqual([]);
    expect(await sites.list()).toEqual([]);
  });

  it('injects into open tabs once', async () => {
    const { world, sites } = createWorld();
    world.granted.add(pattern);

    await sites.allow(pattern);
    await sites.allow(pattern);
    await sites.reconcile();

    expect(world.injected).toEqual([7, 8]);
  });

  it('injects into open tabs again if a revoked permission is granted before the site is turned on', async () => {
    const { world, sites } = createWorld();
    world.granted.add(pattern);
    await sites.allow(pattern);
    world.granted.delete(pattern);
    await sites.reconcile();
    world.injected = [];

    world.granted.add(pattern);
    await sites.allow(pattern);

    expect(world.injected).toEqual([7, 8]);
  });

  it('removes highlights from open pages and releases the permission when turned off', async () => {
    const { world, sites, tabs, from } = createWorld();
    world.granted.add(pattern);
    await sites.allow(pattern);
    await tabs.update(7, (tab) => ({ ...tab, clickedAt: 'https://example.org' }));

    await sites.remove(pattern);

    expect(world.registered).toEqual([]);
    expect(world.released).toEqual([pattern]);
    expect(world.told).toEqual([7, 8]);
    expect(await sites.admits(from)).toBe(false);
  });

  it('turns highlighting off and refreshes pages if the permission is revoked', async () => {
    const { world, sites, tabs, from } = createWorld();
    world.granted.add(pattern);
    await sites.allow(pattern);
    await tabs.update(7, (tab) => tab);

    world.granted.delete(pattern);
    await sites.reconcile();

    expect(world.registered).toEqual([]);
    expect(world.told).toEqual([7]);
    expect(await sites.admits(from)).toBe(false);
    expect(await sites.list()).toEqual([{ pattern, since: 1_000, isAllowed: false }]);
  });

  it.each([
    ['the page the click was on', {}, true],
    ['another page of its origin', { pageUrl: 'https://example.org/b' }, true],
    ['a frame of another origin', { frameId: 4, frameUrl: 'https://frame.example/' }, false],
    [
      'a page of another origin in the same tab',
      { pageUrl: 'https://other.example/', frameUrl: 'https://other.example/' },
      false,
    ],
    ['another tab', { tabId: 8 }, false],
  ])('admits after a click: %s', async (_, changes, expected) => {
    const { sites, tabs, from } = createWorld();
    await tabs.update(7, (tab) => ({ ...tab, clickedAt: 'https://example.org' }));

    expect(await sites.admits({ ...from, ...changes })).toBe(expected);
  });
});

describe('readable', () => {
  const pdfs = 'https://papers.example/*';

  it('lists and releases permissions granted without highlighting', async () => {
    const { world, sites } = createWorld();
    world.granted = new Set([pdfs, pattern, 'https://*/*']);
    await sites.allow(pattern);

    expect(await sites.readable()).toEqual(['https://*/*', pdfs]);
    await sites.releaseReadable(pdfs);
    await sites.releaseReadable(pattern);

    expect(world.released).toEqual([pdfs]);
    expect(await sites.readable()).toEqual(['https://*/*']);
  });
});
