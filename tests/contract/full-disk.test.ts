/** Simulates a full disk with SQLite's file size limit: existing data stays readable, and nothing is lost. */
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { openService, type OpenService } from '../../service/app.ts';
import { silent } from '../../service/ports.ts';
import { query } from '../../service/storage/sql.ts';
import type { Database } from '../../service/storage/sqlite/sql.ts';
import { openNodeDatabase } from '../../service/storage/sqlite/node.ts';
import { createSqliteStorage } from '../../service/storage/sqlite/storage.ts';
import { Api } from './api.ts';

const content = 'The ferry leaves at noon.\n\n'.repeat(3000);
let db: Database;
let service: OpenService;
let api: Api;
let freeBytes: number;

beforeEach(async () => {
  db = openNodeDatabase(':memory:');
  freeBytes = Infinity;
  service = await openService({
    storage: createSqliteStorage(db),
    ownerToken: 'own',
    clock: { now: () => Date.now() },
    newId: () => crypto.randomUUID(),
    logger: silent,
    pause: () => setImmediate(),
    freeBytes: async () => freeBytes,
  });
  api = new Api((request) => service.fetch(request)).with('own');
  await api.createMemory('Ferries');
});
afterEach(() => service.close());

/** Leaves space for this many pages of 4 KiB. */
async function leave(pages: number): Promise<void> {
  const row = z.object({ page_count: z.int() });
  const used = (await db.get(query('PRAGMA page_count', row)))?.page_count ?? 0;
  await db.run(`PRAGMA max_page_count = ${used + pages}`);
}

const ready = { status: 'ready', reads: true, writes: true, learning: true, problem: null };
const full = { code: 'full', message: expect.any(String) };

it('is reported in the document and in /readyz, and learning continues once there is space', async () => {
  await api.learnDocument({ content: 'A heron waits.' });
  expect(await api.get('/readyz')).toEqual({ status: 200, body: ready });
  await leave(Math.ceil(content.length / 4096) + 8);

  const { id } = await api.addDocument({ content });
  await expect.poll(async () => (await api.get('/readyz')).status).toBe(503);

  expect((await api.get(`/v1/documents/${id}`)).body).toMatchObject({
    learned: false,
    learning_run: { status: 'queued', reason: expect.stringContaining('disk is full') },
  });
  expect((await api.get('/readyz')).body).toMatchObject({ learning: false, problem: full });
  expect((await api.get('/healthz')).status).toBe(200);
  expect((await api.search({ q: 'heron' })).results).toHaveLength(1);

  await leave(100_000);
  await api.waitUntilLearned(id);
  expect(await api.get('/readyz')).toEqual({ status: 200, body: ready });
});

it('fails a write with the reason', async () => {
  await leave(0);

  const refused = await api.post('/v1/documents', { content });

  expect(refused).toMatchObject({
    status: 500,
    body: { code: 'internal', retryable: true, details: { storage: 'full' } },
  });
  expect((await api.get('/v1/documents')).body).toMatchObject({ documents: [] });
});

it('is reported before a write fails', async () => {
  freeBytes = 4096;

  expect(await api.get('/readyz')).toEqual({
    status: 503,
    body: { ...ready, status: 'unready', writes: false, problem: full },
  });
});
