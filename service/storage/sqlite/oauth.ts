import * as z from 'zod/mini';
import type { Connections, OauthClients, OauthConnections, OauthTokens } from '../port/oauth.ts';
import {
  connectionRow as baseRow,
  oauthClientRow,
  oauthTokenRow,
  redirectUriRow,
} from '../rows.ts';
import { json, query } from '../sql.ts';
import { flag, insertRow, timeOf, type Queries } from './sql.ts';

const selectClient = query(
  'SELECT id, name, redirect_uris AS redirectUris FROM oauth_clients WHERE id = ?',
  oauthClientRow,
);

export function oauthClientsOn(queries: Queries): OauthClients {
  return {
    byId: (id) => queries.get(selectClient, [id]),
    async insert({ now, redirectUris, ...client }) {
      await insertRow(queries, 'oauth_clients', {
        ...client,
        redirectUris: JSON.stringify(redirectUris),
        createdAt: now,
      });
    },
    async keep(id, now) {
      const changes = await queries.run(
        'UPDATE oauth_clients SET consented_at = coalesce(consented_at, ?) WHERE id = ?',
        [now, id],
      );
      return changes === 1;
    },
    async deleteUnused({ before, keep }) {
      await queries.run(
        `DELETE FROM oauth_clients WHERE consented_at IS NULL AND ${timeOf('created_at')} < ${timeOf('?')}`,
        [before],
      );
      await queries.run(
        `DELETE FROM oauth_clients WHERE id IN (
           SELECT id FROM oauth_clients WHERE consented_at IS NULL ORDER BY created_at DESC, id LIMIT -1 OFFSET ?
         )`,
        [keep],
      );
    },
  };
}

const selectToken = query(
  `SELECT t.kind, t.expires_at, t.replaced_at, c.account_id, c.id AS connection_id
   FROM oauth_tokens t JOIN connections c ON c.seq = t.connection WHERE t.digest = ?`,
  oauthTokenRow,
);

export function oauthTokensOn(queries: Queries): OauthTokens {
  return {
    byDigest: (digest) => queries.get(selectToken, [digest]),
    async markReplaced(digest, now) {
      await queries.run(
        'UPDATE oauth_tokens SET replaced_at = coalesce(replaced_at, ?) WHERE digest = ?',
        [now, digest],
      );
    },
    async delete(digest) {
      await queries.run('DELETE FROM oauth_tokens WHERE digest = ?', [digest]);
    },
    async deleteExpired(now) {
      await queries.run(
        `DELETE FROM oauth_tokens WHERE ${timeOf('expires_at')} <= ${timeOf('?')}`,
        [now],
      );
    },
  };
}

const connectionRow = z.extend(baseRow, {
  reach: json(z.union([z.literal('all'), z.array(z.string())])),
  profile: flag,
});

const SELECT_CONNECTION = `
  SELECT c.id, c.account_id, c.client_id, o.name AS client_name, c.resource, c.profile, c.redirect_uri, c.challenge,
    c.created_at, c.connected_at, c.expires_at, c.last_used_at, c.revoked_at,
    (SELECT a.suspended_at FROM accounts a WHERE a.id = c.account_id) AS suspended_at,
    iif(c.reaches_all, '"all"',
      (SELECT json_group_array(container_id) FROM connection_reach WHERE connection = c.seq)) AS reach
  FROM connections c JOIN oauth_clients o ON o.id = c.client_id`;

const selectByToken = query(
  `${SELECT_CONNECTION} JOIN oauth_tokens t ON t.connection = c.seq
   WHERE t.digest = ? AND t.kind = 'access' AND ${timeOf('t.expires_at')} > ${timeOf('?')} AND c.revoked_at IS NULL
     AND instr(t.resource || ' ', ? || ' ') > 0`,
  connectionRow,
);
const selectByCode = query(`${SELECT_CONNECTION} WHERE c.code_digest = ?`, connectionRow);

export function oauthConnectionsOn(queries: Queries): OauthConnections {
  return {
    byCode: (digest) => queries.get(selectByCode, [digest]),
    byAccessToken: ({ digest, now, path }) => queries.get(selectByToken, [digest, now, path]),
    async deleteEnded({ now, revokedBefore }) {
      await queries.run(
        `DELETE FROM connections
         WHERE ${timeOf('expires_at')} <= ${timeOf('?')} OR ${timeOf('revoked_at')} < ${timeOf('?')}`,
        [now, revokedBefore],
      );
    },
  };
}

const selectCurrent = query(
  `${SELECT_CONNECTION}
   WHERE c.account_id = ? AND c.connected_at IS NOT NULL AND ${timeOf('c.expires_at')} > ${timeOf('?')} ORDER BY c.seq`,
  connectionRow,
);
const selectById = query(
  `${SELECT_CONNECTION} WHERE c.id = ? AND +c.account_id = ?`,
  connectionRow,
);
const selectApproved = query(
  `SELECT DISTINCT redirect_uri FROM connections
   WHERE client_id = ? AND account_id = ? AND revoked_at IS NULL`,
  redirectUriRow,
);

export function connectionsOn(queries: Queries, accountId: string): Connections {
  return {
    current: (now) => queries.all(selectCurrent, [accountId, now]),
    byId: (id) => queries.get(selectById, [id, accountId]),
    async approvedRedirectUris(clientId) {
      const rows = await queries.all(selectApproved, [clientId, accountId]);
      return rows.map(({ redirect_uri: uri }) => uri);
    },
    async insert({ reach, now, ...connection }) {
      await insertRow(queries, 'connections', {
        ...connection,
        accountId,
        reachesAll: reach === 'all',
        createdAt: now,
      });
      if (reach === 'all') return;
      await queries.run(
        `INSERT INTO connection_reach (connection, container_id)
         SELECT DISTINCT c.seq, m.id
         FROM json_each(?) wanted, connections c JOIN containers m ON m.account_id = c.account_id
         WHERE m.id = wanted.value AND c.id = ?`,
        [JSON.stringify(reach), connection.id],
      );
    },
    async insertToken({ digest, kind, expiresAt, connectionId, resource }) {
      await queries.run(
        `INSERT INTO oauth_tokens (digest, connection, kind, expires_at, resource)
         SELECT ?, seq, ?, ?, ? FROM connections WHERE id = ? AND +account_id = ?`,
        [digest, kind, expiresAt, resource, connectionId, accountId],
      );
    },
    async keepConnected(id, { now, expiresAt }) {
      await queries.run(
        `UPDATE connections SET connected_at = coalesce(connected_at, ?), expires_at = ?
         WHERE id = ? AND +account_id = ?`,
        [now, expiresAt, id, accountId],
      );
    },
    async markUsed(id, now) {
      await queries.run(
        'UPDATE connections SET last_used_at = ? WHERE id = ? AND +account_id = ?',
        [now, id, accountId],
      );
    },
    async revoke(id, now) {
      const changes = await queries.run(
        'UPDATE connections SET revoked_at = coalesce(revoked_at, ?) WHERE id = ? AND +account_id = ?',
        [now, id, accountId],
      );
      await queries.run(
        `DELETE FROM oauth_tokens
         WHERE connection = (SELECT seq FROM connections WHERE id = ? AND +account_id = ?)`,
        [id, accountId],
      );
      return changes === 1;
    },
  };
}
