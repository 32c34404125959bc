import {
  type Connection,
  type CredentialSlot,
  type KeyConnection,
  type ReadOnlyConnection,
  type StoredConnections,
  findConnection,
} from './model.ts';
import { isOffline, type MemoryError } from '../contract/errors.ts';
import { type AsyncResult, err } from '../contract/result.ts';
import { askKeySlot, keySlot, tokenSlot } from './credential-slot.ts';
import type { Credential } from '../memory-client/attempt.ts';
import type { MemoryClient } from '../memory-client/client.ts';
import { failure } from '../memory-client/failure.ts';
import {
  type CallOutcome,
  CredentialUnavailable,
  type Fetch,
  guardClient,
  type GuardOptions,
} from './guard.ts';
import type { Vault } from './vault.ts';
import type { Withdrawals } from './withdrawals.ts';

type ClientPorts = {
  readConnections: () => Promise<StoredConnections>;
  vault: Pick<Vault, 'open'>;
  withdrawals: Withdrawals;
  fetch: Fetch;
  isGranted: (origin: string) => Promise<boolean>;
  device: MemoryClient;
  openKey: (service: {
    connection: KeyConnection;
    credential: Credential;
    fetch: Fetch;
  }) => MemoryClient;
  /** The client obtains its own tokens. Called once per guarded access, so clients must share a concurrency limit. */
  openReadOnly: (service: { connection: ReadOnlyConnection; fetch: Fetch }) => MemoryClient;
  /** Called when a question shows whether the first key can be used for Ask. */
  keyAsked: (connectionId: string, asks: boolean) => void;
  /** Called once after each outage. `askedAt` is the time at which the successful call began. */
  reachedAgain: (connectionId: string, askedAt: number) => void;
  now: () => number;
};

/** Creates clients and caches them by credential. */
export function createClients(ports: ClientPorts) {
  const made = new Map<string, MemoryClient>();
  const noteOutcome = createReachability(ports);

  /** Returns null if the connection isn't stored, in which case nothing must be sent for it. */
  async function byId(connectionId: string): Promise<MemoryClient | null> {
    const stored = findConnection(await ports.readConnections(), connectionId);
    return stored === null ? null : of(stored.connection);
  }

  /** Without a usable credential, every operation fails with `memory.unauthenticated` and nothing is sent. */
  async function of(connection: Connection): Promise<MemoryClient> {
    if (connection.kind === 'device') return ports.device;
    return connection.kind === 'key' ? ofKey(connection) : ofConsent(connection);
  }

  async function ofConsent(connection: ReadOnlyConnection): Promise<MemoryClient> {
    // The vault opens tokens only for the origin they were issued for, even if the stored address has changed.
    const opened = await ports.vault.open(tokenSlot(connection));
    if (!opened.ok) return refusingClient(goneErrors[opened.error.code]);
    const { id } = opened.value;
    return cachedClient(id, connection, (guardOptions) =>
      readingClient(
        guardClient({
          ...guardOptions,
          open: (fetch) => ports.openReadOnly({ connection, fetch }),
          onUnauthenticated: 'leave',
        }),
      ),
    );
  }

  async function ofKey(connection: KeyConnection): Promise<MemoryClient> {
    const client = await ofSlot(connection, keySlot(connection));
    const askSlot = askKeySlot(connection);
    const askKey = await ports.vault.open(askSlot);
    const isNone = !askKey.ok && askKey.error.code === 'credential.none';
    if (isNone && connection.hasAskKey !== true) return { ...client, ask: askingWithFirst };
    // If the second key is missing, don't fall back to the first: only the person can decide that.
    const asking = isNone ? refusingClient(askKeyGone) : await ofSlot(connection, askSlot);
    return { ...client, ask: asking.ask };

    async function askingWithFirst(...question: Parameters<MemoryClient['ask']>) {
      const answer = await client.ask(...question);
      // Other failures don't show whether the key can be used for Ask.
      const isConclusive = answer.ok || answer.error.code === 'memory.capability-unavailable';
      if (isConclusive && answer.ok !== connection.keyAsks)
        ports.keyAsked(connection.id, answer.ok);
      return answer;
    }
  }

  async function ofSlot(connection: KeyConnection, slot: CredentialSlot): Promise<MemoryClient> {
    const opened = await ports.vault.open(slot);
    if (!opened.ok) return refusingClient(goneErrors[opened.error.code]);
    const { id } = opened.value;
    const credential: Credential = async () => {
      const current = await ports.vault.open(slot);
      if (!current.ok) throw new CredentialUnavailable(goneErrors[current.error.code]);
      // A replacement key has its own client and withdrawals.
      if (current.value.id !== id) throw new CredentialUnavailable(credentialMissing);
      return current.value.secret;
    };
    return cachedClient(id, connection, (guardOptions) =>
      guardClient({
        ...guardOptions,
        open: (fetch) => ports.openKey({ connection, credential, fetch }),
        onUnauthenticated: 'withdraw',
      }),
    );
  }

  /** The address is part of the cache key, because the stored connection might be changed. */
  function cachedClient(
    id: string,
    { id: connectionId, baseUrl }: KeyConnection | ReadOnlyConnection,
    make: (shared: Omit<GuardOptions, 'open' | 'onUnauthenticated'>) => MemoryClient,
  ): MemoryClient {
    const name = `${id} ${baseUrl}`;
    const client =
      made.get(name) ??
      make({
        credential: { id, connectionId },
        withdrawals: ports.withdrawals,
        fetch: ports.fetch,
        isPermitted: () => ports.isGranted(new URL(baseUrl).origin),
        onOutcome: (outcome) => noteOutcome(connectionId, outcome),
        now: ports.now,
      });
    made.set(name, client);
    return client;
  }

  return { byId, of };
}

/** Returns a client that fails every operation without sending anything. */
export function refusingClient(error: MemoryError): MemoryClient {
  const refuse = async (): AsyncResult<never, MemoryError> => err(error);
  return {
    containers: { list: refuse },
    documents: { add: refuse, list: refuse, get: refuse, delete: refuse },
    memories: { add: refuse, forget: refuse },
    search: refuse,
    profile: refuse,
    ask: refuse,
    rules: refuse,
  };
}

/** Fails writes without sending a request, because the grant is read-only. */
function readingClient({ containers, documents, ...reading }: MemoryClient): MemoryClient {
  const off = refusingClient(failure('memory.not-offered', 'This connection is read-only.'));
  return {
    ...reading,
    containers,
    documents: { ...documents, add: off.documents.add, delete: off.documents.delete },
    memories: off.memories,
  };
}

const credentialMissing = failure(
  'memory.unauthenticated',
  'There is no key for this connection. Enter it again.',
);

const goneErrors = {
  'credential.none': credentialMissing,
  'credential.lost': failure(
    'memory.unauthenticated',
    'The stored key can no longer be read. Enter it again.',
  ),
  // Storage might work on the next attempt, so nothing is paused.
  'storage.failed': failure(
    'memory.unreachable',
    'The key could not be read from the browser’s storage.',
  ),
};

const askKeyGone = failure(
  'memory.unauthenticated',
  'The Ask key was forgotten when the browser closed. Enter it again.',
);

/** Tracks outages. The time before the first call counts as an outage. */
function createReachability({ reachedAgain, now }: Pick<ClientPorts, 'reachedAgain' | 'now'>) {
  const offlineAt = new Map<string, number>();

  return function noteOutcome(connectionId: string, { error, askedAt }: CallOutcome): void {
    if (error !== null) {
      if (isOffline(error)) offlineAt.set(connectionId, now());
      return;
    }
    // A call that began before the outage doesn't show that the outage is over.
    if (askedAt <= (offlineAt.get(connectionId) ?? 0)) return;
    offlineAt.set(connectionId, Number.POSITIVE_INFINITY);
    reachedAgain(connectionId, askedAt);
  };
}
