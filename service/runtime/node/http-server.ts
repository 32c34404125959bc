import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { Writable, type Duplex } from 'node:stream';
import { promisify } from 'node:util';
import { err, ok, type Result } from '../../../lib/contract/result.ts';
import type { Service } from '../../app.ts';
import { errorName, silent, type Logger } from '../../ports.ts';
import { streamOf } from '../../stream-of.ts';

export interface AccessRules {
  /** Allowed host names, without ports, as `new URL` writes them. */
  readonly hosts: readonly string[];
  /** Exact origins, or a scheme with a star, such as `moz-extension://*`. */
  readonly origins: readonly string[];
}

/** Host names of this device. Any site can point its own domain at 127.0.0.1, but it can't forge the `Host` header. */
export const loopbackHosts = ['127.0.0.1', 'localhost', '[::1]'] as const;

/** Origins of extensions. Websites can't have these. They can't be listed, since Firefox's differ for each profile. */
export const extensionOrigins = ['chrome-extension://*', 'moz-extension://*'] as const;

export interface ServerOptions extends AccessRules {
  readonly address: string;
  /** 0 picks a free port. */
  readonly port: number;
  readonly newId: () => string;
  readonly logger?: Logger;
  /** Set if a proxy is in front, which adds each client's address to `X-Forwarded-For`. */
  readonly publicUrl?: string | null;
  /** How long a client can take to send the headers. */
  readonly headersTimeoutMs?: number;
}

export type RunningServer = Awaited<ReturnType<typeof serve>>;

const HEADERS_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 120_000;
const GRACE_MS = 10_000;

/** Starts listening; rejects if the port is in use or the address isn't this machine's. */
export async function serve(service: Service, options: ServerOptions) {
  const headersTimeout = options.headersTimeoutMs ?? HEADERS_TIMEOUT_MS;
  const limits = {
    headersTimeout,
    connectionsCheckingInterval: headersTimeout,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Checked below instead, so that the error has the usual envelope.
    requireHostHeader: false,
  };
  const server = createServer(limits, (incoming, outgoing) => {
    respond({ service, options, server, incoming, outgoing }).catch((error: unknown) => {
      options.logger?.error('answer.failed', { error: errorName(error) });
      outgoing.destroy();
    });
  });
  // Ignore unknown expectations, to which Node would respond with 417.
  server.on('checkExpectation', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    server.emit('request', incoming, outgoing);
  });
  server.on('clientError', (_error, socket) => rejectSocket(socket, options));
  // This server isn't a proxy.
  server.on('connect', (_request, socket) => rejectSocket(socket, options));
  server.listen(options.port, options.address);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  const url = `http://${host}:${address.port}`;
  const isEveryAddress = address.address === '0.0.0.0' || address.address === '::';
  return {
    /** URL of the server, such as `http://127.0.0.1:4321`. */
    url,
    /** The URL to use on this device, even if the server listens on all addresses. */
    localUrl: isEveryAddress ? `http://127.0.0.1:${address.port}` : url,
    /** Stops accepting requests and resolves once pending responses are sent, or after `graceMs`. */
    close: (graceMs = GRACE_MS) => close(server, graceMs),
  };
}

async function close(server: Server, graceMs: number): Promise<void> {
  const grace = setTimeout(() => server.closeAllConnections(), graceMs);
  await promisify(server.close.bind(server))().finally(() => clearTimeout(grace));
}

interface Exchange {
  readonly service: Service;
  readonly options: ServerOptions;
  readonly server: Server;
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

async function respond(exchange: Exchange): Promise<void> {
  const { outgoing, server } = exchange;
  const response = await answer(exchange);
  allowOrigin(exchange);
  outgoing.setHeader('x-content-type-options', 'nosniff');
  outgoing.setHeader('cache-control', 'no-store');
  // A kept-alive connection would delay closing.
  if (!server.listening) outgoing.setHeader('connection', 'close');
  await sendResponse(response, outgoing);
}

async function answer({ service, options, incoming, outgoing }: Exchange): Promise<Response> {
  const { host, origin } = incoming.headers;
  const checkedHost = checkHost(incoming.headersDistinct['host'], options);
  const checked = checkedHost.ok
    ? checkOrigin(origin, { origins: options.origins, host: host ?? '' })
    : checkedHost;
  if (!checked.ok) {
    (options.logger ?? silent).warn('request.refused', { code: checked.error });
    return Response.json(...refusalOf(checked.error, options.newId()));
  }
  if (incoming.method === 'OPTIONS' && origin !== undefined) {
    return new Response(null, { status: 204, headers: preflightHeaders });
  }
  const request = requestFrom(incoming, outgoing);
  return request === null
    ? Response.json(...refusalOf('request.malformed', options.newId()))
    : service.fetch(request, { address: clientAddress(incoming, options) });
}

/** Behind a proxy, returns the last entry of `X-Forwarded-For`: the proxy adds it, and clients can forge the others. */
function clientAddress({ headers, socket }: IncomingMessage, { publicUrl = null }: ServerOptions) {
  const forwarded = publicUrl === null ? undefined : headers['x-forwarded-for'];
  const last = forwarded?.toString().split(',').at(-1)?.trim() ?? '';
  return last === '' ? (socket.remoteAddress ?? '') : last;
}

type AccessErrorCode = 'host.missing' | 'host.repeated' | 'host.foreign' | 'origin.foreign';

/** Checks the `Host` header. Any port is fine, since there may be a proxy in front. */
export function checkHost(
  [host, ...others]: readonly string[] = [],
  { hosts }: Pick<AccessRules, 'hosts'>,
): Result<null, AccessErrorCode> {
  if (host === undefined || host === '') return err('host.missing');
  // Node uses the first of several, but a proxy may have checked another one.
  if (others.length > 0) return err('host.repeated');
  const name = /^[^\s/?#@\\]+$/.test(host) ? URL.parse(`http://${host}`)?.hostname : undefined;
  return name !== undefined && hosts.includes(name) ? ok(null) : err('host.foreign');
}

/** Requests without an `Origin` pass, because programs don't send it: their key decides what they can do. */
export function checkOrigin(
  origin: string | undefined,
  { origins, host }: Pick<AccessRules, 'origins'> & { readonly host: string },
): Result<null, AccessErrorCode> {
  if (origin === undefined) return ok(null);
  const isListed = origins.some((listed) =>
    listed.endsWith('*') ? hasScheme(origin, listed.slice(0, -1)) : origin === listed,
  );
  return isListed || isSameOrigin(origin, host) ? ok(null) : err('origin.foreign');
}

function hasScheme(origin: string, scheme: string): boolean {
  return origin.startsWith(scheme) && /^[\w.-]+$/.test(origin.slice(scheme.length));
}

/** Compares without the scheme: behind a TLS proxy the page is https, but this request is http. */
function isSameOrigin(origin: string, host: string): boolean {
  const url = URL.parse(origin);
  const isPage = url?.protocol === 'http:' || url?.protocol === 'https:';
  return isPage && url.origin === origin && url.host === host.toLowerCase();
}

const preflightHeaders = {
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers':
    'authorization, content-type, idempotency-key, mcp-protocol-version, mcp-session-id, mcp-method, mcp-name, last-event-id',
  'access-control-max-age': '600',
};

/** Lets a page of an allowed origin read the response. Credentials aren't allowed, so cookies stay out of it. */
function allowOrigin({ options, incoming, outgoing }: Exchange): void {
  const { host = '', origin } = incoming.headers;
  if (origin === undefined || !checkOrigin(origin, { origins: options.origins, host }).ok) return;
  outgoing.setHeader('access-control-allow-origin', origin);
  outgoing.setHeader('access-control-expose-headers', 'www-authenticate, mcp-session-id');
  outgoing.setHeader('vary', 'origin');
}

const refusals = {
  'host.missing': [400, 'validation', 'The request has no Host header.'],
  'host.repeated': [400, 'validation', 'The request has more than one Host header.'],
  'host.foreign': [
    421,
    'misdirected',
    'This service doesn’t answer to that host name. Its operator can add it with --allow-host.',
  ],
  'origin.foreign': [
    403,
    'unauthorized',
    'Requests from this origin aren’t allowed. The operator can add it with --allow-origin.',
  ],
  'request.malformed': [400, 'validation', 'The service can’t read this request.'],
} as const;

function refusalOf(code: keyof typeof refusals, traceId: string) {
  const [status, contractCode, message] = refusals[code];
  const body = { code: contractCode, message, details: {}, retryable: false, trace_id: traceId };
  return [body, { status }] as const;
}

/** How long a client can take to read the response to a malformed request and to close the connection, in milliseconds. */
const REJECTED_MS = 5_000;

function rejectSocket(socket: Duplex, { newId }: ServerOptions): void {
  // Every later piece of a malformed request causes another error. Destroying the socket now could lose the response.
  if (socket.writableEnded) return;
  // Browsers open connections in advance, and would read this as the response to their next request.
  const isUnused = socket instanceof Socket && socket.bytesRead === 0;
  if (isUnused || !socket.writable) {
    socket.destroy();
    return;
  }
  const [envelope] = refusalOf('request.malformed', newId());
  const body = JSON.stringify(envelope);
  socket.on('error', () => undefined);
  socket.end(
    'HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-type: application/json\r\n' +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  const closing = setTimeout(() => socket.destroy(), REJECTED_MS);
  socket.once('close', () => clearTimeout(closing));
}

/** Methods that the Fetch standard forbids. */
const FORBIDDEN_METHODS = new Set(['CONNECT', 'TRACE', 'TRACK']);

/** Node's requests stop following their signal once they're garbage-collected, so each is kept until its response ends. */
const open = new Set<Request>();

/** Returns null if the Fetch standard can't represent the request. */
function requestFrom(incoming: IncomingMessage, outgoing: ServerResponse): Request | null {
  const { method = 'GET', url = '/', headers } = incoming;
  if (FORBIDDEN_METHODS.has(method) || !url.startsWith('/')) return null;
  const address = URL.parse(`http://${headers.host ?? ''}${url}`);
  if (address === null) return null;
  const pairs = Object.entries(incoming.headersDistinct).flatMap(([name, values]) =>
    (values ?? []).map((value): [string, string] => [name, value]),
  );
  const gone = new AbortController();
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const request = new Request(address, {
    method,
    headers: pairs,
    signal: gone.signal,
    ...(hasBody ? { body: streamOf(bodyOf(incoming)), duplex: 'half' } : {}),
  });
  open.add(request);
  outgoing.once('close', () => {
    if (!outgoing.writableFinished) gone.abort();
    open.delete(request);
  });
  return request;
}

/** Discards what the handler doesn't read, so that the client can finish sending and get the response. */
async function* bodyOf(incoming: IncomingMessage): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  try {
    yield* incoming.iterator({ destroyOnReturn: false });
  } finally {
    incoming.on('error', () => undefined).resume();
  }
}

/** Content types that are streamed as they are produced: events, and exports, which may be larger than memory. */
const STREAMED = /^(?:text\/event-stream|application\/jsonl)\b/;

async function sendResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.statusCode = response.status;
  outgoing.setHeaders(response.headers);
  const isStream = STREAMED.test(response.headers.get('content-type') ?? '');
  if (!isStream || response.body === null) {
    outgoing.end(Buffer.from(await response.arrayBuffer()));
    return;
  }
  outgoing.flushHeaders();
  await response.body.pipeTo(Writable.toWeb(outgoing)).catch((error: unknown) => {
    // The client has disconnected.
    if (errorName(error) !== 'ABORT_ERR') throw error;
  });
}
