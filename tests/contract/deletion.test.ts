/** Deletes saved pages and notes from the real service, with a key created by its owner. */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OpenService } from '../../service/app.ts';
import { openTestService } from '../fixtures/open-storage.ts';
import { createDeletionWorld, type DeletionWorld } from '../fixtures/deletion-world.ts';
import { Api } from './api.ts';

const ownerToken = 'owner_token_0001';
const customId = 'https://example.org/tides';
const deleted = { ok: true, value: { outcome: 'deleted', wasGone: false } };
const wasGone = { ok: true, value: { outcome: 'deleted', wasGone: true } };

let service: OpenService;
let owner: Api;
let container: { id: string; name: string };

beforeEach(async () => {
  globalThis.indexedDB = new IDBFactory();
  service = await openTestService({ ownerToken });
  owner = new Api((request) => service.fetch(request)).with(ownerToken);
  container = { id: await owner.createMemory('Reading'), name: 'Reading' };
});
afterEach(() => service.close());

async function worldWith(level: 'write' | 'full'): Promise<DeletionWorld & { keyId: string }> {
  const { id: keyId, token } = await owner.createKey({ level, reach: [container.id] });
  const world = await createDeletionWorld((request) => service.fetch(request), token);
  return { ...world, keyId };
}

const addPage = () =>
  owner.addDocument({
    container: container.id,
    content: 'Tides.',
    title: 'Tides',
    custom_id: customId,
  });
const statusOf = async (path: string) => (await owner.get(path)).status;

describe('deleting a saved page', () => {
  it('keeps the page until the person confirms the service’s question', async () => {
    const world = await worldWith('full');
    const { id: documentId } = await addPage();
    const { id } = await world.saved({
      container,
      state: { status: 'learned', existed: false, documentId },
    });
    const asked = await owner.delete(`/v1/documents/${documentId}`);

    const answer = await world.deleteSaved(id, false);

    expect(answer).toEqual({
      ok: true,
      value: {
        outcome: 'confirmation-required',
        sentence: Reflect.get(asked.body ?? {}, 'message'),
      },
    });
    expect(await statusOf(`/v1/documents/${documentId}`)).toBe(200);
    expect(await world.deleteSaved(id, true)).toEqual(deleted);
    expect(await statusOf(`/v1/documents/${documentId}`)).toBe(404);
    expect(world.removed).toEqual([id]);
  });

  it('finds a page far back in the list if its ID is unknown', async () => {
    const world = await worldWith('full');
    const { id: documentId } = await addPage();
    for (let at = 0; at < 120; at += 1) {
      await owner.addDocument({
        container: container.id,
        content: `Page ${at}.`,
        custom_id: `p${at}`,
      });
    }
    const { id } = await world.saved({
      container,
      state: { status: 'unlearned', documentId: null },
    });

    expect(await world.deleteSaved(id, true)).toEqual(deleted);

    expect(await statusOf(`/v1/documents/${documentId}`)).toBe(404);
    expect(world.requests).toHaveLength(4);
  });

  it('removes the save if the owner already deleted the page', async () => {
    const world = await worldWith('full');
    const { id: documentId } = await addPage();
    const state = { status: 'learned', existed: false, documentId } as const;
    const { id } = await world.saved({ container, state });
    const twin = await world.saved({ container, state: { ...state, existed: true } });
    expect(await world.deleteSaved(id, false)).toMatchObject({ ok: true });
    await owner.delete(`/v1/documents/${documentId}?confirm=true`);

    expect(await world.deleteSaved(id, true)).toEqual(wasGone);

    expect(await world.left()).toEqual([]);
    expect(world.removed).toEqual([twin.id, id]);
  });

  it('works while the page is being learned', async () => {
    const world = await worldWith('full');
    const { id: documentId } = await addPage();
    const { id } = await world.saved({
      container,
      state: { status: 'learning', existed: false, documentId, polls: 0, nextPollAt: 5 },
    });

    expect(await world.deleteSaved(id, true)).toEqual(deleted);

    await service.idle();
    expect(await statusOf(`/v1/documents/${documentId}`)).toBe(404);
  });
});

describe('deleting a saved note', () => {
  it('forgets the note after confirmation, and removes its highlight', async () => {
    const world = await worldWith('full');
    const memoryId = await owner.addNote({ container: container.id, content: 'pulls at the sea' });
    const { id } = await world.savedNote(memoryId, { container });

    expect(await world.deleteSaved(id, false)).toMatchObject({
      value: { sentence: expect.stringContaining('Nothing has been forgotten yet') },
    });
    expect(await world.deleteSaved(id, true)).toEqual(deleted);

    expect(await world.highlights.get(id)).toBeNull();
    await service.idle();
    expect((await owner.search({ q: 'sea' })).results).toEqual([]);
  });
});

describe('deleting with a key that lacks permission', () => {
  it('sends one request and keeps everything', async () => {
    const world = await worldWith('write');
    const { id: documentId } = await addPage();
    const page = await world.saved({
      container,
      state: { status: 'learned', existed: false, documentId },
    });
    const memoryId = await owner.addNote({ container: container.id, content: 'pulls at the sea' });
    const note = await world.savedNote(memoryId, { container });

    for (const { id } of [page, note, page]) {
      expect(await world.deleteSaved(id, true)).toMatchObject({
        ok: false,
        error: { code: 'memory.unauthorized', status: 403, traceId: expect.any(String) },
      });
    }

    expect(world.requests).toHaveLength(1);
    expect(await statusOf(`/v1/documents/${documentId}`)).toBe(200);
    expect(await world.left()).toHaveLength(2);
  });

  it('is rejected if the owner restricts the key before the confirmation', async () => {
    const world = await worldWith('full');
    const { id: documentId } = await addPage();
    const { id } = await world.saved({
      container,
      state: { status: 'learned', existed: false, documentId },
    });
    await world.deleteSaved(id, false);
    await owner.patch(`/owner/keys/${world.keyId}`, { level: 'read' });

    expect(await world.deleteSaved(id, true)).toMatchObject({
      error: { code: 'memory.unauthorized' },
    });
    expect(await world.deleteSaved(id, true)).toMatchObject({ ok: false });

    expect(world.requests).toHaveLength(2);
    expect(await statusOf(`/v1/documents/${documentId}`)).toBe(200);
    expect(await world.left()).toEqual([id]);
  });
});
