import { expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { outboxItem } from '../../tests/fixtures/outbox-item.ts';
import { ok } from '../contract/result.ts';
import { createEventBus } from '../messaging/event-bus.ts';
import { createToolbarModule, type ToolbarModuleOptions } from './background.ts';

vi.mock('wxt/browser', () => ({ browser: fakeBrowser }));

it('has an error page refused that is saved by a key or the menu, because nobody sees a preview', async () => {
  const orders: unknown[] = [];
  const item = outboxItem();
  const options: ToolbarModuleOptions = {
    savesOf: async () => [],
    activeConnection: async () => item.connectionId,
    saveTab: async (order) => {
      orders.push(order);
      return ok(item);
    },
    saveLink: async () => ok(item),
    compose: async () => false,
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
  };

  await createToolbarModule(options).save({
    name: 'save-page',
    tabId: 7,
    frameId: null,
    said: null,
  });

  expect(orders).toMatchObject([{ kind: 'page', tabId: 7, isUnseen: true }]);
});
