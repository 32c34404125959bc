/** The client of each connection: its own address, its own credential, behind the guard. */
import type {
  Connection,
  CredentialSlot,
  KeyConnection,
  ReadOnlyConnection,
} from '../../contracts/connections.ts';
import type { MemoryError } from '../../contracts/errors.ts';
import { err, type Result } from '../../contracts/result.ts';
import type { Settings } from '../../contracts/settings.ts';
import { homeOf } from '../../core/connections/connections.ts';
import { askKeySlot, keySlot, tokenSlot } from '../../core/connections/credential-slot.ts';
import type { Credential } from '../../memory/attempt.ts';
import type { MemoryClient } from '../../memory/client.ts';
import { failure } from '../../memory/failure.ts';
import { CredentialUnavailable, type Fetch, guardClient } from './guard.ts';
import type { VaultPort } from './ports.ts';
import { createReach, type ReachPorts } from './reach.ts';
import type { Withdrawals } from './withdrawals.ts';

export type ClientPorts = {
  readSettings: () => Promise<Settings>;
  vault: Pick<VaultPort, 'open'>;
  withdrawals: Withdrawals;
  fetch: Fetch;
  /** Whether the browser lets an origin be reached now. */
  isGranted: (origin: string) => Promise<boolean>;
  /** The client of the home on this device, which asks for no credential. */
  device: MemoryClient;
  /** Makes a client over REST; those of one connection share a line of turns. */
  openKey: (service: {
    connection: KeyConnection;
    credential: Credential;
    fetch: Fetch;
  }) => MemoryClient;
  /**
   * Makes a client over MCP, which comes by its tokens itself. It is made once for each access that can be withdrawn,
   * and those of one connection share a line of turns.
   */
  openReadOnly: (service: { connection: ReadOnlyConnection; fetch: Fetch }) => MemoryClient;
  /** Told whether the first key of a connection answers questions, once a question has shown it. */
  keyAsked: (connectionId: string, asks: boolean) => void;
  reachedAgain: ReachPorts['reachedAgain'];
  now: () => number;
};

/** Makes what gives each connection its client; what is kept between calls is keyed by the credential. */
export function createClients(ports: ClientPorts) {
  const made = new Map<string, MemoryClient>();
  const heard = createReach(ports);

  /** The client of a kept connection; null where it is not kept, and then nothing may be sent for it. */
  async function byId(connectionId: string): Promise<MemoryClient | null> {
    const home = homeOf(await ports.readSettings(), connectionId);
    return home === null ? null : of(home.connection);
  }

  /** Without a credential that can be used, every operation fails with `memory.unauthenticated`, and none is sent. */
  async function of(connection: Connection): Promise<MemoryClient> {
    switch (connection.kind) {
      case 'device':
        return ports.device;
      case 'key':
        return ofKey(connection);
      case 'read-only':
        return ofConsent(connection);
    }
  }

  async function ofConsent(connection: ReadOnlyConnection): Promise<MemoryClient> {
    // Whatever the settings say, tokens open for the origin they were given for alone.
    const opened = await ports.vault.open(tokenSlot(connection));
    if (!opened.ok) return refusingClient(goneError(opened.error.code));
    const { id } = opened.value;
    return clientNamed(id, connection, () =>
      readingClient(
        guardClient({
          credential: { id, connectionId: connection.id },
          withdrawals: ports.withdrawals,
          fetch: ports.fetch,
          isPermitted: () => isPermitted(connection),
          open: (fetch) => ports.openReadOnly({ connection, fetch }),
          onUnauthenticated: 'leave',
          heard: (what) => heard(connection.id, what),
          now: ports.now,
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
    // The first key never asks in the place of the second: only the person says that there is none any more.
    const asking = isNone ? refusingClient(askKeyGone()) : await ofSlot(connection, askSlot);
    return { ...client, ask: (input, call) => asking.ask(input, call) };

    async function askingWithFirst(...question: Parameters<MemoryClient['ask']>) {
      const answer = await client.ask(...question);
      // Any other failure says nothing of the key.
      const isTold = answer.ok || answer.error.code === 'memory.capability-unavailable';
      if (isTold && answer.ok !== connection.keyAsks) ports.keyAsked(connection.id, answer.ok);
      return answer;
    }
  }

  async function ofSlot(connection: KeyConnection, slot: CredentialSlot): Promise<MemoryClient> {
    const opened = await ports.vault.open(slot);
    if (!opened.ok) return refusingClient(goneError(opened.error.code));
    const { id } = opened.value;
    return clientNamed(id, connection, () => openGuarded({ connection, slot, id }));
  }

  /** The address too names a client: stored settings may have been written to by others. */
  function clientNamed(
    id: string,
    { baseUrl }: KeyConnection | ReadOnlyConnection,
    make: () => MemoryClient,
  ): MemoryClient {
    const name = `${id} ${baseUrl}`;
    const client = made.get(name) ?? make();
    made.set(name, client);
    return client;
  }

  function openGuarded({
    connection,
    slot,
    id,
  }: {
    connection: KeyConnection;
    slot: CredentialSlot;
    id: string;
  }): MemoryClient {
    const credential: Credential = async () => {
      const opened = await ports.vault.open(slot);
      if (!opened.ok) throw new CredentialUnavailable(goneError(opened.error.code));
      // A key that came in its place has a client of its own, with its own withdrawals.
      if (opened.value.id !== id) throw new CredentialUnavailable(credentialMissing());
      return opened.value.secret;
    };
    return guardClient({
      credential: { id, connectionId: connection.id },
      withdrawals: ports.withdrawals,
      fetch: ports.fetch,
      isPermitted: () => isPermitted(connection),
      open: (fetch) => ports.openKey({ connection, credential, fetch }),
      onUnauthenticated: 'withdraw',
      heard: (what) => heard(connection.id, what),
      now: ports.now,
    });
  }

  function isPermitted({ baseUrl }: KeyConnection | ReadOnlyConnection): Promise<boolean> {
    return ports.isGranted(new URL(baseUrl).origin);
  }

  return { byId, of };
}

/** A client that answers every operation with the same error and sends nothing. */
export function refusingClient(error: MemoryError): MemoryClient {
  const refuse = async (): Promise<Result<never, MemoryError>> => err(error);
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

/** Consent is to reading alone, so whatever would change something ends here, before a request. */
function readingClient({ containers, documents, ...reading }: MemoryClient): MemoryClient {
  const words = 'You consented to reading alone, so nothing can be changed in this memory.';
  const off = refusingClient(failure('memory.not-offered', words));
  return {
    ...reading,
    containers,
    documents: {
      ...documents,
      add: (input) => off.documents.add(input),
      delete: (input) => off.documents.delete(input),
    },
    memories: off.memories,
  };
}

function goneError(code: 'credential.none' | 'credential.lost' | 'storage.failed'): MemoryError {
  switch (code) {
    case 'credential.none':
      return credentialMissing();
    case 'credential.lost':
      return failure(
        'memory.unauthenticated',
        'The stored key can no longer be read. Enter it once more.',
      );
    case 'storage.failed':
      // Perhaps the next try finds storage again: nothing is paused for it.
      return failure('memory.unreachable', 'The key could not be read from the browser’s storage.');
  }
}

function askKeyGone(): MemoryError {
  const words = 'The key for Ask was forgotten when the browser closed. Enter it again.';
  return failure('memory.unauthenticated', words);
}

function credentialMissing(): MemoryError {
  return failure('memory.unauthenticated', 'There is no key for this connection. Enter it again.');
}
