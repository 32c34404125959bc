import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { documentSchema } from '../../lib/contract/memory-api.ts';
import { serviceLimits } from '../../lib/contract/limits.ts';
import { refusalOf, type Api } from './api.ts';
import type { World } from './suite.ts';

/** Tests adding, reading, listing and deleting documents. */
export function documentContract(world: World): void {
  describe('POST /v1/documents', () => {
    adding(world);
  });
  describe('GET /v1/documents/{id}', () => {
    looking(world);
  });
  describe('GET /v1/documents', () => {
    listing(world);
  });
  describe('DELETE /v1/documents/{id}', () => {
    deleting(world);
  });
}

function adding(world: World): void {
  const { api } = world;

  it('accepts a text and returns 202 queued, with id and path', async () => {
    const container = await api.createMemory(world.unique('Ferries'));

    const reply = await api.post('/v1/documents', { container, content: 'A ferry.' });

    expect(reply).toEqual({
      status: 202,
      body: { status: 'queued', document_id: expect.any(String), path: expect.any(String) },
    });
  });

  it('returns exists and the same id for a known custom_id, and keeps the first text', async () => {
    const container = await api.createMemory(world.unique('Ferries'));
    const first = await api.addDocument({
      container,
      custom_id: 'k',
      content: 'The first crossing.',
    });

    const second = await api.addDocument({
      container,
      custom_id: 'k',
      content: 'A second crossing.',
    });

    expect(first.status).toBe('queued');
    expect(second).toEqual({ id: first.id, status: 'exists' });
    await api.waitUntilLearned(first.id);
    const { results } = await api.search({ container, q: 'crossing' });
    expect(results.map(({ content }) => content)).toEqual(['The first crossing.']);
  });

  it('stores one document from 50 identical requests in parallel', async () => {
    const container = await api.createMemory(world.unique('Ferries'));
    const document = { container, custom_id: 'https://a.example/ferry', content: 'A ferry.' };

    const added = await Promise.all(Array.from({ length: 50 }, () => api.addDocument(document)));

    expect(new Set(added.map(({ id }) => id)).size).toBe(1);
    expect(added.filter(({ status }) => status === 'queued')).toHaveLength(1);
    expect(await idsOf(api, container)).toHaveLength(1);
  });

  it('scopes a custom_id to its Memory', async () => {
    const [one, two] = [
      await api.createMemory(world.unique('A')),
      await api.createMemory(world.unique('B')),
    ];

    const first = await api.addDocument({ container: one, custom_id: 'k', content: 'A ferry.' });
    const second = await api.addDocument({ container: two, custom_id: 'k', content: 'A ferry.' });

    expect([first.status, second.status]).toEqual(['queued', 'queued']);
    expect(second.id).not.toBe(first.id);
  });

  it('stores identical documents without a custom_id twice', async () => {
    const container = await api.createMemory(world.unique('Ferries'));

    await api.addDocument({ container, content: 'A ferry.' });
    await api.addDocument({ container, content: 'A ferry.' });

    expect(await idsOf(api, container)).toHaveLength(2);
  });

  it('needs no container if exactly one Memory is in reach', async () => {
    await world.withEmptyService(async (empty) => {
      const document = { content: 'A ferry.' };
      expect(refusalOf(await empty.post('/v1/documents', document))).toBe('400 validation');

      const only = await empty.createMemory('Only');
      const { id } = await empty.addDocument(document);
      expect((await empty.get(`/v1/documents/${id}`)).body).toMatchObject({ container: only });

      await empty.createMemory('Another');
      expect(refusalOf(await empty.post('/v1/documents', document))).toBe('400 validation');
    });
  });

  it('rejects an unknown Memory like one outside the reach', async () => {
    const document = { container: 'no-such-memory', content: 'A ferry.' };

    expect(refusalOf(await api.post('/v1/documents', document))).toBe('403 unauthorized');
  });

  const { contentBytes, titleLength, customIdLength, metadataBytes, urlLength } = serviceLimits;
  it.each([
    ['both content and url', { content: 'x', url: 'https://a.example' }, 400],
    ['neither content nor url', {}, 400],
    ['blank content', { content: ' \n ' }, 400],
    ['too much content', { content: 'x'.repeat(contentBytes + 1) }, 400],
    [
      'content with few enough characters but too many bytes',
      { content: 'é'.repeat(contentBytes / 2 + 1) },
      400,
    ],
    ['a title that is too long', { content: 'x', title: 'x'.repeat(titleLength + 1) }, 400],
    [
      'a custom_id that is too long',
      { content: 'x', custom_id: 'x'.repeat(customIdLength + 1) },
      400,
    ],
    ['too much metadata', { content: 'x', metadata: { a: 'x'.repeat(metadataBytes) } }, 400],
    ['an invalid url', { url: 'a.example/ferry' }, 400],
    ['a url with another scheme', { url: 'file:///etc/passwd' }, 400],
    ['a url with a password', { url: 'https://user:word@a.example/' }, 400],
    ['a url that isn’t a string', { url: 7 }, 422],
    ['a url that is too long', { url: `https://a.example/${'x'.repeat(urlLength)}` }, 400],
    ['content that isn’t a string', { content: 7 }, 422],
    ['content that is null', { content: null }, 422],
    ['a title that isn’t a string', { content: 'x', title: {} }, 422],
    ['half a surrogate pair in a custom_id', { content: 'x', custom_id: 'a\udc00' }, 400],
    ['an empty custom_id', { content: 'x', custom_id: '' }, 400],
    ['a blank custom_id', { content: 'x', custom_id: ' \u3000' }, 400],
    ['a custom_id with a NUL', { content: 'x', custom_id: 'a\0b' }, 400],
    ['a custom_id with a line break', { content: 'x', custom_id: 'a\nb' }, 400],
    ['a custom_id with a C1 control character', { content: 'x', custom_id: 'a\u0085b' }, 400],
    ['a custom_id that isn’t a string', { content: 'x', custom_id: 1 }, 422],
    ['a container that isn’t a string', { content: 'x', container: ['a'] }, 422],
    ['a list instead of an object', [{ content: 'x' }], 422],
    ['null instead of an object', null, 422],
  ])('rejects %s', async (_name, fields, status) => {
    const container = await api.createMemory(world.unique('Limits'));
    const isObject = fields !== null && !Array.isArray(fields);

    const reply = await api.post('/v1/documents', isObject ? { container, ...fields } : fields);

    expect(refusalOf(reply)).toBe(`${status} validation`);
    expect(await idsOf(api, container)).toEqual([]);
  });

  it('accepts every field at its limit', async () => {
    const container = await api.createMemory(world.unique('Limits'));

    const id = await api.learnDocument({
      container,
      content: 'salt '.repeat(contentBytes / 5).trim(),
      title: '😀'.repeat(titleLength),
      custom_id: 'x'.repeat(customIdLength),
      metadata: 'x'.repeat(metadataBytes - 2),
    });

    const { results } = await api.search({ container, q: 'salt' });
    expect(results[0]?.document_id).toBe(id);
  }, 60_000);
}

function looking(world: World): void {
  const { api } = world;

  it('returns the document as it was sent', async () => {
    const container = await api.createMemory(world.unique('Ferries'));
    const metadata = {
      url: 'https://a.example/ferry?x=1',
      tags: ['sea', 'Ü'],
      nested: { n: null },
    };
    const { id } = await api.addDocument({
      container,
      content: 'A ferry.',
      title: 'Ferries — Fähren',
      custom_id: 'https://a.example/ferry',
      metadata,
    });

    const { status, body } = await api.get(`/v1/documents/${id}`);

    expect(status).toBe(200);
    expect(body).toMatchObject({
      id,
      container,
      title: 'Ferries — Fähren',
      custom_id: 'https://a.example/ferry',
      url: 'https://a.example/ferry?x=1',
      metadata,
      saved_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
  });

  it('reports learned only once a search finds it', async () => {
    const container = await api.createMemory(world.unique('Ferries'));
    const content = Array.from(
      { length: 300 },
      (_, n) => `Crossing ${n}. ${'The sea was calm. '.repeat(20)}`,
    );
    const { id } = await api.addDocument({ container, content: content.join('\n\n') });

    const seen: { wasFound: boolean; learned: boolean; status: unknown }[] = [];
    do {
      // Search before reading the status, because a document must not be found before it is reported as learned.
      const { results } = await api.search({ container, q: 'calm sea' });
      const document = z.parse(documentSchema, (await api.get(`/v1/documents/${id}`)).body);
      seen.push({
        wasFound: results.length > 0,
        learned: document.learned === true,
        status: document.learning_run?.status,
      });
    } while (seen.at(-1)?.learned !== true);

    expect(seen.filter(({ wasFound, learned }) => wasFound && !learned)).toEqual([]);
    expect(['queued', 'running', 'succeeded']).toEqual(
      expect.arrayContaining([...new Set(seen.map(({ status }) => status))]),
    );
    const { results } = await api.search({ container, q: 'calm sea' });
    expect(results).not.toEqual([]);
    expect((await api.get(`/v1/documents/${id}`)).body).toMatchObject({
      learning_run: { status: 'succeeded' },
    });
  }, 60_000);

  it.each(['no-such-document', '%20', '..%2f..', "'; DROP TABLE materials; --"])(
    'returns 404 for the unknown id %j',
    async (id) => {
      expect(refusalOf(await api.get(`/v1/documents/${id}`))).toBe('404 not_found');
    },
  );

  it('returns 404 for the id of a note', async () => {
    const container = await api.createMemory(world.unique('Notes'));
    const note = await api.addNote({ container, content: 'A note.' });

    expect(refusalOf(await api.get(`/v1/documents/${note}`))).toBe('404 not_found');
  });
}

function listing(world: World): void {
  const { api } = world;

  it('lists the documents of a Memory, newest first, without its notes', async () => {
    const container = await api.createMemory(world.unique('Lists'));
    const ids: string[] = [];
    for (const word of ['one', 'two', 'three'])
      ids.push((await api.addDocument({ container, content: word })).id);
    await api.addNote({ container, content: 'A note.' });

    expect(await idsOf(api, container)).toEqual(ids.toReversed());
  });

  it('lists only the documents with a custom_id, in one Memory or in all', async () => {
    const [one, two] = [
      await api.createMemory(world.unique('Lists')),
      await api.createMemory(world.unique('Lists')),
    ];
    const custom_id = world.unique('https://example.org/page');
    const first = await api.addDocument({ container: one, content: 'one', custom_id });
    const second = await api.addDocument({ container: two, content: 'two', custom_id });
    await api.addDocument({ container: one, content: 'other' });
    const listed = async (query: Record<string, string>) => {
      const { body } = await api.get(`/v1/documents?${new URLSearchParams(query)}`);
      const { documents } = z.parse(z.object({ documents: z.array(documentSchema) }), body);
      return documents.map(({ id }) => id).toSorted();
    };

    expect(await listed({ container: one, custom_id })).toEqual([first.id]);
    expect(await listed({ custom_id })).toEqual([first.id, second.id].toSorted());
    expect(await listed({ custom_id: 'unknown' })).toEqual([]);
  });

  it('lists page by page, even while documents are added', async () => {
    const container = await api.createMemory(world.unique('Lists'));
    const ids: string[] = [];
    for (let n = 0; n < 7; n += 1)
      ids.push((await api.addDocument({ container, content: `n${n}` })).id);
    const seen: string[] = [];

    let cursor: string | null = '';
    while (cursor !== null) {
      const page: { ids: string[]; next: string | null } = await pageOf(api, container, {
        limit: '3',
        cursor,
      });
      expect(page.ids.length).toBeLessThanOrEqual(3);
      seen.push(...page.ids);
      cursor = page.next;
      await api.addDocument({ container, content: 'later' });
    }

    expect(seen).toEqual(ids.toReversed());
  });

  it('lists every Memory in reach if none is named', async () => {
    await world.withEmptyService(async (empty) => {
      const [a, b] = [await empty.createMemory('A'), await empty.createMemory('B')];
      const first = await empty.addDocument({ container: a, content: 'x' });
      const second = await empty.addDocument({ container: b, content: 'y' });

      const { body } = await empty.get('/v1/documents');

      expect(body).toMatchObject({
        documents: [{ id: second.id }, { id: first.id }],
        next_cursor: null,
      });
    });
  });

  it('rejects an unknown Memory', async () => {
    expect(refusalOf(await api.get('/v1/documents?container=no-such-memory'))).toBe(
      '403 unauthorized',
    );
  });

  it.each([
    'limit=0',
    'limit=201',
    'limit=-1',
    'limit=ten',
    'limit=1.5',
    'limit=',
    'cursor=nonsense',
    'cursor=d01',
  ])('rejects %s', async (parameters) => {
    expect(refusalOf(await api.get(`/v1/documents?${parameters}`))).toBe('400 validation');
  });
}

function deleting(world: World): void {
  const { api } = world;

  it('rejects a repeated confirmation', async () => {
    const container = await api.createMemory(world.unique('Deletions'));
    const id = await api.learnDocument({ container, content: 'A heron.' });

    const reply = await api.delete(`/v1/documents/${id}?confirm=true&confirm=false`);

    expect(refusalOf(reply)).toBe('400 validation');
    expect((await api.search({ container, q: 'heron' })).results).toHaveLength(1);
  });

  it.each(['', '?confirm=false', '?confirm=1', '?confirm=TRUE'])(
    'deletes nothing without confirm=true (%j), and returns the sentence to relay',
    async (parameters) => {
      const container = await api.createMemory(world.unique('Deletions'));
      const id = await api.learnDocument({ container, content: 'A heron.', title: 'Herons' });

      const reply = await api.delete(`/v1/documents/${id}${parameters}`);

      expect(reply).toEqual({
        status: 200,
        body: { status: 'confirmation_required', message: expect.stringContaining('Herons') },
      });
      expect((await api.search({ container, q: 'heron' })).results).toHaveLength(1);
    },
  );

  it('deletes with confirm=true, from search and lists too', async () => {
    const container = await api.createMemory(world.unique('Deletions'));
    const id = await api.learnDocument({ container, content: 'A heron.' });

    const reply = await api.delete(`/v1/documents/${id}?confirm=true`);

    expect(reply).toEqual({
      status: 200,
      body: { status: 'deleted', id, bin_id: expect.any(String) },
    });
    expect((await api.search({ container, q: 'heron' })).results).toEqual([]);
    expect(await idsOf(api, container)).toEqual([]);
    expect(refusalOf(await api.get(`/v1/documents/${id}`))).toBe('404 not_found');
    expect(refusalOf(await api.delete(`/v1/documents/${id}?confirm=true`))).toBe('404 not_found');
  });

  it('deletes a document that isn’t learned yet', async () => {
    const container = await api.createMemory(world.unique('Deletions'));
    const { id } = await api.addDocument({ container, content: 'A heron waits. '.repeat(20_000) });

    expect(await api.delete(`/v1/documents/${id}?confirm=true`)).toMatchObject({ status: 200 });

    const later = await api.learnDocument({ container, content: 'An egret.' });
    expect((await api.search({ container, q: 'heron' })).results).toEqual([]);
    expect(await idsOf(api, container)).toEqual([later]);
  });

  it('accepts a custom_id again after deleting its document', async () => {
    const container = await api.createMemory(world.unique('Deletions'));
    const { id } = await api.addDocument({ container, custom_id: 'k', content: 'A heron.' });
    await api.delete(`/v1/documents/${id}?confirm=true`);

    expect(
      await api.addDocument({ container, custom_id: 'k', content: 'An egret.' }),
    ).toMatchObject({
      status: 'queued',
    });
  });

  it('returns 404 for an unknown id, even without confirmation', async () => {
    expect(refusalOf(await api.delete('/v1/documents/no-such-document'))).toBe('404 not_found');
  });
}

async function pageOf(api: Api, container: string, page: { limit: string; cursor: string }) {
  const parameters = new URLSearchParams({ container, limit: page.limit });
  if (page.cursor !== '') parameters.set('cursor', page.cursor);
  const reply = await api.get(`/v1/documents?${parameters.toString()}`);
  expect(reply).toMatchObject({ status: 200 });
  const answer = z.parse(
    z.object({ documents: z.array(documentSchema), next_cursor: z.nullable(z.string()) }),
    reply.body,
  );
  return { ids: answer.documents.map(({ id }) => id), next: answer.next_cursor };
}

async function idsOf(api: Api, container: string): Promise<string[]> {
  return (await pageOf(api, container, { limit: '200', cursor: '' })).ids;
}
