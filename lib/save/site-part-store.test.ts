import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { createSitePartStore, maxSites } from './site-part-store.ts';

vi.mock('wxt/browser', () => ({ browser: fakeBrowser }));

const key = 'whole-page-sites.v1';
const page = (url: string, isPrivate = false) => ({ url, isPrivate });
const board = page('https://board.example/today');

function createStore() {
  const reported: string[] = [];
  return { store: createSitePartStore(() => reported.push('corrupt')), reported };
}

async function stored(): Promise<unknown> {
  return (await fakeBrowser.storage.local.get(key))[key];
}

describe('the store of sites', () => {
  beforeEach(() => fakeBrowser.reset());

  it('starts with the article', async () => {
    const { store } = createStore();

    expect(await store.of(board)).toBe('article');
    expect(await stored()).toBeUndefined();
  });

  it('remembers the whole page for the site of the page', async () => {
    await createStore().store.choose(board, 'page');

    const { store } = createStore();
    expect(await store.of(page('http://www.board.example/tomorrow?a=1'))).toBe('page');
    expect(await store.of(page('https://news.board.example/'))).toBe('article');
    expect(await store.of(page('https://board.example:8443/'))).toBe('article');
    expect(await stored()).toEqual(['board.example']);
  });

  it('stores nothing about a site for which the person went back to the article', async () => {
    const { store } = createStore();
    await store.choose(board, 'page');
    await store.choose(page('https://board.example/tomorrow'), 'article');

    expect(await store.of(board)).toBe('article');
    expect(await stored()).toBeUndefined();
  });

  it('remembers nothing of a private window, but uses what it knows', async () => {
    const { store } = createStore();
    await store.choose(page(board.url, true), 'page');
    expect(await store.of(board)).toBe('article');

    await store.choose(board, 'page');
    await store.choose(page('https://other.example/'), 'page');
    expect(await store.of(page(board.url, true))).toBe('page');
    expect(await stored()).toEqual(['board.example', 'other.example']);
    await store.choose(page(board.url, true), 'article');
    expect(await store.of(board)).toBe('page');
  });

  it.each(['file:///home/ada/a.html', 'about:blank', ''])('ignores %j', async (url) => {
    const { store } = createStore();
    await store.choose(page(url), 'page');

    expect(await store.of(page(url))).toBe('article');
    expect(await stored()).toBeUndefined();
  });

  it('forgets the site that was chosen or visited least recently', async () => {
    const { store } = createStore();
    const site = (index: number) => page(`https://site-${index}.example/`);
    for (let index = 0; index < maxSites; index++) await store.choose(site(index), 'page');
    expect(await store.of(site(0))).toBe('page');

    await store.choose(board, 'page');

    expect(await store.of(site(0))).toBe('page');
    expect(await store.of(site(1))).toBe('article');
    expect(await stored()).toHaveLength(maxSites);
  });

  it('skips and reports what it can’t parse', async () => {
    await fakeBrowser.storage.local.set({ [key]: [7, '', 'board.example'] });
    const { store, reported } = createStore();

    expect(await store.of(board)).toBe('page');
    expect(reported).not.toEqual([]);
  });
});
