import * as z from 'zod/mini';
import { connectionsResponseSchema } from '../../lib/contract/owner-api.ts';
import { ok } from '../../lib/contract/result.ts';
import { connectionById, connectionsOf, revokeConnectionRow } from '../storage/sqlite/oauth.ts';
import { SCOPE } from '../oauth/protocol.ts';
import { timestamp } from '../ports.ts';
import { refuse } from '../refusal.ts';
import { defineOperation } from './operation.ts';

export const listConnections = defineOperation({
  input: z.strictObject({}),
  run: async ({ context, principal }) => {
    const now = timestamp(context.clock);
    const rows = await connectionsOf(context.db, principal.accountId, now);
    const connections = rows.map((row) => ({ ...row, scope: SCOPE }));
    // Drops fields that the response doesn't have, such as the challenge.
    return ok(z.parse(connectionsResponseSchema, { connections }));
  },
  rest: { method: 'get', path: '/owner/connections' },
});

export const revokeConnection = defineOperation({
  input: z.strictObject({ id: z.string() }),
  run: ({ context, principal }, { id }) =>
    context.db.transaction(async (queries) => {
      const known = await connectionById(queries, id);
      if (known?.account_id !== principal.accountId) {
        return refuse('unknown', 'No connection has this id.');
      }
      await revokeConnectionRow(queries, id, timestamp(context.clock));
      return ok({ status: 'revoked' as const, id });
    }),
  rest: { method: 'delete', path: '/owner/connections/{id}' },
});
