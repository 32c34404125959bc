import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { memoryErrorSchema } from '../contract/errors.ts';
import type { MemoryClient } from './client.ts';
import { mcpClientOf, messageOf } from './testing/fake-mcp-service.ts';

const methods: Record<string, (client: MemoryClient) => Promise<unknown>> = {
  list_containers: (client) => client.containers.list(),
  add_document: (client) => client.documents.add({ content: 'x' }),
  list_documents: (client) => client.documents.list(),
  delete_document: (client) => client.documents.delete({ id: 'd', confirm: true }),
  search_memories: (client) => client.search({ q: 'x' }),
  get_profile: (client) => client.profile(),
  add_memory: (client) => client.memories.add({ content: 'x', static: true }),
  forget_memory: (client) => client.memories.forget({ id: 'm', container: 'c', confirm: true }),
  ask_agent: (client) => client.ask({ message: 'x' }),
  memory_rules: (client) => client.rules(),
};

/** Field names that occur in replies, so that arbitrary values reach all of the parsing. */
const fieldNames = fc.constantFrom(
  'jsonrpc',
  'id',
  'result',
  'error',
  'code',
  'message',
  'data',
  'content',
  'type',
  'text',
  'structuredContent',
  'isError',
  'resultType',
  'resource',
  'protocolVersion',
  'supported',
  'containers',
  'results',
  'documents',
  'static',
  'rules',
  'status',
  '__proto__',
  'toString',
);
const words = fc.constantFrom<unknown>(
  null,
  true,
  '',
  0,
  1,
  -32_600,
  -32_022,
  'text',
  'resource',
  'not_found',
  'confirmation_required',
  'input_required',
  '2025-11-25',
  '{"results":[]}',
);
const values = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    words,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.string({ unit: 'binary' }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc
      .array(fc.tuple(fieldNames, tie('value')), { maxLength: 6 })
      .map((fields) => Object.fromEntries(fields)),
  ),
})).value;

const answers = fc.record({
  /** Position of the arbitrary value in the reply. */
  as: fc.constantFrom('bare', 'result', 'error', 'tool'),
  value: values,
  isStream: fc.boolean(),
  status: fc.constantFrom(200, 200, 200, 202, 400, 401, 403, 404, 405, 409, 429, 500),
  sessionId: fc.option(fc.constantFrom('s1', '')),
});

describe.each(Object.entries(methods))('%s', (_, call) => {
  it('returns a value or a known error, whatever the reply', async () => {
    const isWellFormed = fc.asyncProperty(
      fc.array(answers, { minLength: 1, maxLength: 4 }),
      async (given) => {
        const { client } = mcpClientOf(async (request, nth) => {
          const answer = given[nth % given.length];
          if (answer === undefined) throw new Error('Expected at least one reply.');
          return respond(answer, (await messageOf(request)).id);
        });
        return endedSchema.safeParse(await call(client)).success;
      },
    );

    expect((await fc.check(isWellFormed, { numRuns: 150 })).counterexample).toBeNull();
  });
});

const endedSchema = z.union([
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: memoryErrorSchema }),
]);

type Answer = typeof answers extends fc.Arbitrary<infer T> ? T : never;

function respond({ as, value, isStream, status, sessionId }: Answer, id: number | undefined) {
  const result = as === 'tool' ? { structuredContent: value } : value;
  const reply = as === 'error' ? { jsonrpc: '2.0', id, error: value } : { id, result };
  const text = JSON.stringify(as === 'bare' ? value : reply);
  return new Response(status === 202 ? null : isStream ? `data: ${text}\n\n` : text, {
    status,
    headers: {
      'Content-Type': isStream ? 'text/event-stream' : 'application/json',
      ...(sessionId === null ? {} : { 'Mcp-Session-Id': sessionId }),
    },
  });
}
