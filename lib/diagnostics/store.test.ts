import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { troubleStore, maxTroubles } from './store.ts';

vi.mock('wxt/browser', () => ({ browser: fakeBrowser }));

beforeEach(() => fakeBrowser.reset());

const trouble = { what: 'search.run', code: 'memory.server', status: 502, traceId: null };

describe('troubleStore', () => {
  it('keeps a limited number of problems, newest first', async () => {
    const store = troubleStore;

    await Promise.all(
      Array.from({ length: maxTroubles + 5 }, (_, at) => store.add({ ...trouble, at })),
    );

    const kept = await troubleStore.read();
    expect(kept).toHaveLength(maxTroubles);
    expect(kept[0]?.at).toBe(maxTroubles + 4);
  });

  it('skips invalid rows', async () => {
    const rows = [
      { ...trouble, at: 1, traceId: 'https://private.example/' },
      { ...trouble, at: 2, code: 'The words of a page' },
      { ...trouble, at: 3 },
      'nonsense',
    ];
    await fakeBrowser.storage.local.set({ 'troubles.v1': rows });

    expect(await troubleStore.read()).toEqual([{ ...trouble, at: 3 }]);
  });
});
