/** Two accounts and twenty keys: no endpoint lets a key reach another account or anything outside its reach. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Api, Reply } from './api.ts';
import { openKeyMatrix, wordsIn, type Holder, type Place } from './key-matrix.ts';

let matrix: Awaited<ReturnType<typeof openKeyMatrix>>;

beforeAll(async () => {
  matrix = await openKeyMatrix();
});
afterAll(() => matrix.close());

/** Endpoints for a given Memory or something in it, with the lowest rank they require. */
const naming: [string, number, (api: Api, place: Place) => Promise<Reply>][] = [
  ['search', 0, (api, { container }) => api.post('/v1/search', { container, q: 'bird' })],
  ['list documents', 0, (api, { container }) => api.get(`/v1/documents?container=${container}`)],
  ['get a document', 0, (api, { document }) => api.get(`/v1/documents/${document}`)],
  [
    'add a document',
    1,
    (api, { container }) =>
      api.post('/v1/documents', { container, content: 'A ferry.', custom_id: 'ferry' }),
  ],
  [
    'add a note',
    1,
    (api, { container }) => api.post('/v1/memories', { container, content: 'A ferry.' }),
  ],
  [
    'add a standing fact',
    1,
    async (api, { container }) =>
      api.post('/v1/memories', { container, content: 'I row.', static: true }),
  ],
  ['delete a document', 2, (api, { document }) => api.delete(`/v1/documents/${document}`)],
  [
    'forget a note',
    2,
    (api, { container, note }) => api.delete(`/v1/memories/${note}?container=${container}`),
  ],
  [
    'forget a fact',
    2,
    (api, { container, fact }) => api.delete(`/v1/memories/${fact}?container=${container}`),
  ],
];

/** Endpoints that read everything in reach, with the keys that can call them. */
const gathering: [string, (holder: Holder) => boolean, (api: Api) => Promise<Reply>][] = [
  ['list containers', () => true, (api) => api.get('/v1/containers')],
  ['search', () => true, (api) => api.post('/v1/search', { q: 'bird', limit: 50 })],
  ['list documents', () => true, (api) => api.get('/v1/documents')],
  ['read the profile', ({ profile }) => profile, (api) => api.get('/v1/profile?q=bird')],
  ['ask', ({ agent }) => agent, (api) => api.post('/v1/ask', { message: 'bird' })],
];

describe.each(naming)('%s', (_name, rank, call) => {
  it('works only in the key’s reach and at its level', async () => {
    for (const holder of matrix.holders) {
      for (const place of matrix.places) {
        const { status, body } = await call(holder.api, place);
        const may = holder.words.includes(place.word) && holder.rank >= rank;

        expect(may ? [200, 202] : [403, 404]).toContain(status);
        expect(wordsIn(body).filter((word) => !holder.words.includes(word))).toEqual([]);
      }
    }
  });
});

describe.each(gathering)('%s', (_name, may, call) => {
  it('reads only from the key’s reach', async () => {
    for (const holder of matrix.holders) {
      const { status, body } = await call(holder.api);

      expect(status).toBe(may(holder) ? 200 : 403);
      expect(wordsIn(body)).toEqual(may(holder) ? holder.words.toSorted() : []);
    }
  });
});

describe('an owner', () => {
  it('sees only the keys and rules of their own account', async () => {
    await matrix.ownerOf(0).post('/owner/rules', { content: 'Speak of rowing.' });
    const { id } = await matrix.ownerOf(0).createKey({ name: 'First’s' });

    const seen = [
      await matrix.ownerOf(1).get('/owner/keys'),
      await matrix.ownerOf(1).get('/owner/rules'),
      await matrix.ownerOf(1).get('/v1/rules'),
    ];

    expect(JSON.stringify(seen)).not.toMatch(/rowing|First’s/);
    expect((await matrix.ownerOf(1).delete(`/owner/keys/${id}`)).status).toBe(404);
    expect((await matrix.ownerOf(1).patch(`/owner/keys/${id}`, { level: 'full' })).status).toBe(
      404,
    );
  });

  it('can’t give a key reach into another account', async () => {
    const foreign = matrix.places.find(({ account }) => account === 1)?.container ?? '';

    const reply = await matrix.ownerOf(0).post('/owner/keys', {
      name: 'x',
      level: 'full',
      reach: [foreign],
    });

    expect(reply.status).toBe(400);
  });
});
