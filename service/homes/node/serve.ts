/** Serves a home over HTTP. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Service } from '../../app.ts';
import { errorName, silent, type Logger } from '../../ports.ts';
import { requestOf, sendResponse } from './carry.ts';
import { checkHost, checkOrigin, type GuardErrorCode, type GuardRules } from './request-guard.ts';

export interface ServerOptions extends GuardRules {
  /** An IP address. */
  readonly address: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly newId: () => string;
  /** Nothing is logged when left out. */
  readonly logger?: Logger;
}

export interface RunningServer {
  /** Such as `http://127.0.0.1:4321`. */
  readonly url: string;
  /** Where this device itself reaches it, also where it listens on every address. */
  readonly localUrl: string;
  /** Takes no more requests, and ends once the answers under way are sent, or after `graceMs` without them. */
  close(graceMs?: number): Promise<void>;
}

/** Time for a caller to send its headers, and for the whole of its request. */
const HEADERS_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 120_000;
const GRACE_MS = 10_000;

/** Listens; rejects where the port is taken or the address is not this device's. */
export async function serve(service: Service, options: ServerOptions): Promise<RunningServer> {
  let isClosing = false;
  const limits = {
    headersTimeout: HEADERS_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // It is asked for below, where a refusal has its envelope.
    requireHostHeader: false,
  };
  const server = createServer(limits, (incoming, outgoing) => {
    respond({ service, options, incoming, outgoing, isClosing: () => isClosing }).catch(
      (error: unknown) => {
        options.logger?.error('answer.failed', { error: errorName(error) });
        outgoing.destroy();
      },
    );
  });
  // What is expected and not offered is left out; the answer is the same.
  server.on('checkExpectation', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    server.emit('request', incoming, outgoing);
  });
  server.on('clientError', (_error, socket) => refuseBroken(socket, options));
  // Nothing here is reached through a tunnel.
  server.on('connect', (_request, socket) => refuseBroken(socket, options));
  await listen(server, options);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  const url = `http://${host}:${address.port}`;
  const isEvery = address.address === '0.0.0.0' || address.address === '::';
  return {
    url,
    localUrl: isEvery ? `http://127.0.0.1:${address.port}` : url,
    close(graceMs = GRACE_MS) {
      isClosing = true;
      return closed(server, graceMs);
    },
  };
}

function listen(server: Server, { port, address }: ServerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, address, resolve);
  });
}

function closed(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const grace = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close((error) => {
      clearTimeout(grace);
      if (error === undefined) resolve();
      else reject(error);
    });
    server.closeIdleConnections();
  });
}

interface Exchange {
  readonly service: Service;
  readonly options: ServerOptions;
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly isClosing: () => boolean;
}

async function respond(exchange: Exchange): Promise<void> {
  const { outgoing, isClosing } = exchange;
  const response = await answer(exchange);
  shareWith(exchange);
  outgoing.setHeader('x-content-type-options', 'nosniff');
  outgoing.setHeader('cache-control', 'no-store');
  // A connection kept for later would hold the server up for as long as it is kept.
  if (isClosing()) outgoing.setHeader('connection', 'close');
  await sendResponse(response, outgoing);
}

async function answer({ service, options, incoming, outgoing }: Exchange): Promise<Response> {
  const { host, origin } = incoming.headers;
  const known = checkHost(host, options);
  const guarded = known.ok
    ? checkOrigin(origin, { origins: options.origins, host: host ?? '' })
    : known;
  if (!guarded.ok) {
    (options.logger ?? silent).warn('request.refused', { code: guarded.error });
    return refusals[guarded.error](options.newId());
  }
  if (incoming.method === 'OPTIONS' && origin !== undefined) {
    return new Response(null, { status: 204, headers: preflight });
  }
  if (incoming.url === '/healthz' && /^(?:GET|HEAD)$/.test(incoming.method ?? '')) {
    return Response.json({ status: 'ok' });
  }
  const request = requestOf(incoming, outgoing);
  return request === null ? broken(options.newId()) : service.fetch(request);
}

/** What a page of another origin may send; of its cookies nothing is said, so they stay out. */
const preflight = {
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers':
    'authorization, content-type, mcp-protocol-version, mcp-session-id, mcp-method, mcp-name, last-event-id',
  'access-control-max-age': '600',
};

/** Lets a page of an origin that was let in read the answer, as the fetch standard has it. */
function shareWith({ options, incoming, outgoing }: Exchange): void {
  const { host = '', origin } = incoming.headers;
  if (origin === undefined || !checkOrigin(origin, { origins: options.origins, host }).ok) return;
  outgoing.setHeader('access-control-allow-origin', origin);
  outgoing.setHeader('access-control-expose-headers', 'www-authenticate, mcp-session-id');
  outgoing.setHeader('vary', 'origin');
}

const refusals: Readonly<Record<GuardErrorCode, (traceId: string) => Response>> = {
  'host.missing': (traceId) =>
    envelopeOf(400, { code: 'validation', message: 'The request has no Host header.', traceId }),
  'host.foreign': (traceId) =>
    envelopeOf(421, {
      code: 'misdirected',
      message: 'This service does not go by that name; --allow-host lets its operator add one.',
      traceId,
    }),
  'origin.foreign': (traceId) =>
    envelopeOf(403, {
      code: 'unauthorized',
      message: 'Requests from this origin are not let in; --allow-origin lets the operator add it.',
      traceId,
    }),
};

function broken(traceId: string): Response {
  const message = 'This is no request that the service understands.';
  return envelopeOf(400, { code: 'validation', message, traceId });
}

interface EnvelopeText {
  readonly code: string;
  readonly message: string;
  readonly traceId: string;
}

function envelopeOf(status: number, { code, message, traceId }: EnvelopeText): Response {
  const body = { code, message, details: {}, retryable: false, trace_id: traceId };
  return Response.json(body, { status });
}

/** Answers what is no HTTP at all, as far as whoever sent it still listens. */
function refuseBroken(socket: Duplex, { newId }: ServerOptions): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const message = 'This is no request that the service understands.';
  const body = JSON.stringify({
    code: 'validation',
    message,
    details: {},
    retryable: false,
    trace_id: newId(),
  });
  socket.on('error', () => undefined);
  socket.end(
    'HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-type: application/json\r\n' +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
