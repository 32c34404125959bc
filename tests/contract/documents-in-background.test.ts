/** Lists and deletes documents through the background, with real stores and the real service. */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { outboxItem, pageUrl } from '../fixtures/outbox-item.ts';
import type { Api } from './api.ts';
import { startBackground } from './background.ts';
import { openTwoAccounts, type TwoAccounts } from './two-accounts.ts';

vi.mock('wxt/browser', () => ({ browser: fakeBrowser }));
vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }));

const connectionId = '7d3f3a52-3f0e-4c5e-8a53-0d3f5b1d9a10';

let service: TwoAccounts;
let owner: Api;
let container: string;
let sent: string[];
/** Returned instead of the real listing if set, to simulate a service that ignores the page size. */
let overlong: object | null;

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory();
  fakeBrowser.reset();
  fakeBrowser.permissions.contains = async () => true;
  service = await openTwoAccounts();
  [owner] = service.owners;
  container = await owner.createMemory('Reading');
  sent = [];
  overlong = null;
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname, search } = new URL(request.url);
    sent.push(`${request.method} ${pathname}${search}`);
    return isListing(request) && overlong !== null
      ? Response.json(overlong)
      : service.fetch(request);
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await service.close();
});

/** Connects a background with a key of this level, and calls it from the side panel. */
async function connected(level: 'read' | 'full') {
  const { background, events, panel: ask } = startBackground();
  const { token } = await owner.createKey({ level });
  const address = 'https://memory.example';
  const key = { connectionId, address, key: token, keep: 'persistent' } as const;
  const answer = await ask('connections.connect-with-key', key);
  if (!answer.ok || answer.value.outcome !== 'works') throw new Error('Not connected.');
  const list = async (cursor: string | null = null) => {
    const listed = await ask('documents.list', { connectionId, memoryId: container, cursor });
    if (!listed.ok) throw new Error(listed.error.code);
    return listed.value;
  };
  const remove = (documentId: string, confirm: boolean, customId: string | null = null) =>
    ask('documents.delete', {
      connectionId,
      memory: { id: container, name: 'Reading' },
      documentId,
      customId,
      confirm,
    });
  const told = () => events.map(({ event }) => event);
  return { background, ask, told, list, remove };
}

const isListing = ({ method, url }: Request) => method === 'GET' && url.includes('/v1/documents');
const listings = () => sent.filter((one) => one.startsWith('GET /v1/documents'));

describe('listing the documents of a connection', () => {
  it('returns documents that were saved elsewhere, requested only when listed', async () => {
    const id = await owner.learnDocument({
      container,
      content: 'The moon pulls at the sea.',
      title: 'Tides',
      custom_id: pageUrl,
    });
    const { list } = await connected('read');
    expect(listings()).toEqual([]);

    expect(await list()).toEqual({
      documents: [
        {
          id,
          title: 'Tides',
          url: pageUrl,
          opening: null,
          savedAt: expect.any(Number),
          learning: 'learned',
          reason: null,
          customId: pageUrl,
        },
      ],
      nextCursor: null,
      isCut: false,
    });
    expect(listings()).toEqual([`GET /v1/documents?container=${container}`]);
  });

  it('follows the cursor, newest first, to the end', async () => {
    for (let number = 0; number < 60; number += 1) {
      await owner.addDocument({ container, content: `Text ${number}`, title: `${number}` });
    }
    const { list } = await connected('read');

    const first = await list();
    const second = await list(first.nextCursor);

    const titles = [...first.documents, ...second.documents].map(({ title }) => title);
    expect(titles).toEqual(Array.from({ length: 60 }, (_, at) => `${59 - at}`));
    expect(second.nextCursor).toBeNull();
  });

  it('limits the page size and reports the limit', async () => {
    const { list } = await connected('read');
    overlong = Array.from({ length: 5_001 }, (_, at) => ({ id: `d${at}` }));

    const { documents, isCut } = await list();

    expect([documents.length, documents[0]?.id, isCut]).toEqual([5_000, 'd0', true]);
  });

  it('reports that the connection was removed, and sends nothing', async () => {
    const { ask } = await connected('read');
    sent = [];

    const wish = { connectionId: 'another', memoryId: container, cursor: null };
    expect(await ask('documents.list', wish)).toMatchObject({ error: { code: 'connection.none' } });
    expect(sent).toEqual([]);
  });
});

describe('deleting a document of a connection', () => {
  it('relays the service’s question word for word, and deletes after confirmation', async () => {
    const { id } = await owner.addDocument({ container, content: 'A text.', title: 'Tides' });
    const { list, remove, told } = await connected('full');

    expect(await remove(id, false)).toEqual({
      ok: true,
      value: {
        outcome: 'confirmation-required',
        sentence: expect.stringMatching(/“Tides”.*“Reading”/),
      },
    });
    expect((await list()).documents).toHaveLength(1);
    expect(sent.some((one) => one.includes('confirm'))).toBe(false);
    expect(told()).not.toContain('profile.changed');

    expect(await remove(id, true)).toEqual({
      ok: true,
      value: { outcome: 'deleted', wasGone: false },
    });
    expect((await list()).documents).toEqual([]);
    expect(told()).toContain('profile.changed');
    expect(await remove(id, true)).toMatchObject({ value: { wasGone: true } });
  });

  it('also removes the matching saves in this browser, and no others', async () => {
    const { id } = await owner.addDocument({ container, content: 'A text.', custom_id: pageUrl });
    const { background, remove, told } = await connected('full');
    const row = outboxItem({
      id: crypto.randomUUID(),
      connectionId,
      container: { id: container, name: 'Reading' },
      customId: pageUrl,
      state: { status: 'learned', existed: false, documentId: id },
    });
    const other = { ...row, id: crypto.randomUUID(), customId: `${pageUrl}/other` };
    await background.store.insert(row);
    await background.store.insert(other);

    await remove(id, true, pageUrl);

    expect(await background.store.get(row.id)).toBeNull();
    expect(await background.store.get(other.id)).not.toBeNull();
    expect(told()).toContain('outbox.removed');
  });

  it('is denied to a read-only key, which can still list documents', async () => {
    const { id } = await owner.addDocument({ container, content: 'A text.' });
    const { list, remove } = await connected('read');

    expect(await remove(id, false)).toMatchObject({ error: { code: 'memory.unauthorized' } });
    expect((await list()).documents).toHaveLength(1);
  });
});

describe('opening the popup on a page', () => {
  const tab = { url: `${pageUrl}?utm_source=mail#top`, title: 'Tides' };

  /** Opens the page in a tab of the background's browser and returns the tab's id. */
  async function atPage(url = tab.url): Promise<number> {
    const { id } = await fakeBrowser.tabs.create({ url });
    if (id === undefined) throw new Error('The tab has no id.');
    return id;
  }

  it.each(['read', 'full'] as const)(
    'shows that the service has a page saved by another browser, with a key of level %s',
    async (level) => {
      const document = { container, content: 'The moon.', title: 'Tides', custom_id: pageUrl };
      const documentId = await owner.learnDocument({ ...document, metadata: { url: pageUrl } });
      const { ask, told } = await connected(level);
      const tabId = await atPage();

      const answer = await ask('page.find-saved', { tabId, previewId: null });

      expect(answer).toEqual({ ok: true, value: { found: 1 } });
      expect(told()).toContain('outbox.changed');
      expect(await ask('page.describe', { tabId })).toMatchObject({
        value: {
          saves: [
            {
              kind: 'page',
              connectionId,
              container: { id: container, name: 'Reading' },
              createdAt: expect.any(Number),
              state: { status: 'learned', existed: false, documentId },
            },
          ],
        },
      });
    },
  );

  it('asks the service only until the page is known', async () => {
    await owner.learnDocument({ container, content: 'The moon.', custom_id: pageUrl });
    const { ask } = await connected('full');
    const tabId = await atPage();

    await ask('page.find-saved', { tabId, previewId: null });
    await ask('page.find-saved', { tabId, previewId: null });

    expect(listings()).toHaveLength(1);
  });

  it('sends nothing about a page that isn’t on the web, or when the page is only described', async () => {
    const { ask } = await connected('full');

    await ask('page.describe', { tabId: await atPage() });
    await ask('page.find-saved', { tabId: await atPage('file:///private.html'), previewId: null });

    expect(listings()).toEqual([]);
  });
});
