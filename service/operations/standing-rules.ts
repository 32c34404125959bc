/** The owner's standing rules: what they wish of whoever uses a credential. */
import * as z from 'zod/mini';
import { createRuleRequestSchema } from '../../lib/contracts/owner-api.ts';
import { ok } from '../../lib/contracts/result.ts';
import { keyById } from '../db/keys.ts';
import {
  deleteRule,
  insertRule,
  rulesFor,
  rulesOf,
  updateRule,
  type RuleRow,
} from '../db/rules.ts';
import { timestamp } from '../ports.ts';
import { refuse, type Refusal } from '../refusal.ts';
import { defineOperation } from './operation.ts';
import { storable } from './rules.ts';

export const listRulesInUse = defineOperation({
  access: 'read',
  input: z.object({}),
  run: async ({ context, principal }) => {
    const rules = await rulesFor(context.db, principal.accountId, principal.credentialId);
    return ok({ rules: rules.map(({ id, content }) => ({ id, content })) });
  },
});

export const listAllRules = defineOperation({
  access: 'owner',
  input: z.object({}),
  run: async ({ context, principal }) => {
    const rules = await rulesOf(context.db, principal.accountId);
    return ok({ rules: rules.map(describeRule) });
  },
});

export const createRule = defineOperation({
  access: 'owner',
  input: createRuleRequestSchema,
  run: ({ context, principal }, { content, key = null }) =>
    context.db.transaction(async (queries) => {
      const { accountId } = principal;
      if (key !== null && (await keyById(queries, key, accountId)) === undefined) {
        return refuse('invalid', '"key" names a key that does not exist.', { field: 'key' });
      }
      const rule = { id: context.newId(), keyId: key, content: storable(content) };
      const rules = await rulesOf(queries, accountId);
      const known = rules.find((each) => each.content === rule.content && each.key_id === key);
      if (known !== undefined) return ok(describeRule(known));
      const now = timestamp(context.clock);
      await insertRule(queries, { ...rule, accountId, now });
      return ok({ id: rule.id, content: rule.content, key, created_at: now });
    }),
});

export const changeRule = defineOperation({
  access: 'owner',
  input: z.extend(z.pick(createRuleRequestSchema, { content: true }), { id: z.string() }),
  run: ({ context, principal }, { id, content }) =>
    context.db.transaction(async (queries) => {
      const { accountId } = principal;
      const changed = await updateRule(queries, { id, accountId, content: storable(content) });
      return changed === undefined ? refuseUnknown() : ok(describeRule(changed));
    }),
});

export const removeRule = defineOperation({
  access: 'owner',
  input: z.object({ id: z.string() }),
  run: async ({ context, principal }, { id }) => {
    const existed = await deleteRule(context.db, id, principal.accountId);
    return existed ? ok({ status: 'deleted' as const, id }) : refuseUnknown();
  },
});

function describeRule({ id, content, key_id, created_at }: RuleRow) {
  return { id, content, key: key_id, created_at };
}

function refuseUnknown(): { readonly ok: false; readonly error: Refusal } {
  return refuse('unknown', 'There is no rule of this id.');
}
