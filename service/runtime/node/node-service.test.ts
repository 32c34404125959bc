import { describe, expect, it } from 'vitest';
import { Api } from '../../../tests/contract/api.ts';
import { asSuperuser, postgresPort } from '../../../tests/fixtures/postgres-server.ts';
import { emptyPostgres, hasServer } from '../../../tests/fixtures/storage-engines.ts';
import { openNodeService } from './node-service.ts';

describe.skipIf(!hasServer)('a service whose database server only accepts reads', () => {
  it('still lets keys read', async () => {
    const database = await emptyPostgres();
    const name = new URL(database).pathname.slice(1);
    const asOperator = async (...statements: string[]) =>
      asSuperuser((await postgresPort()) ?? 0, statements);
    const service = await openNodeService({ file: '', database, ownerToken: 'own' });
    const owner = new Api((request) => service.fetch(request)).with('own');
    const container = await owner.createMemory('Herons');
    const { token } = await owner.createKey({ level: 'write' });
    const api = owner.with(token);
    try {
      await asOperator(
        `ALTER DATABASE ${name} SET default_transaction_read_only = on`,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
      );

      expect((await api.post('/v1/documents', { container, content: 'A heron.' })).status).toBe(
        500,
      );
      // A connection that the server is closing fails once more.
      await expect.poll(() => api.get('/v1/containers')).toMatchObject({ status: 200 });
      await expect
        .poll(() => api.get(`/v1/documents?container=${container}`))
        .toMatchObject({ status: 200 });
    } finally {
      await asOperator(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
      await service.close();
    }
  });
});

describe('the owner app’s stylesheet', () => {
  it('defines every token it uses', async () => {
    const service = await openNodeService({ file: ':memory:', ownerToken: 'own' });

    const answer = await service.fetch(new Request('http://localhost/app/style.css'));
    const css = await answer.text();
    await service.close();

    const used = [...css.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name);
    const defined = new Set([...css.matchAll(/(--[\w-]+)\s*:/g)].map(([, name]) => name));
    expect(answer.headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect(used.length).toBeGreaterThan(100);
    expect(used.filter((name) => !defined.has(name))).toEqual([]);
  });
});
