import { describe, expect, it } from 'vitest';
import type { MemoryError } from '../contract/errors.ts';
import { err, ok, type Result } from '../contract/result.ts';
import type { MemoryClient, Profile, Rule } from '../memory-client/client.ts';
import { settle } from '../memory-client/testing/manual-time.ts';
import type { Kept, SessionCacheStore } from './session-cache.ts';
import { createProfile } from './profile.ts';

const refused: MemoryError = {
  code: 'memory.unauthorized',
  message: 'No profile permission.',
  status: 403,
  retryable: false,
};
const profileOf = (fact: string): Profile => ({
  static: [{ text: fact, containerName: 'Reading', savedAt: '2026-11-01T10:00:00.000Z' }],
  dynamic: [{ text: 'Reads about tides.' }],
  results: [{ text: 'A passage.' }],
});

/** Creates storage that is kept when a background stops. */
function createSession() {
  const kept = new Map<string, Kept<unknown>>();
  const fails = { get: false, put: false };
  const storeOf = <View>(name: string): SessionCacheStore<View> => ({
    get: async (id) => {
      if (fails.get) throw new Error('Storage failed.');
      return (kept.get(`${name} ${id}`) as Kept<View> | undefined) ?? null;
    },
    put: async (id, view) => {
      if (fails.put) throw new Error('Storage is full.');
      kept.set(`${name} ${id}`, view);
    },
    drop: async (id) => void kept.delete(`${name} ${id}`),
  });
  return { kept, fails, storeOf };
}

function createWorld(session = createSession()) {
  const asked: string[] = [];
  const reports: unknown[] = [];
  const state = {
    activeId: 'work' as string | null,
    credentials: new Map<string, string>([
      ['work', 'key-1'],
      ['family', 'key-9'],
    ]),
    now: 1_000,
    profile: async (): Promise<Result<Profile, MemoryError>> => ok(profileOf('Lives in Oslo.')),
    rules: async (): Promise<Result<Rule[], MemoryError>> => ok([{ text: 'Be brief.' }]),
  };
  const clientOf = (id: string) =>
    ({
      profile: (input) => {
        asked.push(`profile of ${id}${input?.q === undefined ? '' : ` about ${input.q}`}`);
        return state.profile();
      },
      rules: () => {
        asked.push(`rules of ${id}`);
        return state.rules();
      },
    }) as Partial<MemoryClient> as MemoryClient;
  const profile = createProfile({
    reader: async () => {
      const { activeId: id } = state;
      if (id === null) return null;
      return {
        connectionId: id,
        credentialId: state.credentials.get(id) ?? null,
        client: clientOf(id),
      };
    },
    credentialOf: async (id) => state.credentials.get(id) ?? null,
    profiles: session.storeOf('profile'),
    rules: session.storeOf('rules'),
    findHighlight: async ({ memoryId, text }) =>
      memoryId === 'highlight' || text === 'Words of a page.' ? {} : null,
    report: (cause) => reports.push(cause),
    now: () => state.now,
  });
  return { profile, asked, reports, state, session };
}

const first = { refresh: false };

describe('the profile', () => {
  it('separates standing from current facts, each with its Memory', async () => {
    const { profile } = createWorld();

    expect(await profile.readProfile(first)).toEqual(
      ok({
        standing: [
          { text: 'Lives in Oslo.', memory: 'Reading', savedAt: '2026-11-01T10:00:00.000Z' },
        ],
        current: [{ text: 'Reads about tides.', memory: null, savedAt: null }],
        readAt: 1_000,
      }),
    );
  });

  it('leaves out highlights, found by their id or their text', async () => {
    const { profile, state } = createWorld();
    const dynamic = [
      { id: 'highlight', text: 'Marked on a page.' },
      { text: 'Words of a page.' },
      { id: 'note', text: 'Written.' },
    ];
    state.profile = async () => ok({ static: [], dynamic, results: [] });

    expect(await profile.readProfile({ refresh: false })).toMatchObject({
      value: { current: [{ text: 'Written.' }] },
    });
  });

  it('is requested once per session, even by several backgrounds', async () => {
    const world = createWorld();
    await world.profile.readProfile(first);
    world.state.now = 2_000;
    await world.profile.readProfile(first);

    const next = createWorld(world.session);

    expect(await next.profile.readProfile(first)).toMatchObject({ value: { readAt: 1_000 } });
    expect([...world.asked, ...next.asked]).toEqual(['profile of work']);
  });

  it('is requested once by simultaneous reads', async () => {
    const { profile, asked } = createWorld();

    const answers = await Promise.all([
      profile.readProfile(first),
      profile.readProfile(first),
      profile.readProfile(first),
    ]);

    expect(answers.every(({ ok: isOk }) => isOk)).toBe(true);
    expect(asked).toEqual(['profile of work']);
  });

  it('is requested again and cached when the person refreshes', async () => {
    const { profile, asked, state } = createWorld();
    await profile.readProfile(first);
    state.profile = async () => ok(profileOf('Lives in Bergen.'));

    await profile.readProfile({ refresh: true });

    expect(await profile.readProfile(first)).toMatchObject({
      value: { standing: [{ text: 'Lives in Bergen.' }] },
    });
    expect(asked).toHaveLength(2);
  });

  it('stays cached if a refresh fails', async () => {
    const { profile, state } = createWorld();
    await profile.readProfile(first);
    state.profile = async () =>
      err({ code: 'memory.unreachable', message: 'No.', retryable: true });

    expect(await profile.readProfile({ refresh: true })).toMatchObject({ ok: false });
    expect(await profile.readProfile(first)).toMatchObject({
      value: { standing: [{ text: 'Lives in Oslo.' }] },
    });
  });

  it('is no longer shown once the service denies access to it', async () => {
    const { profile, state, session } = createWorld();
    await profile.readProfile(first);
    state.profile = async () => err(refused);

    await profile.readProfile({ refresh: true });

    expect(await profile.readProfile(first)).toEqual(err(refused));
    expect(session.kept.size).toBe(0);
  });

  it('is never shown for another connection', async () => {
    const { profile, asked, state } = createWorld();
    await profile.readProfile(first);
    state.activeId = 'family';
    state.profile = async () => ok(profileOf('Has a dog.'));

    expect(await profile.readProfile(first)).toMatchObject({
      value: { standing: [{ text: 'Has a dog.' }] },
    });
    state.activeId = 'work';
    expect(await profile.readProfile(first)).toMatchObject({
      value: { standing: [{ text: 'Lives in Oslo.' }] },
    });
    expect(asked).toEqual(['profile of work', 'profile of family']);
  });

  it('is read from the connection that became active during the request', async () => {
    const { profile, state } = createWorld();
    const held = Promise.withResolvers<Result<Profile, MemoryError>>();
    state.profile = () => held.promise;
    const reading = profile.readProfile(first);
    await settle();

    state.activeId = 'family';
    state.profile = async () => ok(profileOf('Has a dog.'));
    held.resolve(ok(profileOf('Lives in Oslo.')));

    expect(await reading).toMatchObject({ value: { standing: [{ text: 'Has a dog.' }] } });
  });

  it('is read again with another key, even if the background stopped before it removed the old view', async () => {
    const { profile, session } = createWorld();
    await profile.readProfile(first);
    const next = createWorld(session);
    next.state.credentials.set('work', 'key-2');
    next.state.profile = async () => ok(profileOf('Is somebody else.'));

    expect(await next.profile.readProfile(first)).toMatchObject({
      value: { standing: [{ text: 'Is somebody else.' }] },
    });
    next.state.credentials.delete('work');
    next.state.profile = async () => err(refused);
    expect(await next.profile.readProfile(first)).toEqual(err(refused));
  });

  it('is read again with another key, even if the response for the old key arrives last', async () => {
    const { profile, state, session } = createWorld();
    const held = Promise.withResolvers<Result<Profile, MemoryError>>();
    state.profile = () => held.promise;
    const reading = profile.readProfile(first);
    await settle();

    state.credentials.set('work', 'key-2');
    state.profile = async () => ok(profileOf('Is somebody else.'));
    await profile.readProfile(first);
    held.resolve(ok(profileOf('Lives in Oslo.')));

    expect(await reading).toMatchObject({ value: { standing: [{ text: 'Is somebody else.' }] } });
    expect(session.kept.get('profile work')).toMatchObject({ credentialId: 'key-2' });
  });

  it('is not cached if the connection was removed during the request', async () => {
    const { profile, state, session } = createWorld();
    const held = Promise.withResolvers<Result<Profile, MemoryError>>();
    state.profile = () => held.promise;
    const reading = profile.readProfile(first);
    await settle();

    state.credentials.delete('work');
    state.activeId = null;
    held.resolve(ok(profileOf('Lives in Oslo.')));

    expect(await reading).toMatchObject({ error: { code: 'connection.none' } });
    expect(session.kept.size).toBe(0);
  });

  it('is returned even if storage fails', async () => {
    const { profile, asked, reports, session } = createWorld();
    session.fails.get = true;
    session.fails.put = true;

    expect(await profile.readProfile(first)).toMatchObject({ ok: true });
    expect(await profile.readProfile(first)).toMatchObject({ ok: true });
    expect(asked).toHaveLength(2);
    expect(reports).toHaveLength(4);
  });

  it('shows at most 500 facts of each kind, 500 passages and 500 rules', async () => {
    const { profile, state } = createWorld();
    const many = Array.from({ length: 700 }, (_, at) => ({ text: `Fact ${at}` }));
    state.profile = async () => ok({ static: many, dynamic: many, results: many });
    state.rules = async () => ok(many);

    const read = await profile.readProfile({ refresh: false });
    const rules = await profile.readRules({ refresh: false });
    const about = await profile.about('tides');

    const counts = [
      read.ok && [read.value.standing.length, read.value.current.length],
      rules.ok && rules.value.rules.length,
      about.ok && about.value.passages.length,
    ];
    expect(counts).toEqual([[500, 500], 500, 500]);
  });

  it('is not read if there is no connection', async () => {
    const { profile, state } = createWorld();
    state.activeId = null;

    expect(await profile.readProfile(first)).toMatchObject({ error: { code: 'connection.none' } });
    expect(await profile.about('tides')).toMatchObject({ error: { code: 'connection.none' } });
  });
});

describe('a connection’s cached views', () => {
  it('are removed when its key is replaced, and kept after other changes', async () => {
    const { profile, state, session } = createWorld();
    await profile.readProfile(first);
    await profile.readRules(first);

    await profile.tidy('work');
    expect(session.kept.size).toBe(2);

    state.credentials.set('work', 'key-2');
    await profile.tidy('work');
    expect(session.kept.size).toBe(0);
  });

  it('are removed with the connection, but those of other connections are kept', async () => {
    const { profile, state, session } = createWorld();
    await profile.readRules(first);
    state.activeId = 'family';
    await profile.readRules(first);

    state.credentials.delete('work');
    await profile.tidy('work');

    expect([...session.kept.keys()]).toEqual(['rules family']);
  });

  it('are read again after a change from this extension, even during a read', async () => {
    const { profile, state, asked } = createWorld();
    const held = Promise.withResolvers<Result<Rule[], MemoryError>>();
    state.rules = () => held.promise;
    const reading = profile.readRules(first);
    await settle();

    await profile.forget('work');
    held.resolve(ok([{ text: 'Old.' }]));
    await reading;
    state.rules = async () => ok([{ text: 'New.' }]);

    expect(await profile.readRules(first)).toEqual(ok({ rules: ['New.'], readAt: 1_000 }));
    expect(asked).toHaveLength(2);
  });
});

describe('about', () => {
  it('requests passages each time and never caches them', async () => {
    const { profile, asked, session } = createWorld();

    await profile.about('tides');
    expect(await profile.about('tides')).toEqual(
      ok({ passages: [{ text: 'A passage.', memory: null, savedAt: null }] }),
    );

    expect(asked).toEqual(['profile of work about tides', 'profile of work about tides']);
    expect(session.kept.size).toBe(0);
  });
});
