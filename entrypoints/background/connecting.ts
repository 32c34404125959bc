/** Builds what holds credentials: the vault, the clients of every connection, and the ways to connect. */
import { homeOf } from '../../lib/core/connections/connections.ts';
import { originOf } from '../../lib/core/connections/credential-slot.ts';
import type { Settings } from '../../lib/contracts/settings.ts';
import { createClients } from '../../lib/features/connections/clients.ts';
import { createConnections } from '../../lib/features/connections/connections.ts';
import { createReadOnly } from '../../lib/features/connections/read-only.ts';
import { createWithdrawals } from '../../lib/features/connections/withdrawals.ts';
import { maxConcurrentTurns } from '../../lib/contracts/limits.ts';
import type { MemoryClient } from '../../lib/memory/client.ts';
import { createMcpClient } from '../../lib/memory/mcp.ts';
import { createConsents } from '../../lib/memory/oauth/consent.ts';
import { createGrants } from '../../lib/memory/oauth/grants.ts';
import { createRestClient } from '../../lib/memory/rest.ts';
import { createTurnLine, type TurnLine } from '../../lib/memory/turn-line.ts';
import { askForConsent, consentRedirectUri } from '../../lib/platform/consent-window.ts';
import type { KeepsakeDatabase } from '../../lib/platform/database.ts';
import { forgetEverything } from '../../lib/platform/forget-everything.ts';
import type { Logger } from '../../lib/platform/logger.ts';
import { extensionIdentity } from '../../lib/platform/message-bus.ts';
import {
  isOriginGranted,
  originPattern,
  releaseOrigin,
} from '../../lib/platform/origin-permission.ts';
import type { createSettingsStore } from '../../lib/platform/settings-store.ts';
import { sleep } from '../../lib/platform/sleep.ts';
import { createConsentStore, createGrantStore } from '../../lib/platform/vault-grants.ts';
import { createVault } from '../../lib/platform/vault.ts';
import { createWithdrawalStore } from '../../lib/platform/withdrawal-store.ts';

export type ConnectingOptions = {
  database: () => Promise<KeepsakeDatabase>;
  settings: ReturnType<typeof createSettingsStore>;
  /** The client of the home on this device. */
  device: MemoryClient;
  log: Logger;
  /** Told of a connection of which something changed. */
  changed: (connectionId: string) => void;
};

export function createConnecting({ database, settings, device, log, changed }: ConnectingOptions) {
  const vault = createVault({ database, newId, now: Date.now });
  const withdrawals = createWithdrawals({
    store: createWithdrawalStore(database),
    changed,
    reportUnwritten: (cause) => log.warn('withdrawals.unwritten', {}, cause),
  });
  const wire = { fetch: (request: Request) => fetch(request), sleep };
  const stores = {
    consents: createConsentStore(vault),
    grants: createGrantStore(vault, async () => 'forget'),
  };
  const consents = createConsents({ ...wire, ...stores, now: Date.now, randomBytes });
  const grants = createGrants({
    ...wire,
    ...stores,
    now: Date.now,
    exclusively: (name, work) => navigator.locks.request(name, work),
  });

  const turns = new Map<string, TurnLine>();
  /** An account takes few turns at once, whichever of its keys or doors they come by. */
  function turnsOf(connectionId: string): TurnLine {
    const line = turns.get(connectionId) ?? createTurnLine(maxConcurrentTurns);
    turns.set(connectionId, line);
    return line;
  }

  const clients = createClients({
    readSettings: settings.read,
    vault,
    withdrawals,
    fetch: wire.fetch,
    device,
    openKey: ({ connection: { id, baseUrl }, credential, fetch }) =>
      createRestClient({ ...wire, baseUrl, credential, fetch, random, turns: turnsOf(id) }),
    openReadOnly: ({ connection: { id, baseUrl }, fetch }) =>
      createMcpClient({
        ...wire,
        baseUrl,
        access: grants.accessFor(id),
        fetch,
        random,
        version: extensionIdentity.version,
        turns: turnsOf(id),
      }),
    now: Date.now,
  });

  const connections = createConnections({
    settings,
    vault,
    withdrawals,
    isGranted: isOriginGranted,
    release: async (origin) => {
      if (!isNeeded(await settings.read(), origin)) await releaseOrigin(origin);
    },
    openTrial: ({ baseUrl, secret }) =>
      createRestClient({ ...wire, baseUrl, credential: async () => secret, random }),
    changed,
    report: (cause) => log.warn('connections', {}, cause),
    newId,
    now: Date.now,
  });

  const connectReadOnly = createReadOnly({
    readSettings: settings.read,
    isGranted: isOriginGranted,
    redirectUri: consentRedirectUri,
    askPerson: askForConsent,
    consents,
    clientOf: clients.of,
    keep: connections.keepReadOnly,
    revoke: (connectionId) => grants.revoke(connectionId),
    newId,
    now: Date.now,
  });

  /** The server is told first, while it may still be reached; it need not have heard. */
  async function remove(connectionId: string) {
    const home = homeOf(await settings.read(), connectionId);
    if (home?.connection.kind === 'read-only') await grants.revoke(connectionId);
    return connections.remove(connectionId);
  }

  /** Leaves the Memories on this device, and nothing else. */
  async function forgetAll(): Promise<void> {
    for (const { connection } of (await settings.read()).homes) await remove(connection.id);
    await forgetEverything(database);
  }

  return { clients, connections, connectReadOnly, remove, forgetAll };
}

/** One permission may serve several services of one host. */
function isNeeded({ homes }: Settings, origin: string): boolean {
  return homes.some(({ connection }) => {
    const other = originOf(connection);
    return other !== null && originPattern(other) === originPattern(origin);
  });
}

const { random } = Math;

function newId(): string {
  return crypto.randomUUID();
}

function randomBytes(count: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(count));
}
