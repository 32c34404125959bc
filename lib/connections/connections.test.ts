import { describe, expect, it } from 'vitest';
import type { MemoryError } from '../contract/errors.ts';
import { withKeyFacts, type MemoryChoice, hueOfName } from './model.ts';
import { err, ok, type Result } from '../contract/result.ts';
import { tokenSlot } from './credential-slot.ts';
import type { MemoryClient } from '../memory-client/client.ts';
import { createConnections } from './connections.ts';
import { createCancelable } from '../messaging/calls.ts';
import type { KeyEntry } from './keys.ts';
import { createStorage } from './testing/world.ts';

const reading = { id: 'm1', name: 'Reading' };
const recipes = { id: 'm2', name: 'Recipes' };
const refused: MemoryError = {
  code: 'memory.unauthorized',
  message: 'No.',
  status: 403,
  retryable: false,
  traceId: 't',
};
const entry: Omit<KeyEntry, 'connectionId'> = {
  address: ' memory.example/ ',
  key: ' pms_secret_0001 ',
  keep: 'persistent',
};

function createWorld() {
  const storage = createStorage();
  const withdrawals = storage.openWithdrawals();
  const trials: string[] = [];
  const told: string[] = [];
  let answer: Result<MemoryChoice[], MemoryError> = ok([reading]);
  let whileTried: () => Promise<unknown> = async () => undefined;
  let ids = 0;
  const attempts = createCancelable();
  const made = createConnections({
    attempts,
    store: storage.store,
    vault: storage.vault,
    withdrawals,
    isGranted: async () => true,
    release: async (origin) => {
      if (origin === 'https://clings.example') throw new Error('The browser keeps the permission.');
      told.push(`release ${origin}`);
    },
    revoke: async (connectionId) => void told.push(`revoke ${connectionId}`),
    openTrial: ({ baseUrl, secret }) => {
      trials.push(`${baseUrl} ${secret}`);
      const list = async () => {
        await whileTried();
        return answer;
      };
      return { containers: { list } } as unknown as MemoryClient;
    },
    changed: (connectionId) => void told.push(`changed ${connectionId}`),
    report: () => void told.push('storage failed'),
    now: () => 5,
  });
  /** Connects with a new id each time, as the UI does, unless the test sets an id. */
  const connectWithKey = (entered: Omit<KeyEntry, 'connectionId'> & { connectionId?: string }) =>
    made.connectWithKey({ connectionId: `connection-${(ids += 1)}`, ...entered });
  const connections = { ...made, connectWithKey };
  return {
    ...storage,
    attempts,
    connections,
    withdrawals,
    trials,
    told,
    answerWith: (next: typeof answer) => {
      answer = next;
    },
    meanwhile: (work: typeof whileTried) => {
      whileTried = work;
    },
  };
}

type World = ReturnType<typeof createWorld>;
const keysOf = ({ stored }: World) => [...stored.keys.entries()];

describe('connecting with a key', () => {
  it.each<[string, (world: World) => void]>([
    ['the attempt is canceled during the trial', ({ attempts }) => attempts.cancel('given-up')],
    ['everything is forgotten during the trial', ({ attempts }) => attempts.cancelAll()],
  ])('stores nothing if %s, even if the key works', async (_, giveUp) => {
    const world = createWorld();
    world.meanwhile(async () => giveUp(world));

    expect(
      await world.connections.connectWithKey({ ...entry, connectionId: 'given-up' }),
    ).toMatchObject({
      error: { code: 'memory.aborted' },
    });
    expect(keysOf(world)).toEqual([]);
    expect(world.stored.connections.connections).toEqual([]);
    expect(world.told).toContain('release https://memory.example');
  });

  it('is not affected by an attempt canceled earlier', async () => {
    const world = createWorld();
    world.attempts.cancel('connection-1');

    expect(await world.connections.connectWithKey(entry)).toMatchObject({
      value: { outcome: 'works' },
    });
  });

  it('stores the key and the connection and makes it active', async () => {
    const world = createWorld();

    expect(await world.connections.connectWithKey(entry)).toEqual({
      ok: true,
      value: { outcome: 'works', connectionId: 'connection-1', memories: [reading] },
    });

    expect(world.trials).toEqual(['https://memory.example pms_secret_0001']);
    expect(world.stored.connections).toEqual({
      connections: [
        {
          connection: {
            id: 'connection-1',
            kind: 'key',
            baseUrl: 'https://memory.example',
            name: 'memory.example',
            owner: null,
            createdAt: 5,
          },
          memories: [{ ...reading, hue: hueOfName(reading.name) }],
          chosenMemoryId: 'm1',
        },
      ],
      activeId: 'connection-1',
    });
    expect(keysOf(world)).toEqual([
      [
        'connection-1 https://memory.example key',
        { id: 'credential-1', secret: 'pms_secret_0001', until: 'persistent' },
      ],
    ]);
    expect(world.told).toEqual(['changed connection-1']);
  });

  it.each<[string, Partial<KeyEntry>, MemoryError | null]>([
    ['refused', {}, refused],
    ['unreachable', {}, { code: 'memory.unreachable', message: '', retryable: true }],
    ['timeout', {}, { code: 'memory.timeout', message: '', retryable: true }],
    ['not-this-service', {}, { code: 'memory.malformed', message: '', retryable: false }],
    ['service-trouble', {}, { code: 'memory.server', message: '', retryable: true }],
    ['bad-key', { key: ' ' }, null],
    ['insecure-address', { address: 'http://memory.example' }, null],
  ])('stores nothing if the outcome is %s', async (outcome, changes, error) => {
    const world = createWorld();
    if (error !== null) world.answerWith(err(error));

    const tried = await world.connections.connectWithKey({ ...entry, ...changes });

    expect(tried).toMatchObject({ ok: true, value: { outcome } });
    expect(keysOf(world)).toEqual([]);
    expect(world.stored.connections.connections).toEqual([]);
    const mayBeAllowed = outcome !== 'insecure-address';
    expect(world.told).toEqual(mayBeAllowed ? ['release https://memory.example'] : []);
  });

  it.each(['store', 'vault'] as const)(
    'leaves no key behind if the %s cannot be written',
    async (part) => {
      const world = createWorld();
      world.stored.fails[part] = true;

      expect(await world.connections.connectWithKey(entry)).toMatchObject({
        ok: false,
        error: { code: 'storage.failed' },
      });
      expect(keysOf(world)).toEqual([]);
      expect(world.stored.connections.connections).toEqual([]);
      expect(world.told).toEqual(['storage failed', 'release https://memory.example']);
    },
  );

  it('creates a separate connection for another address, without the first key', async () => {
    const world = createWorld();
    await world.connections.connectWithKey(entry);
    await world.connections.connectWithKey({
      ...entry,
      address: 'https://elsewhere.example',
      key: 'pms_of_elsewhere',
    });

    expect(keysOf(world).map(([slot, key]) => [slot, key === 'lost' ? key : key.secret])).toEqual([
      ['connection-1 https://memory.example key', 'pms_secret_0001'],
      ['connection-2 https://elsewhere.example key', 'pms_of_elsewhere'],
    ]);
    expect(world.stored.connections.activeId).toBe('connection-2');
  });

  it('creates one connection for repeated messages with the same id', async () => {
    const world = createWorld();
    const first = await world.connections.connectWithKey({ ...entry, connectionId: 'chosen' });
    const keys = keysOf(world);

    expect(await world.connections.connectWithKey({ ...entry, connectionId: 'chosen' })).toEqual(
      first,
    );

    expect(world.stored.connections.connections).toHaveLength(1);
    expect(keysOf(world)).toEqual(keys);
    expect(world.trials).toHaveLength(1);
  });

  it('rejects an id that another connection uses', async () => {
    const world = createWorld();
    await world.connections.connectWithKey({ ...entry, connectionId: 'chosen' });
    const keys = keysOf(world);
    const other = { ...entry, address: 'elsewhere.example', connectionId: 'chosen' };

    await expect(world.connections.connectWithKey(other)).rejects.toThrow('already taken');

    expect(keysOf(world)).toEqual(keys);
  });
});

describe('replacing a key', () => {
  const newKey = {
    connectionId: 'connection-1',
    key: 'pms_next_key_002',
    keep: 'session' as const,
  };

  async function connected(): Promise<World> {
    const world = createWorld();
    await world.connections.connectWithKey(entry);
    const withdrawal = { connectionId: 'connection-1', access: 'all' as const, error: refused };
    await world.withdrawals.record({ ...withdrawal, credentialId: 'credential-1', at: 1 });
    return world;
  }

  it('stores the new key and lifts the withdrawals of the old one', async () => {
    const world = await connected();
    world.answerWith(ok([recipes]));

    expect(await world.connections.replaceKey(newKey)).toMatchObject({
      value: { outcome: 'works' },
    });

    expect(world.trials.at(-1)).toBe('https://memory.example pms_next_key_002');
    expect(keysOf(world)).toMatchObject([[{}, { secret: 'pms_next_key_002' }]]);
    expect(world.stored.withdrawals.size).toBe(0);
    expect(await world.connections.list()).toMatchObject([{ memories: [recipes], withdrawn: [] }]);
  });

  it('does not assume that the new key can be used for Ask because the old key could', async () => {
    const world = await connected();
    await world.store.update((before) => withKeyFacts(before, 'connection-1', { keyAsks: true }));

    await world.connections.replaceKey(newKey);

    expect(await world.connections.list()).toMatchObject([{ connection: { keyAsks: false } }]);
  });

  it('changes nothing if the key does not work', async () => {
    const world = await connected();
    world.answerWith(err(refused));

    expect(await world.connections.replaceKey(newKey)).toMatchObject({
      value: { outcome: 'refused' },
    });
    expect(keysOf(world)).toMatchObject([[{}, { secret: 'pms_secret_0001' }]]);
    expect(world.stored.withdrawals.size).toBe(1);
  });

  it('makes the connection active in the same change if requested', async () => {
    const world = await connected();
    await world.connections.connectWithKey({ ...entry, address: 'other.example' });
    expect(world.stored.connections.activeId).toBe('connection-2');

    await world.connections.replaceKey(newKey);
    expect(world.stored.connections.activeId).toBe('connection-2');

    await world.connections.replaceKey({ ...newKey, choose: true });
    expect(world.stored.connections.activeId).toBe('connection-1');
  });

  it('leaves the current key and the active connection unchanged if the new key cannot be stored', async () => {
    const world = await connected();
    await world.connections.connectWithKey({ ...entry, address: 'other.example' });
    world.stored.fails.vault = true;

    expect(await world.connections.replaceKey({ ...newKey, choose: true })).toMatchObject({
      error: { code: 'storage.failed' },
    });

    expect(keysOf(world)[0]).toMatchObject([{}, { secret: 'pms_secret_0001' }]);
    expect(world.stored.connections.activeId).toBe('connection-2');
  });

  it('leaves a working key if later steps fail, and completes when the message is repeated', async () => {
    const world = await connected();
    world.answerWith(ok([recipes]));
    world.stored.fails.store = true;
    expect(await world.connections.replaceKey({ ...newKey, choose: true })).toMatchObject({
      error: { code: 'storage.failed' },
    });
    expect(keysOf(world)).toMatchObject([[{}, { secret: 'pms_next_key_002' }]]);

    world.stored.fails.store = false;
    expect(await world.connections.replaceKey({ ...newKey, choose: true })).toMatchObject({
      value: { outcome: 'works' },
    });

    expect(keysOf(world)).toMatchObject([[{}, { secret: 'pms_next_key_002' }]]);
    expect(await world.connections.list()).toMatchObject([{ isActive: true, memories: [recipes] }]);
  });

  it('stores nothing if the connection has been removed in the meantime', async () => {
    const world = await connected();
    world.meanwhile(() => world.connections.remove('connection-1'));

    expect(await world.connections.replaceKey(newKey)).toMatchObject({
      error: { code: 'connection.none' },
    });
    expect(keysOf(world)).toEqual([]);
  });

  it('keeps the withdrawals of the old key until the new key is stored', async () => {
    const world = await connected();
    world.stored.fails.vault = true;

    expect(await world.connections.replaceKey(newKey)).toMatchObject({ ok: false });
    expect(world.withdrawals.find('credential-1', 'write')).not.toBeNull();
  });

  it('stores and removes the Ask key separately, without trying it', async () => {
    const world = await connected();
    const { length } = world.trials;

    expect(await world.connections.keepAskKey(newKey)).toEqual({
      ok: true,
      value: { outcome: 'kept' },
    });
    const [{ credentials } = { credentials: [] }] = await world.connections.list();
    expect(credentials).toContainEqual(
      expect.objectContaining({ kind: 'ask-key', until: 'session' }),
    );
    expect(world.trials).toHaveLength(length);
    expect(await world.connections.keepAskKey({ ...newKey, key: 'two words' })).toEqual({
      ok: true,
      value: { outcome: 'bad-key' },
    });

    await world.connections.forgetAskKey('connection-1');
    expect(keysOf(world).map(([slot]) => slot)).toEqual([
      'connection-1 https://memory.example key',
    ]);
  });

  it('keeps every credential while a connection cannot be parsed', async () => {
    const world = createWorld();
    world.stored.keys.set('unread https://memory.example key', 'lost');
    world.stored.isWhole = false;

    await world.connections.tidyUp();

    expect(keysOf(world)).toHaveLength(1);
  });
});

describe('the stored connections', () => {
  it('are listed with their credentials and withdrawals', async () => {
    const world = createWorld();
    await world.connections.connectWithKey(entry);
    const withdrawal = { connectionId: 'connection-1', error: refused, at: 3 };
    await world.withdrawals.record({
      ...withdrawal,
      credentialId: 'credential-1',
      access: 'write',
    });
    await world.withdrawals.record({ ...withdrawal, credentialId: 'an-older-one', access: 'all' });

    const listed = await world.connections.list();

    expect(listed).toMatchObject([
      {
        isActive: true,
        credentials: [{ kind: 'key', until: 'persistent', isLost: false }],
        withdrawn: [{ kind: 'key', access: 'write', error: refused, at: 3 }],
      },
    ]);
    expect(JSON.stringify(listed)).not.toContain('pms_secret');
  });

  it('are used again after a withdrawal only at the person’s request', async () => {
    const world = createWorld();
    await world.connections.connectWithKey(entry);
    const withdrawal = { connectionId: 'connection-1', error: refused, at: 3 };
    await world.withdrawals.record({
      ...withdrawal,
      credentialId: 'credential-1',
      access: 'write',
    });

    await world.connections.tryAgain('connection-1');

    expect(world.withdrawals.find('credential-1', 'write')).toBeNull();
    expect(world.stored.withdrawals.size).toBe(0);
  });

  it('are removed with everything that belongs to them', async () => {
    const world = createWorld();
    await world.connections.connectWithKey(entry);
    await world.connections.keepAskKey({ ...entry, connectionId: 'connection-1' });
    const withdrawal = { connectionId: 'connection-1', error: refused, at: 3 };
    await world.withdrawals.record({
      ...withdrawal,
      credentialId: 'credential-1',
      access: 'write',
    });

    await world.connections.remove('connection-1');

    expect(keysOf(world)).toEqual([]);
    expect(world.stored.withdrawals.size).toBe(0);
    expect(world.stored.connections).toEqual({ connections: [], activeId: null });
    expect(world.told).toContain('release https://memory.example');
  });

  it('keep a permission that another connection needs', async () => {
    const world = createWorld();
    await world.connections.connectWithKey(entry);
    await world.connections.connectWithKey({ ...entry, address: 'memory.example/other' });

    await world.connections.remove('connection-1');
    expect(world.told).not.toContain('release https://memory.example');

    await world.connections.remove('connection-2');
    expect(world.told).toContain('release https://memory.example');
  });

  it('release the permission of a failed attempt, unless another connection needs it', async () => {
    const world = createWorld();
    world.answerWith(err(refused));
    await world.connections.connectWithKey(entry);
    expect(world.told).toEqual(['release https://memory.example']);

    world.answerWith(ok([reading]));
    await world.connections.connectWithKey(entry);
    world.answerWith(err(refused));
    await world.connections.connectWithKey({ ...entry, address: 'memory.example:8443' });
    expect(world.told.filter((word) => word.startsWith('release'))).toHaveLength(1);
  });

  it('are removed even if the browser keeps the permission', async () => {
    const world = createWorld();
    await world.connections.connectWithKey({ ...entry, address: 'clings.example' });

    expect(await world.connections.remove('connection-1')).toEqual({ ok: true, value: null });
    expect(world.stored.connections.connections).toEqual([]);
  });

  it('count as removed if they are already gone', async () => {
    const world = createWorld();
    await world.connections.connectWithKey(entry);
    await world.connections.remove('connection-1');

    expect(await world.connections.remove('connection-1')).toEqual({ ok: true, value: null });
  });

  it('become active one at a time, and only if they are stored', async () => {
    const world = createWorld();
    await world.connections.connectWithKey(entry);
    await world.connections.connectWithKey({ ...entry, address: 'elsewhere.example' });

    expect(await world.connections.choose('connection-1')).toEqual({ ok: true, value: null });
    expect(world.stored.connections.activeId).toBe('connection-1');
    expect(await world.connections.choose('gone')).toMatchObject({
      error: { code: 'connection.none' },
    });
    expect(world.stored.connections.activeId).toBe('connection-1');
  });

  it('are stored as read-only once tokens are stored, and are renewed by another consent', async () => {
    const world = createWorld();
    const connection = {
      id: 'c',
      kind: 'read-only' as const,
      baseUrl: 'https://memory.example',
      name: 'Theirs',
      createdAt: 1,
      resource: 'https://memory.example/mcp-http',
      issuer: 'https://memory.example',
      clientId: 'client',
      scopes: ['read'],
    };
    const tokens = { secret: '{}', until: 'persistent' as const };

    const given = { connection, memories: [reading], isAside: false };
    expect(await world.connections.keepReadOnly(given)).toMatchObject({ ok: false });
    expect(world.stored.connections.connections).toEqual([]);

    await world.vault.store(tokenSlot(connection), tokens);
    await world.connections.keepReadOnly(given);
    const anew = { ...connection, clientId: 'another' };
    await world.connections.keepReadOnly({ ...given, connection: anew, memories: [recipes] });

    expect(world.stored.connections).toEqual({
      connections: [
        {
          connection: anew,
          memories: [{ ...recipes, hue: hueOfName(recipes.name) }],
          chosenMemoryId: 'm2',
        },
      ],
      activeId: 'c',
    });

    const other = { ...connection, id: 'other' };
    await world.vault.store(tokenSlot(other), tokens);
    await world.connections.keepReadOnly({ ...given, connection: other, isAside: true });
    expect(world.stored.connections).toMatchObject({ connections: [{}, {}], activeId: 'c' });
  });

  it('leave no orphaned credentials behind', async () => {
    const world = createWorld();
    await world.connections.connectWithKey(entry);
    world.stored.keys.set('stray https://memory.example key', 'lost');
    world.stored.keys.set('granted https://memory.example tokens', 'lost');
    const waited = ['consent', 'tokens'].map((kind) => `waited https://memory.example ${kind}`);
    for (const slot of waited) world.stored.keys.set(slot, 'lost');

    await world.connections.tidyUp();

    expect(world.told.filter((word) => word.startsWith('revoke'))).toEqual(['revoke granted']);

    expect(keysOf(world).map(([slot]) => slot)).toEqual([
      'connection-1 https://memory.example key',
      ...waited,
    ]);
  });
});
