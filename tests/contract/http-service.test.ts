/** Runs the contract suite against the service as an operator runs it: a separate process, over HTTP. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from '../../service/runtime/node/testing/start-process.ts';
import { newDatabase } from '../fixtures/open-storage.ts';
import { describeContract } from './suite.ts';

describeContract('the service over HTTP', async () => {
  const data = await mkdtemp(join(tmpdir(), 'keepsake-contract-'));
  const database = await newDatabase();
  const service = await startService(data, database.flags);
  return {
    async close() {
      await service.end('SIGTERM');
      await database.discard();
      await rm(data, { recursive: true, force: true });
    },
    async fetch(request) {
      const address = service.url + request.url.slice(new URL(request.url).origin.length);
      const headers = new Headers(request.headers);
      if (!headers.has('authorization')) {
        headers.set('authorization', `Bearer ${service.ownerToken}`);
      }
      return fetch(address, {
        method: request.method,
        headers,
        ...(request.body === null ? {} : { body: await request.arrayBuffer() }),
      });
    },
  };
});
