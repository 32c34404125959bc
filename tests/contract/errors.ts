import { describe, expect, it } from 'vitest';
import { refusalOf } from './api.ts';
import type { World } from './suite.ts';

/** Tests the errors of every endpoint: the envelope, unknown paths, and bodies that aren't JSON. */
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
    ])('returns 404 and the envelope for %s %s', async (method, path) => {
      expect(refusalOf(await api.send(method, path))).toBe('404 not_found');
    });

    it.each([
      ['PUT', '/v1/documents', 'GET, HEAD, POST'],
      ['PATCH', '/v1/documents/x', 'GET, HEAD, DELETE'],
      ['DELETE', '/v1/documents', 'GET, HEAD, POST'],
      ['GET', '/v1/search', 'POST'],
      ['OPTIONS', '/v1/ask', 'POST'],
      ['POST', '/owner/agent', 'GET, HEAD, PUT'],
    ])('returns 405 and the allowed methods for %s %s', async (method, path, allowed) => {
      const response = await api.fetch(new Request(`http://localhost${path}`, { method }));

      expect(response.headers.get('allow')).toBe(allowed);
      expect(refusalOf({ status: response.status, body: await response.json() })).toBe(
        '405 method_not_allowed',
      );
    });

    it.each([
      '/v1/documents',
      '/v1/search',
      '/v1/memories',
      '/owner/containers',
      '/owner/keys',
      '/owner/rules',
      '/v1/ask',
    ])('returns 422 for a body that isn’t JSON on %s', async (path) => {
      for (const body of ['', '{', 'content=x', '{"content": "x"', '\uFEFF{}x']) {
        expect(refusalOf(await api.send('POST', path, body))).toBe('422 validation');
      }
    });

    it('names the invalid fields', async () => {
      const { body } = await api.post('/v1/search', { q: 5, limit: 'x' });

      expect(body).toMatchObject({
        details: { fields: [{ field: 'q' }, { field: 'limit' }] },
      });
    });

    it('gives every error its own trace_id', async () => {
      const bodies = await Promise.all(
        Array.from({ length: 5 }, async () => (await api.get('/v1/nothing')).body),
      );

      expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(5);
    });
  });
}
