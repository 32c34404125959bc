/** Fetches pages from Node, and goes only where anybody on the internet could go. */
import { lookup } from 'node:dns/promises';
import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { ok, type Result } from '../../../lib/contracts/result.ts';
import { isPublicAddress } from '../../../lib/core/public-address.ts';
import {
  checkAddress,
  checkPort,
  maxRedirects,
  readContentType,
  refuseFetch,
  type FetchedPage,
  type FetchPage,
  type FetchRefusal,
} from '../page-fetcher.ts';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

export interface FetchOptions {
  /** Time for the whole, redirects included. */
  readonly timeoutMs?: number;
  /** Bytes of the answer, unpacked. */
  readonly maxBytes?: number;
  /** Gives every address of a name; asked once for each connection. */
  readonly resolve?: (host: string) => Promise<readonly ResolvedAddress[]>;
  /** Opens single places that are closed otherwise; nothing is, where it is left out. */
  readonly trusts?: (address: string, port: number) => boolean;
}

const TIMEOUT_MS = 30_000;
const MAX_BYTES = 16 * 1024 * 1024;
const USER_AGENT = 'Keepsake (a personal memory service, fetching for its owner)';

/** Makes the fetcher of this home. */
export function createPageFetcher({
  timeoutMs = TIMEOUT_MS,
  maxBytes = MAX_BYTES,
  resolve = (host) => lookup(host, { all: true }),
  trusts = () => false,
}: FetchOptions = {}): FetchPage {
  return async (text, signal) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const journey = { maxBytes, resolve, trusts, signal: AbortSignal.any([signal, timeout]) };
    const result = await follow(text, journey);
    // Where the time is up, how it showed says nothing.
    if (result.ok || !journey.signal.aborted) return result;
    return refuseFetch(signal.aborted ? 'fetch.aborted' : 'fetch.timeout');
  };
}

interface Journey {
  readonly maxBytes: number;
  readonly resolve: NonNullable<FetchOptions['resolve']>;
  readonly trusts: NonNullable<FetchOptions['trusts']>;
  readonly signal: AbortSignal;
}

async function follow(text: string, journey: Journey): Promise<Result<FetchedPage, FetchRefusal>> {
  let url = checkAddress(text);
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    if (!url.ok) return url;
    const answer = await ask(url.value, journey);
    if (!answer.ok) return answer;
    const incoming = answer.value;
    if (!isRedirect(incoming)) return receive(incoming, { url: url.value, journey });
    incoming.destroy();
    const { location } = incoming.headers;
    url =
      location === undefined
        ? refuseFetch('redirect.broken')
        : checkAddress(location, url.value.href);
  }
  return refuseFetch('redirect.too-many');
}

function isRedirect({ statusCode }: IncomingMessage): boolean {
  return [301, 302, 303, 307, 308].includes(statusCode ?? 0);
}

/** Connects to the very addresses that were checked: a name looked up twice may lead elsewhere the second time. */
async function ask(url: URL, journey: Journey): Promise<Result<IncomingMessage, FetchRefusal>> {
  const addresses = await addressesOf(url, journey);
  if (!addresses.ok) return addresses;
  const options: RequestOptions = {
    agent: false,
    lookup: lookupOf(addresses.value),
    signal: journey.signal,
    headers: {
      accept: 'text/html, application/xhtml+xml, application/pdf;q=0.9, text/plain;q=0.8',
      'accept-encoding': 'gzip, deflate, br',
      'user-agent': USER_AGENT,
    },
  };
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve) => {
    const asking = request(url, options, (incoming) => resolve(ok(incoming)));
    asking.on('error', () => resolve(refuseFetch('fetch.unreachable')));
    asking.end();
  });
}

async function addressesOf(
  url: URL,
  { resolve, trusts, signal }: Journey,
): Promise<Result<readonly ResolvedAddress[], FetchRefusal>> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const literal = isIP(host);
  let found: readonly ResolvedAddress[];
  try {
    found =
      literal === 0
        ? await untilAborted(resolve(host), signal)
        : [{ address: host, family: literal }];
  } catch {
    return refuseFetch('host.unresolved');
  }
  if (found.length === 0) return refuseFetch('host.unresolved');
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80));
  const closed = found.filter(({ address }) => !trusts(address, port));
  // One closed address among public ones is how a name is made to lead inside.
  if (!closed.every(({ address }) => isPublicAddress(address)))
    return refuseFetch('address.closed');
  const checked = closed.length === 0 ? ok(url) : checkPort(url);
  return checked.ok ? ok(found) : checked;
}

function lookupOf(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (_host, { all }, done) => {
    if (all === true) done(null, [...addresses]);
    else done(null, addresses[0]?.address ?? '', addresses[0]?.family);
  };
}

/** A resolver cannot be stopped; it can be left alone. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(new Error('The time is up.'));
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}

interface Arrival {
  readonly url: URL;
  readonly journey: Journey;
}

async function receive(
  incoming: IncomingMessage,
  { url, journey }: Arrival,
): Promise<Result<FetchedPage, FetchRefusal>> {
  try {
    const status = incoming.statusCode ?? 0;
    if (status !== 200) return refuseFetch('answer.status', `It answers with status ${status}.`);
    const type = readContentType(incoming.headers['content-type']);
    if (!type.ok) return type;
    const bytes = await bytesOf(incoming, journey.maxBytes);
    return bytes.ok ? ok({ url: url.href, ...type.value, bytes: bytes.value }) : bytes;
  } catch {
    return refuseFetch('answer.broken');
  } finally {
    incoming.destroy();
  }
}

/** Counts what comes out of the packing: a small answer can unpack to any size. */
async function bytesOf(
  incoming: IncomingMessage,
  maxBytes: number,
): Promise<Result<Uint8Array, FetchRefusal>> {
  if (Number(incoming.headers['content-length'] ?? 0) > maxBytes) {
    return refuseFetch('answer.too-large');
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of unpacked(incoming)) {
    if (!(chunk instanceof Uint8Array)) continue;
    length += chunk.byteLength;
    if (length > maxBytes) return refuseFetch('answer.too-large');
    chunks.push(chunk);
  }
  return ok(Buffer.concat(chunks));
}

function unpacked(incoming: IncomingMessage): AsyncIterable<unknown> {
  const unpack =
    unpackers[incoming.headers['content-encoding']?.trim().toLowerCase() ?? 'identity'];
  if (unpack === undefined) throw new Error('The encoding is not known.');
  const stream = unpack();
  if (stream === null) return incoming;
  // An answer that breaks off has to end the reading, which a pipe alone does not.
  incoming.on('error', (error) => stream.destroy(error));
  incoming.on('aborted', () => stream.destroy(new Error('The answer broke off.')));
  return incoming.pipe(stream);
}

const unpackers: Readonly<
  Record<string, () => ReturnType<typeof createGunzip | typeof createBrotliDecompress> | null>
> = {
  identity: () => null,
  '': () => null,
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  deflate: () => createInflate(),
  br: () => createBrotliDecompress(),
};
