/**
 * Fetches pages from a worker of the extension. The browser resolves names and follows redirects by itself, so what it
 * may reach is decided by the permission of the site, which the person gives; addresses that name this device or its
 * network are refused before they are asked, and where a redirect ended before a byte of it is read. Chromium asks, at
 * each redirect, only what is of the public internet; Firefox has no such word (docs/architecture.md).
 */
import { ok, type Result } from '../../lib/contracts/result.ts';
import { leadsIntoOwnNetwork } from '../../lib/core/own-network.ts';
import {
  checkAddress,
  checkPort,
  readContentType,
  refuseFetch,
  type FetchedPage,
  type FetchPage,
  type FetchRefusal,
} from './page-fetcher.ts';

export interface BrowserFetcherOptions {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Time for the whole, redirects included. */
  readonly timeoutMs?: number;
  /** Bytes of the answer, unpacked. */
  readonly maxBytes?: number;
}

const TIMEOUT_MS = 30_000;
const MAX_BYTES = 16 * 1024 * 1024;

/** Makes the fetcher. No cookie and no referrer goes along; pages of plain http are asked for by https. */
export function createBrowserFetcher({
  fetch,
  timeoutMs = TIMEOUT_MS,
  maxBytes = MAX_BYTES,
}: BrowserFetcherOptions): FetchPage {
  return async (text, signal) => {
    const url = checkPublic(text);
    if (!url.ok) return url;
    const timeout = AbortSignal.timeout(timeoutMs);
    const within = AbortSignal.any([signal, timeout]);
    const result = await ask(url.value, { fetch, maxBytes, signal: within });
    if (result.ok || !within.aborted) return result;
    return refuseFetch(signal.aborted ? 'fetch.aborted' : 'fetch.timeout');
  };
}

function checkPublic(text: string): Result<URL, FetchRefusal> {
  const checked = checkAddress(text);
  if (!checked.ok) return checked;
  const url = checked.value;
  // What a name leads to only the browser learns; names that never lead out are known.
  if (leadsIntoOwnNetwork(url.hostname)) return refuseFetch('address.closed');
  // The extension's own policy lets nothing else out to the web.
  if (url.protocol === 'http:') url.protocol = 'https:';
  return checkPort(url);
}

type Asking = Required<Pick<BrowserFetcherOptions, 'fetch' | 'maxBytes'>> & { signal: AbortSignal };

async function ask(
  url: URL,
  { fetch, maxBytes, signal }: Asking,
): Promise<Result<FetchedPage, FetchRefusal>> {
  const init: RequestInit = {
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
    headers: {
      accept: 'text/html, application/xhtml+xml, application/pdf;q=0.9, text/plain;q=0.8',
    },
    signal,
  };
  const answer = await answerOf(url.href, { fetch, init });
  if (answer === null) return refuseFetch('fetch.unreachable', UNREACHED);
  try {
    // What a redirect ended at is not believed to be public because its beginning was.
    if (!checkPublic(answer.url).ok) return refuseFetch('address.closed');
    if (answer.status !== 200) {
      return refuseFetch('answer.status', `It answers with status ${answer.status}.`);
    }
    const type = readContentType(answer.headers.get('content-type') ?? undefined);
    if (!type.ok) return type;
    const bytes = await bytesOf(answer, maxBytes);
    return bytes.ok ? ok({ url: answer.url, ...type.value, bytes: bytes.value }) : bytes;
  } catch {
    return refuseFetch('answer.broken');
  } finally {
    // Nobody reads what is left.
    void answer.body?.cancel().catch(() => undefined);
  }
}

/**
 * The browser is told to ask nothing but addresses of the public internet, redirects included. Behind a proxy it cannot
 * tell which those are and refuses all; then the page is asked for once more, and no redirect of it is followed.
 */
async function answerOf(
  url: string,
  { fetch, init }: { fetch: Asking['fetch']; init: RequestInit },
): Promise<Response | null> {
  const guarded = { ...init, targetAddressSpace: 'public' };
  const answer = await fetch(url, guarded).catch(() => null);
  if (answer !== null || init.signal?.aborted === true) return answer;
  return fetch(url, { ...init, redirect: 'error' }).catch(() => null);
}

/** The browser does not say which it was. */
const UNREACHED = 'Or Keepsake may not read it: allow the site, or open it and save it there.';

async function bytesOf(
  answer: Response,
  maxBytes: number,
): Promise<Result<Uint8Array, FetchRefusal>> {
  if (Number(answer.headers.get('content-length') ?? 0) > maxBytes) {
    return refuseFetch('answer.too-large');
  }
  if (answer.body === null) return ok(new Uint8Array());
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = answer.body.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    length += read.value.byteLength;
    if (length > maxBytes) {
      void reader.cancel().catch(() => undefined);
      return refuseFetch('answer.too-large');
    }
    chunks.push(read.value);
  }
  reader.releaseLock();
  return ok(joined(chunks, length));
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}
