/** Builds what holds credentials: the vault, the clients of every connection, and the ways to connect. */
import { homeOf, withKeyFacts } from '../../lib/core/connections/connections.ts';
import { keySlot, tokenSlot } from '../../lib/core/connections/credential-slot.ts';
import { readingOriginOf } from '../../lib/core/outbox/reading-origin.ts';
import { createAttempts } from '../../lib/features/connections/attempts.ts';
import { createClients } from '../../lib/features/connections/clients.ts';
import { createConnections } from '../../lib/features/connections/connections.ts';
import { releaseUnneeded } from '../../lib/features/connections/permissions.ts';
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
  createOriginPermissions,
  releaseAll,
  releaseOrigin,
  releaseSending,
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
  /** Told of a home that answers after it could not be reached, with when it was asked. */
  reachedAgain: (connectionId: string, askedAt: number) => void;
  /** Whether marks on pages stand on the permission for an origin, too; it is not given back then. */
  servesMarks: (origin: string) => Promise<boolean>;
};

/** Three attempts of a trial take as long as one of another call: somebody waits before an empty form. */
const trialTimeoutMs = 30_000;

export type Connecting = ReturnType<typeof createConnecting>;

export function createConnecting({
  database,
  settings,
  device,
  log,
  changed,
  reachedAgain,
  servesMarks,
}: ConnectingOptions) {
  const vault = createVault({ database, newId, now: Date.now });
  const withdrawals = createWithdrawals({
    store: createWithdrawalStore(database),
    changed,
    reportUnwritten: (cause) => log.warn('withdrawals.unwritten', {}, cause),
  });
  const services = createOriginPermissions('send');
  const pages = createOriginPermissions('read');
  const report = (cause: unknown) => log.warn('connections', {}, cause);
  const release = async (origin: string) => {
    if (!(await servesMarks(origin))) await releaseOrigin(origin);
    const { homes } = await settings.read();
    if (homes.every(({ connection }) => connection.kind === 'device')) await releaseSending();
  };
  const wire = { fetch: (request: Request) => fetch(request), sleep };
  const stores = {
    consents: createConsentStore(vault),
    grants: createGrantStore(vault),
  };
  const consents = createConsents({ ...wire, ...stores, now: Date.now, randomBytes });
  const grants = createGrants({
    ...wire,
    ...stores,
    now: Date.now,
    exclusively: (name, work) => navigator.locks.request(name, work),
  });

  const turns = new Map<string, TurnLine>();
  /**
   * An account takes few turns at once, whichever of its keys or doors they come by. Which account is behind a key is
   * not to be learned, so all at one address count as one.
   */
  function turnsOf(baseUrl: string): TurnLine {
    const line = turns.get(baseUrl) ?? createTurnLine(maxConcurrentTurns);
    turns.set(baseUrl, line);
    return line;
  }

  const clients = createClients({
    readSettings: settings.read,
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
      // The answer waits for nothing that is remembered of it.
      void settings
        .update((before) => withKeyFacts(before, connectionId, { keyAsks }))
        .then(() => changed(connectionId), report);
    },
    reachedAgain,
    now: Date.now,
  });

  const attempts = createAttempts();
  const connections = createConnections({
    attempts,
    settings,
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
    readSettings: settings.read,
    isGranted: services.isGranted,
    redirectUri: consentRedirectUri,
    askPerson: askForConsent,
    consents,
    tidyUp: connections.tidyUp,
    clientOf: clients.of,
    keep: connections.keepReadOnly,
    choose: connections.choose,
    revoke: (connectionId) => grants.revoke(connectionId),
    release: (origins) => releaseUnneeded(origins, { settings, release, report }),
    now: Date.now,
  });

  /** Names what reads with a kept connection; null where that cannot be opened, or nothing is kept. */
  async function credentialOf(connectionId: string): Promise<string | null> {
    const connection = homeOf(await settings.read(), connectionId)?.connection;
    if (connection === undefined) return null;
    // Being the extension is enough.
    if (connection.kind === 'device') return 'device';
    const slot = connection.kind === 'key' ? keySlot(connection) : tokenSlot(connection);
    const opened = await vault.open(slot);
    return opened.ok ? opened.value.id : null;
  }

  /** This device reads an address as far as the browser allows it; what a service may read is not known here. */
  async function mayFetch(connectionId: string, url: string): Promise<boolean> {
    const connection = homeOf(await settings.read(), connectionId)?.connection;
    if (connection?.kind !== 'device') return true;
    // An address that the browser has no permission for is left to the home to refuse.
    return pages.isGranted(readingOriginOf(url)).catch(() => true);
  }

  /** The server is told first, while it may still be reached; it need not have heard. */
  async function remove(connectionId: string) {
    const home = homeOf(await settings.read(), connectionId);
    if (home?.connection.kind === 'read-only') await grants.revoke(connectionId);
    return connections.remove(connectionId);
  }

  /** Leaves the Memories on this device, and nothing else; no permission to read any site, either. */
  async function forgetAll(): Promise<void> {
    attempts.giveUpAll();
    for (const { connection } of (await settings.read()).homes) await remove(connection.id);
    // Also what was allowed for links and for many at once, which nothing is left to tell of.
    await releaseAll().catch(report);
    await forgetEverything(database);
  }

  return {
    clients,
    connections,
    readOnly,
    credentialOf,
    remove,
    forgetAll,
    giveUp: attempts.giveUp,
    /** To be called when the browser's permissions changed. */
    forgetPermissions() {
      services.forget();
      pages.forget();
    },
    mayFetch,
  };
}

const { random } = Math;

function newId(): string {
  return crypto.randomUUID();
}

function randomBytes(count: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(count));
}
