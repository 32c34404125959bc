import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { passageWith } from '../../../tests/fixtures/passage-with.ts';
import type { Storage } from '../port/storage.ts';
import { openNodeDatabase } from './node.ts';
import { query } from '../sql.ts';
import type { Database } from './sql.ts';
import { createSqliteStorage } from './storage.ts';

const now = '2026-11-21T00:00:00.000Z';
let db: Database;
let storage: Storage;

beforeEach(async () => {
  db = openNodeDatabase(':memory:');
  storage = createSqliteStorage(db);
  await storage.migrate(now);
  for (const [index, id] of ['a', 'b'].entries()) {
    const containerId = `c${id}`;
    const account = storage.account(id);
    await storage.accounts.insert({ id, name: '', now });
    await account.containers.insert({ id: containerId, name: 'Birds', description: '', now });
    await account.notes.insert({ id: `n${id}`, containerId, content: 'Heron', now });
    const place = { material: index + 1, container: index + 1 };
    await account.passages.insert([{ ...place, passages: [passageWith('heron')] }]);
  }
});
afterEach(() => storage.close());

const selectHerons = query(
  `SELECT rowid AS id FROM passage_index WHERE passage_index MATCH 'heron'`,
  z.object({ id: z.int() }),
);

/** Returns the passages in the index of both accounts. */
const found = () => db.all(selectHerons);

describe('deleting', () => {
  it.each([
    ['a Memory', () => storage.account('a').containers.delete('ca')],
    ['an account', () => storage.account('a').transaction(({ account }) => account.delete())],
  ])('%s removes its passages from the index, and no others', async (_name, remove) => {
    expect(await found()).toHaveLength(2);

    await remove();

    expect((await found()).map(({ id }) => id)).toEqual([2]);
    expect(await storage.account('a').containers.all()).toEqual([]);
    expect(await storage.account('b').containers.all()).toHaveLength(1);
  });
});
