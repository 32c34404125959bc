import * as z from 'zod/mini';
import { createRuleRequestSchema } from '../../lib/contract/owner-api.ts';
import { ok } from '../../lib/contract/result.ts';
import { timestamp } from '../ports.ts';
import { refuse } from '../refusal.ts';
import type { RuleRow } from '../storage/port/library.ts';
import { accountOf, defineOperation, named } from './operation.ts';
import { storable } from '../storage/storable.ts';

export const rulesAnswer = named(
  'Rules',
  z.looseObject({ rules: z.array(z.looseObject({ id: z.string(), content: z.string() })) }),
);

export const listRulesInUse = defineOperation({
  access: 'read',
  input: z.object({}),
  run: async (call) => {
    const rules = await accountOf(call).rules.for(call.principal.credentialId);
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
  run: async (call) => {
    const rules = await accountOf(call).rules.all();
    return ok({ rules: rules.map(describeRule) });
  },
  rest: { method: 'get', path: '/owner/rules' },
});

export const createRule = defineOperation({
  input: createRuleRequestSchema,
  run: (call, { content, key = null }) =>
    accountOf(call).transaction(async ({ keys, rules }) => {
      if (key !== null && (await keys.byId(key)) === undefined) {
        return refuse('invalid', '"key" is not the id of a key.', { field: 'key' });
      }
      const rule = { id: call.context.newId(), keyId: key, content: storable(content) };
      const all = await rules.all();
      const known = all.find((each) => each.content === rule.content && each.key_id === key);
      if (known !== undefined) return ok(describeRule(known));
      const now = timestamp(call.context.clock);
      await rules.insert({ ...rule, now });
      return ok({ id: rule.id, content: rule.content, key, created_at: now });
    }),
  rest: { method: 'post', path: '/owner/rules', from: 'body', status: 201 },
});

export const changeRule = defineOperation({
  input: z.extend(z.pick(createRuleRequestSchema, { content: true }), { id: z.string() }),
  run: (call, { id, content }) =>
    accountOf(call).transaction(async ({ rules }) => {
      const changed = await rules.update(id, storable(content));
      return changed === undefined ? unknownRule() : ok(describeRule(changed));
    }),
  rest: { method: 'patch', path: '/owner/rules/{id}', from: 'body' },
});

export const removeRule = defineOperation({
  input: z.strictObject({ id: z.string() }),
  run: async (call, { id }) => {
    const existed = await accountOf(call).rules.delete(id);
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
