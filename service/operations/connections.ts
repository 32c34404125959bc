import * as z from 'zod/mini';
import type { Connection } from '../../lib/contract/owner-api.ts';
import { ok } from '../../lib/contract/result.ts';
import { reachOf } from '../auth/credentials.ts';
import {
  connectionById,
  connectionsOf,
  revokeConnectionRow,
  type ConnectionRow,
} from '../storage/sqlite/oauth.ts';
import { SCOPE } from '../oauth/protocol.ts';
import { timestamp } from '../ports.ts';
import { refuse } from '../refusal.ts';
import { defineOperation } from './operation.ts';

export const listConnections = defineOperation({
  access: 'owner',
  input: z.strictObject({}),
  run: async ({ context, principal }) => {
    const now = timestamp(context.clock);
    const connections = await connectionsOf(context.db, principal.accountId, now);
    return ok({ connections: connections.map(describeConnection) });
  },
  rest: { method: 'get', path: '/owner/connections', from: 'url' },
});

export const revokeConnection = defineOperation({
  access: 'owner',
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
  rest: { method: 'delete', path: '/owner/connections/{id}', from: 'url' },
});

function describeConnection(row: ConnectionRow): Connection {
  return {
    id: row.id,
    client_name: row.client_name,
    redirect_uri: row.redirect_uri,
    scope: SCOPE,
    reach: reachOf(row),
    profile: row.profile === 1,
    created_at: row.created_at,
    last_used_at: row.last_used_at,
    expires_at: row.expires_at,
    revoked_at: row.revoked_at,
  };
}
