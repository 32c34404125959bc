/** The owner API rejects unknown fields, so that a misspelled field in a script can't have another effect. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { accountOperations, operations } from '../../service/operations/index.ts';
import { createOwnerSessions } from '../../service/owner-app/sessions.ts';
import { restRoutes } from '../../service/rest.ts';
import { refusalOf, type Api, type Reply } from './api.ts';
import { openTwoAccounts, type TwoAccounts } from './two-accounts.ts';

let service: TwoAccounts;
let operator: Api;
beforeAll(async () => {
  service = await openTwoAccounts({
    baseUrl: () => 'https://memory.example',
    routes: [restRoutes(accountOperations)],
  });
  [operator] = service.owners;
});
afterAll(() => service.close());

const routes = [...operations, ...accountOperations].flatMap(({ rest }) =>
  rest?.path.startsWith('/owner/') === true
    ? [{ method: rest.method.toUpperCase(), path: rest.path.replace('{id}', 'x'), from: rest.from }]
    : [],
);
/** Returns the fields that determine which other fields are allowed. */
const shape = (path: string) => (path === '/owner/agent' ? { mode: 'off' } : {});

/** Returns the status and code of an error that names this field. */
function refusalNaming(field: string, reply: Reply): string {
  const named = JSON.stringify(reply.body).includes(`"field":"${field}"`);
  return named ? refusalOf(reply) : `${refusalOf(reply)} without naming ${field}`;
}

describe.each(routes)('$method $path', ({ method, path, from }) => {
  it('refuses an unknown field in the query string', async () => {
    const body = method === 'GET' ? undefined : JSON.stringify(shape(path));

    const reply = await operator.send(method, `${path}?nonsense=1`, body);

    expect(refusalNaming('nonsense', reply)).toBe('400 validation');
  });

  it.skipIf(method === 'GET' || from === 'stream')(
    'refuses an unknown field in the body',
    async () => {
      const body = JSON.stringify({ ...shape(path), nonsense: 1 });

      const reply = await operator.send(method, path, body);

      expect(refusalNaming('nonsense', reply)).toBe('400 validation');
    },
  );

  it.skipIf(!path.includes('/x'))('refuses a second id', async () => {
    const reply =
      from === 'url' || method === 'GET'
        ? await operator.send(method, `${path}?id=other`)
        : await operator.send(method, path, JSON.stringify({ id: 'other' }));

    expect(refusalNaming('id', reply)).toBe('400 validation');
  });
});

describe('POST /owner/sign-in-links', () => {
  /** Follows a link and returns the account it signs in to. */
  async function accountBehind({ status, body }: Reply): Promise<string | undefined> {
    expect(status).toBe(201);
    const { url } = z.parse(z.object({ url: z.string() }), body);
    const sessions = createOwnerSessions({
      storage: service.storage,
      clock: { now: () => Date.now() },
    });
    const token = new URL(url).searchParams.get('token') ?? '';
    const signedIn = await sessions.signIn(token, new Request(url));
    const cookie = signedIn.ok ? signedIn.value.split(';')[0] : undefined;
    return (await sessions.of(new Request(url, { headers: { cookie: cookie ?? '' } })))?.accountId;
  }

  it.each([
    ['the body', '/owner/sign-in-links', JSON.stringify({ account: 'second' })],
    ['the query string', '/owner/sign-in-links?account=second', ''],
  ])('signs in to the account named in %s', async (_where, path, body) => {
    expect(await accountBehind(await operator.send('POST', path, body))).toBe('second');
  });

  it.each(['', '{}'])('signs in to the caller’s own account for the body "%s"', async (body) => {
    expect(await accountBehind(await operator.send('POST', '/owner/sign-in-links', body))).toBe(
      'first',
    );
  });

  it.each([
    ['an account named twice', '?account=first', { account: 'second' }, '400 validation'],
    ['a misspelled field', '', { acount: 'second' }, '400 validation'],
    ['another address for the link', '', { baseUrl: 'https://evil.example' }, '400 validation'],
    ['an account that isn’t a string', '', { account: ['second'] }, '422 validation'],
    ['a list', '', ['second'], '422 validation'],
    ['an unknown account', '', { account: 'nobody' }, '404 not_found'],
  ])('returns no link for %s', async (_what, query, body, refusal) => {
    expect(refusalOf(await operator.post(`/owner/sign-in-links${query}`, body))).toBe(refusal);
  });

  it('returns no link to another account unless the operator asks', async () => {
    const reply = await service.owners[1].post('/owner/sign-in-links', { account: 'first' });

    expect(refusalOf(reply)).toBe('403 unauthorized');
  });
});
