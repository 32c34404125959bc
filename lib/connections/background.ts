import { type AsyncResult, ok } from '../contract/result.ts';
import type { EventBus } from '../messaging/event-bus.ts';
import type { MessageInput } from '../messaging/messages.ts';
import { acknowledged, empty, type Handlers } from '../messaging/router.ts';
import type { connectionMessages } from './messages.ts';
import { type Connection, findConnection, type Waiting, withKeyFacts } from './model.ts';
import { keySlot, tokenSlot } from './credential-slot.ts';
import { readingOriginOf } from '../url/origins.ts';
import { createCancelable } from '../messaging/calls.ts';
import { releaseUnneeded } from './ports.ts';
import { createClients } from './clients.ts';
import { createConnections } from './connections.ts';
import { createReadOnly } from './read-only.ts';
import { createWithdrawals } from './withdrawals.ts';
import { maxConcurrentTurns } from '../contract/limits.ts';
import type { MemoryClient } from '../memory-client/client.ts';
import { createMcpClient } from '../memory-client/mcp.ts';
import { createConsents } from '../memory-client/oauth/consent.ts';
import { createGrants } from '../memory-client/oauth/grants.ts';
import { createRestClient } from '../memory-client/rest.ts';
import {
  type ConcurrencyLimit,
  createConcurrencyLimit,
} from '../memory-client/concurrency-limit.ts';
import { askForConsent, consentRedirectUri } from '../browser/identity.ts';
import type { KeepsakeDatabase } from '../database/database.ts';
import { forgetEverything } from '../database/forget-everything.ts';
import type { Logger } from '../browser/logger.ts';
import { extensionIdentity } from '../browser/runtime.ts';
import {
  createOriginPermissions,
  releaseAll,
  releaseOrigin,
  releaseSending,
} from '../browser/permissions.ts';
import type { ConnectionsStore } from './store.ts';
import { sleep } from '../async/sleep.ts';
import { createConsentStore, createGrantStore } from './vault-grants.ts';
import { createVault } from './vault.ts';
import { createWithdrawalStore } from './withdrawal-store.ts';

export type ConnectionsModuleOptions = {
  database: () => Promise<KeepsakeDatabase>;
  connectionStore: ConnectionsStore;
  device: MemoryClient;
  log: Logger;
  /** Whether highlights use the origin. If so, its permission is kept. */
  servesHighlights: (origin: string) => Promise<boolean>;
  ownership: {
    waiting: () => Promise<Waiting[]>;
    move: (move: MessageInput<'connections.move-waiting'>) => AsyncResult<string[]>;
  };
  events: EventBus;
};

/** Settings handles `forget-everything`, which involves other modules. */
type ConnectionHandlers = Omit<
  Pick<Handlers, keyof typeof connectionMessages>,
  'connections.forget-everything'
>;

/** Shorter than for other calls, because the person is waiting for the form. */
const trialTimeoutMs = 30_000;

export function createConnectionsModule({
  database,
  connectionStore,
  device,
  servesHighlights,
  ownership,
  events,
  log,
}: ConnectionsModuleOptions) {
  const changed = (connectionId: string) =>
    void events.emit('connection.changed', { connectionId });
  const vault = createVault({ database, newId: () => crypto.randomUUID(), now: Date.now });
  const withdrawals = createWithdrawals({
    store: createWithdrawalStore(database),
    changed,
    reportUnwritten: (cause) => log.warn('withdrawals.unwritten', {}, cause),
  });
  const services = createOriginPermissions('send');
  const pages = createOriginPermissions('read');
  const report = (cause: unknown) => log.warn('connections', {}, cause);
  const release = async (origin: string) => {
    if (!(await servesHighlights(origin))) await releaseOrigin(origin);
    const stored = await connectionStore.read();
    if (stored.connections.every(({ connection }) => connection.kind === 'device'))
      await releaseSending();
  };
  const wire = { fetch: (request: Request) => fetch(request), sleep };
  const oauth = { ...wire, grants: createGrantStore(vault), now: Date.now };
  const consents = createConsents({ ...oauth, consents: createConsentStore(vault) });
  const grants = createGrants({
    ...oauth,
    exclusively: (name, work) => navigator.locks.request(name, work),
  });

  const turns = new Map<string, ConcurrencyLimit>();
  /** Limits are per account, which a key doesn't reveal, so all connections to one address share a limit. */
  function turnsOf(baseUrl: string) {
    const line = turns.get(baseUrl) ?? createConcurrencyLimit(maxConcurrentTurns);
    turns.set(baseUrl, line);
    return line;
  }

  const clients = createClients({
    readConnections: connectionStore.read,
    vault,
    withdrawals,
    fetch: wire.fetch,
    isGranted: services.isGranted,
    device,
    openKey: ({ connection: { baseUrl }, credential, fetch }) =>
      createRestClient({ ...wire, baseUrl, credential, fetch, random, turns: turnsOf(baseUrl) }),
    openReadOnly: ({ connection: { id, baseUrl }, fetch }) =>
      createMcpClient({
        ...wire,
        baseUrl,
        access: grants.accessFor(id),
        fetch,
        random,
        version: extensionIdentity.version,
        turns: turnsOf(baseUrl),
      }),
    keyAsked: (connectionId, keyAsks) => {
      // Not awaited, so that the question isn't delayed.
      void connectionStore
        .update((before) => withKeyFacts(before, connectionId, { keyAsks }))
        .then(() => changed(connectionId), report);
    },
    reachedAgain: (connectionId, askedAt) =>
      void events.emit('connection.reachable', { connectionId, askedAt }),
    now: Date.now,
  });

  const attempts = createCancelable();
  const connections = createConnections({
    attempts,
    store: connectionStore,
    vault,
    withdrawals,
    isGranted: services.isGranted,
    release,
    revoke: (connectionId) => grants.revoke(connectionId),
    openTrial: ({ baseUrl, secret }) =>
      createRestClient({
        ...wire,
        baseUrl,
        credential: async () => secret,
        random,
        timeoutMs: trialTimeoutMs,
      }),
    changed,
    report,
    now: Date.now,
  });

  const readOnly = createReadOnly({
    attempts,
    readConnections: connectionStore.read,
    isGranted: services.isGranted,
    redirectUri: consentRedirectUri,
    askPerson: askForConsent,
    consents,
    tidyUp: connections.tidyUp,
    clientOf: clients.of,
    keep: connections.keepReadOnly,
    choose: connections.choose,
    revoke: (connectionId) => grants.revoke(connectionId),
    release: (origins) => releaseUnneeded(origins, { store: connectionStore, release, report }),
    now: Date.now,
  });

  async function connectionOf(connectionId: string): Promise<Connection | undefined> {
    return findConnection(await connectionStore.read(), connectionId)?.connection;
  }

  /** Returns the credential's id, or null if the credential is missing or can't be opened. */
  async function credentialOf(connectionId: string): Promise<string | null> {
    const connection = await connectionOf(connectionId);
    if (connection === undefined) return null;
    // The device service accepts the extension without a credential.
    if (connection.kind === 'device') return 'device';
    const slot = connection.kind === 'key' ? keySlot(connection) : tokenSlot(connection);
    const opened = await vault.open(slot);
    return opened.ok ? opened.value.id : null;
  }

  /** Returns whether the URL can be fetched. Only fetching on this device needs the browser's permission. */
  async function mayFetch(connectionId: string, url: string): Promise<boolean> {
    const connection = await connectionOf(connectionId);
    if (connection?.kind !== 'device') return true;
    // If the check fails, the service itself rejects the address.
    return pages.isGranted(readingOriginOf(url)).catch(() => true);
  }

  /** Revokes first, while the server is reachable. Removes the connection even if revoking fails. */
  async function remove(connectionId: string) {
    const connection = await connectionOf(connectionId);
    if (connection?.kind === 'read-only') await grants.revoke(connectionId);
    return connections.remove(connectionId);
  }

  async function forgetAll(): Promise<void> {
    attempts.cancelAll();
    for (const { connection } of (await connectionStore.read()).connections)
      await remove(connection.id);
    // Also releases permissions for links and batches, which aren't recorded anywhere else.
    await releaseAll().catch(report);
    await forgetEverything(database);
  }

  events.on('permissions.changed', 'permissions', async ({ change }) => {
    services.forget();
    pages.forget();
    if (change === 'removed') return;
    for (const { connection } of (await connectionStore.read()).connections)
      await restored(connection.id);
  });

  function restored(connectionId: string): Promise<void> {
    return events.emit('connection.restored', { connectionId });
  }

  const handlers: ConnectionHandlers = {
    'connections.list': async () =>
      ok({ connections: await connections.list(), waiting: await ownership.waiting() }),
    'connections.connect-with-key': connections.connectWithKey,
    'connections.begin-consent': readOnly.connect,
    'connections.choose': async ({ connectionId }) => {
      const chosen = await connections.choose(connectionId);
      if (chosen.ok) void events.emit('connection.chosen', { connectionId });
      return empty(chosen);
    },
    'connections.remove': ({ connectionId }) => empty(remove(connectionId)),
    'connections.replace-key': async (entry) => {
      const { connectionId } = entry;
      const replaced = await connections.replaceKey(entry);
      if (replaced.ok && replaced.value.outcome === 'works') {
        await restored(connectionId);
        if (entry.choose === true) void events.emit('connection.chosen', { connectionId });
      }
      return replaced;
    },
    'connections.keep-ask-key': connections.keepAskKey,
    'connections.forget-ask-key': ({ connectionId }) =>
      empty(connections.forgetAskKey(connectionId)),
    'connections.try-again': async ({ connectionId }) => {
      const lifted = await connections.tryAgain(connectionId);
      if (lifted.ok) await restored(connectionId);
      return empty(lifted);
    },
    'connections.move-waiting': async (move) => {
      const moved = await ownership.move(move);
      if (!moved.ok) return moved;
      void events.emit('outbox.items-moved', { ids: moved.value });
      return ok({ moved: moved.value });
    },
    'connections.give-up': acknowledged(({ connectionId }) => attempts.cancel(connectionId)),
  };

  return {
    clientOf: clients.byId,
    clientOfConnection: clients.of,
    withdrawnFrom: connections.withdrawnFrom,
    tryAgain: connections.tryAgain,
    /** Finishes a consent that an earlier background left unfinished. */
    resumeConsent: readOnly.resume,
    credentialOf,
    forgetAll,
    mayFetch,
    handlers,
  };
}

const { random } = Math;
