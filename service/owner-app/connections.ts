/** Connections: the clients that the owner let in by consent, without a key. */
import { html } from 'hono/html';
import type { Connection } from '../../lib/contracts/owner-api.ts';
import { listConnections, revokeConnection } from '../operations/connections.ts';
import type { Html } from './layout.ts';
import { memoriesOf, type OwnMemory } from './memories.ts';
import { empty, named, namedAll, postButton, time } from './parts.ts';
import { refusedPage } from './refused-page.ts';
import { onGet, onPost, redirect, type OwnerApp, type Visit } from './visit.ts';

/** `/app/connections`. */
export function openConnections(owner: OwnerApp): void {
  onGet(owner, '/app/connections', async (visit) => {
    const listed = await visit.do(listConnections);
    if (!listed.ok) return refusedPage(listed.error);
    const memories = await memoriesOf(visit);
    const current = listed.value.connections.filter(({ revoked_at }) => revoked_at === null);
    const body = html`<h1>Connections</h1>
      <p class="lead">Programs that you let in on a page of this service. They only read.</p>
      ${
        current.length === 0
          ? empty(
              'Nothing is connected',
              html`Give an assistant that speaks MCP the address
                <code>${visit.baseUrl}/mcp-http</code>; it leads you here to consent.`,
            )
          : html`<ul class="rows">
              ${current.map((connection) => connectionRow(visit, connection, memories))}
            </ul>`
      }`;
    return visit.show({ section: 'connections', title: 'Connections', body });
  });

  onPost(owner, '/app/connections/:id/revoke', async (visit) => {
    const revoked = await visit.do(revokeConnection, { id: visit.request.param('id') });
    return revoked.ok
      ? redirect('/app/connections', 'connection-revoked')
      : refusedPage(revoked.error);
  });
}

function connectionRow(
  { session, now }: Visit,
  connection: Connection,
  memories: readonly OwnMemory[],
): Html {
  const { id, client_name, redirect_uri, reach, profile, created_at, last_used_at } = connection;
  const inReach = memories.filter((memory) => reach === 'all' || reach.includes(memory.id));
  const names = reach === 'all' ? 'all Memories' : namedAll(inReach.map(({ name }) => name));
  const reads = inReach.length === 0 && reach !== 'all' ? 'no Memory' : names;
  return html`<li class="item">
    <div class="item-main">
      <h2 class="item-title">${named(client_name)}</h2>
      <p class="item-facts">Reads ${reads}${profile ? ', and the profile' : ''}</p>
      <p class="item-facts">
        Since ${time(created_at, now)} ·
        ${last_used_at === null ? 'not used yet' : html`last used ${time(last_used_at, now)}`} ·
        answers go to ${named(URL.parse(redirect_uri)?.host || redirect_uri)}
      </p>
    </div>
    <div class="item-actions">
      ${postButton(session, {
        action: `/app/connections/${id}/revoke`,
        label: 'End it',
        about: html`of ${named(client_name)}`,
      })}
    </div>
  </li>`;
}
