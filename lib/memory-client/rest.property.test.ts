import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryErrorSchema } from '../contract/errors.ts';
import type { MemoryClient } from './client.ts';
import { clientOf } from './testing/fake-service.ts';

const methods: Record<string, (client: MemoryClient) => Promise<unknown>> = {
  'containers.list': (client) => client.containers.list(),
  'documents.add': (client) => client.documents.add({ content: 'x' }),
  'documents.list': (client) => client.documents.list(),
  'documents.get': (client) => client.documents.get({ id: 'd' }),
  'documents.delete': (client) => client.documents.delete({ id: 'd', confirm: true }),
  search: (client) => client.search({ q: 'x' }),
  profile: (client) => client.profile(),
  'memories.add': (client) => client.memories.add({ content: 'x', static: true }),
  'memories.forget': (client) => client.memories.forget({ id: 'm', container: 'c', confirm: true }),
  ask: (client) => client.ask({ message: 'x' }),
  rules: (client) => client.rules(),
};

/** Field names that occur in responses, so that arbitrary values reach all of the parsing. */
const fieldNames = fc.constantFrom(
  'containers',
  'documents',
  'results',
  'static',
  'dynamic',
  'rules',
  'items',
  'profile',
  'id',
  'name',
  'content',
  'text',
  'message',
  'answer',
  'sources',
  'data',
  'memory',
  'error',
  'status',
  'code',
  'details',
  'trace_id',
  'retryable',
  'container_name',
  'learned',
  'memory_id',
  'document_id',
  'next_cursor',
  'limit_per_min',
  '__proto__',
  'toString',
);

const answers = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    fc.constantFrom<unknown>(null, true, false, '', 'confirmation_required', 'queued', 'Bern'),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.string({ unit: 'binary' }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc
      .array(fc.tuple(fieldNames, tie('value')), { maxLength: 6 })
      .map((fields) => Object.fromEntries(fields)),
  ),
})).value;

const bodies = fc.oneof(
  { weight: 5, arbitrary: answers.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 64 }) },
);

const statuses = fc.oneof(fc.constant(200), fc.integer({ min: 200, max: 599 }));

describe.each(Object.entries(methods))('%s', (_, call) => {
  it('returns a value or a known error, whatever the response', async () => {
    await fc.assert(
      fc.asyncProperty(bodies, statuses, async (body, status) => {
        const isBodiless = status === 204 || status === 205 || status === 304;
        const { client, time } = clientOf(
          () => new Response(isBodiless ? null : Uint8Array.from(bytesOf(body)), { status }),
        );

        const result = await call(client);

        expect(isWellFormedResult(result)).toBe(true);
        expect(time.running()).toBe(0);
      }),
      { numRuns: 300 },
    );
  });
});

describe('search', () => {
  it('names each failed Memory if there are no hits', async () => {
    const error = answers.filter((value) => value !== null && value !== false);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(error)), async (errors) => {
        const containers = errors.map((value, nth) => ({ name: `m${nth}`, error: value }));
        const { client } = clientOf(() => Response.json({ results: [], containers }));

        const found = await client.search({ q: 'x' });

        const names = containers.filter((entry) => entry.error !== null).map(({ name }) => name);
        expect(found.ok && found.value.failed.map(({ name }) => name)).toEqual(names);
        expect(found.ok && found.value.failed.every(({ reason }) => reason !== '')).toBe(true);
      }),
    );
  });
});

describe('profile', () => {
  it('shows every element of a list, each with text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(answers), async (elements) => {
        const { client } = clientOf(() => Response.json({ static: elements, dynamic: elements }));

        const profile = await client.profile();

        expect(profile.ok && profile.value.static).toHaveLength(elements.length);
        expect(profile.ok && profile.value.dynamic).toHaveLength(elements.length);
      }),
    );
  });
});

function bytesOf(body: string | Uint8Array): Uint8Array {
  return typeof body === 'string' ? new TextEncoder().encode(body) : body;
}

function isWellFormedResult(result: unknown): boolean {
  if (typeof result !== 'object' || result === null || !('ok' in result)) return false;
  if (result.ok === true) return 'value' in result && result.value !== null;
  return 'error' in result && memoryErrorSchema.safeParse(result.error).success;
}
