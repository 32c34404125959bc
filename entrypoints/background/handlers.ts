/** What the background answers to each message of the extension's pages. */
import { err, ok } from '../../lib/contracts/result.ts';
import { customIdOf } from '../../lib/core/custom-id/custom-id.ts';
import { viewOf } from '../../lib/core/outbox/view.ts';
import { pageObstacle } from '../../lib/core/page-obstacle.ts';
import { requestSave } from '../../lib/features/save/save.ts';
import type { Handlers } from '../../lib/messaging/router.ts';
import { takeQuery } from '../../lib/platform/offered-query.ts';
import { getTab, pageGone } from '../../lib/platform/tabs.ts';
import { createBatchHandlers } from './batch-handlers.ts';
import { createCaptureHandlers } from './capture-handlers.ts';
import { createConnectionHandlers } from './connection-handlers.ts';
import { createHighlightHandlers } from './highlight-handlers.ts';
import { createLinkHandlers } from './link-handlers.ts';
import { createOutboxHandlers } from './outbox-handlers.ts';
import type { Parts } from './parts.ts';
import { createRecallHandlers } from './recall-handlers.ts';
import { createSavedHandlers } from './saved-handlers.ts';

export function createHandlers(parts: Parts): Handlers {
  const { settings, store, outbox, home, own, work } = parts;
  return {
    ...createBatchHandlers(parts),
    ...createCaptureHandlers(parts),
    ...createConnectionHandlers(parts),
    ...createHighlightHandlers(parts),
    ...createLinkHandlers(parts),
    ...createOutboxHandlers(parts),
    ...createRecallHandlers(parts),
    ...createSavedHandlers(parts),

    'home.status': async () => ok(await home.status()),
    'home.create': () => home.create(),
    'memories.list': () => home.listMemories(),
    'memories.create': ({ name, choose }) => home.createMemory(name, { choose }),
    'memories.choose': ({ id }) => home.choose(id),

    'own.memories': () => own.listMemories(),
    'own.rename': ({ id, name }) => own.rename(id, name),
    'own.delete': ({ id, confirm }) => own.deleteMemory(id, confirm),
    'own.rules': () => own.listRules(),
    'own.add-rule': ({ content, key }) => own.addRule(content, key),
    'own.change-rule': ({ id, content }) => own.changeRule(id, content),
    'own.delete-rule': ({ id }) => own.deleteRule(id),
    'own.export': () => own.exportAll(),
    'own.import': ({ file }) => own.importAll(file),

    'page.describe': async ({ tabId }) => {
      const [tab, status] = await Promise.all([getTab(tabId), home.status()]);
      if (tab === null) return err(pageGone);
      const { id, url, title } = tab;
      const saves = await store.ofPage(customIdOf({ url, canonicalLink: null }));
      return ok({
        home: status,
        tab: { id, url, title },
        obstacle: pageObstacle(url),
        saves: saves.map(viewOf),
      });
    },
    'page.save': async ({ id, tabId, memoryId }) => {
      const requested = await requestSave(
        { id, kind: 'page', tabId, frameId: null, memoryId },
        { readSettings: settings.read, getTab, request: outbox.request, now: Date.now },
      );
      if (!requested.ok) return requested;
      work();
      return ok(viewOf(requested.value));
    },

    'panel.take': async ({ windowId }) => ok({ q: await takeQuery(windowId) }),
  };
}
