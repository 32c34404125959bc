/** Tests how long the bin keeps entries, who can reach them, and that all are listed. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openService } from '../../service/app.ts';
import { silent } from '../../service/ports.ts';
import { openStorage } from '../fixtures/open-storage.ts';
import { refusalOf } from './api.ts';
import { binOf, deleted, restore } from './bin.ts';
import { openTwoAccounts, type TwoAccounts } from './two-accounts.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;

let service: TwoAccounts;
let now: number;
beforeEach(async () => {
  now = Date.parse('2026-11-27T00:00:00Z');
  service = await openTwoAccounts({ clock: { now: () => now } });
});
afterEach(() => service.close());

const countItems = async () => (await service.tables())['bin_items']?.length;

async function deletePage(): Promise<string> {
  const [owner] = service.owners;
  const container = await owner.createMemory(`Herons ${now}`);
  const { id } = await owner.addDocument({ container, content: 'A heron.' });
  return deleted(owner, `/v1/documents/${id}`);
}

describe('an entry in the bin', () => {
  it('is deleted after 30 days', async () => {
    const [owner] = service.owners;
    const first = await deletePage();
    now += day;
    const second = await deletePage();

    now += 29 * day - 1;
    expect((await binOf(owner)).map(({ id }) => id)).toEqual([second, first]);
    now += 1;
    expect((await binOf(owner)).map(({ id }) => id)).toEqual([second]);
    expect(refusalOf(await restore(owner, first))).toBe('404 not_found');
    expect(await countItems()).toBe(1);

    now += 2 * day;
    await deletePage();
    expect(await countItems()).toBe(1);
  });

  it('is deleted at the service’s start or within an hour once it has expired', async () => {
    const { setInterval } = globalThis;
    const hourly: (() => void)[] = [];
    vi.stubGlobal('setInterval', (run: () => void, ms: number) => {
      if (ms === hour) hourly.push(run);
      return setInterval(run, ms);
    });
    const { storage } = await openStorage();
    const start = () =>
      openService({
        storage,
        ownerToken: 'owner',
        pause: async () => undefined,
        clock: { now: () => now },
        newId: () => crypto.randomUUID(),
        logger: silent,
      });
    const started = await start();
    const [{ id } = { id: '' }] = await storage.accounts.all();
    const { bin, containers, transaction } = storage.account(id);
    const madeAt = new Date(now).toISOString();
    await containers.insert({ id: 'c', name: 'Birds', description: '', now: madeAt });
    const put = (entry: string) =>
      transaction((areas) =>
        areas.bin.put({ id: entry, itemId: 'c', now: new Date(now).toISOString() }),
      );
    await put('first');

    now += 30 * day;
    for (const sweep of hourly) sweep();
    await expect.poll(() => bin.all()).toEqual([]);

    await put('second');
    now += 30 * day;
    await start();
    await expect.poll(() => bin.all()).toEqual([]);
    await started.close();
  });

  it('can’t be seen, restored or deleted by another account', async () => {
    const [owner, other] = service.owners;
    const entry = await deletePage();

    expect(await binOf(other)).toEqual([]);
    expect(refusalOf(await restore(other, entry))).toBe('404 not_found');
    await other.delete('/owner/bin?confirm=true');
    expect(await binOf(owner)).toHaveLength(1);
  });

  it('is deleted with its account', async () => {
    await deletePage();

    await service.storage.account('first').transaction(({ account }) => account.delete());

    expect(await countItems()).toBe(0);
  });

  it('is listed, however many there are', async () => {
    const [owner] = service.owners;
    const container = await owner.createMemory('Herons');
    const deletedAt = new Date(now).toISOString();
    await service.storage.account('first').transaction(async ({ bin }) => {
      for (let count = 0; count < 201; count += 1)
        await bin.put({ id: `entry ${count}`, itemId: container, now: deletedAt });
    });

    expect(await binOf(owner)).toHaveLength(201);
  });
});
