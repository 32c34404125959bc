import * as z from 'zod/mini';
import {
  changeKeyRequestSchema,
  createKeyRequestSchema,
  keySchema,
  type ChangeKeyRequest,
} from '../../lib/contract/owner-api.ts';
import { ok, type Result } from '../../lib/contract/result.ts';
import { createToken, digestOf } from '../auth/credentials.ts';
import { containersOf } from '../storage/sqlite/containers.ts';
import {
  insertKey,
  keyById,
  keysOf,
  revokeKeyRow,
  updateKey,
  type KeyGrant,
  type KeyRow,
} from '../storage/sqlite/keys.ts';
import { storable } from '../storage/storable.ts';
import type { Queries } from '../storage/sqlite/sql.ts';
import { hasPassed, hasUsualYear, timestamp } from '../ports.ts';
import { refuse, type Refusal } from '../refusal.ts';
import { defineOperation, type Call } from './operation.ts';

export const createKey = defineOperation({
  input: createKeyRequestSchema,
  run: async (call, input) => {
    const { context, principal } = call;
    const { accountId } = principal;
    const token = createToken();
    const tokenDigest = await digestOf(token);
    return context.db.transaction(async (queries) => {
      const grant = await checkGrant({ ...call, queries }, input, DEFAULT_GRANT);
      if (!grant.ok) return grant;
      const id = context.newId();
      const lastFour = token.slice(-4);
      const now = timestamp(context.clock);
      await insertKey(queries, { ...grant.value, id, accountId, tokenDigest, lastFour, now });
      const key = await findKey(queries, id, accountId);
      return key.ok ? ok({ ...z.parse(keySchema, key.value), token }) : key;
    });
  },
  rest: { method: 'post', path: '/owner/keys', from: 'body', status: 201 },
});

export const listKeys = defineOperation({
  input: z.strictObject({}),
  run: async ({ context, principal }) => {
    const keys = await keysOf(context.db, principal.accountId);
    return ok({ keys: z.parse(z.array(keySchema), keys) });
  },
  rest: { method: 'get', path: '/owner/keys' },
});

export const changeKey = defineOperation({
  input: z.extend(changeKeyRequestSchema, { id: z.string() }),
  run: (call, { id, ...changes }) =>
    call.context.db.transaction(async (queries) => {
      const { accountId } = call.principal;
      const known = await findKey(queries, id, accountId);
      if (!known.ok) return known;
      if (known.value.revoked_at !== null) {
        return refuse('conflict', 'This key is revoked, which can’t be undone.');
      }
      const grant = await checkGrant({ ...call, queries }, changes, known.value);
      if (!grant.ok) return grant;
      await updateKey(queries, id, grant.value);
      const changed = await findKey(queries, id, accountId);
      return changed.ok ? ok(z.parse(keySchema, changed.value)) : changed;
    }),
  rest: { method: 'patch', path: '/owner/keys/{id}', from: 'body' },
});

export const revokeKey = defineOperation({
  input: z.strictObject({ id: z.string() }),
  run: ({ context, principal }, { id }) =>
    context.db.transaction(async (queries) => {
      const known = await findKey(queries, id, principal.accountId);
      if (!known.ok) return known;
      await revokeKeyRow(queries, id, timestamp(context.clock));
      return ok({ status: 'revoked' as const, id });
    }),
  rest: { method: 'delete', path: '/owner/keys/{id}' },
});

async function findKey(
  queries: Queries,
  id: string,
  accountId: string,
): Promise<Result<KeyRow, Refusal>> {
  const key = await keyById(queries, id, accountId);
  return key === undefined ? refuse('unknown', 'No key has this id.') : ok(key);
}

const DEFAULT_GRANT: KeyGrant = {
  name: '',
  level: 'read',
  reach: [],
  profile: false,
  agent: false,
  expires_at: null,
};

async function checkGrant(
  { context, principal, queries }: Call & { readonly queries: Queries },
  changes: ChangeKeyRequest,
  before: KeyGrant,
): Promise<Result<KeyGrant, Refusal>> {
  const { expires_at, name = before.name, reach = before.reach } = changes;
  if (reach !== 'all') {
    const known = await containersOf(queries, principal.accountId);
    const isUnknown = (id: string) => known.every((container) => container.id !== id);
    if (reach.some(isUnknown)) {
      return refuse('invalid', '"reach" contains an id that is not a Memory.', { field: 'reach' });
    }
  }
  if (typeof expires_at === 'string') {
    const field = { field: 'expires_at' };
    if (hasPassed(expires_at, context.clock)) {
      return refuse('invalid', '"expires_at" is in the past.', field);
    }
    if (!hasUsualYear(new Date(expires_at))) {
      return refuse('invalid', '"expires_at" is after the year 9999.', field);
    }
  }
  return ok({
    name: storable(name),
    level: changes.level ?? before.level,
    reach,
    profile: changes.profile ?? before.profile,
    agent: changes.agent ?? before.agent,
    expires_at: expires_at === undefined ? before.expires_at : inUtc(expires_at),
  });
}

function inUtc(time: string | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
