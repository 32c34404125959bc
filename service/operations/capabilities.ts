import * as z from 'zod/mini';
import { ok } from '../../lib/contract/result.ts';
import { searchOperators } from '../../lib/text/search-query.ts';
import { defineOperation, named } from './operation.ts';

/** Features beyond the contract. Clients that don't know them can ignore them. */
const capabilities = named(
  'Capabilities',
  z.object({
    /** Whether `POST /v1/ask` streams its answer to callers that accept an event stream. */
    ask_stream: z.boolean(),
    /** Whether `POST /v1/memories` stores `metadata` with a note. */
    note_metadata: z.boolean(),
    /** The operators that `q` of a search can have (docs/search.md). */
    search_operators: z.array(z.string()),
  }),
);

export const getCapabilities = defineOperation({
  access: 'read',
  input: z.object({}),
  run: async () =>
    ok({ ask_stream: true, note_metadata: true, search_operators: [...searchOperators] }),
  rest: {
    method: 'get',
    path: '/v1/capabilities',
    openapi: {
      id: 'getCapabilities',
      tag: 'Recall',
      summary: 'Get capabilities',
      description: 'Says which optional features this service has.',
      answers: { 200: [capabilities] },
    },
  },
});
