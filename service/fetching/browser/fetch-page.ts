/**
 * Fetches pages from a worker of the extension. The browser resolves names and follows redirects itself, so the site's
 * host permission decides what can be reached. Addresses of this device or its network are rejected before the request,
 * and again before the body is read if a redirect led there. Chromium also rejects private addresses at each redirect
 * (`targetAddressSpace`); Firefox has no such option.
 */
import { ok, type Result } from '../../../lib/contract/result.ts';
import { leadsIntoOwnNetwork } from '../../../lib/url/network-address.ts';
import { boundedBytes } from '../../rest.ts';
import {
  ACCEPT_HEADER,
  checkAddress,
  checkPort,
  FETCH_TIMEOUT_MS,
  MAX_BODY_BYTES,
  readContentType,
  refuseFetch,
  type FetchedPage,
  type FetchPage,
  type FetchRefusal,
} from '../page-fetcher.ts';

export interface BrowserFetcherOptions {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly timeoutMs?: number;
  readonly maxBytes?: number;
}

/** Creates the fetcher. It sends no cookies and no referrer, and upgrades http to https. */
export function createBrowserFetcher({
  fetch,
  timeoutMs = FETCH_TIMEOUT_MS,
  maxBytes = MAX_BODY_BYTES,
}: BrowserFetcherOptions): FetchPage {
  return async (text, signal) => {
    const url = checkPublic(text);
    if (!url.ok) return url;
    const timeout = AbortSignal.timeout(timeoutMs);
    const within = AbortSignal.any([signal, timeout]);
    const result = await request(url.value, { fetch, maxBytes, signal: within });
    if (result.ok || !within.aborted) return result;
    return refuseFetch(signal.aborted ? 'fetch.aborted' : 'fetch.timeout');
  };
}

function checkPublic(text: string): Result<URL, FetchRefusal> {
  const checked = checkAddress(text);
  if (!checked.ok) return checked;
  const url = checked.value;
  // Only the browser knows what other names resolve to.
  if (leadsIntoOwnNetwork(url.hostname)) return refuseFetch('address.closed');
  // Except for this device, the extension's content security policy only allows https.
  if (url.protocol === 'http:') url.protocol = 'https:';
  return checkPort(url);
}

type RequestOptions = Required<Pick<BrowserFetcherOptions, 'fetch' | 'maxBytes'>> & {
  readonly signal: AbortSignal;
};

async function request(
  url: URL,
  { fetch, maxBytes, signal }: RequestOptions,
): Promise<Result<FetchedPage, FetchRefusal>> {
  const init: RequestInit = {
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    cache: 'no-store',
    headers: { accept: ACCEPT_HEADER },
    signal,
  };
  const answer = await responseOf(url.href, { fetch, init });
  if (answer === null) return refuseFetch('fetch.unreachable', NO_ACCESS_HINT);
  try {
    // A redirect may have led into the private network.
    if (!checkPublic(answer.url).ok) return refuseFetch('address.closed');
    if (answer.status !== 200) return refuseFetch('answer.status', `Status: ${answer.status}.`);
    const type = readContentType(answer.headers.get('content-type') ?? undefined);
    if (!type.ok) return type;
    const bytes = await boundedBytes(answer, maxBytes);
    return bytes.ok
      ? ok({ url: answer.url, ...type.value, bytes: bytes.value })
      : refuseFetch('answer.too-large');
  } catch {
    return refuseFetch('answer.broken');
  } finally {
    void answer.body?.cancel().catch(() => undefined);
  }
}

/**
 * Lets Chromium connect to public addresses only, redirects included. Behind a proxy it can't tell which addresses are
 * public and rejects them all. The page is then requested again, without that option and without following redirects.
 */
async function responseOf(
  url: string,
  { fetch, init }: { readonly fetch: RequestOptions['fetch']; readonly init: RequestInit },
): Promise<Response | null> {
  const publicOnly = { ...init, targetAddressSpace: 'public' };
  const answer = await fetch(url, publicOnly).catch(() => null);
  if (answer !== null || init.signal?.aborted === true) return answer;
  return fetch(url, { ...init, redirect: 'error' }).catch(() => null);
}

/** Browsers don't distinguish a missing permission from a network error. */
const NO_ACCESS_HINT =
  'Keepsake may not have access to it: allow the site, or open the page and save it there.';
