import { describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { outboxItem } from '../../tests/fixtures/outbox-item.ts';
import { serviceLimits } from '../contract/limits.ts';
import { ok } from '../contract/result.ts';
import { createEventBus } from '../messaging/event-bus.ts';
import { createToolbarModule, type ToolbarModuleOptions } from './background.ts';

vi.mock('wxt/browser', () => ({ browser: fakeBrowser }));

function optionsWith(changed: Partial<ToolbarModuleOptions>): ToolbarModuleOptions {
  const item = outboxItem();
  return {
    savesOf: async () => [],
    activeConnection: async () => item.connectionId,
    saveTab: async () => ok(item),
    saveLink: async () => ok(item),
    compose: async () => false,
    showSearch: async () => undefined,
    resumeOutbox: () => undefined,
    marksSaved: async () => true,
    connectionStatus: async () => ({
      kind: 'device',
      memories: [],
      chosenMemoryId: null,
      connectionId: item.connectionId,
      withdrawn: [],
    }),
    events: createEventBus(() => undefined),
    ...changed,
  };
}

it('has an error page refused that is saved by a key or the menu, because nobody sees a preview', async () => {
  const orders: unknown[] = [];
  const options = optionsWith({
    saveTab: async (order) => {
      orders.push(order);
      return ok(outboxItem());
    },
  });

  await createToolbarModule(options).perform({
    name: 'save-page',
    tabId: 7,
    frameId: null,
    said: null,
  });

  expect(orders).toMatchObject([{ kind: 'page', tabId: 7, isUnseen: true }]);
});

describe('a search for the selected text', () => {
  const { queryLength } = serviceLimits;

  it.each([
    ['on one line', '  The long\n\n frost\u00A0\t', 'The long frost'],
    ['with its quotes and operators', 'site:foo "bar', 'site:foo "bar'],
    ['up to the limit', 'x'.repeat(queryLength), 'x'.repeat(queryLength)],
    [
      'cut between words at the limit',
      `${'x'.repeat(queryLength - 3)} frost`,
      'x'.repeat(queryLength - 3),
    ],
    ['cut at the limit if it has no spaces', '潮'.repeat(9_000), '潮'.repeat(queryLength)],
    ['empty if the browser reports none', '', ''],
  ])('takes it %s', (_, selection, expected) => {
    const shown: { q: string; windowId: number }[] = [];
    const { perform } = createToolbarModule(
      optionsWith({ showSearch: async (q, windowId) => void shown.push({ q, windowId }) }),
    );

    void perform({ name: 'search-selection', windowId: 3, selection });

    // At once, or the side panel wouldn't open.
    expect(shown).toEqual([{ q: expected, windowId: 3 }]);
  });
});
