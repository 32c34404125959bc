import * as z from 'zod/mini';
import { serviceLimits } from '../../lib/contract/limits.ts';
import {
  correctionSchema,
  searchResponseSchema,
  searchHitSchema,
  searchRequestSchema,
} from '../../lib/contract/memory-api.ts';
import { ok } from '../../lib/contract/result.ts';
import { containersToRead } from '../auth/access.ts';
import { refuse } from '../refusal.ts';
import { searchMemories } from '../search/search-memories.ts';
import { checkQuery, containerToReadField, queryField } from './checks.ts';
import { accountOf, defineOperation, named } from './operation.ts';

const textOrNull = z.nullable(z.string());

export const searchHit = named(
  'SearchHit',
  z.extend(searchHitSchema, {
    container: z.string(),
    document_id: z.optional(z.string()),
    memory_id: z.optional(z.string()),
    title: textOrNull,
    url: textOrNull,
    custom_id: textOrNull,
    score: z.number(),
    saved_at: z.string(),
  }),
);

export const searchedContainer = z.looseObject({
  id: z.string(),
  name: z.string(),
  error: z.optional(z.looseObject({ code: z.string(), message: z.string() })),
});

export const searchAnswer = named(
  'SearchAnswer',
  z.extend(searchResponseSchema, {
    results: z.array(searchHit),
    containers: z.array(searchedContainer),
    /** Words that no searched Memory contains, and those searched for instead. Words in quotes aren't corrected. */
    corrections: z.optional(z.array(correctionSchema)),
    /** The operators of `q` that were applied. */
    operators: z.optional(z.array(z.string())),
  }),
);

/** docs/search.md describes them in full. */
const OPERATORS =
  '`"exact phrase"`, `-word`, `site:example.org`, `in:Memory`, `type:` page, note, highlight or pdf, `tag:name`, ' +
  '`saved:`, `after:` and `before:` with a date such as `2026-11`, `2026-11-28`, `7d` (days ago), ' +
  'or for `saved:` a range such as `2026-11-01..2026-11-15`';

const limitField = {
  minimum: 1,
  maximum: serviceLimits.searchLimitMax,
  default: serviceLimits.searchLimitDefault,
};

export const search = defineOperation({
  access: 'read',
  unlimited: true,
  input: searchRequestSchema,
  run: async (call, input) => {
    const limit = input.limit ?? serviceLimits.searchLimitDefault;
    if (limit < 1 || limit > serviceLimits.searchLimitMax) {
      return refuse('invalid', `"limit" must be from 1 to ${serviceLimits.searchLimitMax}.`, {
        field: 'limit',
      });
    }
    const q = checkQuery('q', input.q);
    if (!q.ok) return q;
    const account = accountOf(call);
    const containers = await containersToRead(account, call.principal, input.container);
    if (!containers.ok) return containers;
    const { answer } = await searchMemories(call.context, {
      account,
      caller: call.principal.credentialId,
      containers: containers.value,
      q: q.value,
      limit,
    });
    return ok(answer);
  },
  rest: {
    method: 'post',
    path: '/v1/search',
    from: 'body',
    openapi: {
      id: 'search',
      tag: 'Recall',
      description:
        `\`q\` holds words and operators: ${OPERATORS}. Text that isn't a well-formed operator counts as words. ` +
        'Days begin at midnight UTC unless the date names a time zone.',
      fields: { q: queryField, container: containerToReadField, limit: limitField },
      answers: { 200: [searchAnswer] },
      errors: [400, 422],
    },
  },
  tool: {
    name: 'search_memories',
    title: 'Search Memories',
    description:
      "Searches the person's Memories and returns passages, most relevant first. Call it before you answer anything about " +
      'their past work, decisions or preferences. Name the Memory (`container_name`) of each passage you rely on. If ' +
      '`results` is empty, check `containers`: an entry with an `error` could not be searched. The first search after a ' +
      'quiet spell can take up to a minute.',
    args: {
      q: {
        description: `Words likely to occur in the passage. Narrow the search with operators only if needed: ${OPERATORS}.`,
      },
      container: containerToReadField,
      limit: { description: 'Maximum number of passages.', ...limitField },
    },
  },
});
