/**
 * A consent, in the two steps between which the person decides: the address to send them to, and the tokens for what
 * they come back with. All that the second step needs is stored by the first, so another background may take it.
 */
import { calculatePKCECodeChallenge } from 'oauth4webapi';
import type { ConsentError } from '../../contracts/errors.ts';
import { err, ok, type Result } from '../../contracts/result.ts';
import { exchangeCode, readAnswer } from './answer.ts';
import { discover } from './discovery.ts';
import { consentError } from './errors.ts';
import { readLive } from './read-live.ts';
import { register } from './registration.ts';
import { revokeGrant } from './revocation.ts';
import { openWire, type ServerOptions } from './server.ts';
import { inStorage } from './storage.ts';
import {
  pendingConsentSchema,
  type ConsentStore,
  type GrantStore,
  type LiveGrant,
  type PendingConsent,
} from './stored.ts';

export interface ConsentPorts extends ServerOptions {
  readonly now: () => number;
  /** Of cryptographic quality. */
  readonly randomBytes: (count: number) => Uint8Array;
  readonly consents: ConsentStore;
  readonly grants: GrantStore;
}

export interface ConsentRequest {
  readonly connectionId: string;
  /** Address of the service without `/mcp-http`. */
  readonly baseUrl: string;
  /** Where the browser hands the person's answer to the extension. */
  readonly redirectUri: string;
}

export interface Consents {
  /** Gives the address to open for the person. One that was waited for on the same connection is given up. */
  begin(request: ConsentRequest): Promise<Result<Begun, ConsentError>>;
  /**
   * Takes the address the person was sent back to, and stores the grant. Fails with `consent.unknown` where nothing
   * was waited for, or something else; with `consent.denied` where the answer is no. After an error that is retryable,
   * and after the tokens until the consent is settled, it may be called again with the same address, also by another
   * background; the answer is exchanged once. Tokens that cannot be stored are given back, and the consent is over.
   */
  complete(connectionId: string, redirectedTo: string): Promise<Result<LiveGrant, ConsentError>>;
  /** What was begun and came to no end, also by a background that is no more. */
  unfinished(): Promise<Result<Unfinished[], ConsentError>>;
  /** Forgets that one was begun: its connection is kept, or nothing is to come of it any more. */
  settle(connectionId: string): Promise<Result<void, ConsentError>>;
}

export interface Begun {
  readonly authorizationUrl: string;
  readonly issuer: string;
}

export interface Unfinished {
  readonly connectionId: string;
  readonly baseUrl: string;
  readonly issuer: string;
  /** The person's answer, with which it can be completed; null where they had not given it. */
  readonly answer: string | null;
}

/** How long a person may take. */
const patienceMs = 60 * 60 * 1000;

/** Makes the two steps. */
export function createConsents(ports: ConsentPorts): Consents {
  const completing = new Map<string, Promise<Result<LiveGrant, ConsentError>>>();
  return {
    begin: (request) => begin(request, ports),
    complete: (connectionId, redirectedTo) => {
      // A code that is sent twice closes what it opened.
      const running = completing.get(connectionId);
      if (running !== undefined) return running;
      const work = complete(connectionId, redirectedTo, ports).finally(() =>
        completing.delete(connectionId),
      );
      completing.set(connectionId, work);
      return work;
    },
    unfinished: () => inStorage(() => readUnfinished(ports)),
    settle: (connectionId) => inStorage(() => ports.consents.remove(connectionId)),
  };
}

async function begin(request: ConsentRequest, ports: ConsentPorts) {
  const { connectionId, baseUrl, redirectUri } = request;
  const discovered = await discover(baseUrl, ports);
  if (!discovered.ok) return discovered;
  const { resource, server, scope } = discovered.value;
  const client = await register(discovered.value, redirectUri, openWire(ports));
  if (!client.ok) return client;

  const pending: PendingConsent = {
    connectionId,
    baseUrl,
    server,
    client: client.value,
    resource,
    redirectUri,
    scope,
    state: toText(ports.randomBytes(32)),
    verifier: toText(ports.randomBytes(32)),
    startedAt: ports.now(),
    answer: null,
    isExchanged: false,
  };
  const written = await inStorage(() => ports.consents.write(pending));
  if (!written.ok) return written;
  return ok({ authorizationUrl: await authorizationUrlOf(pending), issuer: server.issuer });
}

async function readUnfinished({ consents, now }: ConsentPorts): Promise<Unfinished[]> {
  const unfinished: Unfinished[] = [];
  for (const connectionId of await consents.waitedFor()) {
    const pending = pendingConsentSchema.safeParse(await consents.read(connectionId));
    if (!pending.success || pending.data.startedAt + patienceMs < now()) {
      await consents.remove(connectionId);
      continue;
    }
    const { baseUrl, answer, server } = pending.data;
    unfinished.push({ connectionId, baseUrl, issuer: server.issuer, answer });
  }
  return unfinished;
}

async function authorizationUrlOf(pending: PendingConsent): Promise<string> {
  const url = new URL(pending.server.authorizationEndpoint);
  const parameters = {
    response_type: 'code',
    client_id: pending.client.id,
    redirect_uri: pending.redirectUri,
    ...(pending.scope === null ? {} : { scope: pending.scope }),
    state: pending.state,
    code_challenge: await calculatePKCECodeChallenge(pending.verifier),
    code_challenge_method: 'S256',
    resource: pending.resource,
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

async function complete(
  connectionId: string,
  redirectedTo: string,
  ports: ConsentPorts,
): Promise<Result<LiveGrant, ConsentError>> {
  const { now, consents, grants } = ports;
  const stored = await inStorage(() => consents.read(connectionId));
  if (!stored.ok) return stored;
  const parsed = pendingConsentSchema.safeParse(stored.value);
  const pending = parsed.success ? parsed.data : null;
  if (pending === null || pending.startedAt + patienceMs < now()) {
    return err(consentError('consent.unknown'));
  }
  const answer = readAnswer(redirectedTo, pending);
  // Who does not know the state has no part in this consent, and must not be able to end it either.
  if (answer === null) return err(consentError('consent.unknown'));

  if (pending.isExchanged) return readLive(connectionId, grants);
  // Written down first: were the background to end now, the next one could still exchange it.
  const noted = await inStorage(() => consents.write({ ...pending, answer: redirectedTo }));
  if (!noted.ok) return noted;
  const exchanged = await exchangeCode(answer, pending, ports);
  if (!exchanged.ok && exchanged.error.retryable) return exchanged;
  if (!exchanged.ok) {
    const removed = await inStorage(() => consents.remove(connectionId));
    return removed.ok ? exchanged : removed;
  }
  const kept = await inStorage(() => grants.replace(connectionId, undefined, exchanged.value));
  if (!kept.ok) {
    // The code is spent and nobody else knows of the tokens, so there is nothing left to complete. They are given back
    // first: were the background to end before, the next one sends the code again, which closes what it opened.
    await revokeGrant(exchanged.value, ports);
    await inStorage(() => consents.remove(connectionId));
    return kept;
  }
  // Not removed before the connection is kept: the tokens alone would tell nobody that they are waited for.
  const marked = { ...pending, answer: redirectedTo, isExchanged: true };
  const written = await inStorage(() => consents.write(marked));
  return written.ok ? exchanged : written;
}

/** Base64 for addresses, without padding: 43 characters for 32 bytes, as PKCE wants at the least. */
function toText(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
