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
  clientOf: (connection: ReadOnlyConnection) => Promise<MemoryClient>;
  keep: (consented: Consented) => Promise<Result<ConnectOutcome, AppError>>;
  /** Gives tokens back that nothing is kept for. */
  revoke: (connectionId: string) => Promise<unknown>;
  newId: () => string;
  now: () => number;
};

/** What is to be consented to; with a connection that is kept, to the same address, it is consented to anew. */
export type ConsentWish = { address: string; connectionId: string | null };

/** Makes the use case. Nothing is kept unless the person consented and the service then named its Memories. */
export function createReadOnly(ports: ReadOnlyPorts) {
  return async ({
    address,
    connectionId: wanted,
  }: ConsentWish): Promise<Result<ConnectOutcome, AppError>> => {
    const baseUrl = tidyAddress(address);
    const service = readServiceAddress(baseUrl);
    if (!service.ok) {
      const isInsecure = service.error.code === 'memory.insecure';
      return ok({ outcome: isInsecure ? 'insecure-address' : 'bad-address' });
    }
    const { origin } = service.value;
    if (!(await ports.isGranted(origin))) return ok({ outcome: 'not-permitted', origin });

    const kept = await keptConnection(wanted, baseUrl, ports);
    const connectionId = kept?.id ?? ports.newId();
    const redirectUri = ports.redirectUri();
    const begun = await ports.consents.begin({ connectionId, baseUrl, redirectUri });
    if (!begun.ok) return permissionOr(begun.error, ports);
    const answer = await ports.askPerson(begun.value.authorizationUrl);
    if (answer === null) return err(windowClosed);
    const granted = await ports.consents.complete(connectionId, answer);
    if (!granted.ok) return permissionOr(granted.error, ports);

    const connection = connectionFrom(granted.value, {
      baseUrl,
      createdAt: kept?.createdAt ?? ports.now(),
    });
    const listed = await (await ports.clientOf(connection)).containers.list();
    if (!listed.ok) {
      if (kept === null) await ports.revoke(connectionId);
      return listed;
    }
    const memories = listed.value.map(({ id, name }) => ({ id, name }));
    return ports.keep({ connection, memories });
  };
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

const windowClosed: ConsentError = {
  code: 'consent.denied',
  message: 'The window was closed before the consent was given.',
  retryable: false,
};
