/** Fetches pages from Node, and only from public addresses. */
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { ok, type Result } from '../../../lib/contract/result.ts';
import { isPublicAddress } from '../../../lib/url/network-address.ts';
import {
  ACCEPT_HEADER,
  checkAddress,
  checkPort,
  FETCH_TIMEOUT_MS,
  MAX_BODY_BYTES,
  maxRedirects,
  readContentType,
  refuseFetch,
  type FetchedPage,
  type FetchPage,
  type FetchRefusal,
} from '../page-fetcher.ts';

export interface FetchOptions {
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
  /** Resolves a name to all its addresses; called once for each connection. */
  readonly resolve?: (host: string) => Promise<readonly LookupAddress[]>;
  /** Allows single private addresses; none by default. */
  readonly trusts?: (address: string, port: number) => boolean;
}

const USER_AGENT = 'Keepsake (a personal memory service, fetching for its owner)';

export function createPageFetcher({
  timeoutMs = FETCH_TIMEOUT_MS,
  maxBytes = MAX_BODY_BYTES,
  resolve = (host) => lookup(host, { all: true }),
  trusts = () => false,
}: FetchOptions = {}): FetchPage {
  return async (text, signal) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const task = { maxBytes, resolve, trusts, signal: AbortSignal.any([signal, timeout]) };
    const result = await follow(text, task);
    // After an abort, the connection error is meaningless.
    if (result.ok || !task.signal.aborted) return result;
    return refuseFetch(signal.aborted ? 'fetch.aborted' : 'fetch.timeout');
  };
}

type FetchTask = Required<Omit<FetchOptions, 'timeoutMs'>> & { readonly signal: AbortSignal };

async function follow(text: string, task: FetchTask): Promise<Result<FetchedPage, FetchRefusal>> {
  let url = checkAddress(text);
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    if (!url.ok) return url;
    const answer = await ask(url.value, task);
    if (!answer.ok) return answer;
    const incoming = answer.value;
    if (!isRedirect(incoming)) return receive(incoming, url.value, task);
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

/** Connects to the addresses that were checked. A second lookup could give others (DNS rebinding). */
async function ask(url: URL, task: FetchTask): Promise<Result<IncomingMessage, FetchRefusal>> {
  const addresses = await addressesOf(url, task);
  if (!addresses.ok) return addresses;
  const options: RequestOptions = {
    agent: false,
    lookup: lookupOf(addresses.value),
    signal: task.signal,
    headers: {
      accept: ACCEPT_HEADER,
      'accept-encoding': 'gzip, deflate, br',
      'user-agent': USER_AGENT,
    },
  };
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve) => {
    const outgoing = request(url, options, (incoming) => resolve(ok(incoming)));
    outgoing.on('error', () => resolve(refuseFetch('fetch.unreachable')));
    outgoing.end();
  });
}

async function addressesOf(
  url: URL,
  { resolve, trusts, signal }: FetchTask,
): Promise<Result<readonly LookupAddress[], FetchRefusal>> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const literal = isIP(host);
  let found: readonly LookupAddress[];
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
  const untrusted = found.filter(({ address }) => !trusts(address, port));
  // Refuse if any address is private: a public one could be there to hide it.
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

/** Rejects on abort. The lookup itself can't be canceled. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new Error('Aborted.'));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

async function receive(
  incoming: IncomingMessage,
  url: URL,
  { maxBytes }: FetchTask,
): Promise<Result<FetchedPage, FetchRefusal>> {
  try {
    const status = incoming.statusCode ?? 0;
    if (status !== 200) return refuseFetch('answer.status', `Status: ${status}.`);
    const type = readContentType(incoming.headers['content-type']);
    if (!type.ok) return type;
    const bytes = await bytesOf(incoming, maxBytes);
    return bytes.ok ? ok({ url: url.href, ...type.value, bytes: bytes.value }) : bytes;
  } catch {
    return refuseFetch('answer.broken');
  } finally {
    incoming.destroy();
  }
}

/** Counts decompressed bytes, because a small response can decompress to any size. */
async function bytesOf(
  incoming: IncomingMessage,
  maxBytes: number,
): Promise<Result<Uint8Array, FetchRefusal>> {
  if (Number(incoming.headers['content-length'] ?? 0) > maxBytes) {
    return refuseFetch('answer.too-large');
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of decompressed(incoming)) {
    if (!(chunk instanceof Uint8Array)) continue;
    length += chunk.byteLength;
    if (length > maxBytes) return refuseFetch('answer.too-large');
    chunks.push(chunk);
  }
  return ok(Buffer.concat(chunks));
}

function decompressed(incoming: IncomingMessage): AsyncIterable<unknown> {
  const create =
    decompressors[incoming.headers['content-encoding']?.trim().toLowerCase() ?? 'identity'];
  if (create === undefined) throw new Error('Unknown content encoding.');
  const stream = create();
  if (stream === null) return incoming;
  // A pipe alone doesn't end when the connection breaks.
  incoming.on('error', (error) => stream.destroy(error));
  incoming.on('aborted', () => stream.destroy(new Error('The response broke off.')));
  return incoming.pipe(stream);
}

const decompressors: Readonly<
  Record<string, () => ReturnType<typeof createGunzip | typeof createBrotliDecompress> | null>
> = {
  identity: () => null,
  '': () => null,
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  deflate: () => createInflate(),
  br: () => createBrotliDecompress(),
};
