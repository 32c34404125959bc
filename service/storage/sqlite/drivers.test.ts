import sqlite3InitModule from '@sqlite.org/sqlite-wasm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { query } from '../sql.ts';
import type { Database } from './sql.ts';
import { openNodeDatabase } from './node.ts';
import { openWasmDatabase } from './wasm.ts';

const sqlite3 = await sqlite3InitModule();

const drivers: [string, () => Database][] = [
  ['Node', () => openNodeDatabase(':memory:')],
  ['WebAssembly', () => openWasmDatabase(new sqlite3.oo1.DB(':memory:'))],
];

const selectAll = query('SELECT name FROM things ORDER BY id', z.object({ name: z.string() }));
const insert = 'INSERT INTO things (name) VALUES (?)';

describe.each(drivers)('a SQLite database in %s', (_name, open) => {
  let db: Database;

  beforeEach(async () => {
    db = open();
    await db.run('CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT UNIQUE) STRICT');
  });
  afterEach(() => db.close());

  async function names(): Promise<string[]> {
    return (await db.all(selectAll)).map(({ name }) => name);
  }

  it('counts the rows that a statement changed', async () => {
    expect(await db.run('INSERT INTO things (name) VALUES (?), (?)', ['a', 'b'])).toBe(2);
    expect(await db.run('UPDATE things SET name = upper(name)')).toBe(2);
    expect(await db.run(`${insert} ON CONFLICT DO NOTHING`, ['A'])).toBe(0);
  });

  it('returns the first row, or nothing', async () => {
    expect(await db.get(selectAll)).toBeUndefined();

    await db.run(insert, ['a']);

    expect(await db.get(selectAll)).toEqual({ name: 'a' });
  });

  it('stores every type of value', async () => {
    const value = query('SELECT ? AS value', z.object({ value: z.unknown() }));

    for (const kept of [null, 'ü😀', '', 1.5, 2 ** 40, new Uint8Array([0, 1, 255])]) {
      expect(await db.get(value, [kept])).toEqual({ value: kept });
    }
  });

  it('rejects rows of a different shape', async () => {
    const wrong = query('SELECT 1 AS name', z.object({ name: z.string() }));

    await expect(db.all(wrong)).rejects.toThrow('invalid_type');
  });

  it('names the failure of a full disk, until a write succeeds', async () => {
    await db.run('PRAGMA max_page_count = 1');
    const filling = db.transaction((queries) => queries.run(insert, ['a'.repeat(100_000)]));

    await expect(filling).rejects.toMatchObject({ code: 'full' });
    expect(await names()).toEqual([]);
    expect(db.writeFailure()?.code).toBe('full');

    await db.run('PRAGMA max_page_count = 1000');
    await db.run(insert, ['a'.repeat(100_000)]);
    expect(db.writeFailure()).toBeNull();
  });

  it('commits a transaction', async () => {
    const given = await db.transaction(async (queries) => {
      await queries.run(insert, ['a']);
      return 'done';
    });

    expect(given).toBe('done');
    expect(await names()).toEqual(['a']);
  });

  it('rolls back a transaction that throws', async () => {
    const failing = db.transaction(async (queries) => {
      await queries.run(insert, ['a']);
      await queries.run(insert, ['a']);
    });

    await expect(failing).rejects.toThrow(/unique/i);
    expect(await names()).toEqual([]);
  });

  it('runs nothing else during a transaction', async () => {
    const seen: string[] = [];
    const transaction = db.transaction(async (queries) => {
      await queries.run(insert, ['first']);
      await new Promise((resolve) => setImmediate(resolve));
      seen.push((await queries.all(selectAll)).map(({ name }) => name).join());
    });
    const between = db.run(insert, ['between']);

    await Promise.all([transaction, between]);

    expect(seen).toEqual(['first']);
    expect(await names()).toEqual(['first', 'between']);
  });

  it('reads one state in a snapshot, while writes wait', async () => {
    await db.run(insert, ['first']);
    const reading = db.snapshot(async (queries) => {
      const before = await queries.all(selectAll);
      await new Promise((resolve) => setImmediate(resolve));
      return [before, await queries.all(selectAll)];
    });
    const between = db.run(insert, ['between']);

    expect(await reading).toEqual([[{ name: 'first' }], [{ name: 'first' }]]);
    await between;
    expect(await names()).toEqual(['first', 'between']);
  });

  it('works after an error', async () => {
    await db.run(insert, ['a']);
    await expect(db.run(insert, ['a'])).rejects.toThrow(/unique/i);

    await db.run(insert, ['b']);

    expect(await names()).toEqual(['a', 'b']);
  });

  it('rejects queries of a transaction that has ended', async () => {
    const late = await db.transaction(async (queries) => queries);

    await expect(late.all(selectAll)).rejects.toThrow('ended');
  });

  it('enforces foreign keys', async () => {
    await db.run('CREATE TABLE parts (thing INTEGER REFERENCES things (id)) STRICT');

    await expect(db.run('INSERT INTO parts (thing) VALUES (7)')).rejects.toThrow(/foreign/i);
  });

  it('finishes earlier calls before it closes, and rejects later ones', async () => {
    const written = db.run(insert, ['a']);

    await db.close();
    await db.close();

    expect(await written).toBe(1);
    await expect(db.run(insert, ['b'])).rejects.toThrow('closed');
  });
});
