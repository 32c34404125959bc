import { html } from 'hono/html';
import type { Connection } from '../../lib/contract/owner-api.ts';
import { listConnections, revokeConnection } from '../operations/connections.ts';
import { reachOf } from './keys.ts';
import { refusedPage, type Html } from './layout.ts';
import { memoriesOf, type OwnMemory } from './memories.ts';
import { empty, item, list, named, postButton, time } from './components.ts';
import { finish, onGet, onPost, type OwnerApp, type Visit } from './visit.ts';

export const connectionsText = { disconnect: 'Disconnect' } as const;

export function addConnectionsPage(owner: OwnerApp): void {
  onGet(owner, '/app/connections', async (visit) => {
    const listed = await visit.do(listConnections);
    if (!listed.ok) return refusedPage(listed.error);
    const memories = await memoriesOf(visit);
    const current = listed.value.connections.filter(({ revoked_at }) => revoked_at === null);
    const body = html`<p class="lead">
        Apps you’ve given read-only access. They can’t change anything.
      </p>
      ${list(
        current.map((connection) => connectionRow(visit, connection, memories)),
        empty(
          'No connections yet',
          html`In an assistant that supports MCP, add the address
            <code>${visit.baseUrl}/mcp-http</code>. It opens a page here to ask for access.`,
        ),
      )}`;
    return visit.show({ section: 'connections', body });
  });

  onPost(owner, '/app/connections/:id/revoke', async (visit) => {
    const revoked = await visit.do(revokeConnection, { id: visit.request.param('id') });
    return finish(revoked, '/app/connections', 'connection-revoked');
  });
}

function connectionRow(
  { session, now }: Visit,
  connection: Connection,
  memories: readonly OwnMemory[],
): Html {
  const { id, client_name, redirect_uri, reach, profile, created_at, last_used_at } = connection;
  return item(
    html`<h2 class="item-title">${named(client_name)}</h2>
      <p class="item-facts">
        Can read ${reachOf(reach, memories)}${profile ? ' and your profile' : ''}
      </p>
      <p class="item-facts">
        Connected ${time(created_at, now)} ·
        ${last_used_at === null ? 'not used yet' : html`last used ${time(last_used_at, now)}`} ·
        ${named(URL.parse(redirect_uri)?.host || redirect_uri)}
      </p>`,
    postButton(session, {
      action: `/app/connections/${id}/revoke`,
      label: connectionsText.disconnect,
      about: named(client_name),
    }),
  );
}
