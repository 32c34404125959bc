/** Connecting to read alone: the person consents in the browser, and the tokens stay in the vault. */
import type { ConnectOutcome, ReadOnlyConnection } from '../../contracts/connections.ts';
import type { AppError, ConsentError } from '../../contracts/errors.ts';
import { err, ok, type Result } from '../../contracts/result.ts';
import type { Settings } from '../../contracts/settings.ts';
import { tidyAddress } from '../../core/connections/address.ts';
import { homeOf } from '../../core/connections/connections.ts';
import { memoryChoices } from '../../core/connections/memory-choices.ts';
import type { MemoryClient } from '../../memory/client.ts';
import type { Consents } from '../../memory/oauth/consent.ts';
import type { LiveGrant } from '../../memory/oauth/stored.ts';
import { readServiceAddress } from '../../memory/service-address.ts';
import { type Attempts, givenUp } from './attempts.ts';
import type { Consented } from './connections.ts';
import { madeBefore } from './made-before.ts';

export type ReadOnlyPorts = {
  readSettings: () => Promise<Settings>;
  isGranted: (origin: string) => Promise<boolean>;
  redirectUri: () => string;
  /** Shows the person where to consent; null where they left without an answer. */
  askPerson: (authorizationUrl: string) => Promise<string | null>;
  consents: Consents;
  attempts: Attempts;
  /** Forgets credentials that belong to no connection, and to none that is being consented to. */
  tidyUp: () => Promise<unknown>;
  clientOf: (connection: ReadOnlyConnection) => Promise<MemoryClient>;
  keep: (consented: Consented) => Promise<Result<ConnectOutcome, AppError>>;
  /** Uses a kept connection from now on. */
  choose: (connectionId: string) => Promise<unknown>;
  /** Gives tokens back that nothing is kept for. */
  revoke: (connectionId: string) => Promise<unknown>;
  /** Gives the permissions for origins back that no kept connection needs. */
  release: (origins: readonly string[]) => Promise<void>;
  now: () => number;
};

/** What is to be consented to; with a connection that is kept, to the same address, it is consented to anew. */
export type ConsentWish = {
  address: string;
  connectionId: string | null;
  /** What a new connection is called, chosen by whoever asks for it: the same id again is the same consent. */
  newId: string;
};

type Begun = { connectionId: string; baseUrl: string; issuer: string };
type Answered = Begun & { answer: string; isAside: boolean; signal?: AbortSignal };

/** A window that could not be shown is told within this time; a person takes longer to close one. */
const atOnceMs = 1_000;
/** How long what was finished at the start answers a question that was put again. */
const freshMs = 60_000;

/** Makes the use cases. Nothing is kept unless the person consented and the service then named its Memories. */
export function createReadOnly(ports: ReadOnlyPorts) {
  const { consents, now } = ports;
  /** Origins that the person was told to allow, and may have since. */
  const named = new Set<string>();
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
    for (const { connectionId, baseUrl, issuer, answer } of unfinished.value) {
      if (answer === null) {
        wasInterrupted = true;
        continue;
      }
      // Nobody may be waiting for it any more, and a home that is in use by now stays so.
      const done = await finish({ connectionId, baseUrl, issuer, answer, isAside: true });
      if (done.ok) finished.set(baseUrl, { outcome: done.value, at: now() });
    }
  }

  async function connect({
    address,
    connectionId: wanted,
    newId,
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
    if (before !== undefined && now() - before.at < freshMs) {
      if (before.outcome.outcome === 'works') await ports.choose(before.outcome.connectionId);
      return ok(before.outcome);
    }
    const made = madeBefore({ id: newId, kind: 'read-only', baseUrl }, await ports.readSettings());
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
    wish: { connectionId: string; baseUrl: string },
    signal: AbortSignal,
  ): Promise<Result<ConnectOutcome, AppError>> {
    const redirectUri = ports.redirectUri();
    const begun = await consents.begin({ ...wish, redirectUri });
    if (!begun.ok) {
      const told = await permissionOr(begun.error);
      await letGo([wish.baseUrl]);
      return told;
    }
    const askedAt = now();
    const answer = await ports.askPerson(begun.value.authorizationUrl);
    const wasShown = answer !== null || now() - askedAt >= atOnceMs;
    // What was begun stays then: it tells a later background that this window is still to be closed.
    if (!wasShown && wasInterrupted) return err(windowOpen);
    const consent = { ...wish, issuer: begun.value.issuer };
    await forgetOthers(consent);
    if (answer !== null && !signal.aborted) {
      return finish({ ...consent, answer, isAside: false, signal });
    }
    await settle(consent);
    return err(signal.aborted ? givenUp : windowClosed);
  }

  /** No other window is open, so no answer will come for what was begun before. */
  async function forgetOthers(current: Begun): Promise<void> {
    wasInterrupted = false;
    const unfinished = await consents.unfinished();
    for (const other of unfinished.ok ? unfinished.value : []) {
      if (other.connectionId !== current.connectionId) await settle(other, current);
    }
  }

  /** However it ends, it has ended: what was told to have failed must not come about later. */
  async function finish(consent: Answered): Promise<Result<ConnectOutcome, AppError>> {
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
  ): Promise<Result<ConnectOutcome, AppError>> {
    const granted = await consents.complete(connectionId, answer);
    if (!granted.ok) return permissionOr(granted.error);
    const connection = connectionFrom(granted.value, { baseUrl, createdAt });
    const listed = await (await ports.clientOf(connection)).containers.list({ signal });
    if (signal?.aborted === true) return err(givenUp);
    if (!listed.ok) return listed;
    return ports.keep({ connection, memories: memoryChoices(listed.value), isAside });
  }

  /** What another that is under way needs is not let go with it. */
  async function settle({ connectionId, baseUrl, issuer }: Begun, other?: Begun): Promise<void> {
    await consents.settle(connectionId);
    await letGo([baseUrl, issuer], other === undefined ? [] : [other.baseUrl, other.issuer]);
  }

  /** With every origin that the person was asked to allow besides. */
  async function letGo(
    addresses: readonly string[],
    needed: readonly string[] = [],
  ): Promise<void> {
    const kept = originsIn(needed);
    const origins = [...originsIn(addresses), ...named];
    await ports.release(origins.filter((origin) => !kept.includes(origin)));
  }

  /** A server elsewhere that did not answer may only want for the person's permission, which they can then give. */
  async function permissionOr(error: ConsentError): Promise<Result<ConnectOutcome, AppError>> {
    const { origin } = error;
    if (error.code !== 'consent.unreachable' || origin === undefined) return err(error);
    if (await ports.isGranted(origin)) return err(error);
    named.add(origin);
    return ok({ outcome: 'not-permitted', origin });
  }

  return { connect, resume };
}

function originsIn(addresses: readonly string[]): string[] {
  return addresses.filter((url) => URL.canParse(url)).map((url) => new URL(url).origin);
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

const windowOpen: ConsentError = {
  code: 'consent.busy',
  message: 'Another window for a consent is open.',
  retryable: false,
};

const windowClosed: ConsentError = {
  code: 'consent.denied',
  message: 'The window was closed before the consent was given.',
  retryable: false,
};
