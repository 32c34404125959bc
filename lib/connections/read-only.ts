import {
  type ConnectOutcome,
  type ReadOnlyConnection,
  type StoredConnections,
  findConnection,
  memoryChoices,
} from './model.ts';
import { appError, type ConsentError } from '../contract/errors.ts';
import { type AsyncResult, err, ok } from '../contract/result.ts';
import { tidyAddress } from '../url/origins.ts';
import type { MemoryClient } from '../memory-client/client.ts';
import type { Consents } from '../memory-client/oauth/consent.ts';
import type { LiveGrant } from '../memory-client/oauth/stored.ts';
import { readServiceAddress } from '../memory-client/service-address.ts';
import { attemptCanceled, type ConnectionPorts } from './ports.ts';
import type { MessageInput } from '../messaging/messages.ts';
import type { Consented } from './connections.ts';
import { addressTrouble, existingOutcome } from './keys.ts';

export type ReadOnlyPorts = Pick<ConnectionPorts, 'attempts' | 'isGranted' | 'revoke' | 'now'> & {
  readConnections: () => Promise<StoredConnections>;
  redirectUri: () => string;
  /** Returns null if the person closed the window. */
  askPerson: (authorizationUrl: string) => Promise<string | null>;
  consents: Consents;
  tidyUp: () => Promise<unknown>;
  clientOf: (connection: ReadOnlyConnection) => Promise<MemoryClient>;
  keep: (consented: Consented) => AsyncResult<ConnectOutcome>;
  choose: (connectionId: string) => Promise<unknown>;
  release: (origins: readonly string[]) => Promise<void>;
};

/** Renews the connection with `connectionId` if it's stored with the same address. */
export type ConsentRequest = MessageInput<'connections.begin-consent'>;

type Begun = { connectionId: string; baseUrl: string; issuer: string };
type Answered = Begun & { answer: string; isAside: boolean; signal?: AbortSignal };

/** If the window can't be shown, opening it fails within this time. A person takes longer to close a window. */
const instantFailureMs = 1_000;
/** Time for which a repeated message returns the outcome of a consent that was completed at startup. */
const freshMs = 60_000;

/** Nothing is stored unless the person approved and the service then listed its Memories. */
export function createReadOnly(ports: ReadOnlyPorts) {
  const { consents, now } = ports;
  /** Origins that permission was requested for. */
  const requested = new Set<string>();
  const finished = new Map<string, { outcome: ConnectOutcome; at: number }>();
  let resuming: Promise<void> | null = null;
  let isAsking = false;
  /** Set if an earlier background's window might still be open; the browser shows only one. */
  let wasInterrupted = false;

  /** Completes consents that the person approved before the previous background stopped. */
  function resume(): Promise<void> {
    resuming ??= finishAnswered();
    return resuming;
  }

  async function finishAnswered(): Promise<void> {
    await ports.tidyUp();
    const unfinished = await consents.unfinished();
    if (!unfinished.ok) return;
    for (const { connectionId, baseUrl, issuer, answer } of unfinished.value) {
      if (answer === null) {
        wasInterrupted = true;
        continue;
      }
      // The person might have moved on, so don't switch the active connection.
      const done = await finish({ connectionId, baseUrl, issuer, answer, isAside: true });
      if (done.ok) finished.set(baseUrl, { outcome: done.value, at: now() });
    }
  }

  async function connect({
    address,
    connectionId: wanted,
    newId,
  }: ConsentRequest): AsyncResult<ConnectOutcome> {
    await resume();
    const baseUrl = tidyAddress(address);
    const service = readServiceAddress(baseUrl);
    if (!service.ok) return ok(addressTrouble(service.error));
    const { origin } = service.value;
    if (!(await ports.isGranted(origin))) return ok({ outcome: 'not-permitted', origin });
    const before = finished.get(baseUrl);
    finished.delete(baseUrl);
    // The message was repeated because the background that received it stopped.
    if (before !== undefined && now() - before.at < freshMs) {
      if (before.outcome.outcome === 'works') await ports.choose(before.outcome.connectionId);
      return ok(before.outcome);
    }
    const made = existingOutcome(
      { id: newId, kind: 'read-only', baseUrl },
      await ports.readConnections(),
    );
    if (made !== null) return ok(made);

    if (isAsking) return err(windowOpen);
    isAsking = true;
    try {
      const kept = await keptConnection(wanted, baseUrl, ports);
      const begun = { connectionId: kept?.id ?? newId, baseUrl };
      return await ports.attempts.run(newId, (signal) => begin(begun, signal));
    } finally {
      isAsking = false;
    }
  }

  async function begin(
    request: { connectionId: string; baseUrl: string },
    signal: AbortSignal,
  ): AsyncResult<ConnectOutcome> {
    const redirectUri = ports.redirectUri();
    const begun = await consents.begin({ ...request, redirectUri });
    if (!begun.ok) {
      const outcome = await permissionOr(begun.error);
      await releaseOrigins([request.baseUrl]);
      return outcome;
    }
    const askedAt = now();
    const answer = await ports.askPerson(begun.value.authorizationUrl);
    const wasShown = answer !== null || now() - askedAt >= instantFailureMs;
    // Keep the pending consent, so that a later background knows this window is still open.
    if (!wasShown && wasInterrupted) return err(windowOpen);
    const consent = { ...request, issuer: begun.value.issuer };
    await forgetOthers(consent);
    if (answer !== null && !signal.aborted) {
      return finish({ ...consent, answer, isAside: false, signal });
    }
    await settle(consent);
    return err(signal.aborted ? attemptCanceled : windowClosed);
  }

  /** Removes earlier consents. Their windows are closed, so they can't be completed. */
  async function forgetOthers(current: Begun): Promise<void> {
    wasInterrupted = false;
    const unfinished = await consents.unfinished();
    for (const other of unfinished.ok ? unfinished.value : []) {
      if (other.connectionId !== current.connectionId) await settle(other, current);
    }
  }

  /** Settles the consent even on failure, because a consent reported as failed must not succeed later. */
  async function finish(consent: Answered): AsyncResult<ConnectOutcome> {
    const { connectionId, baseUrl } = consent;
    const before = await keptConnection(connectionId, baseUrl, ports);
    const done = await complete(consent, before?.createdAt ?? now());
    const isKept = done.ok && done.value.outcome === 'works';
    if (!isKept && before === null) await ports.revoke(connectionId);
    if (isKept) await consents.settle(connectionId);
    else await settle(consent);
    return done;
  }

  async function complete(
    { connectionId, baseUrl, answer, isAside, signal }: Answered,
    createdAt: number,
  ): AsyncResult<ConnectOutcome> {
    const granted = await consents.complete(connectionId, answer);
    if (!granted.ok) return permissionOr(granted.error);
    const connection = connectionFrom(granted.value, { baseUrl, createdAt });
    const listed = await (await ports.clientOf(connection)).containers.list({ signal });
    if (signal?.aborted === true) return err(attemptCanceled);
    if (!listed.ok) return listed;
    return ports.keep({ connection, memories: memoryChoices(listed.value), isAside });
  }

  /** Ends this consent and releases its permissions, except those that `other` needs. */
  async function settle({ connectionId, baseUrl, issuer }: Begun, other?: Begun): Promise<void> {
    await consents.settle(connectionId);
    await releaseOrigins([baseUrl, issuer], other && [other.baseUrl, other.issuer]);
  }

  /** Also releases the permissions requested during this attempt. */
  async function releaseOrigins(
    addresses: readonly string[],
    needed: readonly string[] = [],
  ): Promise<void> {
    const kept = originsIn(needed);
    const origins = [...originsIn(addresses), ...requested];
    await ports.release(origins.filter((origin) => !kept.includes(origin)));
  }

  /** Returns `not-permitted` if a server couldn't be reached and permission for it is missing; otherwise the error. */
  async function permissionOr(error: ConsentError): AsyncResult<ConnectOutcome> {
    const { origin } = error;
    if (error.code !== 'consent.unreachable' || origin === undefined) return err(error);
    if (await ports.isGranted(origin)) return err(error);
    requested.add(origin);
    return ok({ outcome: 'not-permitted', origin });
  }

  return { connect, resume };
}

function originsIn(addresses: readonly string[]): string[] {
  return addresses.flatMap((url) => URL.parse(url)?.origin ?? []);
}

async function keptConnection(
  connectionId: string | null,
  baseUrl: string,
  { readConnections }: ReadOnlyPorts,
): Promise<ReadOnlyConnection | null> {
  const kept = findConnection(await readConnections(), connectionId)?.connection;
  return kept?.kind === 'read-only' && kept.baseUrl === baseUrl ? kept : null;
}

function connectionFrom(
  { connectionId, resource, server, client, scope }: LiveGrant,
  { baseUrl, createdAt }: { baseUrl: string; createdAt: number },
): ReadOnlyConnection {
  return {
    id: connectionId,
    kind: 'read-only',
    baseUrl,
    name: new URL(baseUrl).host,
    createdAt,
    resource,
    issuer: server.issuer,
    clientId: client.id,
    scopes: scope === null ? [] : scope.split(' ').filter((word) => word !== ''),
  };
}

const windowOpen = appError('consent.busy', 'Another authorization window is open.');

const windowClosed = appError('consent.denied', 'The window was closed without approval.');
