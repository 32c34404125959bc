import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, expectTypeOf, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { ReadOnlyConnection } from './model.ts';
import { tokenSlot } from './credential-slot.ts';
import type { ConsentStore, GrantStore } from '../memory-client/oauth/stored.ts';
import { createDatabaseOpener } from '../database/database.ts';
import { createVault } from './vault.ts';
import { createConsentStore, createGrantStore } from './vault-grants.ts';

vi.mock('wxt/browser', () => ({ browser: fakeBrowser }));

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  fakeBrowser.reset();
});

const connection: ReadOnlyConnection = {
  id: 'c',
  kind: 'read-only',
  baseUrl: 'https://memory.example',
  name: 'Theirs',
  createdAt: 1,
  resource: 'https://memory.example/mcp-http',
  issuer: 'https://memory.example',
  clientId: 'client',
  scopes: [],
};
const slot = tokenSlot(connection);
const { resource } = connection;
const live = { status: 'live', connectionId: 'c', resource, accessToken: 'secret-access-1' };
const refreshed = { ...live, accessToken: 'secret-access-2' };
const ended = { status: 'ended', connectionId: 'c', endedAt: 5 };

function openStores() {
  const database = createDatabaseOpener();
  const vault = createVault({ database, newId: () => crypto.randomUUID(), now: () => 7 });
  const grants = createGrantStore(vault);
  const idOf = async () => {
    const opened = await vault.open(slot);
    return opened.ok ? opened.value.id : null;
  };
  return { database, vault, grants, consents: createConsentStore(vault), idOf };
}

describe('a grant in the vault', () => {
  it('is kept for the next background, and never in plain text', async () => {
    const { grants, database } = openStores();
    expect(await grants.read('c')).toBeUndefined();

    expect(await grants.replace('c', undefined, live)).toBe(true);

    expect(await openStores().grants.read('c')).toEqual(live);
    expect(JSON.stringify(await (await database()).getAll('vault'))).not.toContain('secret-access');
  });

  it('stays one credential through a refresh', async () => {
    const { grants, idOf, vault } = openStores();
    await grants.replace('c', undefined, live);
    const id = await idOf();

    expect(await grants.replace('c', 'secret-access-1', refreshed)).toBe(true);

    expect(await idOf()).toBe(id);
    expect(await grants.read('c')).toEqual(refreshed);
    expect((await vault.look(slot))?.view).toMatchObject({ lastFour: null, until: 'persistent' });
  });

  it('becomes another credential after another consent', async () => {
    const { grants, idOf } = openStores();
    await grants.replace('c', undefined, live);
    const id = await idOf();

    await grants.replace('c', undefined, refreshed);

    expect(await idOf()).not.toBe(id);
  });

  it('is not restored by a slow refresh after being removed or replaced', async () => {
    const { grants, vault } = openStores();
    await grants.replace('c', undefined, live);

    const [, late] = await Promise.all([
      vault.forget(slot),
      grants.replace('c', 'secret-access-1', refreshed),
    ]);
    expect(late).toBe(false);
    expect(await grants.read('c')).toBeUndefined();

    const anew = { ...live, accessToken: 'of-a-new-consent' };
    await grants.replace('c', undefined, anew);
    expect(await grants.replace('c', 'secret-access-1', refreshed)).toBe(false);
    expect(await grants.read('c')).toEqual(anew);
  });

  it('leaves no token behind once it has ended, and its end is remembered', async () => {
    const { grants } = openStores();
    await grants.replace('c', undefined, live);

    expect(await grants.replace('c', 'secret-access-1', ended)).toBe(true);

    expect(await grants.read('c')).toEqual(ended);
  });

  it('has the stores the client requires', () => {
    const { grants, consents } = openStores();

    expectTypeOf(grants).toExtend<GrantStore>();
    expectTypeOf(consents).toExtend<ConsentStore>();
  });

  it('can be removed', async () => {
    const { grants } = openStores();
    await grants.replace('c', undefined, live);

    expect(await grants.replace('c', undefined, null)).toBe(true);

    expect(await grants.read('c')).toBeUndefined();
  });

  it('opens only for its own origin, regardless of the stored connection', async () => {
    const { grants, vault } = openStores();
    await grants.replace('c', undefined, live);
    const elsewhere = tokenSlot({ ...connection, baseUrl: 'https://elsewhere.example' });

    expect(await vault.open(slot)).toMatchObject({ ok: true });
    expect(await vault.open(elsewhere)).toEqual({ ok: false, error: { code: 'credential.lost' } });
  });

  it('counts as missing and can be replaced if it cannot be read', async () => {
    const { grants, database } = openStores();
    await grants.replace('c', undefined, live);
    await (await database()).clear('vault-key');

    expect(await grants.read('c')).toBeUndefined();
    expect(await grants.replace('c', undefined, refreshed)).toBe(true);
    expect(await grants.read('c')).toEqual(refreshed);
  });

  it('does not count as missing while storage fails', async () => {
    const vault = createVault({
      database: () => Promise.reject(new Error('Storage is broken.')),
      newId: () => 'x',
      now: () => 0,
    });
    const grants = createGrantStore(vault);

    await expect(grants.read('c')).rejects.toThrow('storage.failed');
    await expect(grants.replace('c', undefined, live)).rejects.toThrow('storage.failed');
  });
});

describe('a pending consent', () => {
  const pending = { connectionId: 'c', resource, state: 's', verifier: 'secret-verifier' };

  it('survives the background, sealed, until the browser closes', async () => {
    await openStores().consents.write(pending);

    expect(await openStores().consents.read('c')).toEqual(pending);
    const session = await fakeBrowser.storage.session.get(null);
    expect(JSON.stringify(session)).not.toContain('secret-verifier');

    await fakeBrowser.storage.session.clear();
    expect(await openStores().consents.read('c')).toBeUndefined();
  });

  it('is found by the next background', async () => {
    const { grants, consents } = openStores();
    await grants.replace('granted', undefined, { ...live, connectionId: 'granted' });
    await consents.write(pending);

    expect(await openStores().consents.waitedFor()).toEqual(['c']);
  });

  it('leaves an earlier grant unchanged and is removed when it ends', async () => {
    const { consents, grants } = openStores();
    await grants.replace('c', undefined, live);
    await consents.write(pending);

    await consents.remove('c');

    expect(await consents.read('c')).toBeUndefined();
    expect(await grants.read('c')).toEqual(live);
  });
});
