/**
 * The read-only connection against our own service in a separate process: discovery, consent, MCP, renewal and
 * revocation.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ok } from '../../contract/result.ts';
import {
  startService,
  type ServiceProcess,
} from '../../../service/runtime/node/testing/start-process.ts';
import { signIn, type OwnerBrowser } from '../../../tests/contract/oauth-flow.ts';
import type { MemoryClient } from '../client.ts';
import { createMcpClient } from '../mcp.ts';
import { createConsents } from '../oauth/consent.ts';
import { createGrants } from '../oauth/grants.ts';
import { grantSchema, type LiveGrant } from '../oauth/stored.ts';
import { createStores, type Stores } from '../oauth/testing/fake-authorization.ts';
import { createOwnerClient } from '../owner.ts';
import { createRestClient } from '../rest.ts';
import { createManualTime } from '../testing/manual-time.ts';

const redirectUri = 'https://abcdefghijklmnopabcdefghijklmnop.chromiumapp.org/';
const failed = (code: string) => ({ ok: false, error: { code } });

let data: string;
let service: ServiceProcess;
let owner: OwnerBrowser;
let memoryId: string;
let asked: string[];
let stores: Stores;
let clock: { now: number };
let grants: ReturnType<typeof createGrants>;
let client: MemoryClient;

const wire = () => ({
  fetch: (request: Request) => {
    asked.push(`${request.method} ${new URL(request.url).pathname}`);
    return fetch(request);
  },
  sleep: createManualTime((ms) => ms < 10_000).sleep,
});
const asOwner = () => ({
  ...wire(),
  baseUrl: service.url,
  credential: () => Promise.resolve(service.ownerToken),
  random: () => 0.5,
});
const consents = () => createConsents({ ...wire(), ...stores, now: () => clock.now });
const startBackground = () => createGrants({ ...wire(), ...stores, now: () => clock.now });
const clientWith = (access: Parameters<typeof createMcpClient>[0]['access']) =>
  createMcpClient({ ...wire(), baseUrl: service.url, access, random: () => 0.5, version: '1.0.0' });
const exchanges = () => asked.filter((request) => request === 'POST /oauth/token').length;
const stored = (): LiveGrant => {
  const grant = grantSchema.parse(stores.kept.get('c1'));
  if (grant.status === 'ended') throw new Error('The grant has ended.');
  return grant;
};

beforeAll(async () => {
  asked = [];
  data = await mkdtemp(join(tmpdir(), 'keepsake-mcp-'));
  service = await startService(data);
  owner = await signIn(service);
  const created = await createOwnerClient(asOwner()).createContainer('Birds');
  if (!created.ok) throw new Error(created.error.message);
  memoryId = created.value.id;
  const rest = createRestClient(asOwner());
  await rest.documents.add({ container: memoryId, content: 'The swift sleeps in flight.' });
  // `expect.poll` works only in tests.
  await vi.waitFor(
    async () => {
      const found = await rest.search({ q: 'swift' });
      if (!found.ok || found.value.hits.length === 0) throw new Error('Not indexed yet.');
    },
    { timeout: 60_000 },
  );
});

afterAll(async () => {
  await service.end('SIGTERM');
  await rm(data, { recursive: true, force: true });
});

beforeEach(async () => {
  clock = { now: Date.now() };
  stores = createStores();
  const begun = await consents().begin({ connectionId: 'c1', baseUrl: service.url, redirectUri });
  if (!begun.ok) throw new Error(begun.error.code);
  const { href: answer } = await owner.allow(begun.value.authorizationUrl);
  // Complete with a different background, as if the first had stopped while the person decided.
  const completed = await consents().complete('c1', answer);
  if (!completed.ok) throw new Error(completed.error.code);
  grants = startBackground();
  client = clientWith(grants.accessFor('c1'));
  asked = [];
});

describe('a read-only connection', () => {
  it('lists Memories and documents, searches, and reads rules', async () => {
    expect(await client.containers.list()).toMatchObject(ok([{ id: memoryId, name: 'Birds' }]));
    expect(await client.documents.list({ container: memoryId, limit: 5 })).toMatchObject({
      value: { documents: [{ learned: true }], nextCursor: null },
    });
    expect(await client.search({ q: 'swift', limit: 3 })).toMatchObject({
      value: { hits: [{ container_name: 'Birds', content: expect.stringContaining('swift') }] },
    });
    expect(await client.rules()).toEqual(ok([]));
    expect(new Set(asked)).toEqual(new Set(['POST /mcp-http']));
  });

  it('can’t change anything, like a read-only key', async () => {
    const note = await client.memories.add({ container: memoryId, content: 'No' });
    const document = await client.documents.add({ container: memoryId, content: 'No' });
    const deleted = await client.documents.delete({ id: 'd1', confirm: true });

    for (const outcome of [note, document, deleted]) {
      expect(outcome).toMatchObject({
        error: { code: 'memory.unauthorized', retryable: false, traceId: expect.any(String) },
      });
    }
    expect(asked).toHaveLength(3);
  });

  it('gets the same error codes as over REST', async () => {
    expect(await client.search({ q: '' })).toMatchObject(failed('memory.validation'));
    expect(await client.search({ q: 'x', container: 'nobody' })).toMatchObject(
      failed('memory.unauthorized'),
    );
    expect(await client.documents.get({ id: 'd1' })).toMatchObject(failed('memory.not-offered'));
  });

  it('renews its token once for ten calls, which all succeed', async () => {
    const before = stored();
    clock.now += 16 * 60 * 1000;

    const all = await Promise.all(Array.from({ length: 10 }, () => client.containers.list()));

    expect(all.every((listed) => listed.ok)).toBe(true);
    expect(exchanges()).toBe(1);
    expect(stored().accessToken).not.toBe(before.accessToken);
    expect(stored().refreshToken).not.toBe(before.refreshToken);
  });

  it('renews a rejected token once for ten calls', async () => {
    stores.kept.set('c1', { ...stored(), accessToken: 'keepsake_at_long_gone' });

    const all = await Promise.all(Array.from({ length: 10 }, () => client.containers.list()));

    expect(all.every((listed) => listed.ok)).toBe(true);
    expect(exchanges()).toBe(1);
  });

  it('continues in another background with the stored state', async () => {
    clock.now += 16 * 60 * 1000;
    await client.containers.list();

    const next = clientWith(startBackground().accessFor('c1'));

    expect(await next.containers.list()).toMatchObject({ ok: true });
    expect(exchanges()).toBe(1);
  });

  it('ends when the consent is revoked and sends nothing more', async () => {
    const elsewhere = createStores();
    elsewhere.kept.set('c1', stored());
    const theirs = createGrants({ ...wire(), ...elsewhere, now: () => clock.now });
    expect(await theirs.revoke('c1')).toEqual(ok('revoked'));

    expect(await client.containers.list()).toMatchObject(failed('memory.unauthenticated'));
    const askedSoFar = asked.length;
    expect(await client.containers.list()).toMatchObject(failed('memory.unauthenticated'));
    expect(asked).toHaveLength(askedSoFar);
  });

  it('leaves no usable credential behind', async () => {
    const { accessToken } = stored();

    expect(await grants.revoke('c1')).toEqual(ok('revoked'));

    const thief = clientWith({ token: () => Promise.resolve(ok(accessToken)) });
    expect(await thief.containers.list()).toMatchObject(failed('memory.unauthenticated'));
    expect(stores.kept.size).toBe(0);
  });
});

describe('a key over MCP', () => {
  it('grants the same access as over REST', async () => {
    const key = clientWith({ token: () => Promise.resolve(ok(service.ownerToken)) });
    const input = { container: memoryId, content: 'A note', custom_id: 'n1' };

    expect(await key.documents.add(input)).toMatchObject({ value: { status: 'queued' } });
    expect(await key.documents.add(input)).toMatchObject({ value: { status: 'exists' } });
    const listed = await key.documents.list();
    const id = listed.ok ? (listed.value.documents[0]?.id ?? '') : '';
    expect(await key.documents.delete({ id })).toMatchObject({
      value: { outcome: 'confirmation-required' },
    });
    expect(await key.documents.delete({ id, confirm: true })).toMatchObject(
      ok({ outcome: 'deleted' }),
    );
    expect(await key.documents.delete({ id, confirm: true })).toMatchObject(
      failed('memory.not-found'),
    );
  });
});
