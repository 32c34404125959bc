import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { binResponseSchema, containerWithCountsSchema } from '../../lib/contract/owner-api.ts';
import { refusalOf, type Api, type Reply } from './api.ts';
import type { World } from './suite.ts';

export const binOf = async (api: Api) =>
  z.parse(binResponseSchema, (await api.get('/owner/bin')).body).entries;

/** Deletes with confirmation and returns the id of the entry in the bin. */
export async function deleted(api: Api, path: string): Promise<string> {
  const { body } = await api.delete(`${path}${path.includes('?') ? '&' : '?'}confirm=true`);
  return z.parse(z.object({ bin_id: z.string() }), body).bin_id;
}

export const restore = (api: Api, id: string) => api.send('POST', `/owner/bin/${id}/restore`);

/** Restores an entry and returns its Memory with the number of items restored. */
async function restored(api: Api, id: string) {
  return z.parse(containerWithCountsSchema, (await restore(api, id)).body);
}

const namesOf = ({ body }: Reply) =>
  z
    .parse(z.object({ containers: z.array(z.object({ id: z.string(), name: z.string() })) }), body)
    .containers.map(({ id, name }) => ({ id, name }));

/** Tests the bin, with which the owner undoes deletions. */
export function binContract(world: World): void {
  const { api } = world;
  const memory = async () => {
    const name = world.unique('Bin');
    return { name, container: await api.createMemory(name) };
  };

  describe('the bin', () => {
    it('restores a document with all its fields', async () => {
      const { name, container } = await memory();
      const page = {
        title: 'Herons',
        custom_id: 'https://a.example/',
        metadata: { n: [1.5, 'é'] },
      };
      const id = await api.learnDocument({ container, content: 'A heron. 日本語', ...page });
      const { body: before } = await api.get(`/v1/documents/${id}`);
      const entry = await deleted(api, `/v1/documents/${id}`);

      expect((await binOf(api))[0]).toMatchObject({
        id: entry,
        kind: 'document',
        title: 'Herons',
        memory: name,
      });
      expect(await restored(api, entry)).toEqual({
        id: container,
        name,
        documents: 1,
        notes: 0,
        facts: 0,
      });
      await api.searchUntilFound({ container, q: '日本語' });
      const { body: after } = await api.get(`/v1/documents/${id}`);
      expect(after).toEqual({
        ...z.parse(z.looseObject({}), before),
        learning_run: expect.anything(),
      });
      expect((await binOf(api)).map(({ id: left }) => left)).not.toContain(entry);
      expect(refusalOf(await restore(api, entry))).toBe('404 not_found');
    });

    it('restores a note with its metadata', async () => {
      const { container } = await memory();
      const id = await api.addNote({ container, content: 'A kingfisher, at last.' });
      await api.send(
        'PATCH',
        '/owner/notes',
        JSON.stringify({ notes: [{ id, metadata: { a: 1 } }] }),
      );
      const { body: before } = await api.get(`/owner/notes?container=${container}`);
      const entry = await deleted(api, `/v1/memories/${id}?container=${container}`);

      expect((await binOf(api))[0]).toMatchObject({
        kind: 'note',
        title: 'A kingfisher, at last.',
      });
      expect(await restored(api, entry)).toMatchObject({ notes: 1 });
      expect((await api.get(`/owner/notes?container=${container}`)).body).toEqual(before);
      await api.searchUntilFound({ container, q: 'kingfisher' });
    });

    it('restores a fact', async () => {
      const { container } = await memory();
      const id = await api.addFact({ container, content: 'I keep bees.' });
      const entry = await deleted(api, `/v1/memories/${id}?container=${container}`);

      expect((await binOf(api))[0]).toMatchObject({ kind: 'fact', title: 'I keep bees.' });
      expect(await restored(api, entry)).toMatchObject({ facts: 1 });
      const { body } = await api.get(`/owner/notes?container=${container}`);
      expect(body).toMatchObject({ facts: [{ id, content: 'I keep bees.' }] });
    });

    it('restores a Memory with its contents, and the reach of the keys that are limited to it', async () => {
      const { name, container } = await memory();
      const reader = api.with((await api.createKey({ level: 'read', reach: [container] })).token);
      const documents = await Promise.all(
        Array.from({ length: 40 }, (_, at) =>
          api.addDocument({ container, content: `Page ${at} of the ledger.`, custom_id: `k${at}` }),
        ),
      );
      await api.addNote({ container, content: 'A note in the ledger.' });
      await api.addFact({ container, content: 'I keep a ledger.' });
      const entry = await deleted(api, `/owner/containers/${container}`);
      expect(namesOf(await api.get('/owner/containers'))).not.toContainEqual({
        id: container,
        name,
      });

      expect((await binOf(api))[0]).toMatchObject({ kind: 'memory', title: name, memory: name });
      expect(await restored(api, entry)).toEqual({
        id: container,
        name,
        documents: documents.length,
        notes: 1,
        facts: 1,
      });
      expect(namesOf(await reader.get('/v1/containers'))).toEqual([{ id: container, name }]);
      await reader.searchUntilFound({ q: 'note in the ledger' });
    });

    it('restores into the Memory that has the name now, or creates the Memory again', async () => {
      const { name, container } = await memory();
      const { id } = await api.addDocument({ container, content: 'A heron.', title: 'Herons' });
      const ofPage = await deleted(api, `/v1/documents/${id}`);
      const ofMemory = await deleted(api, `/owner/containers/${container}`);

      expect(await restored(api, ofPage)).toMatchObject({ id: container, name, documents: 1 });
      const again = await deleted(api, `/owner/containers/${container}`);
      const taken = await api.createMemory(name);

      expect(await restored(api, ofMemory)).toMatchObject({ id: taken, documents: 0 });
      expect(await restored(api, again)).toMatchObject({ id: taken, documents: 1 });
    });

    it('restores a document beside one that has its custom_id now', async () => {
      const { container } = await memory();
      const { id } = await api.addDocument({ container, content: 'Old text.', custom_id: 'k' });
      const entry = await deleted(api, `/v1/documents/${id}`);
      const now = await api.addDocument({ container, content: 'New text.', custom_id: 'k' });

      expect(await restored(api, entry)).toMatchObject({ documents: 1 });
      const { body } = await api.get(`/v1/documents?container=${container}`);
      expect(body).toMatchObject({
        documents: [
          { id, custom_id: null },
          { id: now.id, custom_id: 'k' },
        ],
      });
    });

    it('is emptied for good, after a confirmation', async () => {
      await world.withEmptyService(async (empty) => {
        const container = await empty.createMemory('Herons');
        const { id } = await empty.addDocument({ container, content: 'A heron.' });
        const entry = await deleted(empty, `/v1/documents/${id}`);

        const { body } = await empty.delete('/owner/bin');
        expect(body).toEqual({
          status: 'confirmation_required',
          message: expect.stringMatching(/everything in the bin\. This cannot be undone\.$/),
        });
        expect(await binOf(empty)).toHaveLength(1);

        expect((await empty.delete('/owner/bin?confirm=true')).body).toMatchObject({ entries: 1 });
        expect(await binOf(empty)).toEqual([]);
        expect(refusalOf(await restore(empty, entry))).toBe('404 not_found');
      });
    });

    it('loses one entry for good', async () => {
      const { container } = await memory();
      const { id } = await api.addDocument({ container, content: 'A heron.' });
      const other = await api.addNote({ container, content: 'A kingfisher.' });
      const entry = await deleted(api, `/v1/documents/${id}`);
      const kept = await deleted(api, `/v1/memories/${other}?container=${container}`);

      expect((await api.delete(`/owner/bin?id=${entry}`)).body).toMatchObject({
        status: 'confirmation_required',
      });
      expect((await api.delete(`/owner/bin?id=${entry}&confirm=true`)).body).toMatchObject({
        entries: 1,
      });
      expect(refusalOf(await restore(api, entry))).toBe('404 not_found');
      expect(await restored(api, kept)).toMatchObject({ notes: 1 });
    });

    it('is only for the owner', async () => {
      const key = api.with((await api.createKey({ level: 'full' })).token);

      for (const reply of [
        await key.get('/owner/bin'),
        await restore(key, 'x'),
        await key.delete('/owner/bin?confirm=true'),
      ]) {
        expect(refusalOf(reply)).toBe('403 unauthorized');
      }
    });
  });
}
