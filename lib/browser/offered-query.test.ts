import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { offerQuery, takeQuery } from './surfaces.ts';

vi.mock('wxt/browser', () => ({ browser: fakeBrowser }));

beforeEach(() => fakeBrowser.reset());

describe('a query left for the side panel', () => {
  it('is returned once, even if taken twice at the same time', async () => {
    await offerQuery(1, 'tides');

    expect(await Promise.all([takeQuery(1), takeQuery(1)])).toEqual(['tides', null]);
    expect(await takeQuery(1)).toBeNull();
  });

  it('is returned only to the window it was left for', async () => {
    await offerQuery(1, 'tides');

    expect(await takeQuery(2)).toBeNull();
    expect(await takeQuery(1)).toBe('tides');
  });
});
