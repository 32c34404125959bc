/** What the background answers to each message of the extension's pages. */
import { ok } from '../../lib/contracts/result.ts';
import type { Handlers } from '../../lib/messaging/router.ts';
import { takeQuery } from '../../lib/platform/offered-query.ts';
import { createBatchHandlers } from './batch-handlers.ts';
import { createCaptureHandlers } from './capture-handlers.ts';
import { createConnectionHandlers } from './connection-handlers.ts';
import { createHighlightHandlers } from './highlight-handlers.ts';
import { createLinkHandlers } from './link-handlers.ts';
import { createNoteHandlers } from './note-handlers.ts';
import { createOutboxHandlers } from './outbox-handlers.ts';
import type { Parts } from './parts.ts';
import { createRecallHandlers } from './recall-handlers.ts';
import { createSavedHandlers } from './saved-handlers.ts';
import { createSettingsHandlers } from './settings-handlers.ts';

export function createHandlers(parts: Parts): Handlers {
  const { home, own } = parts;
  return {
    ...createBatchHandlers(parts),
    ...createCaptureHandlers(parts),
    ...createConnectionHandlers(parts),
    ...createHighlightHandlers(parts),
    ...createLinkHandlers(parts),
    ...createNoteHandlers(parts),
    ...createOutboxHandlers(parts),
    ...createRecallHandlers(parts),
    ...createSavedHandlers(parts),
    ...createSettingsHandlers(parts),

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

    'panel.take': async ({ windowId }) => ok({ q: await takeQuery(windowId) }),
  };
}
