import * as z from 'zod/mini';
import { connectionsResponseSchema } from '../../lib/contract/owner-api.ts';
import { ok } from '../../lib/contract/result.ts';
import { SCOPE } from '../oauth/protocol.ts';
import { timestamp } from '../ports.ts';
import { refuse } from '../refusal.ts';
import { accountOf, defineOperation } from './operation.ts';

export const listConnections = defineOperation({
  input: z.strictObject({}),
  run: async (call) => {
    const rows = await accountOf(call).connections.current(timestamp(call.context.clock));
    const connections = rows.map((row) => ({ ...row, scope: SCOPE }));
    // Drops fields that the response doesn't have, such as the challenge.
    return ok(z.parse(connectionsResponseSchema, { connections }));
  },
  rest: { method: 'get', path: '/owner/connections' },
});

export const revokeConnection = defineOperation({
  input: z.strictObject({ id: z.string() }),
  run: async (call, { id }) => {
    const now = timestamp(call.context.clock);
    const isKnown = await accountOf(call).transaction(({ connections }) =>
      connections.revoke(id, now),
    );
    return isKnown
      ? ok({ status: 'revoked' as const, id })
      : refuse('unknown', 'No connection has this id.');
  },
  rest: { method: 'delete', path: '/owner/connections/{id}' },
});
