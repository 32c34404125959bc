import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { learnedStore } from './learned.ts';
import { noneLearned } from './model.ts';

vi.mock('wxt/browser', () => ({ browser: fakeBrowser }));

beforeEach(() => fakeBrowser.reset());

const news = { earlier: 2, pages: [{ id: 'a', title: 'Tides', memory: 'Reading' }] };

describe('learnedStore', () => {
  it('starts empty', async () => {
    expect(await learnedStore.read()).toEqual(noneLearned);
  });

  it('is kept for the session, in session storage only', async () => {
    await learnedStore.write(news);

    expect(await learnedStore.read()).toEqual(news);
    expect(await fakeBrowser.storage.local.get()).toEqual({});
  });

  it('is empty if the stored value can’t be parsed', async () => {
    await fakeBrowser.storage.session.set({ 'learned.news': { earlier: -1, pages: 'many' } });

    expect(await learnedStore.read()).toEqual(noneLearned);
  });
});
