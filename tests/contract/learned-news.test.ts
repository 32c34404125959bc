/** Pages saved to the real service become searchable, and the person is notified once. */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PageCapture } from '../../lib/capture/schema.ts';
import { type LearnedNews, learnedCount, noneLearned } from '../../lib/outbox/model.ts';
import { err, ok } from '../../lib/contract/result.ts';
import { createLearned } from '../../lib/outbox/learned.ts';
import { createOutbox } from '../../lib/outbox/outbox.ts';
import { createRestClient } from '../../lib/memory-client/rest.ts';
import { createManualTime } from '../../lib/memory-client/testing/manual-time.ts';
import { createDatabaseOpener } from '../../lib/database/database.ts';
import { createHighlightStore } from '../../lib/highlights/store.ts';
import { createOutboxStore } from '../../lib/outbox/store.ts';
import type { OpenService } from '../../service/app.ts';
import { openTestService } from '../fixtures/open-storage.ts';
import { outboxItem } from '../fixtures/outbox-item.ts';
import { Api } from './api.ts';

const ownerToken = 'owner_token_0001';
let nodeService: OpenService;
let container: { id: string; name: string };

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory();
  nodeService = await openTestService({ ownerToken });
  const owner = new Api((request) => nodeService.fetch(request)).with(ownerToken);
  container = { id: await owner.createMemory('Reading'), name: 'Reading' };
});
afterEach(() => nodeService.close());

const captureOf = (url: string): PageCapture => ({
  url,
  canonicalLink: null,
  title: `The page ${url}`,
  content: `All about ${url}.`,
  site: null,
  author: null,
  published: null,
  language: 'en',
  excerpt: null,
  wordCount: 3,
  kind: 'article',
  kindConfidence: 1,
  extractor: 'blocks',
  capturedAt: '2026-11-01T10:00:00.000Z',
});

function createWorld() {
  const database = createDatabaseOpener();
  const store = createOutboxStore(database, () => undefined);
  const client = createRestClient({
    baseUrl: 'https://service.example',
    credential: async () => ownerToken,
    fetch: (request) => nodeService.fetch(request),
    sleep: createManualTime((ms) => ms < 10_000).sleep,
    random: Math.random,
  });
  let stored: LearnedNews = noneLearned;
  let clock = 10_000;
  const learned = createLearned({
    store: {
      update: async (change) => (stored = change(stored)),
      take: async () => {
        const news = stored;
        stored = noneLearned;
        return news;
      },
    },
    isWanted: async () => true,
    announce: () => undefined,
  });
  const noted: Promise<void>[] = [];
  const outbox = createOutbox({
    store,
    highlights: createHighlightStore(database),
    readPage: async ({ url }) => ok(captureOf(url)),
    readSelection: async () =>
      err({ code: 'selection.empty', message: 'Nothing.', retryable: false }),
    mayFetch: async () => true,
    clientOf: async () => client,
    memoriesOf: async () => [container],
    wakeAt: async () => undefined,
    sleep: () => new Promise(() => undefined),
    changed: (item, before) => void noted.push(learned.note(item, before)),
    deduplicated: () => undefined,
    removed: () => undefined,
    report: (cause) => {
      throw cause;
    },
    now: () => clock,
  });

  async function save(url: string): Promise<void> {
    const source = { url, title: url, tabId: null, frameId: null };
    const item = outboxItem({ id: crypto.randomUUID(), container, source, pageKey: url });
    await outbox.request({ ...item, state: { status: 'requested' } });
  }

  /** Sends the saves, lets the service learn them, and lets the outbox poll until none is active. */
  async function rest(): Promise<void> {
    for (let round = 0; round < 5; round += 1) {
      await outbox.resume();
      await nodeService.idle();
      clock += 1_000;
    }
    await Promise.all(noted);
    expect(await store.active()).toEqual([]);
  }

  return { save, rest, learned };
}

describe('notifications of searchable pages', () => {
  it('name each page that became searchable once', async () => {
    const { save, rest, learned } = createWorld();
    await save('https://example.org/tides');

    await rest();

    expect(await learned.take()).toMatchObject({
      earlier: 0,
      pages: [{ title: 'The page https://example.org/tides', memory: 'Reading' }],
    });
    expect(await learned.take()).toEqual(noneLearned);
  });

  it('are one notification for many pages', async () => {
    const { save, rest, learned } = createWorld();
    for (let at = 0; at < 12; at += 1) await save(`https://example.org/${at}`);

    await rest();

    expect(learnedCount(await learned.take())).toBe(12);
  });

  it('are not sent for a page that was already in the Memory', async () => {
    const { save, rest, learned } = createWorld();
    await save('https://example.org/tides');
    await rest();
    await learned.take();

    await save('https://example.org/tides');
    await rest();

    expect(await learned.take()).toEqual(noneLearned);
  });
});
