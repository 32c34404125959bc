import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  createDatabase,
  postgresPort,
  ROLE,
  urlOf,
} from '../../../../tests/fixtures/postgres-server.ts';
import { hasServer } from '../../../../tests/fixtures/storage-engines.ts';
import { query } from '../../sql.ts';
import { openDatabase } from '../connection.ts';
import type { Database } from '../sql.ts';
import { createPostgresStorage } from '../storage.ts';
import { migrate } from './migrate.ts';

const now = '2026-11-21T00:00:00.000Z';

describe.skipIf(!hasServer)('a database of an earlier version', () => {
  let db: Database;
  beforeEach(async () => {
    const port = (await postgresPort()) ?? 0;
    db = openDatabase(urlOf(port, ROLE, await createDatabase(port)));
  });
  afterEach(() => db.close());

  it('gets the counts of what its accounts store, and stays closed to others', async () => {
    await migrate(db, now, { upTo: 1 });
    for (const id of ['mine', 'theirs']) {
      await db.directory.run(
        'INSERT INTO directory_accounts (id, name, created_at) VALUES ($1, $1, $2)',
        [id, now],
      );
      await db.account(id).run(
        `INSERT INTO containers (account_id, id, name, name_key, description, created_at)
         VALUES ($1, 'c', '', '', '', '')`,
        [id],
      );
    }
    for (const [id, kind, content, metadata] of [
      ['d1', 'document', 'Größe', '{}'],
      ['d2', 'document', 'ab', null],
      ['n1', 'note', 'abc', null],
    ] as const)
      await db.account('mine').run(
        `INSERT INTO materials (account_id, id, kind, container_id, content, metadata, saved_at)
         VALUES ('mine', $1, $2, 'c', $3, $4, '')`,
        [id, kind, content, metadata],
      );
    await db
      .account('mine')
      .run(
        `INSERT INTO facts (account_id, id, container_id, content, saved_at) VALUES ('mine', 'f', 'c', 'I row.', '')`,
      );

    await migrate(db, now);

    const { accounts } = createPostgresStorage(db);
    expect(await accounts.all()).toMatchObject([
      { id: 'mine', suspended_at: null, documents: 2, bytes: 7 + 2 + 2 + 3 + 6 },
      { id: 'theirs', documents: 0, bytes: 0 },
    ]);
    const materials = query('SELECT id FROM materials', z.object({ id: z.string() }));
    expect(await db.account('theirs').all(materials)).toEqual([]);
    expect(await db.directory.all(materials)).toEqual([]);
  });
});
