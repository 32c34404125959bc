import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { outboxItem } from '../../tests/fixtures/outbox-item.ts';
import { createSaveBadge } from './badge.ts';

vi.mock('wxt/browser', () => ({ browser: fakeBrowser }));

beforeEach(() => fakeBrowser.reset());

describe('createOutcomeBadge', () => {
  it('continues after a lookup failed', async () => {
    const { id: tabId = 0 } = await fakeBrowser.tabs.create({ url: 'https://example.com/a' });
    const item = outboxItem({
      pageKey: 'https://example.com/a',
      source: { url: 'https://example.com/a', title: 'A', tabId, frameId: null },
    });
    let isBroken = true;
    const badge = createSaveBadge({
      savesOf: async () => {
        if (isBroken) throw new Error('storage');
        return [];
      },
      activeConnection: async () => item.connectionId,
    });

    await expect(badge.clear(item)).rejects.toThrow('storage');
    isBroken = false;

    await expect(badge.clear(item)).resolves.toBeUndefined();
  });

  describe('with two connections', () => {
    const error = { code: 'memory.server', message: '', retryable: true } as const;

    async function world() {
      const url = 'https://example.com/a';
      const { id: tabId = 0 } = await fakeBrowser.tabs.create({ url });
      const item = outboxItem({
        connectionId: 'device',
        pageKey: url,
        source: { url, title: 'A', tabId, frameId: null },
        state: { status: 'refused', error },
      });
      let active = 'device';
      const badge = createSaveBadge({
        savesOf: async () => [{ ...item, hasText: true }],
        activeConnection: async () => active,
      });
      return {
        item,
        badge,
        text: () => fakeBrowser.action.getBadgeText({ tabId }),
        use: (id: string) => {
          active = id;
        },
      };
    }

    it('removes a badge once its connection is no longer in use, and restores it', async () => {
      const { item, badge, text, use } = await world();
      await badge.show(item);
      expect(await text()).toBe('!');

      use('club');
      await badge.switchConnection(true);
      expect(await text()).toBe('');

      use('device');
      await badge.switchConnection(true);
      expect(await text()).toBe('!');
    });

    it('shows none for a page that only another connection has', async () => {
      const { item, badge, text, use } = await world();
      use('club');

      await badge.show(item);
      expect(await text()).toBe('');

      await badge.arrive({ tabId: item.source.tabId ?? 0, url: item.source.url });
      expect(await text()).toBe('');
    });
  });
});
