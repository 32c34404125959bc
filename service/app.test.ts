import { afterAll, beforeAll, expect, it } from 'vitest';
import { openService, type OpenService } from './app.ts';
import { silent } from './ports.ts';
import { openNodeDatabase } from './storage/sqlite/node.ts';
import { createSqliteStorage } from './storage/sqlite/storage.ts';

let service: OpenService;
beforeAll(async () => {
  service = await openService({
    storage: createSqliteStorage(openNodeDatabase(':memory:')),
    ownerToken: 'owner-token',
    clock: { now: () => 0 },
    newId: () => crypto.randomUUID(),
    logger: silent,
    pause: async () => undefined,
  });
});
afterAll(() => service.close());

it.each([
  ['/v1/containers', 200],
  ['/v1/containers/', 404],
  ['/v1/containers//', 404],
  ['/v1/documents/unknown/', 404],
  ['/v1', 404],
  ['/', 404],
])('responds to %s with %i', async (path, status) => {
  const request = new Request(`http://localhost${path}`, {
    headers: { authorization: 'Bearer owner-token' },
  });

  expect((await service.fetch(request)).status).toBe(status);
});
