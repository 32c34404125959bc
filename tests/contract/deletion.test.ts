/** Deleting what was saved, at the service itself, with a key that its owner made. */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OpenService } from '../../service/app.ts';
import { openNodeService } from '../../service/runtime/node/node-service.ts';
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
  service = await openNodeService({ file: ':memory:', ownerToken });
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

describe('a saved page at the service', () => {
  it('is there until the person has said yes to the service’s own question', async () => {
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

  it('is found far back in the list where its id was never told', async () => {
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

  it('is gone where its owner deleted it meanwhile', async () => {
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

  it('can be deleted while it is being learned', async () => {
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

describe('a saved note at the service', () => {
  it('is forgotten on the person’s word, and its highlight with it', async () => {
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

describe('a key that may not delete', () => {
  it('is asked with once, and everything stays', async () => {
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

  it('was one that might, when its owner narrows it between question and answer', async () => {
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
