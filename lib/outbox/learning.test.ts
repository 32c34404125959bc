/** Tests how the outbox handles responses when it polls a document's indexing status. */
import { beforeEach, describe, expect, it } from 'vitest';
import { outboxItem, pageUrl } from '../../tests/fixtures/outbox-item.ts';
import {
  createWorld,
  emptyDatabase,
  tooOld,
  unreachable,
  withdrawn,
} from '../../tests/fixtures/outbox-world.ts';
import type { OutboxItem } from './model.ts';
import { err, ok } from '../contract/result.ts';
import type { MemoryClient } from '../memory-client/client.ts';

beforeEach(emptyDatabase);

type Documents = MemoryClient['documents'];

/** Polls an item once and returns the result. */
async function ask(documents: Partial<Documents>, watched: Watched = {}) {
  const world: ReturnType<typeof createWorld> = createWorld({
    clientOf: async () => {
      const { client } = world.service;
      return { ...client, documents: { ...client.documents, ...documents } };
    },
  });
  const { documentId = 'd1', customId = pageUrl } = watched;
  const state = {
    status: 'learning',
    existed: false,
    documentId,
    polls: 0,
    nextPollAt: 0,
  } as const;
  const item = await world.request(outboxItem({ state, customId }));
  await world.outbox.resume();
  return { state: await world.stateOf(item), thrown: world.thrown };
}

type Watched = { documentId?: string | null; customId?: OutboxItem['customId'] };

const stillLearning = { status: 'learning', polls: 1, nextPollAt: 10_400 };

describe('a poll', () => {
  it.each([
    ['without a response', err(unreachable)],
    ['that the service rejected', err(tooOld)],
    ['of a document that is still being indexed', ok({ id: 'd1', learned: false })],
    ['without an indexing status', ok({ id: 'd1' })],
  ])('%s is counted and repeated later', async (_, answer) => {
    expect((await ask({ get: async () => answer })).state).toMatchObject(stillLearning);
  });

  it('pauses the item if the credential was withdrawn', async () => {
    expect((await ask({ get: async () => err(withdrawn) })).state).toEqual({
      status: 'paused',
      error: withdrawn,
    });
  });

  it('is counted if it throws, and the exception is reported', async () => {
    const bug = new Error('a bug');

    const { state, thrown } = await ask({ get: () => Promise.reject(bug) });

    expect(state).toMatchObject({ ...stillLearning, documentId: 'd1' });
    expect(thrown).toEqual([bug]);
  });

  it.each([
    ['in the service’s words', 'No text.', 'No text.'],
    ['cut to a maximum length', 'x'.repeat(9_000), 'x'.repeat(500)],
    ['as null if it isn’t text', { code: 7 }, null],
  ])('stores the reason for failed indexing %s', async (_, reason, kept) => {
    const document = { id: 'd1', learned: false, learning_run: { status: 'failed', reason } };

    const { state } = await ask({ get: async () => ok(document) });

    expect(state).toEqual({ status: 'failed', documentId: 'd1', reason: kept });
  });
});

describe('a document whose id the service did not return', () => {
  const unnamed = { documentId: null };
  const named = (custom_id: string, id: string) => ({ id, custom_id, learned: true });

  it('is looked up in its Memory by its custom_id', async () => {
    const asked: unknown[] = [];
    const list: Documents['list'] = async (input) => {
      asked.push(input);
      const documents = [named('https://example.org/other', 'd8'), named(pageUrl, 'd9')];
      return ok({ documents, nextCursor: null });
    };

    const { state } = await ask({ list }, unnamed);

    expect(state).toEqual({ status: 'learned', existed: false, documentId: 'd9' });
    expect(asked).toMatchObject([{ container: 'reading' }]);
  });

  it('is looked up on up to three list pages, then again later', async () => {
    let pages = 0;
    const list: Documents['list'] = async () => {
      pages += 1;
      return ok({ documents: [], nextCursor: `${pages}` });
    };

    expect((await ask({ list }, unnamed)).state).toMatchObject(stillLearning);
    expect(pages).toBe(3);
  });

  it.each([
    ['pauses if the credential was withdrawn', withdrawn, { status: 'paused', error: withdrawn }],
    ['is looked up again if there was no response', unreachable, stillLearning],
  ])('%s', async (_, error, state) => {
    expect((await ask({ list: async () => err(error) }, unnamed)).state).toMatchObject(state);
  });

  it('is not looked up if it has no custom_id', async () => {
    let isAsked = false;
    const list: Documents['list'] = async () => {
      isAsked = true;
      return ok({ documents: [], nextCursor: null });
    };

    const { state } = await ask({ list }, { ...unnamed, customId: null });

    expect(state).toMatchObject(stillLearning);
    expect(isAsked).toBe(false);
  });
});
