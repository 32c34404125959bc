/** Access control by level, reach and account, with credentials created in the test. */
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseAgent, createService, type Service } from '../../service/app.ts';
import { createTurns } from '../../service/agent/agent.ts';
import type { Principal } from '../../service/auth/credentials.ts';
import { createRequestLimiter } from '../../service/auth/request-limiter.ts';
import { createSearchQueue } from '../../service/search/search-queue.ts';
import type { Storage } from '../../service/storage/port/storage.ts';
import { createLearner, type Learner } from '../../service/learning/learner.ts';
import { createEndpoints } from '../../service/fetching/endpoints.ts';
import { silent } from '../../service/ports.ts';
import { openStorage } from '../fixtures/open-storage.ts';
import { Api, refusalOf, type Reply } from './api.ts';

const now = '2026-11-21T00:00:00.000Z';
const credentials = new Map<string, Principal>();
let storage: Storage;
let learner: Learner;
let service: Service;

/** Returns a client that sends this token, or no bearer token if it is null. */
function as(token: string | null): Api {
  return new Api((request) => {
    if (token !== null) request.headers.set('authorization', `Bearer ${token}`);
    return service.fetch(request);
  });
}

function principal(changes: Partial<Principal>): Principal {
  const none = { level: 'read', reach: [], profile: false, agent: false, owner: false } as const;
  return { accountId: 'mine', credentialId: 'test', ...none, ...changes };
}

function owner(accountId: string): Principal {
  return principal({ accountId, level: 'full', reach: 'all', owner: true });
}

/** A Memory with a document and a note. `foreign` belongs to another account. */
interface Place {
  readonly container: string;
  readonly document: string;
  readonly note: string;
}
let reached: Place;
let unreached: Place;
let foreign: Place;

async function furnish(token: string, name: string): Promise<Place> {
  const container = await as(token).createMemory(name);
  const document = await as(token).learnDocument({ container, content: `A heron in ${name}.` });
  const note = await as(token).addNote({ container, content: `A heron noted in ${name}.` });
  await learner.idle();
  return { container, document, note };
}

beforeAll(async () => {
  ({ storage } = await openStorage());
  const { accounts } = storage;
  await storage.migrate(now);
  for (const id of ['mine', 'theirs']) await accounts.insert({ id, name: '', now });
  const clock = { now: () => Date.now() };
  learner = createLearner({ storage, clock, logger: silent, pause: () => setImmediate() });
  const authenticator = async (token: string) => credentials.get(token) ?? null;
  const defaultAgent = { mode: 'quotation' } as const;
  const fetchAny = (request: Request) => fetch(request);
  const endpoints = createEndpoints({ accounts, defaultAgent, fetch: fetchAny });
  service = createService({
    storage,
    learner,
    clock,
    newId: () => crypto.randomUUID(),
    logger: silent,
    limiter: createRequestLimiter(clock, 10_000),
    turns: createTurns(2),
    searches: createSearchQueue({ pause: () => setImmediate(), atOnce: 1 }),
    endpoints,
    chooseAgent: chooseAgent(endpoints, silent),
    defaultAgent,
    authenticator,
  });

  credentials.set('owner', owner('mine'));
  credentials.set('their-owner', owner('theirs'));
  reached = await furnish('owner', 'Reached');
  unreached = await furnish('owner', 'Unreached');
  foreign = await furnish('their-owner', 'Foreign');
  for (const level of ['read', 'write', 'full'] as const) {
    credentials.set(level, principal({ level, reach: [reached.container] }));
    credentials.set(`${level}-all`, principal({ level, reach: 'all' }));
  }
});
afterAll(async () => {
  await learner.stop();
  await storage.close();
});

/** Every operation with the lowest level it requires. Deletions stop at the request for confirmation. */
const operations: [string, string, (api: Api, place: Place) => Promise<Reply>][] = [
  ['list containers', 'read', (api) => api.get('/v1/containers')],
  [
    'list documents',
    'read',
    (api, { container }) => api.get(`/v1/documents?container=${container}`),
  ],
  ['get a document', 'read', (api, { document }) => api.get(`/v1/documents/${document}`)],
  ['search', 'read', (api, { container }) => api.post('/v1/search', { q: 'heron', container })],
  [
    'add a document',
    'write',
    (api, { container }) => api.post('/v1/documents', { container, content: 'x', custom_id: 'k' }),
  ],
  [
    'add a note',
    'write',
    (api, { container }) => api.post('/v1/memories', { container, content: 'x' }),
  ],
  ['delete a document', 'full', (api, { document }) => api.delete(`/v1/documents/${document}`)],
  [
    'forget a note',
    'full',
    (api, { container, note }) => api.delete(`/v1/memories/${note}?container=${container}`),
  ],
];
const ranks = ['read', 'write', 'full'];

describe.each(operations)('%s', (_name, needed, call) => {
  it('requires a bearer token', async () => {
    expect(refusalOf(await call(as(null), reached))).toBe('401 unauthenticated');
  });

  it('requires a known token', async () => {
    expect(refusalOf(await call(as('nobody'), reached))).toBe('403 unauthorized');
  });

  it.each(ranks.slice(ranks.indexOf(needed)))('is allowed at level %s', async (level) => {
    expect((await call(as(level), reached)).status).toBeLessThan(300);
  });

  it.each(ranks.slice(0, ranks.indexOf(needed)))('is rejected at level %s', async (level) => {
    expect(refusalOf(await call(as(level), reached))).toBe('403 unauthorized');
  });
});

/** Operations on a given Memory; `list containers` returns everything in reach instead. */
const naming = operations.filter(([name]) => name !== 'list containers');

describe.each(naming)('%s', (_name, _needed, call) => {
  it('is rejected outside the key’s reach', async () => {
    expect(refusalOf(await call(as('full'), unreached))).toBe('403 unauthorized');
  });

  it('reveals nothing of another account', async () => {
    const reply = await call(as('full-all'), foreign);

    expect([403, 404]).toContain(reply.status);
    expect(JSON.stringify(reply.body)).not.toContain('Foreign');
  });
});

describe('a key', () => {
  it('sees only the Memories in its reach', async () => {
    expect((await as('read').get('/v1/containers')).body).toMatchObject({
      containers: [{ id: reached.container }],
    });
    expect((await as('read-all').get('/v1/containers')).body).toMatchObject({
      containers: [{ id: reached.container }, { id: unreached.container }],
    });
  });

  it('searches and lists its whole reach if no Memory is named', async () => {
    const { results, containers } = await as('read').search({ q: 'heron', limit: 50 });
    const { body } = await as('read').get('/v1/documents');

    expect(new Set(results.map((hit) => hit.container_name))).toEqual(new Set(['Reached']));
    expect(containers.map(({ name }) => name)).toEqual(['Reached']);
    expect(JSON.stringify(body)).not.toContain('Unreached');
  });

  it('needs no container if its reach is one Memory, even if the account has more', async () => {
    const { status, id } = await as('write').addDocument({ content: 'y' });

    expect(status).toBe('queued');
    expect((await as('read').get(`/v1/documents/${id}`)).body).toMatchObject({
      container: reached.container,
    });
  });

  it('is rejected on the next call after being restricted or revoked', async () => {
    credentials.set('changing', principal({ level: 'full', reach: [reached.container] }));
    const api = as('changing');
    expect(
      (await api.post('/v1/search', { q: 'heron', container: reached.container })).status,
    ).toBe(200);

    credentials.set('changing', principal({ level: 'full', reach: [] }));
    expect(
      refusalOf(await api.post('/v1/search', { q: 'heron', container: reached.container })),
    ).toBe('403 unauthorized');
    expect(refusalOf(await api.get(`/v1/documents/${reached.document}`))).toBe('403 unauthorized');

    credentials.delete('changing');
    expect(refusalOf(await api.get('/v1/containers'))).toBe('403 unauthorized');
  });

  it('is rejected before the request body is read', async () => {
    expect(refusalOf(await as('read').send('POST', '/v1/documents', '{'))).toBe('403 unauthorized');
  });

  it('can’t create Memories', async () => {
    expect(refusalOf(await as('full-all').post('/owner/containers', { name: 'X' }))).toBe(
      '403 unauthorized',
    );
  });
});

describe('the service', () => {
  it('returns 500 without internal details after an unexpected error', async () => {
    credentials.set(
      'lost',
      principal({ accountId: 'gone', level: 'full', reach: 'all', owner: true }),
    );

    const reply = await as('lost').post('/owner/containers', { name: 'X' });

    expect(refusalOf(reply)).toBe('500 internal');
    expect(JSON.stringify(reply.body)).not.toMatch(/SQL|constraint|FOREIGN/i);
  });
});
