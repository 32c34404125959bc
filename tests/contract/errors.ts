import { describe, expect, it } from 'vitest';
import { refusalOf } from './api.ts';
import type { World } from './suite.ts';

/** What every endpoint has in common: the envelope, unknown addresses, bodies that are no JSON. */
export function errorContract(world: World): void {
  const { api } = world;

  describe('any endpoint', () => {
    it.each([
      ['GET', '/'],
      ['GET', '/v1'],
      ['GET', '/v1/nothing'],
      ['GET', '/v1/containers/'],
      ['GET', '/v1/documents/a/b'],
      ['GET', '/%E0%A4%A'],
      ['PUT', '/v1/documents'],
      ['PATCH', '/v1/documents/x'],
      ['DELETE', '/v1/documents'],
      ['GET', '/v1/search'],
    ])('answers %s %s with 404 and the envelope', async (method, path) => {
      expect(refusalOf(await api.send(method, path))).toBe('404 not_found');
    });

    it.each([
      '/v1/documents',
      '/v1/search',
      '/v1/memories',
      '/owner/containers',
      '/owner/keys',
      '/owner/rules',
      '/v1/ask',
    ])('answers a body that isn’t JSON with 422 on %s', async (path) => {
      for (const body of ['', '{', 'content=x', '{"content": "x"', '\uFEFF{}x']) {
        expect(refusalOf(await api.send('POST', path, body))).toBe('422 validation');
      }
    });

    it('names the wrong field', async () => {
      const { body } = await api.post('/v1/search', { q: 5, limit: 'x' });

      expect(body).toMatchObject({
        details: { fields: [{ field: 'q' }, { field: 'limit' }] },
      });
    });

    it('gives every refusal its own trace_id', async () => {
      const bodies = await Promise.all(
        Array.from({ length: 5 }, async () => (await api.get('/v1/nothing')).body),
      );

      expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(5);
    });
  });
}
