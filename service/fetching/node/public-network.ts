/** Connects to public addresses only, so that an address someone else chose can't lead into the service's network. */
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { ok, type Result } from '../../../lib/contract/result.ts';
import { isPublicAddress } from '../../../lib/url/network-address.ts';
import {
  checkAddress,
  checkPort,
  refuseFetch,
  RefusedFetch,
  type FetchRefusal,
} from '../page-fetcher.ts';

export interface NetworkOptions {
  /** Resolves a name to all its addresses; called once for each connection. */
  readonly resolve?: (host: string) => Promise<readonly LookupAddress[]>;
  /** Allows individual private addresses; none by default. */
  readonly trusts?: (address: string, port: number) => boolean;
}

/**
 * Creates a `fetch` for addresses that an account chose. It rejects with `RefusedFetch` for addresses in a private
 * network, and for redirects: what was sent is meant for the chosen address alone.
 */
export function createPublicFetch(network: NetworkOptions = {}) {
  return async (request: Request): Promise<Response> => {
    const url = checkAddress(request.url);
    if (!url.ok) throw new RefusedFetch(url.error);
    const { method, headers, signal } = request;
    const body = new Uint8Array(await request.arrayBuffer());
    const sent = { method, headers: Object.fromEntries(headers), body, signal };
    const answer = await connect(url.value, sent, network);
    if (!answer.ok) throw new RefusedFetch(answer.error);
    const incoming = answer.value;
    if (isRedirect(incoming)) {
      incoming.destroy();
      throw new RefusedFetch(refuseFetch('redirect.refused').error);
    }
    const type = incoming.headers['content-type'] ?? '';
    return new Response(streamOf(incoming), {
      status: incoming.statusCode ?? 0,
      headers: { 'content-type': type },
    });
  };
}

function streamOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = incoming[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    cancel: () => void incoming.destroy(),
  });
}

export function isRedirect({ statusCode }: IncomingMessage): boolean {
  return [301, 302, 303, 307, 308].includes(statusCode ?? 0);
}

interface SentRequest extends Pick<RequestOptions, 'method' | 'headers'> {
  readonly body?: Uint8Array;
  readonly signal: AbortSignal;
}

/** Connects to the addresses that were checked. A second lookup could return different ones (DNS rebinding). */
export async function connect(
  url: URL,
  { body, ...sent }: SentRequest,
  { resolve = (host) => lookup(host, { all: true }), trusts = () => false }: NetworkOptions,
): Promise<Result<IncomingMessage, FetchRefusal>> {
  const addresses = await addressesOf(url, { resolve, trusts, signal: sent.signal });
  if (!addresses.ok) return addresses;
  const options = { ...sent, agent: false, lookup: lookupOf(addresses.value) };
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((done) => {
    const outgoing = request(url, options, (incoming) => done(ok(incoming)));
    outgoing.on('error', () => done(refuseFetch('fetch.unreachable')));
    outgoing.end(body);
  });
}

async function addressesOf(
  url: URL,
  { resolve, trusts, signal }: Required<NetworkOptions> & { readonly signal: AbortSignal },
): Promise<Result<readonly LookupAddress[], FetchRefusal>> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  // The lookup itself can't be canceled.
  const aborted = signal.aborted ? [] : once(signal, 'abort').then(() => []);
  const lookedUp = family === 0 ? resolve(host) : Promise.resolve([{ address: host, family }]);
  const found = await Promise.race([lookedUp, aborted]).catch(() => []);
  if (found.length === 0) return refuseFetch('host.unresolved');
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  const untrusted = found.filter(({ address }) => !trusts(address, port));
  // Reject if any address is private: a public address may be there only to hide it.
  if (!untrusted.every(({ address }) => isPublicAddress(address)))
    return refuseFetch('address.closed');
  const checked = untrusted.length === 0 ? ok(url) : checkPort(url);
  return checked.ok ? ok(found) : checked;
}

function lookupOf(addresses: readonly LookupAddress[]): LookupFunction {
  return (_host, { all }, done) => {
    if (all === true) done(null, [...addresses]);
    else done(null, addresses[0]?.address ?? '', addresses[0]?.family);
  };
}
