/** Forwards requests from the fault server to the service: a handler in this process, or a server at an address. */
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';

/** A received request with its whole body. */
export interface Received {
  readonly method: string;
  /** The path with its query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export type PassOn = (received: Received) => Promise<Response>;

/** Calls a handler as if `origin` had been requested. */
export function passToHandler(
  handler: (request: Request) => Promise<Response>,
  origin: () => string,
): PassOn {
  return ({ method, path, headers, body }) =>
    handler(
      new Request(origin() + path, {
        method,
        headers: pairsOf(headers),
        ...(hasBody(method) ? { body: new Uint8Array(body) } : {}),
      }),
    );
}

/** Forwards to the service at an address, with the caller's Host header. Rejects if nothing listens there. */
export function passToAddress(baseUrl: string): PassOn {
  const { hostname, port, pathname } = new URL(baseUrl);
  const prefix = pathname.replace(/\/+$/, '');
  return ({ method, path, headers, body }) =>
    new Promise((resolve, reject) => {
      const passed = httpRequest(
        { hostname, port, path: prefix + path, method, headers, agent: false },
        (answer) => {
          const status = answer.statusCode ?? 502;
          const isEmpty = status === 204 || status === 304;
          resolve(
            new Response(isEmpty ? null : streamOf(answer), {
              status,
              headers: pairsOf(answer.headers),
            }),
          );
        },
      );
      passed.once('error', reject);
      passed.end(hasBody(method) ? body : undefined);
    });
}

function streamOf(answer: Readable): ReadableStream<Uint8Array> {
  const chunks = answer[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done === true) controller.close();
      else if (value instanceof Uint8Array) controller.enqueue(value);
    },
    cancel: () => void answer.destroy(),
  });
}

function hasBody(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

/** Headers that belong to one connection and aren't forwarded. */
const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length']);

function pairsOf(headers: IncomingHttpHeaders): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    ofConnection.has(name) ? [] : [value ?? []].flat().map((one): [string, string] => [name, one]),
  );
}
