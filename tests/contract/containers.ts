import { describe, expect, it } from 'vitest';
import { refusalOf } from './api.ts';
import type { World } from './suite.ts';

/** Memories: listing them, and making them as their owner. */
export function containerContract(world: World): void {
  const { api } = world;

  describe('GET /v1/containers', () => {
    it('lists nothing in a new home', async () => {
      await world.withEmptyHome(async (empty) => {
        expect(await empty.get('/v1/containers')).toEqual({
          status: 200,
          body: { containers: [] },
        });
      });
    });

    it('lists each Memory with id, name and description', async () => {
      const name = world.unique('Gardens');
      const created = await api.post('/owner/containers', { name, description: 'Soil and seeds' });

      const listed = await api.get('/v1/containers');

      expect(created).toMatchObject({ status: 201, body: { name, description: 'Soil and seeds' } });
      expect(listed).toMatchObject({
        status: 200,
        body: { containers: expect.arrayContaining([created.body]) },
      });
    });
  });

  describe('POST /owner/containers', () => {
    it('trims the name, and refuses one that is taken, whatever its case', async () => {
      const name = world.unique('Harbours');
      expect(await api.post('/owner/containers', { name: ` ${name} ` })).toMatchObject({
        body: { name },
      });

      expect(refusalOf(await api.post('/owner/containers', { name }))).toBe('409 conflict');
      expect(refusalOf(await api.post('/owner/containers', { name: name.toUpperCase() }))).toBe(
        '409 conflict',
      );
    });

    it('makes one of 20 equal Memories asked for at once', async () => {
      const name = world.unique('Rivers');

      const replies = await Promise.all(
        Array.from({ length: 20 }, () => api.post('/owner/containers', { name })),
      );

      expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(replies.filter(({ status }) => status === 409)).toHaveLength(19);
    });

    it.each([
      ['an empty name', { name: '  ' }, 400],
      ['a name of 81 characters', { name: 'x'.repeat(81) }, 400],
      ['no name', {}, 422],
      ['a name that is no string', { name: 7 }, 422],
      ['a description that is no string', { name: 'x', description: [] }, 422],
    ])('refuses %s', async (_name, body, status) => {
      expect(refusalOf(await api.post('/owner/containers', body))).toBe(`${status} validation`);
    });
  });
}
