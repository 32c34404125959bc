import * as z from 'zod/mini';
import {
  changeKeyRequestSchema,
  createKeyRequestSchema,
  keySchema,
  type ChangeKeyRequest,
} from '../../lib/contract/owner-api.ts';
import { ok, type Result } from '../../lib/contract/result.ts';
import { createToken, digestOf } from '../auth/credentials.ts';
import type { KeyGrant, KeyRow, Keys } from '../storage/port/keys.ts';
import type { AccountAreas } from '../storage/port/storage.ts';
import { storable } from '../storage/storable.ts';
import { hasPassed, hasUsualYear, timestamp } from '../ports.ts';
import { refuse, type Refusal } from '../refusal.ts';
import { accountOf, defineOperation, type ServiceContext } from './operation.ts';

export const createKey = defineOperation({
  input: createKeyRequestSchema,
  run: async (call, input) => {
    const { context } = call;
    const token = createToken();
    const tokenDigest = await digestOf(token);
    return accountOf(call).transaction(async (areas) => {
      const grant = await checkGrant({ context, areas }, input, DEFAULT_GRANT);
      if (!grant.ok) return grant;
      const id = context.newId();
      const lastFour = token.slice(-4);
      const now = timestamp(context.clock);
      await areas.keys.insert({ ...grant.value, id, tokenDigest, lastFour, now });
      const key = await findKey(areas.keys, id);
      return key.ok ? ok({ ...z.parse(keySchema, key.value), token }) : key;
    });
  },
  rest: { method: 'post', path: '/owner/keys', from: 'body', status: 201 },
});

export const listKeys = defineOperation({
  input: z.strictObject({}),
  run: async (call) => {
    const keys = await accountOf(call).keys.all();
    return ok({ keys: z.parse(z.array(keySchema), keys) });
  },
  rest: { method: 'get', path: '/owner/keys' },
});

export const changeKey = defineOperation({
  input: z.extend(changeKeyRequestSchema, { id: z.string() }),
  run: (call, { id, ...changes }) =>
    accountOf(call).transaction(async (areas) => {
      const known = await findKey(areas.keys, id);
      if (!known.ok) return known;
      if (known.value.revoked_at !== null) {
        return refuse('conflict', 'This key is revoked, which can’t be undone.');
      }
      const grant = await checkGrant({ context: call.context, areas }, changes, known.value);
      if (!grant.ok) return grant;
      await areas.keys.update(id, grant.value);
      const changed = await findKey(areas.keys, id);
      return changed.ok ? ok(z.parse(keySchema, changed.value)) : changed;
    }),
  rest: { method: 'patch', path: '/owner/keys/{id}', from: 'body' },
});

export const revokeKey = defineOperation({
  input: z.strictObject({ id: z.string() }),
  run: (call, { id }) =>
    accountOf(call).transaction(async ({ keys }) => {
      const known = await findKey(keys, id);
      if (!known.ok) return known;
      await keys.revoke(id, timestamp(call.context.clock));
      return ok({ status: 'revoked' as const, id });
    }),
  rest: { method: 'delete', path: '/owner/keys/{id}' },
});

async function findKey(keys: Keys, id: string): Promise<Result<KeyRow, Refusal>> {
  const key = await keys.byId(id);
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
  {
    context,
    areas,
  }: { readonly context: Pick<ServiceContext, 'clock'>; readonly areas: AccountAreas },
  changes: ChangeKeyRequest,
  before: KeyGrant,
): Promise<Result<KeyGrant, Refusal>> {
  const { expires_at, name = before.name, reach = before.reach } = changes;
  if (reach !== 'all') {
    const known = await areas.containers.all();
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
