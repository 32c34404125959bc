import * as z from 'zod/mini';
import type { Connections, OauthClients, OauthConnections, OauthTokens } from '../port/oauth.ts';
import {
  connectionRow as baseRow,
  oauthClientRow,
  oauthTokenRow,
  redirectUriRow,
} from '../rows.ts';
import { query } from '../sql.ts';
import { insertRow, type Queries, type Session } from './sql.ts';

const selectClient = query(
  'SELECT id, name, redirect_uris AS "redirectUris" FROM directory_oauth_clients WHERE id = $1',
  oauthClientRow,
);

export function oauthClientsOn({ directory }: Session): OauthClients {
  return {
    byId: (id) => directory.get(selectClient, [id]),
    async insert({ now, redirectUris, ...client }) {
      await insertRow(directory, 'directory_oauth_clients', {
        ...client,
        redirectUris: JSON.stringify(redirectUris),
        createdAt: now,
      });
    },
    async keep(id, now) {
      const changes = await directory.run(
        'UPDATE directory_oauth_clients SET consented_at = coalesce(consented_at, $2) WHERE id = $1',
        [id, now],
      );
      return changes === 1;
    },
    async deleteUnused({ before, keep }) {
      await directory.run(
        `DELETE FROM directory_oauth_clients
         WHERE consented_at IS NULL AND created_at < $1`,
        [before],
      );
      await directory.run(
        `DELETE FROM directory_oauth_clients WHERE id IN (
           SELECT id FROM directory_oauth_clients WHERE consented_at IS NULL ORDER BY created_at DESC, id OFFSET $1
         )`,
        [keep],
      );
    },
  };
}

const TOKEN = 'kind, expires_at, replaced_at, account_id, connection_id';
const selectToken = query(
  `SELECT ${TOKEN} FROM directory_oauth_tokens WHERE digest = $1`,
  oauthTokenRow,
);

export function oauthTokensOn({ directory }: Session): OauthTokens {
  return {
    byDigest: (digest) => directory.get(selectToken, [digest]),
    async markReplaced(digest, now) {
      await directory.run(
        'UPDATE directory_oauth_tokens SET replaced_at = coalesce(replaced_at, $2) WHERE digest = $1',
        [digest, now],
      );
    },
    async delete(digest) {
      await directory.run('DELETE FROM directory_oauth_tokens WHERE digest = $1', [digest]);
    },
    async deleteExpired(now) {
      await directory.run(`DELETE FROM directory_oauth_tokens WHERE expires_at <= $1`, [now]);
    },
  };
}

const connectionRow = z.extend(baseRow, {
  reach: z.union([z.literal('all'), z.array(z.string())]),
  profile: z.boolean(),
});

const SELECT_CONNECTION = `
  SELECT c.id, c.account_id, c.client_id, o.name AS client_name, c.resource, c.profile, c.redirect_uri, c.challenge,
    c.created_at, c.connected_at, d.expires_at, c.last_used_at, d.revoked_at,
    (SELECT a.suspended_at FROM directory_accounts a WHERE a.id = c.account_id) AS suspended_at,
    CASE WHEN c.reaches_all THEN '"all"'::json ELSE (SELECT coalesce(json_agg(r.container_id), '[]')
      FROM connection_reach r WHERE r.account_id = c.account_id AND r.connection = c.seq) END AS reach
  FROM connections c JOIN directory_oauth_clients o ON o.id = c.client_id
  JOIN directory_connections d ON d.account_id = c.account_id AND d.connection_id = c.id WHERE c.account_id = $1`;
const selectById = query(`${SELECT_CONNECTION} AND c.id = $2`, connectionRow);

const connectionIdRow = z.object({ account_id: z.string(), connection_id: z.string() });
const selectByCode = query(
  'SELECT account_id, connection_id FROM directory_connections WHERE code_digest = $1',
  connectionIdRow,
);
const selectByToken = query(
  `SELECT account_id, connection_id FROM directory_oauth_tokens
   WHERE digest = $1 AND kind = 'access' AND expires_at > $2
     AND strpos(resource || ' ', $3::text || ' ') > 0`,
  connectionIdRow,
);
const selectEnded = query(
  `SELECT account_id, connection_id FROM directory_connections
   WHERE expires_at <= $1 OR revoked_at < $2`,
  connectionIdRow,
);

export function oauthConnectionsOn(session: Session): OauthConnections {
  async function of(found: z.infer<typeof connectionIdRow> | undefined) {
    if (found === undefined) return undefined;
    const { account_id: accountId, connection_id: id } = found;
    return session.account(accountId).get(selectById, [accountId, id]);
  }

  return {
    byCode: async (digest) => of(await session.directory.get(selectByCode, [digest])),
    async byAccessToken({ digest, now, path }) {
      const found = await of(await session.directory.get(selectByToken, [digest, now, path]));
      return found?.revoked_at === null ? found : undefined;
    },
    async deleteEnded({ now, revokedBefore }) {
      const ended = await session.directory.all(selectEnded, [now, revokedBefore]);
      for (const { account_id: accountId, connection_id: id } of ended) {
        await session
          .account(accountId)
          .run('DELETE FROM connections WHERE account_id = $1 AND id = $2', [accountId, id]);
      }
    },
  };
}

const selectCurrent = query(
  `${SELECT_CONNECTION} AND c.connected_at IS NOT NULL AND d.expires_at > $2 ORDER BY c.seq`,
  connectionRow,
);
const selectApproved = query(
  `SELECT DISTINCT c.redirect_uri
   FROM connections c JOIN directory_connections d ON d.account_id = c.account_id AND d.connection_id = c.id
   WHERE c.account_id = $1 AND c.client_id = $2 AND d.revoked_at IS NULL`,
  redirectUriRow,
);

export function connectionsOn(queries: Queries, accountId: string): Connections {
  return {
    current: (now) => queries.all(selectCurrent, [accountId, now]),
    byId: (id) => queries.get(selectById, [accountId, id]),
    async approvedRedirectUris(clientId) {
      const rows = await queries.all(selectApproved, [accountId, clientId]);
      return rows.map(({ redirect_uri: uri }) => uri);
    },
    async insert({ reach, now, codeDigest, expiresAt, ...connection }) {
      await insertRow(queries, 'connections', {
        ...connection,
        accountId,
        reachesAll: reach === 'all',
        createdAt: now,
      });
      const entry = { codeDigest, accountId, connectionId: connection.id, expiresAt };
      await insertRow(queries, 'directory_connections', entry);
      if (reach === 'all') return;
      await queries.run(
        `INSERT INTO connection_reach (account_id, connection, container_id)
         SELECT c.account_id, c.seq, m.id FROM connections c JOIN containers m ON m.account_id = c.account_id
         WHERE c.account_id = $1 AND c.id = $2 AND m.id = ANY ($3::text[])`,
        [accountId, connection.id, reach],
      );
    },
    async insertToken({ digest, kind, expiresAt, connectionId, resource }) {
      await queries.run(
        `INSERT INTO directory_oauth_tokens (digest, account_id, connection_id, kind, expires_at, resource)
         SELECT $3, account_id, id, $4, $5, $6 FROM connections WHERE account_id = $1 AND id = $2`,
        [accountId, connectionId, digest, kind, expiresAt, resource],
      );
    },
    async keepConnected(id, { now, expiresAt }) {
      await queries.run(
        'UPDATE connections SET connected_at = coalesce(connected_at, $3) WHERE account_id = $1 AND id = $2',
        [accountId, id, now],
      );
      await queries.run(
        'UPDATE directory_connections SET expires_at = $3 WHERE account_id = $1 AND connection_id = $2',
        [accountId, id, expiresAt],
      );
    },
    async markUsed(id, now) {
      await queries.run(
        'UPDATE connections SET last_used_at = $3 WHERE account_id = $1 AND id = $2',
        [accountId, id, now],
      );
    },
    async revoke(id, now) {
      const changes = await queries.run(
        `UPDATE directory_connections SET revoked_at = coalesce(revoked_at, $3)
         WHERE account_id = $1 AND connection_id = $2`,
        [accountId, id, now],
      );
      await queries.run(
        'DELETE FROM directory_oauth_tokens WHERE account_id = $1 AND connection_id = $2',
        [accountId, id],
      );
      return changes === 1;
    },
  };
}
