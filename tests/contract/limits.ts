import { beforeAll, describe, expect, it } from 'vitest';
import { maxConcurrentTurns } from '../../lib/contract/limits.ts';
import { refusalOf, type Api, type Reply } from './api.ts';
import type { World } from './suite.ts';

/** Tests the limits on requests per minute and token, and on concurrent agent turns per account. */
export function limitContract(world: World): void {
  describe('the request limit', () => {
    limitingRequests(world);
  });
  describe('agent turns of an account', () => {
    limitingTurns(world);
  });
}

function limitingRequests(world: World): void {
  let container: string;
  let spent: Api;

  beforeAll(async () => {
    const { api } = world;
    container = await api.createMemory(world.unique('Limits'));
    const { token } = await api.createKey({ level: 'full', reach: [container], profile: true });
    spent = api.with(token);
  });

  /** Sends requests until one is rejected, which the next one is, too, unless the first ones are a minute ago. */
  async function spend(): Promise<Reply> {
    for (let batch = 0; batch < 40; batch += 1) {
      const sent = Array.from({ length: 50 }, () => spent.get('/v1/containers'));
      const refused = (await Promise.all(sent)).find(({ status }) => status !== 200);
      if (refused !== undefined) return refused;
    }
    throw new Error('No request was rejected.');
  }

  it('is named in the error', async () => {
    const last = await spend();

    expect(refusalOf(last)).toBe('429 rate_limited');
    expect(last.body).toMatchObject({ details: { limit_per_min: 600 }, retryable: true });
  });

  it('applies to everything but search and adding documents and notes', async () => {
    for (const call of [
      () => spent.get('/v1/documents'),
      () => spent.get('/v1/documents/nothing'),
      () => spent.delete('/v1/documents/nothing'),
      () => spent.delete(`/v1/memories/nothing?container=${container}`),
    ]) {
      const callWhenSpent = async () => {
        await spend();
        return refusalOf(await call());
      };
      await expect.poll(callWhenSpent).toBe('429 rate_limited');
    }
  });

  it('never applies to search or to adding documents and notes', async () => {
    await spend();
    for (let count = 0; count < 20; count += 1) {
      const fields = { container, content: 'A ferry.', custom_id: 'k' };
      expect((await spent.post('/v1/search', { container, q: 'ferry' })).status).toBe(200);
      expect((await spent.post('/v1/documents', fields)).status).toBe(202);
      expect((await spent.post('/v1/memories', { container, content: 'A note.' })).status).toBe(
        202,
      );
    }
  });

  it('is counted per token', async () => {
    const { token } = await world.api.createKey();

    expect((await world.api.with(token).get('/v1/containers')).status).toBe(200);
  });
}

function limitingTurns(world: World): void {
  const { api } = world;

  it('are limited to two at a time, and rejected calls succeed later', async () => {
    const container = await api.createMemory(world.unique('Turns'));
    const ids = await Promise.all(
      Array.from({ length: 8 }, () => api.addNote({ container, content: 'A ferry.' })),
    );
    const forget = (id: string) =>
      api.delete(`/v1/memories/${id}?container=${container}&confirm=true`);

    const replies = await Promise.all(ids.map(forget));

    const refused = replies.filter(({ status }) => status !== 200);
    expect(replies.length - refused.length).toBeGreaterThanOrEqual(maxConcurrentTurns);
    expect(new Set(refused.map(refusalOf))).toEqual(
      new Set(refused.length > 0 ? ['429 turns_exhausted'] : []),
    );
    for (const [index, { status }] of replies.entries()) {
      const again = await forget(ids[index] ?? '');
      expect(again.status).toBe(status === 200 ? 404 : 200);
    }
  });
}
