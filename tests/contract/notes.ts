import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { serviceLimits } from '../../lib/contract/limits.ts';
import { addMemoryResponseSchema } from '../../lib/contract/memory-api.ts';
import { refusalOf } from './api.ts';
import type { World } from './suite.ts';

/** Tests adding and deleting notes, which the contract calls memories. */
export function noteContract(world: World): void {
  describe('POST /v1/memories', () => {
    keeping(world);
  });
  describe('DELETE /v1/memories/{id}', () => {
    forgetting(world);
  });
}

function keeping(world: World): void {
  const { api } = world;

  it('accepts a note and returns 202 queued with its id', async () => {
    const container = await api.createMemory(world.unique('Notes'));

    const reply = await api.post('/v1/memories', { container, content: 'Herons fish at dawn.' });

    expect(reply).toEqual({
      status: 202,
      body: { status: 'queued', memory_id: expect.any(String) },
    });
  });

  it('makes the note searchable, word for word, under its id', async () => {
    const container = await api.createMemory(world.unique('Notes'));
    const content = '  “Herons”\tfish — at dawn…  ';
    const id = await api.addNote({ container, content, static: false });

    const { results } = await api.searchUntilFound({ container, q: 'heron dawn' });

    expect(results).toMatchObject([{ memory_id: id, content: content.trim() }]);
    expect(results[0]?.document_id).toBeUndefined();
  });

  it('stores a note once if it’s sent again under its key, with the text sent last', async () => {
    const container = await api.createMemory(world.unique('Notes'));
    const another = await api.createMemory(world.unique('Notes'));
    const add = async (key: string, content: string, memory = container) => {
      const body = JSON.stringify({ container: memory, content });
      const reply = await api.send('POST', '/v1/memories', body, { 'idempotency-key': key });
      expect(reply.status).toBe(202);
      return z.parse(addMemoryResponseSchema, reply.body).memory_id;
    };
    const id = await add('one', 'A grebe dives.');

    expect(await add('one', 'A grebe dives.')).toBe(id);
    expect(await add('one', 'A grebe dives deep.')).toBe(id);
    expect(await add('two', 'A grebe swims.')).not.toBe(id);
    expect(await add('one', 'A grebe elsewhere.', another)).not.toBe(id);

    const found = () => api.search({ container, q: 'grebe' });
    await expect
      .poll(async () => (await found()).results.map(({ content }) => content).toSorted(), {
        timeout: 30_000,
      })
      .toEqual(['A grebe dives deep.', 'A grebe swims.']);
  });

  it('stores metadata, and returns its address and title in search results', async () => {
    const container = await api.createMemory(world.unique('Notes'));
    const page = { url: 'https://birds.example/dippers', title: 'Dippers' };
    await api.addNote({ container, content: 'A dipper walks under water.', metadata: page });

    const { results } = await api.searchUntilFound({ container, q: 'dipper site:birds.example' });

    expect(results).toMatchObject([page]);
  });

  it('keeps the metadata of a note that is sent again without it', async () => {
    const container = await api.createMemory(world.unique('Notes'));
    const metadata = { title: 'Gadwalls' };
    const send = (body: object) =>
      api.send('POST', '/v1/memories', JSON.stringify({ container, ...body }), {
        'idempotency-key': 'gadwall',
      });
    await send({ content: 'A gadwall dabbles.', metadata });
    await send({ content: 'A gadwall dabbles at dusk.' });

    const { results } = await api.searchUntilFound({ container, q: 'gadwall dusk' });

    expect(results).toMatchObject([metadata]);
  });

  it('rejects metadata that is too large', async () => {
    const container = await api.createMemory(world.unique('Notes'));
    const metadata = { text: 'x'.repeat(serviceLimits.noteMetadataBytes) };

    expect(refusalOf(await api.post('/v1/memories', { container, content: 'x', metadata }))).toBe(
      '400 validation',
    );
  });

  it('rejects a key that is too long', async () => {
    const container = await api.createMemory(world.unique('Notes'));
    const body = JSON.stringify({ container, content: 'x' });
    const headers = { 'idempotency-key': 'k'.repeat(serviceLimits.customIdLength + 1) };

    expect(refusalOf(await api.send('POST', '/v1/memories', body, headers))).toBe('400 validation');
  });

  it('needs no container if exactly one Memory is in reach', async () => {
    await world.withEmptyService(async (empty) => {
      expect(refusalOf(await empty.post('/v1/memories', { content: 'x' }))).toBe('400 validation');
      await empty.createMemory('Only');
      await empty.addNote({ content: 'x' });
      await empty.createMemory('Another');
      expect(refusalOf(await empty.post('/v1/memories', { content: 'x' }))).toBe('400 validation');
    });
  });

  it.each([
    ['no content', {}, 422],
    ['content that isn’t a string', { content: ['x'] }, 422],
    ['static that isn’t a boolean', { content: 'x', static: 'yes' }, 422],
    ['blank content', { content: '  ' }, 400],
    ['too much content', { content: 'x'.repeat(serviceLimits.contentBytes + 1) }, 400],
  ])('rejects %s', async (_name, fields, status) => {
    const container = await api.createMemory(world.unique('Notes'));

    expect(refusalOf(await api.post('/v1/memories', { container, ...fields }))).toBe(
      `${status} validation`,
    );
  });

  it('rejects an unknown Memory', async () => {
    const note = { container: 'no-such-memory', content: 'x' };

    expect(refusalOf(await api.post('/v1/memories', note))).toBe('403 unauthorized');
  });
}

function forgetting(world: World): void {
  const { api } = world;

  async function learnedNote(content: string): Promise<{ container: string; id: string }> {
    const container = await api.createMemory(world.unique('Notes'));
    const id = await api.addNote({ container, content });
    await api.searchUntilFound({ container, q: content });
    return { container, id };
  }

  it('forgets nothing without confirm=true and returns the sentence to relay', async () => {
    const { container, id } = await learnedNote('Herons fish at dawn.');

    const reply = await api.delete(`/v1/memories/${id}?container=${container}`);

    expect(reply).toEqual({
      status: 200,
      body: { status: 'confirmation_required', message: expect.stringContaining('Herons fish') },
    });
    expect((await api.search({ container, q: 'heron' })).results).toHaveLength(1);
  });

  it('forgets with confirm=true', async () => {
    const { container, id } = await learnedNote('Herons fish at dawn.');

    const reply = await api.delete(`/v1/memories/${id}?container=${container}&confirm=true`);

    expect(reply).toMatchObject({ status: 200, body: { status: 'forgotten', id } });
    expect((await api.search({ container, q: 'heron' })).results).toEqual([]);
    const again = await api.delete(`/v1/memories/${id}?container=${container}&confirm=true`);
    expect(refusalOf(again)).toBe('404 not_found');
  });

  it('requires the container', async () => {
    const { id } = await learnedNote('Herons fish at dawn.');

    expect(refusalOf(await api.delete(`/v1/memories/${id}?confirm=true`))).toBe('400 validation');
  });

  it('returns 404 for an unknown id, the id of a document, and a note in another Memory', async () => {
    const { container, id } = await learnedNote('Herons fish at dawn.');
    const other = await api.createMemory(world.unique('Notes'));
    const document = await api.addDocument({ container, content: 'A ferry.' });

    for (const path of [
      `no-such-note?container=${container}`,
      `${document.id}?container=${container}&confirm=true`,
      `${id}?container=${other}&confirm=true`,
    ]) {
      expect(refusalOf(await api.delete(`/v1/memories/${path}`))).toBe('404 not_found');
    }
  });

  it('rejects an unknown Memory', async () => {
    const reply = await api.delete('/v1/memories/x?container=no-such-memory&confirm=true');

    expect(refusalOf(reply)).toBe('403 unauthorized');
  });
}
