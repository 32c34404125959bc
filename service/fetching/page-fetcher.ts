/** Fetching what a document names by its address: the port, and the rules that need no network. */
import { err, ok, type Result } from '../../lib/contracts/result.ts';

export const mediaTypes = [
  'text/html',
  'application/xhtml+xml',
  'text/plain',
  'application/pdf',
] as const;
export type MediaType = (typeof mediaTypes)[number];

export interface FetchedPage {
  /** Where the redirects ended. */
  readonly url: string;
  readonly mediaType: MediaType;
  /** As the server names it; null where it names none. */
  readonly charset: string | null;
  readonly bytes: Uint8Array;
}

export type FetchRefusalCode =
  | 'url.invalid'
  | 'url.scheme'
  | 'url.credentials'
  | 'url.port'
  | 'host.unresolved'
  | 'address.closed'
  | 'redirect.broken'
  | 'redirect.too-many'
  | 'answer.status'
  | 'answer.type'
  | 'answer.too-large'
  | 'answer.broken'
  | 'fetch.unreachable'
  | 'fetch.timeout'
  | 'fetch.aborted'
  | 'fetch.unavailable';

export interface FetchRefusal {
  readonly code: FetchRefusalCode;
  /** A sentence for the person; holds no address. */
  readonly message: string;
  /** Whether the same address may well be fetched later. */
  readonly retryable: boolean;
}

/** Fetches a public address; never throws. */
export type FetchPage = (
  url: string,
  signal: AbortSignal,
) => Promise<Result<FetchedPage, FetchRefusal>>;

/** Redirects followed; each is checked as the address itself was. */
export const maxRedirects = 5;

/** Those of the web, and those that servers of the web take beside them; no port of mail, files or a database. */
const PORTS = new Set(['', '80', '443', '8000', '8008', '8080', '8443', '8888']);

/** Checks what an address says by itself; what its name leads to is checked when it is looked up. */
export function checkAddress(text: string, base?: string): Result<URL, FetchRefusal> {
  const url = URL.parse(text, base);
  if (url === null) return refuseFetch('url.invalid');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return refuseFetch('url.scheme');
  if (url.username !== '' || url.password !== '') return refuseFetch('url.credentials');
  return ok(url);
}

/** Checks the port of an address. */
export function checkPort(url: URL): Result<URL, FetchRefusal> {
  return PORTS.has(url.port) ? ok(url) : refuseFetch('url.port');
}

/** Reads a Content-Type header. */
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

const sentences: Readonly<Record<FetchRefusalCode, string>> = {
  'url.invalid': 'This is no web address.',
  'url.scheme': 'Only http and https addresses are fetched.',
  'url.credentials': 'An address that holds a user name or a password is not fetched.',
  'url.port': 'The port of the address is not one of the web.',
  'host.unresolved': 'The name in the address leads nowhere.',
  'address.closed': 'The address leads into a private network, where nothing is fetched.',
  'redirect.broken': 'The site redirects to what is no address.',
  'redirect.too-many': `The site redirects more than ${maxRedirects} times.`,
  'answer.status': 'The site does not hand the page out.',
  'answer.type': 'What is at the address is neither a page, nor plain text, nor a PDF.',
  'answer.too-large': 'What is at the address is too large.',
  'answer.broken': 'The answer of the site broke off or could not be read.',
  'fetch.unreachable': 'The site could not be reached.',
  'fetch.timeout': 'The site took too long to answer.',
  'fetch.aborted': 'Fetching was stopped.',
  'fetch.unavailable': 'This home of the memory cannot fetch pages.',
};
const passing: ReadonlySet<FetchRefusalCode> = new Set([
  'host.unresolved',
  'answer.broken',
  'fetch.unreachable',
  'fetch.timeout',
  'fetch.aborted',
]);

/** Makes the refusal of a code; `detail` is put behind its sentence, and holds nothing of the address. */
export function refuseFetch(
  code: FetchRefusalCode,
  detail = '',
): { readonly ok: false; readonly error: FetchRefusal } {
  const message = detail === '' ? sentences[code] : `${sentences[code]} ${detail}`;
  return err({ code, message, retryable: passing.has(code) });
}
