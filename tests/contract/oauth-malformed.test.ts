/** Thousands of random requests to the OAuth endpoints: the service never fails. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  BASE,
  formOf,
  openOauth,
  OWNER_TOKEN,
  REDIRECT,
  VERIFIER,
  type Fields,
  type Oauth,
} from '../fixtures/open-oauth.ts';

const runs = Number(process.env['KEEPSAKE_MALFORMED_RUNS'] ?? 5000);
let oauth: Oauth;
let known: string[];
let good: Fields[];

beforeAll(async () => {
  oauth = await openOauth();
  const client = await oauth.register();
  const code = await oauth.codeFor(client);
  const { access_token, refresh_token } = await oauth.connect(client);
  const request = await oauth.request(client);
  known = [client, code, access_token, refresh_token, String(request['code_challenge']), REDIRECT];
  const exchange = { client_id: client, code, redirect_uri: REDIRECT, code_verifier: VERIFIER };
  good = [
    request,
    { ...request, form_token: 'form', decision: 'allow', reach: 'all' },
    { grant_type: 'authorization_code', ...exchange },
    { grant_type: 'refresh_token', client_id: client, refresh_token },
  ];
});
afterAll(() => oauth.service.close());

const routes = [
  'GET /oauth/authorize, POST /oauth/authorize, POST /oauth/token, POST /oauth/revoke, POST /oauth/register',
  'GET /.well-known/oauth-protected-resource, GET /.well-known/oauth-authorization-server',
  'GET /owner/connections, DELETE /owner/connections/*, PUT /oauth/token, GET /oauth/*',
]
  .join(', ')
  .split(', ');
const names =
  'response_type client_id redirect_uri scope state resource code_challenge code_challenge_method code code_verifier ' +
  'grant_type refresh_token token token_type_hint form_token decision reach container profile redirect_uris client_name';
const words =
  'code S256 plain authorization_code refresh_token allow deny all some first form javascript:alert(1) http://127.0.0.1:1/';
const anyValue = fc.oneof(
  { weight: 3, arbitrary: fc.nat(5).map((index) => ({ index })) },
  { weight: 3, arbitrary: fc.constantFrom(...words.split(' ')).map((text) => ({ text })) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }).map((text) => ({ text })) },
);
const anyFields = fc.array(fc.tuple(fc.constantFrom(...names.split(' ')), anyValue, fc.boolean()), {
  maxLength: 4,
});
/** The index of a valid request, and the names of fields to leave out. */
const anyGood = fc.tuple(fc.nat(3), fc.subarray(names.split(' '), { maxLength: 3 }));
const anyMetadata = fc.oneof(
  fc.json(),
  fc.string({ unit: 'binary' }),
  fc
    .record(
      {
        redirect_uris: fc.oneof(
          fc.constant([REDIRECT]),
          fc.jsonValue(),
          fc.array(fc.oneof(fc.webUrl(), fc.string({ unit: 'binary' }), fc.constant(REDIRECT))),
        ),
        client_name: fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' })),
        grant_types: fc.jsonValue(),
      },
      { requiredKeys: [] },
    )
    .map((metadata) => JSON.stringify(metadata)),
);

describe('OAuth', () => {
  it('responds to any input without failing', async () => {
    const statuses = new Set<number>();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...routes),
        fc.tuple(anyGood, anyFields),
        anyMetadata,
        async (route, [[which, left], fields], metadata) => {
          const [method = '', path = ''] = route.replace('*', 'x').split(' ');
          const form = formOf({ ...good[which], ...Object.fromEntries(left.map(leftOut)) });
          for (const [name, value, isAgain] of fields) {
            const text = 'text' in value ? value.text.toWellFormed() : (known[value.index] ?? '');
            if (isAgain) form.append(name, text);
            else form.set(name, text);
          }
          // Registrations are rate limited, so let some time pass.
          oauth.wait(2_001);

          const response = await oauth.service.fetch(
            method === 'GET' || method === 'DELETE'
              ? new Request(`${BASE}${path}?${form}`, { method, headers })
              : new Request(BASE + path, {
                  method,
                  headers,
                  body: path.endsWith('register') ? metadata : form,
                }),
          );

          statuses.add(response.status);
          expect(response.status).toBeLessThan(500);
          expect(response.headers.get('location') ?? '').not.toMatch(/^javascript/i);
        },
      ),
      {
        numRuns: runs,
        examples: [
          ['POST /oauth/register', [[0, []], []], goodMetadata],
          ['POST /oauth/token', [[2, []], [['client_id', { text: 'stranger' }, false]]], ''],
        ],
      },
    );
    expect([...statuses]).toEqual(expect.arrayContaining([200, 201, 303, 400, 401, 403, 404]));
  });
});

/** Valid metadata, so that at least one registration succeeds. */
const goodMetadata = JSON.stringify({ redirect_uris: [REDIRECT] });
const leftOut = (name: string) => [name, undefined] as const;
const headers = { authorization: `Bearer ${OWNER_TOKEN}` };
