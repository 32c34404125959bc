/** Saves and questions sent by the background while a quota is reached, over HTTP with the real service. */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { accountOperations } from '../../service/operations/index.ts';
import { restRoutes } from '../../service/rest.ts';
import {
  extensionOrigins,
  loopbackHosts,
  serve,
  type RunningServer,
} from '../../service/runtime/node/http-server.ts';
import { outboxItem, pageMaterialOfTides, pageUrl } from '../fixtures/outbox-item.ts';
import type { Api } from './api.ts';
import { startBackground } from './background.ts';
import { openTwoAccounts, type TwoAccounts } from './two-accounts.ts';

vi.mock('wxt/browser', () => ({ browser: fakeBrowser }));
vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }));

const connectionId = '7d3f3a52-3f0e-4c5e-8a53-0d3f5b1d9a10';

let service: TwoAccounts;
let server: RunningServer;
let owner: Api;
let container: string;

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory();
  fakeBrowser.reset();
  fakeBrowser.permissions.contains = async () => true;
  // Stopped, so that no new day begins.
  const now = Date.now();
  service = await openTwoAccounts({
    routes: [restRoutes(accountOperations)],
    clock: { now: () => now },
  });
  server = await serve(service, {
    address: '127.0.0.1',
    port: 0,
    hosts: loopbackHosts,
    origins: extensionOrigins,
    newId: () => crypto.randomUUID(),
  });
  [, owner] = service.owners;
  container = await owner.createMemory('Reading');
  await owner.learnDocument({ container, content: 'A heron waits.' });
});
afterEach(async () => {
  await server.close(0);
  await service.close();
});

async function connected() {
  const { background, panel } = startBackground();
  const { token } = await owner.createKey({ level: 'full', agent: true });
  const key = { connectionId, address: server.url, key: token, keep: 'persistent' } as const;
  const answer = await panel('connections.connect-with-key', key);
  if (!answer.ok || answer.value.outcome !== 'works') throw new Error('Not connected.');
  return { background, panel };
}

const setQuota = (quota: Record<string, number | null>) =>
  service.operator.patch('/owner/accounts/second/quota', quota);

describe('a save over the document quota', () => {
  it('pauses with its text and the reason, and can be retried once the quota is raised', async () => {
    const { background, panel } = await connected();
    const item = outboxItem({
      id: crypto.randomUUID(),
      connectionId,
      container: { id: container, name: 'Reading' },
      customId: pageUrl,
      material: pageMaterialOfTides,
      state: { status: 'captured' },
    });
    const shown = () => panel('outbox.get', { id: item.id });
    const retry = () => panel('outbox.retry', { id: item.id, tabId: null });
    const isPaused = expect.objectContaining({
      value: expect.objectContaining({
        state: {
          status: 'paused',
          error: expect.objectContaining({
            code: 'memory.quota-exceeded',
            message: expect.stringContaining('document quota'),
          }),
        },
      }),
    });
    await setQuota({ documents: 1 });
    await background.store.insert(item);
    background.outbox.resume();

    await expect.poll(shown).toEqual(isPaused);
    expect(await panel('outbox.editable', { id: item.id })).toMatchObject({
      value: { content: pageMaterialOfTides.content },
    });
    // The key can still be used.
    expect(
      await panel('documents.list', { connectionId, memoryId: container, cursor: null }),
    ).toMatchObject({ value: { documents: [{}] } });
    expect(await retry()).toMatchObject({ value: { state: { status: 'captured' } } });
    await expect.poll(shown).toEqual(isPaused);

    await setQuota({ documents: 2 });
    await retry();

    await expect.poll(shown).toMatchObject({ value: { state: { status: 'learned' } } });
    const { results } = await owner.searchUntilFound({ container, q: 'moon' });
    expect(results).toMatchObject([{ content: expect.stringContaining('The moon pulls') }]);
  });
});

describe('a question over the daily limit', () => {
  it('fails at once, and says how long to wait', async () => {
    const { panel } = await connected();
    const question = (askId: string) => panel('ask.ask', { askId, message: 'heron' });
    await setQuota({ turns_per_day: 1 });
    expect(await question('1')).toMatchObject({ ok: true });

    expect(await question('2')).toMatchObject({
      error: {
        code: 'memory.daily-limit',
        details: { max_turns_per_day: 1, retry_after: expect.any(Number) },
      },
    });
  });
});
