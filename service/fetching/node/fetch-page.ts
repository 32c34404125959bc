/** Fetches pages in Node, from public addresses only. */
import type { IncomingMessage } from 'node:http';
import { pipeline, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { ok, type Result } from '../../../lib/contract/result.ts';
import { bytesWithin } from '../../rest.ts';
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
    const isTooLarge = Number(incoming.headers['content-length'] ?? 0) > maxBytes;
    // Counts decompressed bytes, because a small response may decompress to any size.
    const bytes = isTooLarge ? null : await bytesWithin(decompressed(incoming), maxBytes);
    return bytes === null
      ? refuseFetch('answer.too-large')
      : ok({ url: url.href, ...type.value, bytes });
  } catch {
    return refuseFetch('answer.broken');
  } finally {
    incoming.destroy();
  }
}

function decompressed(incoming: IncomingMessage): AsyncIterable<Uint8Array> {
  const encoding = incoming.headers['content-encoding']?.trim().toLowerCase() ?? '';
  const create = decompressors[encoding];
  if (create === undefined) throw new Error('Unknown content encoding.');
  // Unlike a pipe, a pipeline ends when the connection breaks, and its reader gets the error.
  return create === null ? incoming : pipeline(incoming, create(), () => undefined);
}

const decompressors: Readonly<Record<string, (() => Transform) | null>> = {
  '': null,
  identity: null,
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};
