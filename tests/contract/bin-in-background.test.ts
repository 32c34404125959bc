/** Deletes and restores through the background, with its own stores and the real service of this device. */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { WireRequest } from '../../lib/contract/device-wire.ts';
import { createDatabaseOpener } from '../../lib/database/database.ts';
import { createHighlightStore } from '../../lib/highlights/store.ts';
import type { Highlight } from '../../lib/outbox/model.ts';
import { outboxItem, pageUrl } from '../fixtures/outbox-item.ts';
import type { Api } from './api.ts';
import { startBackground, type Background } from './background.ts';
import { openTwoAccounts, type TwoAccounts } from './two-accounts.ts';

vi.mock('wxt/browser', () => ({ browser: fakeBrowser }));
vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }));
const wire = vi.hoisted<{ ask: (request: WireRequest) => Promise<unknown> }>(() => ({
  ask: async () => undefined,
}));
vi.mock('../../lib/browser/offscreen.ts', () => ({
  askDeviceServicePage: (request: WireRequest) => wire.ask(request),
  openDeviceServicePage: async () => undefined,
}));

let service: TwoAccounts;
let owner: Api;
let container: string;
let background: Background;
let connectionId: string;

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory();
  fakeBrowser.reset();
  fakeBrowser.permissions.contains = async () => true;
  service = await openTwoAccounts();
  [owner] = service.owners;
  container = await owner.createMemory('Reading');
  wire.ask = async ({ method, path, body }) => {
    const headers = { authorization: 'Bearer owner-of-first', 'content-type': 'application/json' };
    const init = { method, headers, ...(method === 'GET' ? {} : { body }) };
    const reply = await service.fetch(new Request(`http://localhost${path}`, init));
    const { status } = reply;
    return { outcome: 'answered', status, headers: [...reply.headers], body: await reply.text() };
  };
  background = startBackground();
  const created = await background.panel('connection.create', {});
  connectionId = created.ok ? (created.value.connectionId ?? '') : '';
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await service.close();
});

const place = () => ({ connectionId, container: { id: container, name: 'Reading' } });

/** Adds a page to the service and its save to the outbox; returns the IDs of both. */
async function savedPage(): Promise<{ id: string; documentId: string }> {
  const documentId = await owner.learnDocument({
    container,
    title: 'Tides',
    content: 'The moon pulls at the sea.',
    custom_id: pageUrl,
  });
  const item = outboxItem({
    ...place(),
    id: crypto.randomUUID(),
    customId: pageUrl,
    state: { status: 'learned', existed: false, documentId },
  });
  await background.background.store.insert(item);
  return { id: item.id, documentId };
}

async function savedHighlight(): Promise<Highlight> {
  const quote = 'pulls at the sea';
  const memoryId = await owner.addNote({ container, content: quote });
  const highlight: Highlight = {
    id: crypto.randomUUID(),
    memoryId,
    text: quote,
    quote,
    comment: 'Twice a day.',
    color: 'green',
    url: pageUrl,
    title: 'Tides',
    pageKey: pageUrl,
    createdAt: Date.parse('2026-11-20T10:00:00Z'),
    anchor: {
      quote: { exact: quote, prefix: 'The moon ', suffix: '.' },
      position: { start: 9, end: 25 },
      rivals: 'none',
    },
  };
  const { id, createdAt } = highlight;
  const state = { status: 'accepted', existed: false } as const;
  const item = outboxItem({ ...place(), kind: 'note', id, createdAt, noteId: memoryId, state });
  await background.background.store.insert(item, highlight);
  return highlight;
}

async function deletedSave(id: string): Promise<string> {
  const answer = await background.panel('saved.delete', { id, confirm: true });
  return answer.ok && answer.value.outcome === 'deleted' ? (answer.value.binId ?? '') : '';
}

async function listed() {
  const list = await background.panel('outbox.list', {});
  return list.ok ? list.value.items : [];
}

async function bin() {
  const list = await background.panel('bin.list', {});
  return list.ok ? list.value : null;
}

const highlights = () => createHighlightStore(createDatabaseOpener()).after(null, 100);
const restore = (id: string) => background.panel('bin.restore', { id });
const restored = { ok: true, value: {} };

describe('a deletion on this device is undone', () => {
  it('for a page, which is listed again', async () => {
    const { id, documentId } = await savedPage();

    expect(await background.panel('saved.delete', { id, confirm: false })).toMatchObject({
      value: { outcome: 'confirmation-required', sentence: null },
    });
    const binId = await deletedSave(id);
    expect(await listed()).toEqual([]);
    expect(await bin()).toMatchObject([{ id: binId, title: 'Tides', memory: 'Reading' }]);

    expect(await restore(binId)).toEqual(restored);
    expect(await listed()).toMatchObject([{ kind: 'page', pageKey: pageUrl }]);
    expect(await bin()).toEqual([]);
    expect((await owner.get(`/v1/documents/${documentId}`)).status).toBe(200);
    expect(background.events).toContainEqual(
      expect.objectContaining({ event: 'connection.status-changed' }),
    );
  });

  it('for a page that is only in the library', async () => {
    const { documentId } = await savedPage();
    const order = { connectionId, memory: place().container, documentId, customId: pageUrl };

    const answer = await background.panel('documents.delete', { ...order, confirm: true });

    expect(answer).toMatchObject({ value: { outcome: 'deleted', binId: expect.any(String) } });
    expect(await listed()).toEqual([]);
  });

  it('for a highlight, which has its place, comment and color again', async () => {
    const highlight = await savedHighlight();

    const binId = await deletedSave(highlight.id);
    expect(await highlights()).toEqual([]);
    background.events.length = 0;

    expect(await restore(binId)).toEqual(restored);
    expect(await highlights()).toEqual([{ ...highlight, id: highlight.memoryId }]);
    expect(await listed()).toMatchObject([{ kind: 'note', source: { url: pageUrl } }]);
    expect(background.events).toContainEqual({ event: 'highlights.changed', pageKey: pageUrl });
  });

  it('for a written note, and no other note is listed', async () => {
    const noteId = await owner.addNote({ container, content: 'Ask Ines for the ledger.' });
    await owner.addNote({ container, content: 'An assistant wrote this.' });
    const id = crypto.randomUUID();
    const state = { status: 'accepted', existed: false } as const;
    const item = outboxItem({ ...place(), kind: 'note', id, noteId, isWritten: true, state });
    await background.background.store.insert(item);

    expect(await restore(await deletedSave(id))).toEqual(restored);

    expect(await listed()).toMatchObject([
      { isWritten: true, source: { title: 'Ask Ines for the ledger.' } },
    ]);
  });

  it('for a Memory with its pages and highlights', async () => {
    await savedPage();
    const highlight = await savedHighlight();

    const answer = await background.settings('memories.delete', { id: container, confirm: true });
    expect(await listed()).toEqual([]);
    const binId = answer.ok && answer.value.outcome === 'deleted' ? answer.value.binId : '';
    expect(await bin()).toMatchObject([{ id: binId, kind: 'memory', title: 'Reading' }]);

    expect(await restore(binId ?? '')).toEqual(restored);
    expect(await highlights()).toEqual([{ ...highlight, id: highlight.memoryId }]);
    expect(await listed()).toHaveLength(2);
    expect(await background.panel('connection.status', {})).toMatchObject({
      value: { memories: [{ id: container, name: 'Reading' }] },
    });
  });
});

describe('a fact of the profile', () => {
  it('is deleted once confirmed, and is there again once restored', async () => {
    await owner.addFact({ container, content: 'I row.' });
    const standing = async () => {
      const read = await background.panel('profile.read', { refresh: false });
      return read.ok ? read.value.standing : [];
    };
    const [fact] = await standing();
    const order = { connectionId, memory: place().container, id: fact?.id ?? '' };

    expect(await background.panel('facts.delete', { ...order, confirm: false })).toMatchObject({
      value: { outcome: 'confirmation-required' },
    });
    const answer = await background.panel('facts.delete', { ...order, confirm: true });
    const binId = answer.ok && answer.value.outcome === 'deleted' ? answer.value.binId : '';
    expect(await standing()).toEqual([]);
    expect(background.events).toContainEqual({ event: 'profile.changed' });

    expect(await restore(binId ?? '')).toEqual(restored);
    expect(await standing()).toEqual([fact]);
  });
});

describe('forgetting everything', () => {
  const forget = () => background.settings('connections.forget-everything', {});
  const storedAgain = () => background.panel('connection.create', {});

  async function writtenNote(): Promise<string> {
    const noteId = await owner.addNote({ container, content: 'Ask Ines for the ledger.' });
    const id = crypto.randomUUID();
    const state = { status: 'accepted', existed: false } as const;
    const item = outboxItem({ ...place(), kind: 'note', id, noteId, isWritten: true, state });
    await background.background.store.insert(item);
    return id;
  }

  it('loses nothing of what is on this device, once it’s in use again', async () => {
    await savedPage();
    await owner.addDocument({
      container,
      content: 'The sun pulls too.',
      custom_id: `${pageUrl}?version`,
      metadata: { url: pageUrl, version_of: pageUrl },
    });
    await owner.addNote({ container, content: 'An assistant wrote this.' });
    const highlight = await savedHighlight();
    const written = await writtenNote();

    expect(await forget()).toMatchObject({ ok: true });
    expect([await listed(), await highlights()]).toEqual([[], []]);

    for (let times = 0; times < 2; times += 1) {
      expect(await storedAgain()).toMatchObject({
        value: { kind: 'device', memories: [{ id: container }] },
      });
      expect(await highlights()).toEqual([{ ...highlight, id: highlight.memoryId }]);
      const saves = await listed();
      expect(saves).toHaveLength(4);
      expect(saves).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ kind: 'page', isVersion: true, pageKey: pageUrl }),
          expect.objectContaining({ id: written, isWritten: true, pageKey: `note:${written}` }),
        ]),
      );
    }
  });

  it('isn’t blocked by a service that doesn’t answer', async () => {
    await savedHighlight();
    wire.ask = () => new Promise(() => undefined);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    const forgotten = forget();
    await vi.advanceTimersByTimeAsync(20_000);

    expect(await forgotten).toMatchObject({ ok: true });
    vi.useRealTimers();
    expect(await highlights()).toEqual([]);
  });
});

describe('the bin', () => {
  it('stays empty if a comment is changed, which stores a new note', async () => {
    const { id, memoryId } = await savedHighlight();

    await background.panel('highlights.set-comment', { id, comment: 'Twice a day, or so.' });
    background.background.outbox.resume();

    await expect.poll(highlights).toMatchObject([{ comment: 'Twice a day, or so.' }]);
    const stored = async () => {
      const { body } = await owner.get(`/owner/notes?container=${container}`);
      return { bin: await bin(), body };
    };
    const isNew = { id: expect.not.stringContaining(memoryId ?? '') };
    await expect.poll(stored).toMatchObject({ bin: [], body: { notes: [isNew] } });
  });

  it('is emptied after the service’s question', async () => {
    const { id } = await savedPage();
    const binId = await deletedSave(id);

    expect(await background.settings('bin.empty', { confirm: false })).toMatchObject({
      value: {
        outcome: 'confirmation-required',
        sentence: expect.stringContaining('everything in the bin'),
      },
    });
    expect(await bin()).toHaveLength(1);
    expect(await background.settings('bin.empty', { confirm: true })).toEqual({
      ok: true,
      value: { outcome: 'deleted' },
    });
    expect(await bin()).toEqual([]);
    expect(await restore(binId)).toMatchObject({ error: { code: 'memory.not-found' } });
  });

  it('keeps the highlight if its place can’t be kept', async () => {
    const { id } = await savedHighlight();
    const { ask } = wire;
    wire.ask = async (request) =>
      request.method === 'PATCH' ? { outcome: 'failed', message: 'Stopped.' } : ask(request);

    expect(await background.panel('saved.delete', { id, confirm: true })).toMatchObject({
      ok: false,
    });
    expect(await bin()).toEqual([]);
    expect(await highlights()).toHaveLength(1);
  });

  it('isn’t offered for a connected service', async () => {
    vi.stubGlobal('fetch', (request: Request) => service.fetch(request));
    const { token } = await owner.createKey({ level: 'full' });
    connectionId = crypto.randomUUID();
    await background.popup('connections.connect-with-key', {
      connectionId,
      address: 'https://memory.example',
      key: token,
      keep: 'persistent',
    });
    const { id } = await savedPage();

    expect(await background.panel('saved.delete', { id, confirm: true })).toEqual({
      ok: true,
      value: { outcome: 'deleted', wasGone: false },
    });
    expect(await bin()).toEqual([]);
  });
});
