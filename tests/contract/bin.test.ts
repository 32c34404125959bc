/** Tests how long the bin keeps entries, who can reach them, and that all are listed. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { openService } from '../../service/app.ts';
import { silent } from '../../service/ports.ts';
import { query } from '../../service/storage/sql.ts';
import { openNodeDatabase } from '../../service/storage/sqlite/node.ts';
import { createSqliteStorage } from '../../service/storage/sqlite/storage.ts';
import { refusalOf } from './api.ts';
import { binOf, deleted, restore } from './bin.ts';
import { openTwoAccounts, type TwoAccounts } from './two-accounts.ts';

const day = 24 * 60 * 60 * 1000;
const countItems = query('SELECT count(*) AS items FROM bin_items', z.object({ items: z.int() }));

let service: TwoAccounts;
let now: number;
beforeEach(async () => {
  now = Date.parse('2026-11-27T00:00:00Z');
  service = await openTwoAccounts({ clock: { now: () => now } });
});
afterEach(() => service.close());

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
    expect(await service.db.get(countItems)).toEqual({ items: 1 });

    now += 2 * day;
    await deletePage();
    expect(await service.db.get(countItems)).toEqual({ items: 1 });
  });

  it('is deleted when the service starts, if its time is over', async () => {
    const db = openNodeDatabase(':memory:');
    const start = () =>
      openService({
        storage: createSqliteStorage(db),
        ownerToken: 'owner',
        pause: async () => undefined,
        clock: { now: () => now },
        newId: () => crypto.randomUUID(),
        logger: silent,
      });
    await start();
    const [{ id: account }] = await db
      .all(query('SELECT id FROM accounts', z.object({ id: z.string() })))
      .then((rows) => z.parse(z.tuple([z.object({ id: z.string() })]), rows));
    await db.run(
      `INSERT INTO bin (id, account_id, kind, title, container_id, name, description, reach, deleted_at)
       VALUES ('b', ?, 'note', '', 'c', 'c', '', '{}', ?)`,
      [account, new Date(now).toISOString()],
    );

    now += 30 * day;
    await start();

    expect(await db.run('DELETE FROM bin')).toBe(0);
    await db.close();
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

    await service.storage.accounts.delete('first');

    expect(await service.db.get(countItems)).toEqual({ items: 0 });
  });

  it('is listed, however many there are', async () => {
    const [owner] = service.owners;
    for (let count = 0; count < 201; count += 1) await deletePage().then(() => (now += 1));

    expect(await binOf(owner)).toHaveLength(201);
  });
});
