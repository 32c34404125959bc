/** Thousands of random requests: the service never fails, and every error has the envelope. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusalOf, type Api } from './api.ts';
import { openTwoAccounts, type TwoAccounts } from './two-accounts.ts';

const runs = Number(process.env['KEEPSAKE_MALFORMED_RUNS'] ?? 5000);
let service: TwoAccounts;
let api: Api;
let known: string[];

beforeAll(async () => {
  service = await openTwoAccounts();
  [api] = service.owners;
  const container = await api.createMemory('Birds');
  const document = await api.learnDocument({ container, content: 'A heron.' });
  const note = await api.addNote({ container, content: 'A heron.' });
  const { id } = await api.createKey();
  known = [container, document, note, id];
});
afterAll(() => service.close());

const paths =
  '/v1/containers /v1/documents /v1/search /v1/profile /v1/memories /v1/ask /v1/rules ' +
  '/owner/containers /owner/keys /owner/rules /owner/agent /owner/documents';
const anyPath = fc.constantFrom(...paths.split(' '));
const fields =
  'container content url title custom_id metadata q limit static message name level reach profile agent ' +
  'expires_at key mode address model description id __proto__ constructor confirm cursor';
const anyField = fc.constantFrom(...fields.split(' '));
const signs = ' !"#$%&()*+,-./:;<=>?@[]^_`{|}~aB9';

const anyId = fc.oneof(
  fc.nat(3).map((index) => ({ known: index })),
  fc.string({ unit: 'binary' }).map((text) => ({ text })),
);
const anyBody = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.json(),
  fc
    .dictionary(
      anyField,
      fc.oneof(fc.jsonValue(), fc.constantFrom('read', 'all', 'off', '2999-01-01T00:00:00Z', ' ')),
      { noNullPrototype: true },
    )
    .map((body) => JSON.stringify(body)),
);
/** Each `*` is replaced with an ID. */
const routes = [
  'GET /v1/containers, POST /v1/documents, GET /v1/documents, GET /v1/documents/*, DELETE /v1/documents/*',
  'POST /v1/search, GET /v1/profile, POST /v1/memories, DELETE /v1/memories/*, POST /v1/ask, GET /v1/rules',
  'POST /owner/containers, GET /owner/keys, POST /owner/keys, PATCH /owner/keys/*, DELETE /owner/keys/*',
  'GET /owner/rules, POST /owner/rules, DELETE /owner/rules/*, GET /owner/agent, PUT /owner/agent',
  'POST /owner/documents/*/update-now, POST /owner/documents/*/cancel-learning',
];
const methods = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS');
const anyRoute = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...routes.join(', ').split(', ')) },
  { weight: 1, arbitrary: fc.tuple(methods, anyPath).map((route) => route.join(' ')) },
);
const anyQuery = fc.array(fc.tuple(anyField, fc.string({ unit: 'binary' })), { maxLength: 3 });

function idOf(id: { known: number } | { text: string }): string {
  return 'text' in id ? encodeURIComponent(id.text.toWellFormed()) : (known[id.known] ?? '');
}

describe('the service', () => {
  it('responds to any input with a success or the envelope, and never fails', async () => {
    await fc.assert(
      fc.asyncProperty(anyRoute, anyId, anyQuery, anyBody, async (route, id, query, text) => {
        const [method = '', path = ''] = route.replace('*', idOf(id)).split(' ');
        const search = new URLSearchParams(
          query.map(([key, value]) => [key, value.toWellFormed()]),
        );

        const reply = await api.send(
          method,
          `${path}?${search}`,
          method === 'GET' ? undefined : text,
        );

        expect(reply.status).toBeLessThan(500);
        expect(reply.status < 400 ? '' : refusalOf(reply)).toMatch(/^(4\d\d [a-z_]+)?$/);
      }),
      { numRuns: runs, examples: [['GET /v1/documents/*', { text: '\0' }, [], '{}']] },
    );
  });

  it('rejects any other authorization header', async () => {
    const stranger = fc.oneof(
      fc.string({ unit: fc.constantFrom(...signs.split('')) }),
      fc.base64String().map((text) => `Bearer ${text}`),
      fc.base64String().map((text) => `Basic ${text}`),
    );

    await fc.assert(
      fc.asyncProperty(stranger, anyPath, async (authorization, path) => {
        const reply = await service.anonymous({ authorization }).get(path);

        expect([
          '401 unauthenticated',
          '403 unauthorized',
          '404 not_found',
          '405 method_not_allowed',
        ]).toContain(refusalOf(reply));
      }),
      { numRuns: 500 },
    );
  });
});
