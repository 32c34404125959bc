import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import type { KeyConnection } from './model.ts';
import { askKeySlot, consentSlot, keySlot } from './credential-slot.ts';
import { createDatabaseOpener } from '../database/database.ts';
import { forgetEverything } from '../database/forget-everything.ts';
import { createVault } from './vault.ts';

vi.mock('wxt/browser', () => ({ browser: fakeBrowser }));

const connection: KeyConnection = {
  id: 'work',
  kind: 'key',
  baseUrl: 'https://memory.example',
  name: 'Work',
  owner: null,
  createdAt: 1,
};
const slot = keySlot(connection);
const secret = 'pms_secret_bytes_0123456789';
const kept = { secret, until: 'persistent' } as const;
const forSession = { secret, until: 'session' } as const;

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  fakeBrowser.reset();
});

/** Opens a vault as a new background does, over the stored data. */
function openVault() {
  return openVaultAt(7);
}

function openVaultAt(time: number) {
  const database = createDatabaseOpener();
  let ids = 0;
  const vault = createVault({ database, newId: () => `credential-${(ids += 1)}`, now: () => time });
  return { database, vault };
}

/** Never resolves, as if the background had stopped. */
const never = new Promise<void>(() => undefined);

/** Returns everything in storage as text, so that a test can search it for the key's bytes. */
async function everything({ database }: ReturnType<typeof openVault>): Promise<string> {
  const db = await database();
  const rows = await Promise.all(
    [...db.objectStoreNames].map(async (store) => [
      await db.getAllKeys(store),
      (await db.getAll(store)).map((row) =>
        row instanceof CryptoKey ? { key: row.type, extractable: row.extractable } : row,
      ),
    ]),
  );
  const areas = [
    await fakeBrowser.storage.local.get(null),
    await fakeBrowser.storage.session.get(null),
    await fakeBrowser.storage.sync.get(null),
  ];
  return JSON.stringify([rows, areas]);
}

const spellings = [secret, btoa(secret), btoa(secret).replaceAll('=', ''), 'secret_bytes'];

describe('the vault', () => {
  it.each([kept, forSession])('opens a key in the next background: %o', async (what) => {
    const id = await openVault().vault.store(slot, what);

    expect(await openVault().vault.open(slot)).toEqual({
      ok: true,
      value: { id, slot, secret, until: what.until },
    });
  });

  it.each([kept, forSession])('stores the key’s bytes nowhere: %o', async (what) => {
    const world = openVault();
    await world.vault.store(slot, what);

    const stored = await everything(world);

    for (const spelling of spellings) expect(stored).not.toContain(spelling);
    expect(stored).toContain('"extractable":false');
  });

  it('stores a session key in session storage only', async () => {
    const world = openVault();
    await world.vault.store(slot, kept);
    await world.vault.store(slot, forSession);

    expect(await (await world.database()).count('vault')).toBe(0);
    await fakeBrowser.storage.session.clear();
    expect(await world.vault.open(slot)).toEqual({ ok: false, error: { code: 'credential.none' } });
  });

  it('removes the session key if a persistent key replaces it', async () => {
    const world = openVault();
    await world.vault.store(slot, forSession);
    await world.vault.store(slot, { secret: 'pms_another_key_4567', until: 'persistent' });

    expect(await fakeBrowser.storage.session.get(null)).toEqual({});
    expect(await world.vault.open(slot)).toMatchObject({
      value: { secret: 'pms_another_key_4567' },
    });
  });

  it('does not restore a replaced key if the background stopped during the change', async () => {
    const world = openVault();
    await world.vault.store(slot, kept);
    // The fake's types leave out that it returns a promise.
    // oxlint-disable-next-line typescript/no-misused-promises
    const dying = vi.spyOn(fakeBrowser.storage.session, 'set').mockImplementation(() => never);
    void world.vault.store(slot, { ...forSession, secret: 'pms_the_next_key' });
    await expect.poll(() => dying).toHaveBeenCalled();
    dying.mockRestore();

    await fakeBrowser.storage.session.clear();
    expect(await openVault().vault.open(slot)).toMatchObject({
      error: { code: 'credential.none' },
    });
  });

  it('keeps the current key if writing to session storage fails', async () => {
    const { vault } = openVault();
    await vault.store(slot, kept);
    const full = vi
      .spyOn(fakeBrowser.storage.session, 'set')
      .mockRejectedValue(new Error('It is full.'));

    await expect(vault.store(slot, forSession)).rejects.toThrow('It is full.');
    full.mockRestore();

    expect(await vault.open(slot)).toMatchObject({ value: { secret, until: 'persistent' } });
  });

  it.each([
    ['permanently', 'persistent', 'session'],
    ['for the session', 'session', 'persistent'],
  ] as const)(
    'returns the newer of two credentials, kept %s, and removes the other',
    async (...[, newer, older]) => {
      const { database, vault } = openVaultAt(1);
      await vault.store(slot, { secret, until: older });
      const left = {
        rows: await (await database()).getAll('vault'),
        session: await fakeBrowser.storage.session.get(null),
      };
      await openVaultAt(2).vault.store(slot, { secret: 'pms_the_next_key', until: newer });
      for (const row of left.rows) await (await database()).put('vault', row);
      await fakeBrowser.storage.session.set(left.session);

      const next = openVaultAt(3);
      expect(await next.vault.open(slot)).toMatchObject({ value: { secret: 'pms_the_next_key' } });
      // Changes are serialized, so this also waits for the cleanup started by `open`.
      await next.vault.forgetStrays(['work']);

      const places = [
        await (await database()).count('vault'),
        Object.keys(await fakeBrowser.storage.session.get(null)).length,
      ];
      expect(places).toEqual(newer === 'persistent' ? [1, 0] : [0, 1]);
    },
  );

  it.each([
    ['forget', kept],
    ['browser-closes', forSession],
  ] as const)('opens a row from an earlier version with %s', async (earlier, credential) => {
    const { database, vault } = openVault();
    await vault.store(slot, credential);
    const db = await database();
    for (const row of await db.getAll('vault')) {
      // Stored by an earlier version, whose rows the current types don't describe.
      await db.put('vault', { ...row, until: earlier } as unknown as typeof row);
    }
    const session: Record<string, object> = await fakeBrowser.storage.session.get(null);
    for (const [key, row] of Object.entries(session)) {
      await fakeBrowser.storage.session.set({ [key]: { ...row, until: earlier } });
    }

    expect(await openVault().vault.open(slot)).toMatchObject({
      value: { secret, until: credential.until },
    });
    expect((await vault.look(slot))?.view).toMatchObject({ until: credential.until });
  });

  it('decrypts a key only the first time it is described', async () => {
    const { vault } = openVault();
    const id = await vault.store(slot, kept);
    const opened = vi.spyOn(crypto.subtle, 'decrypt');

    for (let times = 0; times < 3; times += 1) {
      expect(await vault.look(slot)).toMatchObject({ id, view: { isLost: false } });
    }
    expect(opened).toHaveBeenCalledTimes(1);

    const nextId = await vault.store(slot, { ...kept, secret: 'pms_the_next_key' });
    expect(await vault.look(slot)).toMatchObject({ id: nextId });
    opened.mockRestore();
  });

  it('reveals no more than a view', async () => {
    const { vault } = openVault();
    await vault.store(slot, kept);
    await vault.store(askKeySlot(connection), { secret: 'short', until: 'persistent' });

    expect((await vault.look(slot))?.view).toEqual({
      kind: 'key',
      lastFour: '6789',
      storedAt: 7,
      until: 'persistent',
      isLost: false,
    });
    expect((await vault.look(askKeySlot(connection)))?.view).toMatchObject({ lastFour: null });
  });

  it('seals the same key differently each time', async () => {
    const { database, vault } = openVault();
    const sealed = async () => (await (await database()).get('vault', ['work', 'key']))?.sealed;
    await vault.store(slot, kept);
    const first = await sealed();

    await vault.store(slot, kept);

    expect(await sealed()).not.toBe(first);
  });

  it('opens no key for another origin, even if the stored connection says so', async () => {
    const { vault } = openVault();
    await vault.store(slot, kept);
    const elsewhere = keySlot({ ...connection, baseUrl: 'https://elsewhere.example' });

    expect(await vault.open(elsewhere)).toEqual({ ok: false, error: { code: 'credential.lost' } });
    expect((await vault.look(elsewhere))?.view).toMatchObject({ isLost: true });
  });

  it('opens no key for another connection or use, even if rows were moved', async () => {
    const { database, vault } = openVault();
    await vault.store(slot, kept);
    const db = await database();
    const row = await db.get('vault', ['work', 'key']);
    if (row === undefined) throw new Error('No row.');
    await db.put('vault', { ...row, kind: 'ask-key' });
    await db.put('vault', { ...row, connectionId: 'other' });

    for (const other of [askKeySlot(connection), keySlot({ ...connection, id: 'other' })]) {
      expect(await vault.open(other)).toEqual({ ok: false, error: { code: 'credential.lost' } });
    }
  });

  it('reports a lost key if the sealing key was removed or replaced', async () => {
    const { database, vault } = openVault();
    await vault.store(slot, kept);
    await (await database()).clear('vault-key');
    expect(await vault.open(slot)).toEqual({ ok: false, error: { code: 'credential.lost' } });

    await vault.store(askKeySlot(connection), kept);

    expect(await vault.open(slot)).toEqual({ ok: false, error: { code: 'credential.lost' } });
    expect(await vault.open(askKeySlot(connection))).toMatchObject({ ok: true });
    await vault.store(slot, kept);
    expect(await vault.open(slot)).toMatchObject({ value: { secret } });
  });

  it('rejects an extractable sealing key', async () => {
    const { database, vault } = openVault();
    const usages: KeyUsage[] = ['encrypt', 'decrypt'];
    const open = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, usages);
    await (await database()).put('vault-key', open, 'sealing');

    await vault.store(slot, kept);

    const used = await (await database()).get('vault-key', 'sealing');
    expect(used?.extractable).toBe(false);
    expect(await vault.open(slot)).toMatchObject({ value: { secret } });
  });

  it.each<[string, unknown]>([
    ['not an object', 7],
    ['incomplete', { connectionId: 'work', kind: 'key' }],
    ['damaged', { iv: 'AAAAAAAAAAAAAAAA', sealed: 'AAAA' }],
    ['not base64', { iv: '!', sealed: '!' }],
  ])('reports a lost key if its row is %s', async (_, damage) => {
    const { vault } = openVault();
    await vault.store(slot, forSession);
    const [[key, row] = ['', null]] = Object.entries(await fakeBrowser.storage.session.get(null));
    const whole = typeof damage === 'object' ? { ...damage } : damage;
    const partly = typeof damage === 'object' && damage !== null && 'iv' in damage;
    await fakeBrowser.storage.session.set({
      [key]: partly ? Object.assign({}, row, damage) : whole,
    });

    expect(await vault.open(slot)).toEqual({ ok: false, error: { code: 'credential.lost' } });
    expect((await vault.look(slot))?.view).toMatchObject({ kind: 'key', isLost: true });
  });

  it('does not throw if storage fails', async () => {
    const vault = createVault({
      database: () => Promise.reject(new Error('Storage is broken.')),
      newId: () => 'x',
      now: () => 0,
    });

    expect(await vault.open(slot)).toEqual({ ok: false, error: { code: 'storage.failed' } });
  });

  it('removes one key and leaves the other', async () => {
    const world = openVault();
    await world.vault.store(slot, kept);
    await world.vault.store(askKeySlot(connection), kept);

    await world.vault.forget(slot);

    expect(await world.vault.open(slot)).toEqual({ ok: false, error: { code: 'credential.none' } });
    expect(await world.vault.look(slot)).toBeNull();
    expect(await world.vault.open(askKeySlot(connection))).toMatchObject({ ok: true });
  });

  it('removes credentials of unknown connections', async () => {
    const { vault } = openVault();
    const stray = keySlot({ ...connection, id: 'stray.with.dots' });
    await vault.store(slot, forSession);
    await vault.store(stray, forSession);
    await vault.store(askKeySlot({ ...connection, id: 'stray' }), kept);
    const resource = 'https://memory.example/mcp-http';
    const consent = consentSlot({ connectionId: 'not-yet-kept', resource }, 'consent');
    await vault.store(consent, forSession);

    await vault.forgetStrays(['work']);

    expect(await vault.open(consent)).toMatchObject({ ok: true });

    expect(await vault.open(slot)).toMatchObject({ ok: true });
    expect(await vault.look(stray)).toBeNull();
    expect(await vault.look(askKeySlot({ ...connection, id: 'stray' }))).toBeNull();
  });
});

describe('forgetEverything', () => {
  it('leaves neither the sealing key nor sealed credentials behind', async () => {
    const world = openVault();
    await world.vault.store(slot, kept);
    await world.vault.store(askKeySlot(connection), forSession);
    await fakeBrowser.storage.local.set({ 'settings.v2': { connections: [], activeId: null } });
    await fakeBrowser.storage.session.set({ 'panel.query.1': 'tides' });
    const other = openVault();
    await other.database();

    await forgetEverything(world.database);

    expect(await indexedDB.databases()).toEqual([]);
    expect(await fakeBrowser.storage.local.get(null)).toEqual({});
    expect(await fakeBrowser.storage.session.get(null)).toEqual({});
    expect(await everything(openVault())).toBe(
      '[[[[],[]],[[],[]],[[],[]],[[],[]],[[],[]],[[],[]],[[],[]],[[],[]],[[],[]]],[{},{},{}]]',
    );
    expect(await world.vault.open(slot)).toEqual({ ok: false, error: { code: 'credential.none' } });
  });
});
