/** Opens a service with OAuth, a clock that tests can advance, and an owner who is signed in by default. */
import * as z from 'zod/mini';
import { openNodeDatabase } from '../../storage/sqlite/node.ts';
import { query } from '../../storage/sql.ts';
import { createSqliteStorage } from '../../storage/sqlite/storage.ts';
import { openService } from '../../app.ts';
import { silent } from '../../ports.ts';
import { mcpRoutes } from '../../mcp/routes.ts';
import { oauthRoutes } from '../routes.ts';
import { challengeOf } from '../tokens.ts';

export const BASE = 'http://memory.test';
/** The addresses that tokens are for. */
export const MCP = `${BASE}/mcp-http`;
export const REST = `${BASE}/v1`;
export const REDIRECT = 'https://client.test/back?from=keepsake';
export const VERIFIER = 'v'.repeat(43);
export const OWNER_TOKEN = 'owner-token';
const START = Date.parse('2026-11-21T00:00:00.000Z');

export type Fields = Readonly<Record<string, string | readonly string[] | undefined>>;

const tokensSchema = z.object({ access_token: z.string(), refresh_token: z.string() });

export type Oauth = Awaited<ReturnType<typeof openOauth>>;

/** Opens the service with a database in memory. The caller closes it. */
export async function openOauth() {
  const db = openNodeDatabase(':memory:');
  const storage = createSqliteStorage(db);
  const clock = { time: START, now: () => clock.time };
  let isSignedIn = true;
  const account = query('SELECT id FROM accounts LIMIT 1', z.object({ id: z.string() }));
  const accountIdOf = async () => (await db.get(account))?.id ?? '';
  const sessions = {
    of: async () => (isSignedIn ? { accountId: await accountIdOf(), formToken: 'form' } : null),
  };
  const service = await openService({
    storage,
    ownerToken: OWNER_TOKEN,
    clock,
    newId: () => crypto.randomUUID(),
    logger: silent,
    pause: async () => undefined,
    baseUrl: () => BASE,
    routes: [oauthRoutes({ sessions }), mcpRoutes],
  });
  const memories = ['first', 'second'] as const;
  for (const id of memories) {
    const now = new Date(START).toISOString();
    const { containers } = storage.account(await accountIdOf());
    await containers.insert({ id, name: `Memory <${id}>`, description: '', now });
  }

  const get = (path: string, token?: string) =>
    service.fetch(
      new Request(BASE + path, {
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      }),
    );
  const post = (path: string, fields: Fields) =>
    service.fetch(new Request(BASE + path, { method: 'POST', body: formOf(fields) }));

  /** Builds the parameters of a valid request for REST, with changes; undefined ones are left out. */
  const request = async (clientId: string, changes: Fields = {}): Promise<Fields> => ({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: REDIRECT,
    state: 'a state & more',
    resource: REST,
    code_challenge: await challengeOf(VERIFIER),
    code_challenge_method: 'S256',
    ...changes,
  });
  /** Submits the owner's decision; by default, allows everything. */
  const decide = (asked: Fields, changes: Fields = {}) => {
    const decision = { form_token: 'form', decision: 'allow', reach: 'all', profile: 'yes' };
    return post('/oauth/authorize', { ...asked, ...decision, ...changes });
  };
  /** Grants a client access and returns its code; `changes` override the request's and the decision's fields. */
  const codeFor = async (clientId: string, changes: Fields = {}) => {
    const response = await decide(await request(clientId), changes);
    const code = new URL(response.headers.get('location') ?? BASE).searchParams.get('code');
    if (code === null) throw new Error(`There is no code: ${response.status}`);
    return code;
  };
  const exchangeCode = (clientId: string, code: string, changes: Fields = {}) =>
    post('/oauth/token', {
      grant_type: 'authorization_code',
      client_id: clientId,
      code,
      redirect_uri: REDIRECT,
      code_verifier: VERIFIER,
      ...changes,
    });

  return {
    db,
    storage,
    service,
    /** Ids of two Memories. */
    memories,
    wait(ms: number) {
      clock.time += ms;
    },
    signOut() {
      isSignedIn = false;
    },
    get,
    post,
    /** Registers a client and returns its id. */
    async register(metadata: Record<string, unknown> = {}) {
      const body = JSON.stringify({
        client_name: 'Reader',
        redirect_uris: [REDIRECT],
        ...metadata,
      });
      const url = `${BASE}/oauth/register`;
      const response = await service.fetch(new Request(url, { method: 'POST', body }));
      return z.parse(z.object({ client_id: z.string() }), await response.json()).client_id;
    },
    request,
    decide,
    codeFor,
    exchangeCode,
    refresh: (clientId: string, token: string, changes: Fields = {}) =>
      post('/oauth/token', {
        grant_type: 'refresh_token',
        client_id: clientId,
        refresh_token: token,
        ...changes,
      }),
    /** Grants a client access and exchanges its code. */
    connect: async (clientId: string, changes: Fields = {}) =>
      tokensIn(await exchangeCode(clientId, await codeFor(clientId, changes))),
    /** Lists the tools with a bearer token. */
    callMcp: (token: string) =>
      service.fetch(
        new Request(MCP, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
          },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
        }),
      ),
    /** Lists the Memories with a bearer token and returns the status. */
    statusWith: async (token: string) => (await get('/v1/containers', token)).status,
  };
}

/** Parses a pair of tokens. */
export async function tokensIn(response: Response) {
  return z.parse(tokensSchema, await response.json());
}

/** Returns the status and error of a failed response, such as `400 invalid_grant`. */
export async function failureOf(response: Response): Promise<string> {
  const { error } = z.parse(
    z.object({ error: z.string(), error_description: z.string() }),
    await response.json(),
  );
  return `${response.status} ${error}`;
}

/** Encodes fields as a query or form. */
export function formOf(fields: Fields): URLSearchParams {
  const pairs = Object.entries(fields).flatMap(([name, value]) => {
    const values = typeof value === 'string' ? [value] : (value ?? []);
    return values.map((each) => [name, each]);
  });
  return new URLSearchParams(pairs);
}
