import { describe, expect, it } from 'vitest';
import { refusalOf } from './api.ts';
import type { World } from './suite.ts';

/** Tests listing Memories with any key, and managing them as the owner. */
export function containerContract(world: World): void {
  const { api } = world;

  describe('GET /v1/containers', () => {
    it('lists nothing in a new service', async () => {
      await world.withEmptyService(async (empty) => {
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
    it('trims the name, and rejects a taken name, whatever its case', async () => {
      const name = world.unique('Harbours');
      expect(await api.post('/owner/containers', { name: ` ${name} ` })).toMatchObject({
        body: { name },
      });

      expect(refusalOf(await api.post('/owner/containers', { name }))).toBe('409 conflict');
      expect(refusalOf(await api.post('/owner/containers', { name: name.toUpperCase() }))).toBe(
        '409 conflict',
      );
    });

    it('rejects a name that looks like a taken one, and keeps the joiners in a new name', async () => {
      const name = world.unique('Lagoons');
      await api.createMemory(name);
      const persian = world.unique('می\u200Cخواهم');

      expect(refusalOf(await api.post('/owner/containers', { name: `\u200B${name}\u202E` }))).toBe(
        '409 conflict',
      );
      expect(await api.post('/owner/containers', { name: persian })).toMatchObject({
        status: 201,
        body: { name: persian },
      });
    });

    it('creates one Memory from 20 identical requests in parallel', async () => {
      const name = world.unique('Rivers');

      const replies = await Promise.all(
        Array.from({ length: 20 }, () => api.post('/owner/containers', { name })),
      );

      expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(replies.filter(({ status }) => status === 409)).toHaveLength(19);
    });

    it.each([
      ['an empty name', { name: '  ' }, 400],
      ['a name of invisible characters', { name: '\u200B\u2060' }, 400],
      ['a name of 81 characters', { name: 'x'.repeat(81) }, 400],
      ['no name', {}, 422],
      ['a name that isn’t a string', { name: 7 }, 422],
      ['a description that isn’t a string', { name: 'x', description: [] }, 422],
    ])('rejects %s', async (_name, body, status) => {
      expect(refusalOf(await api.post('/owner/containers', body))).toBe(`${status} validation`);
    });
  });

  describe('PATCH /owner/containers/{id}', () => {
    it('changes name and description, and keeps fields that are left out', async () => {
      const name = world.unique('Orchards');
      const id = await api.createMemory(name);

      const described = await api.patch(`/owner/containers/${id}`, { description: 'Apples' });
      const renamed = await api.patch(`/owner/containers/${id}`, { name: `${name}, old` });

      expect(described).toEqual({ status: 200, body: { id, name, description: 'Apples' } });
      expect(renamed.body).toEqual({ id, name: `${name}, old`, description: 'Apples' });
    });

    it('rejects another Memory’s name, and accepts its own in another case', async () => {
      const [first, second] = [world.unique('Ponds'), world.unique('Ponds')];
      const id = await api.createMemory(first);
      await api.createMemory(second);

      const taken = await api.patch(`/owner/containers/${id}`, { name: second });

      expect(refusalOf(taken)).toBe('409 conflict');
      const unseen = await api.patch(`/owner/containers/${id}`, { name: '\u200B' });
      expect(refusalOf(unseen)).toBe('400 validation');
      expect(
        (await api.patch(`/owner/containers/${id}`, { name: first.toUpperCase() })).status,
      ).toBe(200);
    });
  });

  describe('DELETE /owner/containers/{id}', () => {
    it('asks for confirmation, then deletes the Memory with everything in it', async () => {
      const word = `kestrel${world.unique('').trim()}`;
      const container = await api.createMemory(world.unique('Falcons'));
      const document = await api.learnDocument({ container, content: `A ${word} hovers.` });

      const asked = await api.delete(`/owner/containers/${container}`);
      const found = await api.search({ q: word });
      const deleted = await api.delete(`/owner/containers/${container}?confirm=true`);

      expect(asked).toMatchObject({ status: 200, body: { status: 'confirmation_required' } });
      expect(found.results).toHaveLength(1);
      expect(deleted).toMatchObject({ status: 200, body: { status: 'deleted', id: container } });
      expect((await api.search({ q: word })).results).toEqual([]);
      expect(refusalOf(await api.get(`/v1/documents/${document}`))).toBe('404 not_found');
      expect(refusalOf(await api.delete(`/owner/containers/${container}?confirm=true`))).toBe(
        '403 unauthorized',
      );
    });

    it('is for the owner only, like renaming and counting', async () => {
      const id = await api.createMemory(world.unique('Caves'));
      const { token } = await api.createKey({ level: 'full' });
      const key = api.with(token);

      const replies = [
        await key.delete(`/owner/containers/${id}?confirm=true`),
        await key.patch(`/owner/containers/${id}`, { name: 'Mine' }),
        await key.get('/owner/containers'),
      ];

      expect(replies.map(refusalOf)).toEqual(Array(3).fill('403 unauthorized'));
    });
  });

  describe('GET /owner/containers', () => {
    it('counts what is in each Memory', async () => {
      const id = await api.createMemory(world.unique('Counted'));
      await api.addDocument({ container: id, content: 'One.' });
      await api.addNote({ container: id, content: 'Two.' });
      await api.addFact({ container: id, content: 'Three.' });

      expect(await api.get('/owner/containers')).toMatchObject({
        body: {
          containers: expect.arrayContaining([
            expect.objectContaining({ id, documents: 1, notes: 1, facts: 1 }),
          ]),
        },
      });
    });
  });
}
