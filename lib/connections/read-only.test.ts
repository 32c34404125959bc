import { describe, expect, it } from 'vitest';
import type { ConsentError, MemoryError } from '../contract/errors.ts';
import { err, ok, type Result } from '../contract/result.ts';
import { noConnections, type StoredConnections, addConnection, withMemories } from './model.ts';
import type { MemoryClient } from '../memory-client/client.ts';
import type { Unfinished } from '../memory-client/oauth/consent.ts';
import type { LiveGrant } from '../memory-client/oauth/stored.ts';
import { createCancelable } from '../messaging/calls.ts';
import type { Consented } from './connections.ts';
import { createReadOnly } from './read-only.ts';

const baseUrl = 'https://club.example';
const issuer = 'https://login.example/tenant';
const issuerOrigin = 'https://login.example';
const redirectUri = 'https://keepsake.example/';
const authorizationUrl = 'https://club.example/oauth/authorize';
const answered = `${redirectUri}?code=c`;
const reading = { id: 'm1', name: 'Reading' };
const wish = { address: ' club.example/ ', connectionId: null, newId: 'new' };

function grantOf(connectionId: string): LiveGrant {
  return {
    status: 'live',
    connectionId,
    server: {
      issuer: baseUrl,
      authorizationEndpoint: authorizationUrl,
      tokenEndpoint: `${baseUrl}/oauth/token`,
      revocationEndpoint: null,
      namesItself: true,
    },
    client: { id: 'client-1', secret: null, authentication: 'none' },
    resource: `${baseUrl}/mcp-http`,
    accessToken: 'at',
    refreshToken: 'rt',
    expiresAt: null,
    scope: 'memory:read offline',
  };
}

type World = {
  stored?: StoredConnections;
  granted?: readonly string[];
  begun?: ConsentError;
  answer?: string | null;
  completed?: ConsentError;
  listed?: Result<(typeof reading)[], MemoryError>;
  /** Consents that an earlier background left unfinished. */
  unfinished?: Unfinished[];
  /** Whether the person cancels in the settings while the window is open, but then consents in the window. */
  givesUp?: boolean;
  /** Time the person takes, in milliseconds. */
  takesMs?: number;
};

function createWorld(world: World = {}) {
  const told: string[] = [];
  const kept: Consented[] = [];
  const pending = new Map((world.unfinished ?? []).map((each) => [each.connectionId, each]));
  let time = 5;
  const attempts = createCancelable();
  const { connect, resume } = createReadOnly({
    attempts,
    readConnections: async () => world.stored ?? noConnections,
    isGranted: async (origin) => (world.granted ?? [baseUrl]).includes(origin),
    redirectUri: () => redirectUri,
    askPerson: async (url) => {
      told.push(`person ${url}`);
      if (world.givesUp === true) attempts.cancel(wish.newId);
      time += world.takesMs ?? 5_000;
      return world.answer === undefined ? answered : world.answer;
    },
    consents: {
      begin: async (request) => {
        told.push(`begin ${request.connectionId} ${request.baseUrl} ${request.redirectUri}`);
        pending.set(request.connectionId, { ...request, issuer, answer: null });
        return world.begun === undefined ? ok({ authorizationUrl, issuer }) : err(world.begun);
      },
      complete: async (connectionId, redirectedTo) => {
        told.push(`complete ${connectionId} ${redirectedTo}`);
        return world.completed === undefined ? ok(grantOf(connectionId)) : err(world.completed);
      },
      unfinished: async () => ok([...pending.values()]),
      settle: async (connectionId) => ok(void pending.delete(connectionId)),
    },
    tidyUp: async () => undefined,
    clientOf: async () =>
      ({
        containers: { list: async () => world.listed ?? ok([reading]) },
      }) as unknown as MemoryClient,
    keep: async (consented) => {
      kept.push(consented);
      const { connection, memories } = consented;
      return ok({ outcome: 'works', connectionId: connection.id, memories });
    },
    choose: async (connectionId) => void told.push(`choose ${connectionId}`),
    release: async (origins) => void told.push(`release ${origins.join(' ')}`),
    revoke: async (connectionId) => void told.push(`revoke ${connectionId}`),
    now: () => time,
  });
  return {
    connect,
    resume,
    told,
    kept,
    pending,
    later: (ms: number) => {
      time += ms;
    },
  };
}

const consentError = (code: ConsentError['code'], origin?: string): ConsentError => ({
  code,
  message: '',
  retryable: false,
  ...(origin === undefined ? {} : { origin }),
});

describe('connecting read-only', () => {
  it('asks the person and stores what they approved', async () => {
    const { connect, told, kept } = createWorld();

    expect(await connect(wish)).toMatchObject(
      ok({ outcome: 'works', connectionId: 'new', memories: [reading] }),
    );
    expect(told).toEqual([
      `begin new ${baseUrl} ${redirectUri}`,
      `person ${authorizationUrl}`,
      `complete new ${answered}`,
    ]);
    expect(kept).toEqual([
      {
        connection: {
          id: 'new',
          kind: 'read-only',
          baseUrl,
          name: 'club.example',
          createdAt: 5_005,
          resource: `${baseUrl}/mcp-http`,
          issuer: baseUrl,
          clientId: 'client-1',
          scopes: ['memory:read', 'offline'],
        },
        memories: [reading],
        isAside: false,
      },
    ]);
  });

  it.each([
    ['::', { outcome: 'bad-address' }],
    ['http://club.example', { outcome: 'insecure-address' }],
    ['elsewhere.example', { outcome: 'not-permitted', origin: 'https://elsewhere.example' }],
  ])('sends nothing to %j', async (address, outcome) => {
    const { connect, told } = createWorld();

    expect(await connect({ ...wish, address })).toEqual(ok(outcome));
    expect(told).toEqual([]);
  });

  it('stores nothing if the person closes the window', async () => {
    const { connect, kept, told } = createWorld({ answer: null });

    expect(await connect(wish)).toMatchObject({ error: { code: 'consent.denied' } });
    expect(kept).toEqual([]);
    expect(told.slice(2)).toEqual([`release ${baseUrl} ${issuerOrigin}`]);
  });

  it('stores nothing if it is canceled before the person approves', async () => {
    const { connect, kept, told, pending } = createWorld({ givesUp: true });

    expect(await connect(wish)).toMatchObject({ error: { code: 'memory.aborted' } });
    expect(kept).toEqual([]);
    expect(pending.size).toBe(0);
    expect(told.some((line) => line.startsWith('complete'))).toBe(false);
  });

  it.each<[string, World]>([
    ['the consent cannot start', { begun: consentError('consent.not-offered') }],
    ['the consent is refused', { completed: consentError('consent.not-offered') }],
  ])('stores nothing if %s', async (_, world) => {
    const { connect, kept } = createWorld(world);

    expect(await connect(wish)).toMatchObject({ error: { code: 'consent.not-offered' } });
    expect(kept).toEqual([]);
  });

  it('revokes and releases everything after a reported failure', async () => {
    const completed = { ...consentError('consent.unreachable', issuerOrigin), retryable: true };
    const granted = [baseUrl, issuerOrigin];
    const { connect, pending, told } = createWorld({ completed, granted });

    expect(await connect(wish)).toMatchObject({ error: { code: 'consent.unreachable' } });

    expect(pending.size).toBe(0);
    expect(told.slice(-2)).toEqual(['revoke new', `release ${baseUrl} ${issuerOrigin}`]);
  });

  it('releases the permissions if it cannot start', async () => {
    const begun = consentError('consent.unreachable', issuerOrigin);
    const { connect, told } = createWorld({ begun });
    await connect(wish);
    await connect(wish);

    expect(told.at(-1)).toBe(`release ${baseUrl} ${issuerOrigin}`);
  });

  it('names another server that needs permission first', async () => {
    const origin = 'https://login.example';
    const begun = consentError('consent.unreachable', origin);

    expect(await createWorld({ begun }).connect(wish)).toEqual(
      ok({ outcome: 'not-permitted', origin }),
    );
    expect(await createWorld({ begun, granted: [baseUrl, origin] }).connect(wish)).toMatchObject({
      error: { code: 'consent.unreachable' },
    });
  });

  it('revokes useless tokens, unless the connection is stored', async () => {
    const server: MemoryError = { code: 'memory.server', message: '', retryable: true };
    const first = createWorld({ listed: err(server) });
    expect(await first.connect(wish)).toMatchObject({ error: server });
    expect(first.told).toContain('revoke new');
    expect(first.kept).toEqual([]);

    const stored = await storedBefore();
    const again = createWorld({ listed: err(server), stored });
    expect(await again.connect({ ...wish, connectionId: 'old' })).toMatchObject({ error: server });
    expect(again.told.filter((word) => word.startsWith('revoke'))).toEqual([]);
  });

  it('renews a connection at the same address and adds one for another address', async () => {
    const stored = await storedBefore();
    const same = createWorld({ stored });
    await same.connect({ ...wish, connectionId: 'old' });
    expect(same.kept).toMatchObject([{ connection: { id: 'old', createdAt: 1 } }]);

    const other = createWorld({ stored, granted: ['https://other.example'] });
    await other.connect({ ...wish, address: 'other.example', connectionId: 'old' });
    expect(other.kept).toMatchObject([{ connection: { id: 'new', createdAt: 5_005 } }]);
  });
});

describe('a consent left by an earlier background', () => {
  const left = { connectionId: 'left', baseUrl, issuer, answer: null };
  const leftAnswered = { ...left, answer: answered };

  it('is completed without asking again', async () => {
    const { connect, resume, told, kept, pending } = createWorld({ unfinished: [leftAnswered] });

    await resume();

    expect(told).toEqual([`complete left ${answered}`]);
    expect(kept).toMatchObject([{ connection: { id: 'left', kind: 'read-only', baseUrl } }]);
    expect(pending.size).toBe(0);
    expect(await connect(wish)).toMatchObject(ok({ outcome: 'works', connectionId: 'left' }));
    expect(told).toEqual([`complete left ${answered}`, 'choose left']);
  });

  it('is cleaned up, except for permissions the next consent needs', async () => {
    const elsewhere = { ...left, connectionId: 'older', baseUrl: 'https://older.example' };
    const { connect, told, pending } = createWorld({ unfinished: [left, elsewhere] });

    expect(await connect(wish)).toMatchObject({ value: { outcome: 'works' } });

    expect(pending.size).toBe(0);
    const released = told.filter((line) => line.startsWith('release'));
    expect(released.join(' ')).toContain('https://older.example');
    expect(released.join(' ')).not.toContain(baseUrl);
  });

  it('is found again if its connection was already stored', async () => {
    const before = createWorld();
    const answer = await before.connect(wish);
    const connection = before.kept[0]?.connection;
    if (connection === undefined) throw new Error('No connection was kept.');
    const stored = withMemories(addConnection(noConnections, connection), 'new', [reading]);

    const { connect, told } = createWorld({ stored });

    expect(await connect(wish)).toEqual(answer);
    expect(told).toEqual([]);
  });

  it('is not used for a later request', async () => {
    const { connect, resume, told, later } = createWorld({ unfinished: [leftAnswered] });
    await resume();
    later(60_000);

    expect(await connect(wish)).toMatchObject(ok({ outcome: 'works', connectionId: 'new' }));
    expect(told).toContain(`person ${authorizationUrl}`);
  });

  it('does not replace the active connection unless the person asks again', async () => {
    const { connect, resume, told, kept } = createWorld({ unfinished: [leftAnswered] });

    await resume();
    expect(kept).toMatchObject([{ isAside: true }]);
    expect(told.filter((word) => word.startsWith('choose'))).toEqual([]);

    await connect(wish);
    expect(told).toContain('choose left');
  });

  it('ends if its code can no longer be exchanged', async () => {
    const completed = consentError('consent.refused');
    const { resume, kept, pending } = createWorld({ unfinished: [leftAnswered], completed });

    await resume();

    expect(kept).toEqual([]);
    expect(pending.size).toBe(0);
  });

  it('is reported while its window is open', async () => {
    const world: World = { unfinished: [left], answer: null, takesMs: 5 };
    const { connect, kept } = createWorld(world);

    expect(await connect(wish)).toMatchObject({ error: { code: 'consent.busy' } });
    expect(await connect(wish)).toMatchObject({ error: { code: 'consent.busy' } });
    expect(kept).toEqual([]);
  });

  it('is removed once another window is shown', async () => {
    const answer = createWorld({ unfinished: [left] });
    expect(await answer.connect(wish)).toMatchObject(ok({ outcome: 'works' }));
    expect([...answer.pending.keys()]).toEqual([]);

    const closed = createWorld({ unfinished: [left], answer: null });
    expect(await closed.connect(wish)).toMatchObject({ error: { code: 'consent.denied' } });
    expect([...closed.pending.keys()]).toEqual([]);
  });

  it('runs one at a time', async () => {
    const { connect, told } = createWorld();

    const [first, second] = await Promise.all([connect(wish), connect(wish)]);

    expect(first).toMatchObject(ok({ outcome: 'works' }));
    expect(second).toMatchObject({ error: { code: 'consent.busy' } });
    expect(told.filter((word) => word.startsWith('person'))).toHaveLength(1);
  });
});

async function storedBefore(): Promise<StoredConnections> {
  const { connect, kept } = createWorld();
  await connect(wish);
  const [consented] = kept;
  if (consented === undefined) throw new Error('No connection was kept.');
  const connection = { ...consented.connection, id: 'old', createdAt: 1 };
  return { connections: [{ connection, memories: [], chosenMemoryId: null }], activeId: 'old' };
}
