/** Fetches pages from Node, and only from public addresses. */
import type { IncomingMessage } from 'node:http';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { ok, type Result } from '../../../lib/contract/result.ts';
import {
  ACCEPT_HEADER,
  checkAddress,
  FETCH_TIMEOUT_MS,
  MAX_BODY_BYTES,
  maxRedirects,
  readContentType,
  refuseFetch,
  type FetchedPage,
  type FetchPage,
  type FetchRefusal,
} from '../page-fetcher.ts';
import { connect, isRedirect, type NetworkOptions } from './public-network.ts';

export interface FetchOptions extends NetworkOptions {
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
}

const USER_AGENT = 'Keepsake (a personal memory service, fetching for its owner)';

export function createPageFetcher({
  timeoutMs = FETCH_TIMEOUT_MS,
  maxBytes = MAX_BODY_BYTES,
  ...network
}: FetchOptions = {}): FetchPage {
  return async (text, signal) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const task = { maxBytes, network, signal: AbortSignal.any([signal, timeout]) };
    const result = await follow(text, task);
    // After an abort, the connection error is meaningless.
    if (result.ok || !task.signal.aborted) return result;
    return refuseFetch(signal.aborted ? 'fetch.aborted' : 'fetch.timeout');
  };
}

interface FetchTask {
  readonly maxBytes: number;
  readonly network: NetworkOptions;
  readonly signal: AbortSignal;
}

const HEADERS = {
  accept: ACCEPT_HEADER,
  'accept-encoding': 'gzip, deflate, br',
  'user-agent': USER_AGENT,
};

async function follow(text: string, task: FetchTask): Promise<Result<FetchedPage, FetchRefusal>> {
  let url = checkAddress(text);
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    if (!url.ok) return url;
    const { network, signal } = task;
    const answer = await connect(url.value, { headers: HEADERS, signal }, network);
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

/** Counts decompressed bytes, because a small response may decompress to any size. */
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
