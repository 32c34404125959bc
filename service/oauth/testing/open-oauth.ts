/** Opens a service with OAuth, a clock that tests can advance, and an owner who is signed in unless a test says otherwise. */
import * as z from 'zod/mini';
import { insertContainer } from '../../storage/sqlite/containers.ts';
import { openNodeDatabase } from '../../storage/sqlite/node.ts';
import { query, type Database } from '../../storage/port.ts';
import { openService, type OpenService } from '../../app.ts';
import { silent } from '../../ports.ts';
import { oauthRoutes } from '../routes.ts';
import { challengeOf } from '../tokens.ts';

export const BASE = 'http://memory.test';
export const REDIRECT = 'https://client.test/back?from=keepsake';
export const VERIFIER = 'v'.repeat(43);
export const OWNER_TOKEN = 'owner-token';
const START = Date.parse('2026-11-21T00:00:00.000Z');

export type Fields = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

const tokensSchema = z.object({ access_token: z.string(), refresh_token: z.string() });

export interface Oauth {
  readonly db: Database;
  readonly service: OpenService;
  /** Ids of two Memories. */
  readonly memories: readonly [string, string];
  wait(ms: number): void;
  signOut(): void;
  get(path: string, token?: string): Promise<Response>;
  post(path: string, fields: Fields): Promise<Response>;
  /** Registers a client and returns its id. */
  register(metadata?: Record<string, unknown>): Promise<string>;
  /** Builds the parameters of a valid request, with changes; undefined ones are left out. */
  request(clientId: string, changes?: Fields): Promise<Fields>;
  /** Submits the owner's decision; by default, allows everything. */
  decide(request: Fields, changes?: Fields): Promise<Response>;
  /** Grants a client access and returns its code. */
  codeFor(clientId: string, changes?: Fields): Promise<string>;
  exchangeCode(clientId: string, code: string, changes?: Fields): Promise<Response>;
  refresh(clientId: string, token: string, changes?: Fields): Promise<Response>;
  /** Grants a client access and exchanges its code. */
  connect(clientId: string, changes?: Fields): Promise<Tokens>;
  /** Lists the Memories with a bearer and returns the status. */
  statusWith(token: string): Promise<number>;
}

/** Uses a database in memory; the caller closes the service. */
export async function openOauth(): Promise<Oauth> {
  const db = openNodeDatabase(':memory:');
  const clock = { time: START, now: () => clock.time };
  let isSignedIn = true;
  const account = query('SELECT id FROM accounts LIMIT 1', z.object({ id: z.string() }));
  const accountIdOf = async () => (await db.get(account))?.id ?? '';
  const sessions = {
    of: async () => (isSignedIn ? { accountId: await accountIdOf(), formToken: 'form' } : null),
  };
  const service = await openService({
    db,
    ownerToken: OWNER_TOKEN,
    clock,
    newId: () => crypto.randomUUID(),
    logger: silent,
    pause: async () => undefined,
    baseUrl: () => BASE,
    routes: [oauthRoutes({ sessions })],
  });
  const memories = ['first', 'second'] as const;
  for (const id of memories) {
    const now = new Date(START).toISOString();
    const accountId = await accountIdOf();
    await insertContainer(db, { id, accountId, name: `Memory <${id}>`, description: '', now });
  }

  const get = (path: string, token?: string) =>
    service.fetch(
      new Request(BASE + path, {
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      }),
    );
  const post = (path: string, fields: Fields) =>
    service.fetch(new Request(BASE + path, { method: 'POST', body: formOf(fields) }));

  const oauth: Oauth = {
    db,
    service,
    memories,
    wait(ms) {
      clock.time += ms;
    },
    signOut() {
      isSignedIn = false;
    },
    get,
    post,
    async register(metadata = {}) {
      const body = JSON.stringify({
        client_name: 'Reader',
        redirect_uris: [REDIRECT],
        ...metadata,
      });
      const url = `${BASE}/oauth/register`;
      const answer = await service.fetch(new Request(url, { method: 'POST', body }));
      return z.parse(z.object({ client_id: z.string() }), await answer.json()).client_id;
    },
    async request(clientId, changes = {}) {
      return {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: REDIRECT,
        state: 'a state & more',
        code_challenge: await challengeOf(VERIFIER),
        code_challenge_method: 'S256',
        ...changes,
      };
    },
    decide(request, changes = {}) {
      const answer = { form_token: 'form', decision: 'allow', reach: 'all', profile: 'yes' };
      return post('/oauth/authorize', { ...request, ...answer, ...changes });
    },
    async codeFor(clientId, changes = {}) {
      const answer = await oauth.decide(await oauth.request(clientId), changes);
      const code = new URL(answer.headers.get('location') ?? BASE).searchParams.get('code');
      if (code === null) throw new Error(`There is no code: ${answer.status}`);
      return code;
    },
    exchangeCode: (clientId, code, changes = {}) =>
      post('/oauth/token', {
        grant_type: 'authorization_code',
        client_id: clientId,
        code,
        redirect_uri: REDIRECT,
        code_verifier: VERIFIER,
        ...changes,
      }),
    refresh: (clientId, token, changes = {}) =>
      post('/oauth/token', {
        grant_type: 'refresh_token',
        client_id: clientId,
        refresh_token: token,
        ...changes,
      }),
    async connect(clientId, changes = {}) {
      const code = await oauth.codeFor(clientId, changes);
      return tokensIn(await oauth.exchangeCode(clientId, code));
    },
    statusWith: async (token) => (await get('/v1/containers', token)).status,
  };
  return oauth;
}

/** Parses a pair of tokens. */
export async function tokensIn(answer: Response): Promise<Tokens> {
  return z.parse(tokensSchema, await answer.json());
}

/** Returns the status and error of a failed answer, such as `400 invalid_grant`. */
export async function failureOf(answer: Response): Promise<string> {
  const { error } = z.parse(
    z.object({ error: z.string(), error_description: z.string() }),
    await answer.json(),
  );
  return `${answer.status} ${error}`;
}

/** Encodes fields as a query or form. */
export function formOf(fields: Fields): URLSearchParams {
  const pairs = Object.entries(fields).flatMap(([name, value]) => {
    const values = typeof value === 'string' ? [value] : (value ?? []);
    return values.map((each) => [name, each]);
  });
  return new URLSearchParams(pairs);
}
