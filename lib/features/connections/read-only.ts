/** Connecting to read alone: the person consents in the browser, and the tokens stay in the vault. */
import type { ConnectOutcome, ReadOnlyConnection } from '../../contracts/connections.ts';
import type { AppError, ConsentError } from '../../contracts/errors.ts';
import { err, ok, type Result } from '../../contracts/result.ts';
import type { Settings } from '../../contracts/settings.ts';
import { tidyAddress } from '../../core/connections/address.ts';
import { homeOf } from '../../core/connections/connections.ts';
import type { MemoryClient } from '../../memory/client.ts';
import type { Consents } from '../../memory/oauth/consent.ts';
import type { LiveGrant } from '../../memory/oauth/stored.ts';
import { readServiceAddress } from '../../memory/service-address.ts';
import type { Consented } from './connections.ts';

export type ReadOnlyPorts = {
  readSettings: () => Promise<Settings>;
  isGranted: (origin: string) => Promise<boolean>;
  redirectUri: () => string;
  /** Shows the person where to consent; null where they left without an answer. */
  askPerson: (authorizationUrl: string) => Promise<string | null>;
  consents: Consents;
  /** Forgets credentials that belong to no connection; before anything is finished that will have one. */
  tidyUp: () => Promise<unknown>;
  clientOf: (connection: ReadOnlyConnection) => Promise<MemoryClient>;
  keep: (consented: Consented) => Promise<Result<ConnectOutcome, AppError>>;
  /** Gives tokens back that nothing is kept for. */
  revoke: (connectionId: string) => Promise<unknown>;
  newId: () => string;
  now: () => number;
};

/** What is to be consented to; with a connection that is kept, to the same address, it is consented to anew. */
export type ConsentWish = { address: string; connectionId: string | null };

/** A window that could not be shown is told within this time; a person takes longer to close one. */
const atOnceMs = 1_000;
/** How long what was finished at the start answers a question that was put again. */
const freshMs = 60_000;

/** Makes the use cases. Nothing is kept unless the person consented and the service then named its Memories. */
export function createReadOnly(ports: ReadOnlyPorts) {
  const { consents, now } = ports;
  const finished = new Map<string, { outcome: ConnectOutcome; at: number }>();
  let resuming: Promise<void> | null = null;
  let isAsking = false;
  /** An earlier background was waiting: its window may still be open, and the browser shows no second one. */
  let wasInterrupted = false;

  /**
   * Finishes what the person had consented to when the background before this one ended; must be called when the
   * background starts.
   */
  function resume(): Promise<void> {
    resuming ??= finishAnswered();
    return resuming;
  }

  async function finishAnswered(): Promise<void> {
    await ports.tidyUp();
    const unfinished = await consents.unfinished();
    if (!unfinished.ok) return;
    for (const { connectionId, baseUrl, answer } of unfinished.value) {
      if (answer === null) {
        wasInterrupted = true;
        continue;
      }
      const done = await finish({ connectionId, baseUrl, answer });
      if (!done.ok) await consents.giveUp(connectionId);
      else finished.set(baseUrl, { outcome: done.value, at: now() });
    }
  }

  async function connect({
    address,
    connectionId: wanted,
  }: ConsentWish): Promise<Result<ConnectOutcome, AppError>> {
    await resume();
    const baseUrl = tidyAddress(address);
    const service = readServiceAddress(baseUrl);
    if (!service.ok) {
      const isInsecure = service.error.code === 'memory.insecure';
      return ok({ outcome: isInsecure ? 'insecure-address' : 'bad-address' });
    }
    const { origin } = service.value;
    if (!(await ports.isGranted(origin))) return ok({ outcome: 'not-permitted', origin });
    const before = finished.get(baseUrl);
    finished.delete(baseUrl);
    // The same question, put again since the background that heard it ended.
    if (before !== undefined && now() - before.at < freshMs) return ok(before.outcome);

    if (isAsking) return err(windowOpen);
    isAsking = true;
    try {
      const kept = await keptConnection(wanted, baseUrl, ports);
      return await begin({ connectionId: kept?.id ?? ports.newId(), baseUrl });
    } finally {
      isAsking = false;
    }
  }

  async function begin(wish: {
    connectionId: string;
    baseUrl: string;
  }): Promise<Result<ConnectOutcome, AppError>> {
    const redirectUri = ports.redirectUri();
    const begun = await consents.begin({ ...wish, redirectUri });
    if (!begun.ok) return permissionOr(begun.error, ports);
    const askedAt = now();
    const answer = await ports.askPerson(begun.value.authorizationUrl);
    const wasShown = answer !== null || now() - askedAt >= atOnceMs;
    // What was begun stays then: it tells a later background that this window is still to be closed.
    if (!wasShown && wasInterrupted) return err(windowOpen);
    await forgetOthers(answer === null ? null : wish.connectionId);
    return answer === null ? err(windowClosed) : finish({ ...wish, answer });
  }

  /** No other window is open, so no answer will come for what was begun before. */
  async function forgetOthers(current: string | null): Promise<void> {
    wasInterrupted = false;
    const unfinished = await consents.unfinished();
    for (const { connectionId } of unfinished.ok ? unfinished.value : []) {
      if (connectionId !== current) await consents.giveUp(connectionId);
    }
  }

  async function finish({
    connectionId,
    baseUrl,
    answer,
  }: {
    connectionId: string;
    baseUrl: string;
    answer: string;
  }): Promise<Result<ConnectOutcome, AppError>> {
    const kept = await keptConnection(connectionId, baseUrl, ports);
    const granted = await consents.complete(connectionId, answer);
    if (!granted.ok) return permissionOr(granted.error, ports);
    const createdAt = kept?.createdAt ?? now();
    const connection = connectionFrom(granted.value, { baseUrl, createdAt });
    const listed = await (await ports.clientOf(connection)).containers.list();
    if (!listed.ok) {
      if (kept === null) await ports.revoke(connectionId);
      return listed;
    }
    const memories = listed.value.map(({ id, name }) => ({ id, name }));
    return ports.keep({ connection, memories });
  }

  return { connect, resume };
}

async function keptConnection(
  connectionId: string | null,
  baseUrl: string,
  { readSettings }: ReadOnlyPorts,
): Promise<ReadOnlyConnection | null> {
  const kept = homeOf(await readSettings(), connectionId ?? '')?.connection;
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

/** A server elsewhere that did not answer may only want for the person's permission, which they can then give. */
async function permissionOr(
  error: ConsentError,
  { isGranted }: ReadOnlyPorts,
): Promise<Result<ConnectOutcome, AppError>> {
  const { origin } = error;
  if (error.code !== 'consent.unreachable' || origin === undefined) return err(error);
  return (await isGranted(origin)) ? err(error) : ok({ outcome: 'not-permitted', origin });
}

const windowOpen: ConsentError = {
  code: 'consent.busy',
  message: 'Another window for a consent is open. Close it, then start again.',
  retryable: false,
};

const windowClosed: ConsentError = {
  code: 'consent.denied',
  message: 'The window was closed before the consent was given.',
  retryable: false,
};
