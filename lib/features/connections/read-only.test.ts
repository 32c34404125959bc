import { describe, expect, it } from 'vitest';
import type { ConsentError, MemoryError } from '../../contracts/errors.ts';
import { err, ok, type Result } from '../../contracts/result.ts';
import { noSettings, type Settings } from '../../contracts/settings.ts';
import { addConnection, withMemories } from '../../core/connections/connections.ts';
import type { MemoryClient } from '../../memory/client.ts';
import type { Unfinished } from '../../memory/oauth/consent.ts';
import type { LiveGrant } from '../../memory/oauth/stored.ts';
import { createAttempts } from './attempts.ts';
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
  settings?: Settings;
  granted?: readonly string[];
  begun?: ConsentError;
  answer?: string | null;
  completed?: ConsentError;
  listed?: Result<(typeof reading)[], MemoryError>;
  /** What an earlier background left behind. */
  unfinished?: Unfinished[];
  /** Cancels in the settings while the window is open, and consents in it all the same. */
  givesUp?: boolean;
  /** How long the person takes. */
  takesMs?: number;
};

function createWorld(world: World = {}) {
  const told: string[] = [];
  const kept: Consented[] = [];
  const pending = new Map((world.unfinished ?? []).map((each) => [each.connectionId, each]));
  let time = 5;
  const attempts = createAttempts();
  const { connect, resume } = createReadOnly({
    attempts,
    readSettings: async () => world.settings ?? noSettings,
    isGranted: async (origin) => (world.granted ?? [baseUrl]).includes(origin),
    redirectUri: () => redirectUri,
    askPerson: async (url) => {
      told.push(`person ${url}`);
      if (world.givesUp === true) attempts.giveUp(wish.newId);
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
  it('asks the person, and keeps what they consented to', async () => {
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

  it('keeps nothing where the person closes the window', async () => {
    const { connect, kept, told } = createWorld({ answer: null });

    expect(await connect(wish)).toMatchObject({ error: { code: 'consent.denied' } });
    expect(kept).toEqual([]);
    expect(told.slice(2)).toEqual([`release ${baseUrl} ${issuerOrigin}`]);
  });

  it('keeps nothing that was given up before the person consented', async () => {
    const { connect, kept, told, pending } = createWorld({ givesUp: true });

    expect(await connect(wish)).toMatchObject({ error: { code: 'memory.aborted' } });
    expect(kept).toEqual([]);
    expect(pending.size).toBe(0);
    expect(told.some((line) => line.startsWith('complete'))).toBe(false);
  });

  it.each<[string, World]>([
    ['the consent cannot begin', { begun: consentError('consent.not-offered') }],
    ['the answer is no', { completed: consentError('consent.not-offered') }],
  ])('keeps nothing where %s', async (_, world) => {
    const { connect, kept } = createWorld(world);

    expect(await connect(wish)).toMatchObject({ error: { code: 'consent.not-offered' } });
    expect(kept).toEqual([]);
  });

  it('that was told to have failed is over, and gives back all it had been given', async () => {
    const completed = { ...consentError('consent.unreachable', issuerOrigin), retryable: true };
    const granted = [baseUrl, issuerOrigin];
    const { connect, pending, told } = createWorld({ completed, granted });

    expect(await connect(wish)).toMatchObject({ error: { code: 'consent.unreachable' } });

    expect(pending.size).toBe(0);
    expect(told.slice(-2)).toEqual(['revoke new', `release ${baseUrl} ${issuerOrigin}`]);
  });

  it('that could not begin gives back what the person was asked to allow before', async () => {
    const begun = consentError('consent.unreachable', issuerOrigin);
    const { connect, told } = createWorld({ begun });
    await connect(wish);
    await connect(wish);

    expect(told.at(-1)).toBe(`release ${baseUrl} ${issuerOrigin}`);
  });

  it('names the other server that the person has to allow first', async () => {
    const origin = 'https://login.example';
    const begun = consentError('consent.unreachable', origin);

    expect(await createWorld({ begun }).connect(wish)).toEqual(
      ok({ outcome: 'not-permitted', origin }),
    );
    expect(await createWorld({ begun, granted: [baseUrl, origin] }).connect(wish)).toMatchObject({
      error: { code: 'consent.unreachable' },
    });
  });

  it('gives tokens back that open nothing, save where the connection is kept', async () => {
    const server: MemoryError = { code: 'memory.server', message: '', retryable: true };
    const first = createWorld({ listed: err(server) });
    expect(await first.connect(wish)).toMatchObject({ error: server });
    expect(first.told).toContain('revoke new');
    expect(first.kept).toEqual([]);

    const settings = await keptSettings();
    const again = createWorld({ listed: err(server), settings });
    expect(await again.connect({ ...wish, connectionId: 'old' })).toMatchObject({ error: server });
    expect(again.told.filter((word) => word.startsWith('revoke'))).toEqual([]);
  });

  it('renews the connection at the same address, and makes another for another address', async () => {
    const settings = await keptSettings();
    const same = createWorld({ settings });
    await same.connect({ ...wish, connectionId: 'old' });
    expect(same.kept).toMatchObject([{ connection: { id: 'old', createdAt: 1 } }]);

    const other = createWorld({ settings, granted: ['https://other.example'] });
    await other.connect({ ...wish, address: 'other.example', connectionId: 'old' });
    expect(other.kept).toMatchObject([{ connection: { id: 'new', createdAt: 5_005 } }]);
  });
});

describe('a background that ended while it waited for a consent', () => {
  const left = { connectionId: 'left', baseUrl, issuer, answer: null };
  const leftAnswered = { ...left, answer: answered };

  it('leaves the person’s answer to the next, which finishes it without asking again', async () => {
    const { connect, resume, told, kept, pending } = createWorld({ unfinished: [leftAnswered] });

    await resume();

    expect(told).toEqual([`complete left ${answered}`]);
    expect(kept).toMatchObject([{ connection: { id: 'left', kind: 'read-only', baseUrl } }]);
    expect(pending.size).toBe(0);
    expect(await connect(wish)).toMatchObject(ok({ outcome: 'works', connectionId: 'left' }));
    expect(told).toEqual([`complete left ${answered}`, 'choose left']);
  });

  it('is cleared up after without letting go what the next consent to the same service needs', async () => {
    const elsewhere = { ...left, connectionId: 'older', baseUrl: 'https://older.example' };
    const { connect, told, pending } = createWorld({ unfinished: [left, elsewhere] });

    expect(await connect(wish)).toMatchObject({ value: { outcome: 'works' } });

    expect(pending.size).toBe(0);
    const released = told.filter((line) => line.startsWith('release'));
    expect(released.join(' ')).toContain('https://older.example');
    expect(released.join(' ')).not.toContain(baseUrl);
  });

  it('had kept what was consented to: the same question, put again, finds it', async () => {
    const before = createWorld();
    const answer = await before.connect(wish);
    const connection = before.kept[0]?.connection;
    if (connection === undefined) throw new Error('Nothing was kept.');
    const settings = withMemories(addConnection(noSettings, connection), 'new', [reading]);

    const { connect, told } = createWorld({ settings });

    expect(await connect(wish)).toEqual(answer);
    expect(told).toEqual([]);
  });

  it('does not answer a later wish for the next', async () => {
    const { connect, resume, told, later } = createWorld({ unfinished: [leftAnswered] });
    await resume();
    later(60_000);

    expect(await connect(wish)).toMatchObject(ok({ outcome: 'works', connectionId: 'new' }));
    expect(told).toContain(`person ${authorizationUrl}`);
  });

  it('does not take the place of the home in use, unless the person asks for it again', async () => {
    const { connect, resume, told, kept } = createWorld({ unfinished: [leftAnswered] });

    await resume();
    expect(kept).toMatchObject([{ isAside: true }]);
    expect(told.filter((word) => word.startsWith('choose'))).toEqual([]);

    await connect(wish);
    expect(told).toContain('choose left');
  });

  it('is over where what the person answered can no longer be exchanged', async () => {
    const completed = consentError('consent.refused');
    const { resume, kept, pending } = createWorld({ unfinished: [leftAnswered], completed });

    await resume();

    expect(kept).toEqual([]);
    expect(pending.size).toBe(0);
  });

  it('may leave its window open: that is said, and again until it is closed', async () => {
    const world: World = { unfinished: [left], answer: null, takesMs: 5 };
    const { connect, kept } = createWorld(world);

    expect(await connect(wish)).toMatchObject({ error: { code: 'consent.busy' } });
    expect(await connect(wish)).toMatchObject({ error: { code: 'consent.busy' } });
    expect(kept).toEqual([]);
  });

  it('leaves nothing once another window was shown', async () => {
    const answer = createWorld({ unfinished: [left] });
    expect(await answer.connect(wish)).toMatchObject(ok({ outcome: 'works' }));
    expect([...answer.pending.keys()]).toEqual([]);

    const closed = createWorld({ unfinished: [left], answer: null });
    expect(await closed.connect(wish)).toMatchObject({ error: { code: 'consent.denied' } });
    expect([...closed.pending.keys()]).toEqual([]);
  });

  it('asks for one consent at a time', async () => {
    const { connect, told } = createWorld();

    const [first, second] = await Promise.all([connect(wish), connect(wish)]);

    expect(first).toMatchObject(ok({ outcome: 'works' }));
    expect(second).toMatchObject({ error: { code: 'consent.busy' } });
    expect(told.filter((word) => word.startsWith('person'))).toHaveLength(1);
  });
});

async function keptSettings(): Promise<Settings> {
  const { connect, kept } = createWorld();
  await connect(wish);
  const [consented] = kept;
  if (consented === undefined) throw new Error('Nothing was kept.');
  const connection = { ...consented.connection, id: 'old', createdAt: 1 };
  return { homes: [{ connection, memories: [], chosenMemoryId: null }], activeId: 'old' };
}
