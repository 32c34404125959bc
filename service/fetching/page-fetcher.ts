import { err, ok, type Result } from '../../lib/contract/result.ts';

export const mediaTypes = [
  'text/html',
  'application/xhtml+xml',
  'text/plain',
  'application/pdf',
] as const;
export type MediaType = (typeof mediaTypes)[number];

export interface FetchedPage {
  readonly url: string;
  readonly mediaType: MediaType;
  readonly charset: string | null;
  readonly bytes: Uint8Array;
}

export interface FetchRefusal {
  readonly code: FetchRefusalCode;
  /** Shown to the person; never contains the URL. */
  readonly message: string;
  readonly retryable: boolean;
}

/** Thrown by a `fetch` that refuses an address or can't reach it. */
export class RefusedFetch extends Error {
  constructor({ message }: FetchRefusal) {
    super(message);
  }
}

export type FetchPage = (
  url: string,
  signal: AbortSignal,
) => Promise<Result<FetchedPage, FetchRefusal>>;

export const maxRedirects = 5;

/** Time limit for a fetch, redirects included. */
export const FETCH_TIMEOUT_MS = 30_000;

export const MAX_BODY_BYTES = 16 * 1024 * 1024;

export const ACCEPT_HEADER =
  'text/html, application/xhtml+xml, application/pdf;q=0.9, text/plain;q=0.8';

/** The ports of web servers and their usual alternatives. Mail, database and file servers must stay out of reach. */
const PORTS = new Set(['', '80', '443', '8000', '8008', '8080', '8443', '8888']);

/** Checks a URL's scheme and credentials. The addresses its host name resolves to are checked when it is fetched. */
export function checkAddress(text: string, base?: string): Result<URL, FetchRefusal> {
  const url = URL.parse(text, base);
  if (url === null) return refuseFetch('url.invalid');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return refuseFetch('url.scheme');
  if (url.username !== '' || url.password !== '') return refuseFetch('url.credentials');
  return ok(url);
}

export function checkPort(url: URL): Result<URL, FetchRefusal> {
  return PORTS.has(url.port) ? ok(url) : refuseFetch('url.port');
}

export function readContentType(
  header: string | undefined,
): Result<Pick<FetchedPage, 'mediaType' | 'charset'>, FetchRefusal> {
  const [essence = '', ...parameters] = (header ?? '').split(';').map((part) => part.trim());
  const mediaType = mediaTypes.find((known) => known === essence.toLowerCase());
  if (mediaType === undefined) return refuseFetch('answer.type');
  const charset = parameters
    .map((parameter) => /^charset\s*=\s*"?([\w:.+-]+)"?$/i.exec(parameter)?.[1])
    .find((name) => name !== undefined);
  return ok({ mediaType, charset: charset?.toLowerCase() ?? null });
}

const messages = {
  'url.invalid': 'This isn’t a web address.',
  'url.scheme': 'Only http and https addresses can be fetched.',
  'url.credentials': 'Addresses that contain a user name or password aren’t fetched.',
  'url.port': 'The address uses a port that isn’t used for web pages.',
  'host.unresolved': 'The site’s name couldn’t be resolved.',
  'address.closed': 'The address is in a private network, which the service doesn’t fetch from.',
  'redirect.broken': 'The site redirects to an invalid address.',
  'redirect.refused': 'The address redirects to another one.',
  'redirect.too-many': `The site redirects more than ${maxRedirects} times.`,
  'answer.status': 'The site didn’t return the page.',
  'answer.type': 'The address isn’t a web page, plain text or a PDF.',
  'answer.too-large': 'The page is too large.',
  'answer.broken': 'The site’s response was incomplete or unreadable.',
  'fetch.unreachable': 'The site couldn’t be reached.',
  'fetch.timeout': 'The site took too long to respond.',
  'fetch.aborted': 'Fetching was stopped.',
  'fetch.unavailable': 'This service can’t fetch pages.',
} as const;
export type FetchRefusalCode = keyof typeof messages;

const transientCodes: ReadonlySet<FetchRefusalCode> = new Set([
  'host.unresolved',
  'answer.broken',
  'fetch.unreachable',
  'fetch.timeout',
  'fetch.aborted',
]);

/** Creates the refusal for a code. `detail` is appended to the message, and must not contain the URL. */
export function refuseFetch(code: FetchRefusalCode, detail = '') {
  const message = detail === '' ? messages[code] : `${messages[code]} ${detail}`;
  return err<FetchRefusal>({ code, message, retryable: transientCodes.has(code) });
}
