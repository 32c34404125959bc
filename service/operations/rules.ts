import * as z from 'zod/mini';
import { createRuleRequestSchema } from '../../lib/contract/owner-api.ts';
import { ok } from '../../lib/contract/result.ts';
import { timestamp } from '../ports.ts';
import { refuse } from '../refusal.ts';
import { keyById } from '../storage/sqlite/keys.ts';
import {
  deleteRule,
  insertRule,
  rulesFor,
  rulesOf,
  updateRule,
  type RuleRow,
} from '../storage/sqlite/rules.ts';
import { defineOperation, named } from './operation.ts';
import { storable } from '../storage/storable.ts';

export const rulesAnswer = named(
  'Rules',
  z.looseObject({ rules: z.array(z.looseObject({ id: z.string(), content: z.string() })) }),
);

export const listRulesInUse = defineOperation({
  access: 'read',
  input: z.object({}),
  run: async ({ context, principal }) => {
    const rules = await rulesFor(context.db, principal.accountId, principal.credentialId);
    return ok({ rules: rules.map(({ id, content }) => ({ id, content })) });
  },
  rest: {
    method: 'get',
    path: '/v1/rules',
    openapi: {
      id: 'listRules',
      tag: 'Recall',
      answers: { 200: [rulesAnswer] },
    },
  },
  tool: {
    name: 'memory_rules',
    title: 'List the rules',
    description:
      "Returns the person's standing rules for whoever uses this connection. Read them at the start of a session and " +
      'follow them.',
    args: {},
  },
});

export const listAllRules = defineOperation({
  input: z.strictObject({}),
  run: async ({ context, principal }) => {
    const rules = await rulesOf(context.db, principal.accountId);
    return ok({ rules: rules.map(describeRule) });
  },
  rest: { method: 'get', path: '/owner/rules' },
});

export const createRule = defineOperation({
  input: createRuleRequestSchema,
  run: ({ context, principal }, { content, key = null }) =>
    context.db.transaction(async (queries) => {
      const { accountId } = principal;
      if (key !== null && (await keyById(queries, key, accountId)) === undefined) {
        return refuse('invalid', '"key" is not the id of a key.', { field: 'key' });
      }
      const rule = { id: context.newId(), keyId: key, content: storable(content) };
      const rules = await rulesOf(queries, accountId);
      const known = rules.find((each) => each.content === rule.content && each.key_id === key);
      if (known !== undefined) return ok(describeRule(known));
      const now = timestamp(context.clock);
      await insertRule(queries, { ...rule, accountId, now });
      return ok({ id: rule.id, content: rule.content, key, created_at: now });
    }),
  rest: { method: 'post', path: '/owner/rules', from: 'body', status: 201 },
});

export const changeRule = defineOperation({
  input: z.extend(z.pick(createRuleRequestSchema, { content: true }), { id: z.string() }),
  run: ({ context, principal }, { id, content }) =>
    context.db.transaction(async (queries) => {
      const { accountId } = principal;
      const changed = await updateRule(queries, { id, accountId, content: storable(content) });
      return changed === undefined ? unknownRule() : ok(describeRule(changed));
    }),
  rest: { method: 'patch', path: '/owner/rules/{id}', from: 'body' },
});

export const removeRule = defineOperation({
  input: z.strictObject({ id: z.string() }),
  run: async ({ context, principal }, { id }) => {
    const existed = await deleteRule(context.db, id, principal.accountId);
    return existed ? ok({ status: 'deleted' as const, id }) : unknownRule();
  },
  rest: { method: 'delete', path: '/owner/rules/{id}' },
});

function describeRule({ id, content, key_id, created_at }: RuleRow) {
  return { id, content, key: key_id, created_at };
}

function unknownRule() {
  return refuse('unknown', 'No rule has this id.');
}
