import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { err, type Result } from '../../lib/contract/result.ts';
import { timestamp } from '../ports.ts';
import type { Storage } from '../storage/port/storage.ts';
import { openStorage, type OpenedStorage } from '../../tests/fixtures/open-storage.ts';
import { createOwnerSessions, createSignInLink, isFormTokenOf } from './sessions.ts';

const start = Date.parse('2026-11-21T00:00:00.000Z');
const DAY_MS = 24 * 60 * 60_000;
let storage: Storage;
let tables: OpenedStorage['tables'];
let time: number;
const clock = { now: () => time };

beforeEach(async () => {
  time = start;
  const now = new Date(start).toISOString();
  ({ storage, tables } = await openStorage());
  await storage.migrate(now);
  await storage.accounts.ensureFirst({ id: 'a', now });
});
afterEach(() => storage.close());

async function tokenOfLink(): Promise<string> {
  const link = await createSignInLink({
    accountId: 'a',
    baseUrl: 'http://localhost:4321',
    clock,
  });
  await storage.signInLinks.insert(link.stored);
  expect(link.url).toMatch(/^http:\/\/localhost:4321\/app\/sign-in\?token=keepsake_[\w-]{43}$/);
  return new URL(link.url).searchParams.get('token') ?? '';
}

function request(cookie?: string): Request {
  return new Request(
    'http://localhost:4321/app',
    cookie === undefined ? {} : { headers: { cookie } },
  );
}

function valueOf(result: Result<string, string>): string {
  return result.ok ? result.value : '';
}

async function signedIn(): Promise<string> {
  const sessions = createOwnerSessions({ storage, clock });
  return valueOf(await sessions.signIn(await tokenOfLink(), request()));
}

describe('a sign-in link', () => {
  it('signs in once', async () => {
    const sessions = createOwnerSessions({ storage, clock });
    const token = await tokenOfLink();

    expect(await sessions.isUsable(token)).toBe(true);
    expect(valueOf(await sessions.signIn(token, request()))).toMatch(/^keepsake_session=/);
    expect(await sessions.isUsable(token)).toBe(false);
    expect(await sessions.signIn(token, request())).toEqual(err('expired'));
  });

  it('signs in only one of many concurrent requests', async () => {
    const sessions = createOwnerSessions({ storage, clock });
    const token = await tokenOfLink();

    const results = await Promise.all(
      Array.from({ length: 20 }, () => sessions.signIn(token, request())),
    );

    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  });

  it('stays usable while its account is suspended', async () => {
    const sessions = createOwnerSessions({ storage, clock });
    const token = await tokenOfLink();
    await storage.account('a').transaction(({ account }) => account.suspend(timestamp(clock)));

    expect(await sessions.signIn(token, request())).toEqual(err('suspended'));

    await storage.account('a').transaction(({ account }) => account.resume());
    expect(valueOf(await sessions.signIn(token, request()))).toMatch(/^keepsake_session=/);
  });

  it('expires after an hour', async () => {
    const sessions = createOwnerSessions({ storage, clock });
    const token = await tokenOfLink();
    time += 60 * 60_000 - 1;
    expect(await sessions.isUsable(token)).toBe(true);

    time += 1;

    expect(await sessions.isUsable(token)).toBe(false);
    expect(await sessions.signIn(token, request())).toEqual(err('expired'));
  });
});

describe('a session', () => {
  it('is identified by its cookie for 30 days', async () => {
    const sessions = createOwnerSessions({ storage, clock });
    const cookie = (await signedIn()).split(';')[0] ?? '';

    expect(await sessions.of(request(`other=1; ${cookie}; last=2`))).toMatchObject({
      accountId: 'a',
    });
    time += 30 * DAY_MS - 1;
    expect(await sessions.of(request(cookie))).not.toBeNull();
    time += 1;
    expect(await sessions.of(request(cookie))).toBeNull();
  });

  it.each(['', 'keepsake_session=', 'keepsake_session=x', 'xkeepsake_session=1'])(
    'isn’t %j',
    async (cookie) => {
      expect(await createOwnerSessions({ storage, clock }).of(request(cookie))).toBeNull();
    },
  );

  it('is hidden from scripts and other sites, and needs https if the public URL does', async () => {
    expect(await signedIn()).toMatch(/; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/);

    const publicUrl = 'https://memory.example';
    const behindProxy = createOwnerSessions({ storage, clock, publicUrl });
    expect(valueOf(await behindProxy.signIn(await tokenOfLink(), request()))).toMatch(/; Secure$/);
  });

  it('ends at sign-out', async () => {
    const sessions = createOwnerSessions({ storage, clock });
    const cookie = (await signedIn()).split(';')[0] ?? '';

    expect(await sessions.signOut(request(cookie))).toMatch(
      /^keepsake_session=; Path=\/; Max-Age=0/,
    );

    expect(await sessions.of(request(cookie))).toBeNull();
  });

  it('has its own form token and accepts no other', async () => {
    const sessions = createOwnerSessions({ storage, clock });
    const [one, other] = [await signedIn(), await signedIn()];
    const session = await sessions.of(request(one));
    const otherSession = await sessions.of(request(other));
    if (session === null || otherSession === null) throw new Error('Nobody is signed in.');
    const { formToken } = session;

    expect(isFormTokenOf(session, formToken)).toBe(true);
    for (const wrong of [
      otherSession.formToken,
      '',
      formToken.slice(1),
      `${formToken}x`,
      null,
      1,
    ]) {
      expect(isFormTokenOf(session, wrong)).toBe(false);
    }
  });

  it('stores nothing in the database that could sign in or forge a form', async () => {
    const cookie = await signedIn();
    const link = await tokenOfLink();
    const session = await createOwnerSessions({ storage, clock }).of(request(cookie));

    const stored = JSON.stringify(await tables());

    expect(stored).toContain('token_digest');
    expect(stored).not.toContain(cookie.slice(17, 40));
    expect(stored).not.toContain(link);
    expect(stored).not.toContain(session?.formToken);
  });
});
