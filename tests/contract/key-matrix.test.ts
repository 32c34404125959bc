/** Two accounts and twenty keys: no key reaches what is another account's or outside its reach, by any endpoint. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Api, Reply } from './api.ts';
import { openTwoAccounts, type TwoAccounts } from './two-accounts.ts';

/** A Memory whose every text holds a word that stands nowhere else. */
interface Place {
  readonly account: number;
  readonly word: string;
  readonly container: string;
  readonly document: string;
  readonly note: string;
  readonly fact: string;
}

interface Holder {
  readonly account: number;
  readonly level: string;
  readonly profile: boolean;
  readonly agent: boolean;
  /** The words of the Memories in its reach. */
  readonly words: readonly string[];
  readonly api: Api;
}

const words = ['avocet', 'bittern', 'curlew', 'dunlin', 'egret', 'fulmar'];
const levels = ['read', 'write', 'full'];
let service: TwoAccounts;
let places: Place[];
let holders: Holder[];

beforeAll(async () => {
  service = await openTwoAccounts();
  places = await Promise.all(words.map((word, index) => furnish(index % 2, word)));
  holders = await Promise.all(Array.from({ length: 20 }, (_, index) => makeHolder(index)));
  await service.idle();
});
afterAll(() => service.close());

async function furnish(account: number, word: string): Promise<Place> {
  const api = ownerOf(account);
  const container = await api.createMemory(`Of the ${word}`);
  return {
    account,
    word,
    container,
    document: await api.learnDocument({ container, title: word, content: `A bird, the ${word}.` }),
    note: await api.addNote({ container, content: `A bird noted, the ${word}.` }),
    fact: await api.addFact({ container, content: `My bird is the ${word}.` }),
  };
}

/** Level, permissions and reach go round at different paces, so that all of them meet. */
async function makeHolder(index: number): Promise<Holder> {
  const account = index % 2;
  const own = places.filter((place) => place.account === account);
  const reached = index % 5 === 4 ? own : own.slice(0, Math.floor(index / 2) % 3);
  const level = levels[index % 3] ?? 'read';
  const [profile, agent] = [index % 4 > 1, index % 7 > 2];
  const reach = index % 5 === 4 ? 'all' : reached.map(({ container }) => container);
  const { token } = await ownerOf(account).createKey({ level, profile, agent, reach });
  const api = ownerOf(account).with(token);
  return { account, level, profile, agent, words: reached.map(({ word }) => word), api };
}

function ownerOf(account: number): Api {
  return service.owners[account === 0 ? 0 : 1];
}

/** Every endpoint that names a Memory or a thing inside one, with the least level it takes. */
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

/** Every endpoint that answers from all that is in reach. */
const gathering: [string, (holder: Holder) => boolean, (api: Api) => Promise<Reply>][] = [
  ['list containers', () => true, (api) => api.get('/v1/containers')],
  ['search', () => true, (api) => api.post('/v1/search', { q: 'bird', limit: 50 })],
  ['list documents', () => true, (api) => api.get('/v1/documents')],
  ['read the profile', ({ profile }) => profile, (api) => api.get('/v1/profile?q=bird')],
  ['ask', ({ agent }) => agent, (api) => api.post('/v1/ask', { message: 'bird' })],
];

describe.each(naming)('to %s', (_name, rank, call) => {
  it('reaches what is in the key’s reach, at its level, and nothing else', async () => {
    for (const holder of holders) {
      for (const place of places) {
        const { status, body } = await call(holder.api, place);
        const may = holder.words.includes(place.word) && levels.indexOf(holder.level) >= rank;

        expect(may ? [200, 202] : [403, 404]).toContain(status);
        expect(wordsIn(body).filter((word) => !holder.words.includes(word))).toEqual([]);
      }
    }
  });
});

describe.each(gathering)('to %s', (_name, may, call) => {
  it('gathers from the key’s reach alone', async () => {
    for (const holder of holders) {
      const { status, body } = await call(holder.api);

      expect(status).toBe(may(holder) ? 200 : 403);
      expect(wordsIn(body)).toEqual(may(holder) ? holder.words.toSorted() : []);
    }
  });
});

describe('an owner', () => {
  it('sees the keys and rules of their own account alone', async () => {
    await service.owners[0].post('/owner/rules', { content: 'Speak of rowing.' });
    const { id } = await service.owners[0].createKey({ name: 'First’s' });

    const seen = [
      await service.owners[1].get('/owner/keys'),
      await service.owners[1].get('/owner/rules'),
      await service.owners[1].get('/v1/rules'),
    ];

    expect(JSON.stringify(seen)).not.toMatch(/rowing|First’s/);
    expect((await service.owners[1].delete(`/owner/keys/${id}`)).status).toBe(404);
    expect((await service.owners[1].patch(`/owner/keys/${id}`, { level: 'full' })).status).toBe(
      404,
    );
  });

  it('gives no key a reach into another account', async () => {
    const foreign = places.find(({ account }) => account === 1)?.container ?? '';

    const reply = await service.owners[0].post('/owner/keys', {
      name: 'x',
      level: 'full',
      reach: [foreign],
    });

    expect(reply.status).toBe(400);
  });
});

function wordsIn(body: unknown): string[] {
  const text = JSON.stringify(body);
  return words.filter((word) => text.includes(word));
}
