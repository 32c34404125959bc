/** Kills the service with SIGKILL while documents are added: every acknowledged one is stored once and gets indexed. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createRandom } from '../../../tests/bench/random.ts';
import { Api } from '../../../tests/contract/api.ts';
import { documentsResponseSchema } from '../../../lib/contract/memory-api.ts';
import { startService, type ServiceProcess } from './testing/start-process.ts';

const seed = Number(process.env['KEEPSAKE_CRASH_SEED'] ?? 3);
const crashes = Number(process.env['KEEPSAKE_CRASHES'] ?? 10);
const writers = 4;
let data: string;

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'keepsake-crash-'));
});
afterEach(() => rm(data, { recursive: true, force: true }));

describe('the service, killed at random moments', () => {
  it(
    `keeps every acknowledged document exactly once and indexes it (seed ${seed})`,
    async () => {
      const random = createRandom(seed);
      const acknowledged = new Map<string, string>();
      let sent = 0;
      let service = await startService(data);
      const container = await apiOf(service).createMemory('Under load');

      for (let crash = 0; crash < crashes; crash += 1) {
        const api = apiOf(service);
        // However slow the machine is, every kill comes after a document that must be kept.
        const first = Promise.withResolvers<void>();
        const load = Array.from({ length: writers }, async () => {
          for (;;) {
            const name = `heron-${(sent += 1)}`;
            // Long documents are indexed in slices and short ones at once; the kill should hit both.
            const content = `${name}. ${'Reeds bend in the wind.\n\n'.repeat(random.pick([1, 5, 1500]))}`;
            try {
              const { id } = await api.addDocument({ container, content, custom_id: name });
              acknowledged.set(name, id);
              first.resolve();
            } catch {
              return;
            }
          }
        });
        await Promise.race([first.promise, ...load]);
        await sleep(random.between(0, 250));
        await service.end('SIGKILL');
        await Promise.all(load);
        service = await startService(data);
      }

      const api = apiOf(service);
      // A client that got no response retries, which must not create a duplicate if the first request arrived.
      for (const name of [...acknowledged.keys(), `heron-${sent}`]) {
        const { id, status } = await api.addDocument({ container, content: name, custom_id: name });
        expect([id, status]).toEqual([
          acknowledged.get(name) ?? id,
          acknowledged.has(name) ? 'exists' : status,
        ]);
        acknowledged.set(name, id);
      }
      for (const id of acknowledged.values()) await api.waitUntilLearned(id);
      const listed = await listAll(api);
      expect(new Set(listed).size).toBe(listed.length);
      expect(listed).toEqual(expect.arrayContaining([...acknowledged.keys()]));
      for (const name of [...acknowledged.keys()].slice(-20)) {
        const { results } = await api.search({ container, q: name, limit: 50 });
        expect(results.filter(({ custom_id }) => custom_id === name)).toHaveLength(1);
      }
      expect(acknowledged.size).toBeGreaterThan(crashes);
      expect(await service.end('SIGTERM')).toBe(0);
    },
    300_000 + crashes * 20_000,
  );
});

function apiOf({ url, ownerToken }: ServiceProcess): Api {
  return new Api(async (request) => {
    const { pathname, search } = new URL(request.url);
    return fetch(url + pathname + search, {
      method: request.method,
      headers: { authorization: `Bearer ${ownerToken}` },
      ...(request.body === null ? {} : { body: await request.text() }),
    });
  });
}

async function listAll(api: Api): Promise<string[]> {
  const names: string[] = [];
  let cursor: string | null | undefined = '';
  while (typeof cursor === 'string') {
    const { body } = await api.get(`/v1/documents?limit=200${cursor && `&cursor=${cursor}`}`);
    const page: z.infer<typeof documentsResponseSchema> = z.parse(documentsResponseSchema, body);
    if (Array.isArray(page)) throw new Error('The list has no pages.');
    names.push(...page.documents.map(({ custom_id }) => String(custom_id)));
    cursor = page.next_cursor;
  }
  return names;
}
