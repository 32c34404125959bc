import { describe, expect, it } from 'vitest';
import { refusalOf, type Api } from './api.ts';
import type { World } from './suite.ts';

/** Tests the owner's controls for learning: Update now, canceling a run and deferring it. */
export function learningContract(world: World): void {
  describe('Update now', () => {
    updating(world);
  });
  describe.each(['canceled', 'deferred'])('a run that is %s', (status) => {
    ending(world, status);
  });
}

function updating(world: World): void {
  const { api } = world;

  it('reindexes a document, which is found once, as before', async () => {
    const container = await api.createMemory(world.unique('Learning'));
    const id = await api.learnDocument({ container, content: 'A ferry crosses.' });

    const reply = await update(api, id);

    expect(reply).toEqual({ status: 202, body: { status: 'queued', document_id: id } });
    await api.waitUntilLearned(id);
    expect((await api.search({ container, q: 'ferry' })).results).toHaveLength(1);
  });

  it('starts one run, however many requests arrive at once', async () => {
    const container = await api.createMemory(world.unique('Learning'));
    const id = await api.learnDocument({ container, content: 'A ferry crosses.' });

    const replies = await Promise.all(Array.from({ length: 10 }, () => update(api, id)));

    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([202]));
    await api.waitUntilLearned(id);
    expect((await api.search({ container, q: 'ferry' })).results).toHaveLength(1);
  });

  it('is for the owner only, and rejects unknown documents', async () => {
    const container = await api.createMemory(world.unique('Learning'));
    const { id } = await api.addDocument({ container, content: 'A ferry.' });
    const { token } = await api.createKey({ level: 'full' });

    expect(refusalOf(await update(api.with(token), id))).toBe('403 unauthorized');
    expect(refusalOf(await update(api, 'nothing'))).toBe('404 not_found');
  });
}

const endings = new Map([
  ['canceled', 'cancel-learning'],
  ['deferred', 'defer-learning'],
]);
/** A text that takes a long time to index, so that later documents stay in the queue. */
const long = 'The tide turns, and the ferry waits for it. '.repeat(24_000);
const longer = 'A gull sleeps on the post of the pier all night. '.repeat(40_000);

function ending(world: World, status: string): void {
  const { api } = world;
  const end = (id: string) => api.send('POST', `/owner/documents/${id}/${endings.get(status)}`);

  /** Cancels or defers queued runs. If they finish first, tries again with twice as many documents ahead of them. */
  async function openEnded(ahead = 1) {
    const container = await api.createMemory(world.unique('Learning'));
    const first = await addMany(api, ahead, { container, content: longer });
    const before = await api.addDocument({ container, content: long });
    const fields = { container, custom_id: 'k', content: 'A heron waits.' };
    const { id } = await api.addDocument(fields);
    const reply = await end(id);
    const { status: endedBefore } = await end(before.id);
    await Promise.all(first.map(end));
    if ((reply.status === 409 || endedBefore === 409) && ahead < 16) return openEnded(ahead * 2);
    return { container, id, fields, reply, before: before.id };
  }

  it('reports the reason and isn’t found by search', async () => {
    const { container, id, reply, before } = await openEnded();

    expect(reply).toEqual({ status: 200, body: { status, document_id: id } });
    for (const ended of [id, before]) {
      expect((await api.get(`/v1/documents/${ended}`)).body).toMatchObject({
        learned: false,
        learning_run: { status, reason: expect.stringContaining('owner') },
      });
    }
    expect((await api.search({ container, q: 'heron ferry' })).results).toEqual([]);
  });

  it('is restarted by Update now, not by sending the document again', async () => {
    const { container, id, fields } = await openEnded();

    expect(await api.addDocument(fields)).toEqual({ id, status: 'exists' });
    expect((await api.get(`/v1/documents/${id}`)).body).toMatchObject({
      learned: false,
      learning_run: { status },
    });

    await update(api, id);
    await api.waitUntilLearned(id);
    expect((await api.search({ container, q: 'heron' })).results).toHaveLength(1);
  });

  it('can be stopped only once, and only by the owner', async () => {
    const { id } = await openEnded();
    const { token } = await api.createKey({ level: 'full' });
    const path = `/owner/documents/${id}/${endings.get(status)}`;

    expect(refusalOf(await end(id))).toBe('409 conflict');
    expect(refusalOf(await end('nothing'))).toBe('404 not_found');
    expect(refusalOf(await api.with(token).send('POST', path))).toBe('403 unauthorized');
  });
}

/** Adds this many documents and returns their IDs, in the order of the queue. */
async function addMany(
  api: Api,
  count: number,
  fields: Parameters<Api['addDocument']>[0],
): Promise<string[]> {
  const ids: string[] = [];
  // One by one, to keep the order of the queue.
  while (ids.length < count) ids.push((await api.addDocument(fields)).id);
  return ids;
}

function update(api: Api, id: string) {
  return api.send('POST', `/owner/documents/${id}/update-now`);
}
