import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Access } from './model.ts';
import type { MemoryClient } from '../memory-client/client.ts';
import { failure } from '../memory-client/failure.ts';
import { createRestClient } from '../memory-client/rest.ts';
import { createManualTime, settle } from '../memory-client/testing/manual-time.ts';
import { createConcurrencyLimit } from '../memory-client/concurrency-limit.ts';
import { refusingClient } from './clients.ts';
import { type Fetch, guardClient, type GuardOptions } from './guard.ts';
import { createStorage } from './testing/world.ts';
import { createWithdrawals, type Withdrawals } from './withdrawals.ts';

const refused = (status = 403) =>
  Response.json({ code: 'unauthorized', message: 'Narrowed.', trace_id: 'trace-7' }, { status });
const down = () => new Response('', { status: 503 });

/** Every operation that uses a credential, with the access it needs. */
const operations: Record<
  string,
  { access: Access; call: (client: MemoryClient) => Promise<unknown> }
> = {
  'containers.list': { access: 'all', call: (client) => client.containers.list() },
  'documents.list': { access: 'all', call: (client) => client.documents.list() },
  'documents.get': { access: 'all', call: (client) => client.documents.get({ id: 'd' }) },
  search: { access: 'all', call: (client) => client.search({ q: 'tides' }) },
  rules: { access: 'all', call: (client) => client.rules() },
  profile: { access: 'profile', call: (client) => client.profile() },
  'documents.add': { access: 'write', call: (client) => client.documents.add({ content: 'x' }) },
  'memories.add': { access: 'write', call: (client) => client.memories.add({ content: 'x' }) },
  'standing fact': {
    access: 'write',
    call: (client) => client.memories.add({ content: 'x', static: true }),
  },
  'documents.delete': {
    access: 'delete',
    call: (client) => client.documents.delete({ id: 'd', confirm: true }),
  },
  'memories.forget': {
    access: 'delete',
    call: (client) => client.memories.forget({ id: 'm', container: 'c', confirm: true }),
  },
  ask: { access: 'ask', call: (client) => client.ask({ message: 'When?' }) },
};
const names = Object.keys(operations);
const call = (name: string, client: MemoryClient) => operations[name]?.call(client);
const accessOf = (name: string) => operations[name]?.access ?? 'all';

function createWorld(
  answer: Fetch,
  changes: Partial<GuardOptions> & {
    storage?: ReturnType<typeof createStorage>;
    sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
  } = {},
) {
  const { storage = createStorage(), sleep, ...options } = changes;
  const time = createManualTime((ms) => ms < 90_000);
  const turns = createConcurrencyLimit(2);
  const requests: Request[] = [];
  const client = guardClient({
    credential: { id: 'credential-1', connectionId: 'work' },
    withdrawals: storage.openWithdrawals(),
    fetch: async (request) => {
      requests.push(request);
      return answer(request);
    },
    isPermitted: async () => true,
    open: (fetch) =>
      createRestClient({
        baseUrl: 'https://memory.example',
        credential: async () => 'pms_secret_0001',
        fetch,
        sleep: sleep ?? time.sleep,
        random: () => 0.5,
        turns,
      }),
    onUnauthenticated: 'withdraw',
    onOutcome: () => undefined,
    now: () => 5,
    ...options,
  });
  return { client, requests, storage };
}

describe('withdrawn access', () => {
  it.each(names)(
    'of %s is remembered with its trace id, and nothing more is sent',
    async (name) => {
      const { client, requests, storage } = createWorld(async () => refused());
      const error = {
        code: 'memory.unauthorized',
        message: 'Narrowed.',
        status: 403,
        retryable: false,
        traceId: 'trace-7',
      };

      expect(await call(name, client)).toEqual({ ok: false, error });
      expect(await call(name, client)).toEqual({ ok: false, error });

      expect(requests).toHaveLength(1);
      expect([...storage.stored.withdrawals.values()]).toEqual([
        {
          credentialId: 'credential-1',
          connectionId: 'work',
          access: accessOf(name),
          error,
          at: 5,
        },
      ]);
    },
  );

  it.each(names)('of %s blocks exactly the operations that need it', async (name) => {
    let isRefusing = true;
    const { client, requests } = createWorld(async () => (isRefusing ? refused() : down()));
    await call(name, client);
    isRefusing = false;
    requests.length = 0;

    const asked: string[] = [];
    for (const other of names) {
      requests.length = 0;
      await call(other, client);
      if (requests.length > 0) asked.push(other);
    }

    const access = accessOf(name);
    const expected = names.filter((other) => access !== 'all' && accessOf(other) !== access);
    expect(asked).toEqual(expected);
  });

  it('holds after a restart, without a request', async () => {
    const before = createWorld(async () => refused());
    await before.client.memories.add({ content: 'x' });

    const after = createWorld(async () => down(), { storage: before.storage });

    expect(await after.client.documents.add({ content: 'x' })).toMatchObject({
      error: { code: 'memory.unauthorized', traceId: 'trace-7' },
    });
    expect(after.requests).toEqual([]);
  });

  it('holds even if it cannot be stored, which is reported', async () => {
    const storage = createStorage();
    storage.stored.fails.withdrawals = true;
    const { client, requests } = createWorld(async () => refused(), { storage });

    await client.profile();
    await client.profile();

    expect(requests).toHaveLength(1);
    expect(storage.stored.told).toContain('unwritten');
  });

  it('blocks everything until the stored withdrawals are known', async () => {
    const storage = createStorage();
    const withdrawals = createWithdrawals({
      store: {
        all: () => Promise.reject(new Error('Storage is busy.')),
        put: async () => undefined,
        remove: async () => undefined,
      },
      changed: () => undefined,
      reportUnwritten: () => undefined,
    });
    const { client, requests } = createWorld(async () => down(), { storage, withdrawals });

    expect(await client.search({ q: 'tides' })).toMatchObject({
      error: { code: 'memory.unreachable' },
    });
    expect(requests).toEqual([]);
  });

  it('is not withdrawn again by a late rejection after the person has restored it', async () => {
    const storage = createStorage();
    const withdrawals = storage.openWithdrawals();
    const waits: (() => void)[] = [];
    const answers = [down(), refused()];
    const { client } = createWorld(async () => answers.shift() ?? down(), {
      storage,
      withdrawals,
      sleep: (ms, signal) =>
        new Promise((wake) => {
          if (ms < 90_000) waits.push(wake);
          else signal.addEventListener('abort', () => wake());
        }),
    });
    const retrying = client.profile();
    await settle();
    await client.profile();

    waits[0]?.();
    // The attempt is rejected here. Access is restored before the call has finished.
    await Promise.resolve();
    const lifting = lifted(withdrawals);
    await Promise.all([retrying, lifting]);

    expect(withdrawals.find('credential-1', 'profile')).toBeNull();
  });

  it('applies to one credential, not to its replacement', async () => {
    const { storage } = await refuseOnce();

    const other = createWorld(async () => down(), {
      storage,
      credential: { id: 'credential-2', connectionId: 'work' },
    });
    await other.client.profile();

    expect(other.requests).not.toEqual([]);
  });

  it('is restored at the person’s request', async () => {
    const storage = createStorage();
    const withdrawals = storage.openWithdrawals();
    const { client, requests } = createWorld(async () => refused(), { storage, withdrawals });
    await client.profile();

    await withdrawals.lift('credential-1');
    await client.profile();

    expect(requests).toHaveLength(2);
  });

  const refuseOnce = async () => {
    const world = createWorld(async () => refused());
    await world.client.profile();
    return world;
  };
});

describe('an unknown key', () => {
  it('is withdrawn completely', async () => {
    const { client, requests } = createWorld(async () => refused(401));
    await client.profile();

    expect(await client.search({ q: 'tides' })).toMatchObject({
      error: { code: 'memory.unauthenticated', status: 401, traceId: 'trace-7' },
    });
    expect(requests).toHaveLength(1);
  });

  it('is left to the layer that refreshes tokens', async () => {
    const { client, requests } = createWorld(async () => refused(401), {
      onUnauthenticated: 'leave',
    });
    await client.profile();
    await client.profile();

    expect(requests).toHaveLength(2);
  });

  it('is withdrawn once the layer that refreshes tokens reports that the grant has ended', async () => {
    const storage = createStorage();
    const over = failure('memory.unauthenticated', 'The consent has ended.');
    const guarded = guardClient({
      credential: { id: 'credential-1', connectionId: 'club' },
      withdrawals: storage.openWithdrawals(),
      fetch: async () => down(),
      isPermitted: async () => true,
      open: () => refusingClient(over),
      onUnauthenticated: 'leave',
      onOutcome: () => undefined,
      now: () => 5,
    });

    await guarded.profile();

    expect([...storage.stored.withdrawals.values()]).toEqual([
      { credentialId: 'credential-1', connectionId: 'club', access: 'all', error: over, at: 5 },
    ]);
  });

  it('is not withdrawn if the key was never sent', async () => {
    const storage = createStorage();
    const { requests } = createWorld(async () => down(), { storage });
    const unsent = guardClient({
      credential: { id: 'credential-1', connectionId: 'work' },
      withdrawals: storage.openWithdrawals(),
      fetch: async () => down(),
      isPermitted: async () => true,
      open: (fetch) =>
        createRestClient({
          baseUrl: 'https://memory.example',
          credential: async () => 'not a key',
          fetch,
          sleep: createManualTime((ms) => ms < 90_000).sleep,
          random: () => 0,
        }),
      onUnauthenticated: 'withdraw',
      onOutcome: () => undefined,
      now: () => 5,
    });

    await unsent.containers.list();

    expect(storage.stored.withdrawals.size).toBe(0);
    expect(requests).toEqual([]);
  });
});

describe('other failures', () => {
  it.each([400, 404, 409, 422, 429, 500, 503])('withdraw nothing at status %i', async (status) => {
    const { client, storage } = createWorld(async () => Response.json({}, { status }));

    for (const name of names) await call(name, client);

    expect(storage.stored.withdrawals.size).toBe(0);
  });
});

describe('a 403 that asks for confirmation', () => {
  const question = () =>
    Response.json(
      { status: 'confirmation_required', message: 'Delete it for good?' },
      { status: 403 },
    );

  it('withdraws nothing, and the question reaches the caller', async () => {
    const { client, storage } = createWorld(async () => question());

    expect(await client.documents.delete({ id: 'd' })).toEqual({
      ok: true,
      value: { outcome: 'confirmation-required', sentence: 'Delete it for good?' },
    });
    expect(storage.stored.withdrawals.size).toBe(0);
  });

  it('delays other deletions until it turns out to be a rejection', async () => {
    const body = Promise.withResolvers<string>();
    const { client, requests } = createWorld(async () => slowly(403, body.promise));
    const first = client.documents.delete({ id: 'd1' });
    await settle();
    const second = client.documents.delete({ id: 'd2' });
    await settle();
    expect(requests).toHaveLength(1);

    body.resolve(JSON.stringify({ code: 'unauthorized', message: 'No.', trace_id: 't' }));

    expect(await first).toMatchObject({ error: { code: 'memory.unauthorized' } });
    expect(await second).toMatchObject({ error: { code: 'memory.unauthorized', traceId: 't' } });
    expect(requests).toHaveLength(1);
  });

  it('lets other deletions pass once it turns out to be a question', async () => {
    const body = Promise.withResolvers<string>();
    let nth = 0;
    const { client, requests } = createWorld(async () =>
      (nth += 1) === 1 ? slowly(403, body.promise) : question(),
    );
    const first = client.documents.delete({ id: 'd1' });
    await settle();
    const second = client.documents.delete({ id: 'd2' });

    body.resolve(await question().text());

    expect(await first).toMatchObject({ value: { outcome: 'confirmation-required' } });
    expect(await second).toMatchObject({ value: { outcome: 'confirmation-required' } });
    expect(requests).toHaveLength(2);
  });
});

describe('sends nothing after access is withdrawn', () => {
  it('even if the rejection’s body is slow', async () => {
    const body = Promise.withResolvers<string>();
    const { client, requests } = createWorld(async () => slowly(403, body.promise));
    const first = client.profile();
    await settle();

    expect(await client.profile()).toMatchObject({ error: { code: 'memory.unauthorized' } });
    expect(requests).toHaveLength(1);

    body.resolve('{}');
    await first;
  });

  it('even from calls that wait for an agent turn', async () => {
    const answers: ((response: Response) => void)[] = [];
    const { client, requests } = createWorld(
      () => new Promise<Response>((resolve) => answers.push(resolve)),
    );
    const asks = [1, 2, 3, 4].map(() => client.ask({ message: 'When?' }));
    await settle();
    expect(requests).toHaveLength(2);

    answers[0]?.(refused());
    await settle();
    answers[1]?.(Response.json({ answer: 'In the morning.' }));

    expect(await Promise.all(asks)).toMatchObject([
      { ok: false },
      { ok: true },
      { ok: false, error: { traceId: 'trace-7' } },
      { ok: false, error: { traceId: 'trace-7' } },
    ]);
    expect(requests).toHaveLength(2);
  });

  it('regardless of the order of calls, responses and delays', async () => {
    const order = fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 12 }),
      fc.infiniteStream(fc.constantFrom<'refuse' | 'fail' | 'lose'>('refuse', 'fail', 'lose')),
      async (schedule, calls, answers) => {
        const withdrawn = new Set<Access>();
        const breaches: string[] = [];
        const storage = createStorage();
        const answer: Fetch = async (request) => {
          const access = accessAt(request);
          if (withdrawn.has('all') || withdrawn.has(access)) breaches.push(request.url);
          const [{ value: kind }] = [answers.next()];
          await schedule.schedule(Promise.resolve(), `${kind} ${access}`);
          if (kind === 'lose') throw new TypeError('Connection reset.');
          if (kind === 'fail') return down();
          withdrawn.add(access);
          return refused();
        };
        const sleep = async (ms: number, signal: AbortSignal) => {
          if (ms < 90_000) await schedule.schedule(Promise.resolve(), 'backoff');
          else await new Promise<void>((ended) => signal.addEventListener('abort', () => ended()));
        };
        const { client } = createWorld(answer, { storage, sleep });

        const running = calls.map((name) =>
          schedule.schedule(Promise.resolve(), name).then(() => call(name, client)),
        );
        await schedule.waitFor(Promise.all(running));

        const next = createWorld(answer, { storage, sleep });
        await schedule.waitFor(Promise.all(calls.map(async (name) => call(name, next.client))));
        expect(breaches).toEqual([]);
        const remembered = [...storage.stored.withdrawals.values()].map(({ access }) => access);
        for (const access of remembered) expect(withdrawn).toContain(access);
        for (const access of withdrawn) {
          expect(remembered.includes('all') || remembered.includes(access)).toBe(true);
        }
      },
    );
    await fc.assert(order, { numRuns: 150 });
  });
});

/** Lifts the withdrawal as soon as it has caused a rejection. */
async function lifted(withdrawals: Withdrawals): Promise<void> {
  const { find } = withdrawals;
  await new Promise<void>((seen) => {
    withdrawals.find = (...asked) => {
      const standing = find(...asked);
      if (standing !== null) seen();
      return standing;
    };
  });
  withdrawals.find = find;
  await withdrawals.lift('credential-1');
}

/** Returns the access a request needs, in the way a service would determine it. */
function accessAt({ method, url }: Request): Access {
  const { pathname } = new URL(url);
  if (method === 'DELETE') return 'delete';
  if (pathname === '/v1/profile') return 'profile';
  if (pathname === '/v1/ask') return 'ask';
  const isWrite = method === 'POST' && pathname !== '/v1/search';
  return isWrite ? 'write' : 'all';
}

/** Returns a response whose headers arrive before its body. */
function slowly(status: number, body: Promise<string>): Response {
  const stream = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(new TextEncoder().encode(await body));
      controller.close();
    },
  });
  return new Response(stream, { status, headers: { 'Content-Type': 'application/json' } });
}
