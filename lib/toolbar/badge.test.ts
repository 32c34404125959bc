import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { outboxItem } from '../../tests/fixtures/outbox-item.ts';
import { createSaveBadge } from './badge.ts';

vi.mock('wxt/browser', () => ({ browser: fakeBrowser }));

beforeEach(() => fakeBrowser.reset());

describe('createOutcomeBadge', () => {
  it('goes on after a lookup that failed', async () => {
    const { id: tabId = 0 } = await fakeBrowser.tabs.create({ url: 'https://example.com/a' });
    const item = outboxItem({
      pageKey: 'https://example.com/a',
      source: { url: 'https://example.com/a', title: 'A', tabId, frameId: null },
    });
    let isBroken = true;
    const badge = createSaveBadge(async () => {
      if (isBroken) throw new Error('storage');
      return [];
    });

    await expect(badge.clear(item)).rejects.toThrow('storage');
    isBroken = false;

    await expect(badge.clear(item)).resolves.toBeUndefined();
  });
});
