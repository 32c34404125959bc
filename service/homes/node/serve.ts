/** Serves a home over HTTP on loopback. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Service } from '../../app.ts';

export interface RunningServer {
  /** Such as `http://127.0.0.1:4321`. */
  readonly url: string;
  /** Ends once the answers under way are sent. */
  close(): Promise<void>;
}

/** Listens on 127.0.0.1; port 0 takes a free one. Rejects where the port is taken. */
export async function serveOnLoopback(service: Service, port: number): Promise<RunningServer> {
  const server = createServer((incoming, outgoing) => {
    respond(service, incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeIdleConnections();
      }),
  };
}

/** A page of any site can make a browser ask a loopback address by a name of its own; it cannot make it lie in Host. */
const LOOPBACK_HOST = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i;

async function respond(
  service: Service,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const host = incoming.headers.host ?? '';
  if (!LOOPBACK_HOST.test(host)) {
    outgoing.writeHead(421).end();
    return;
  }
  const response = await service.fetch(requestOf(incoming, host));
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(Buffer.from(await response.arrayBuffer()));
}

function requestOf(incoming: IncomingMessage, host: string): Request {
  const method = incoming.method ?? 'GET';
  const headers = Object.entries(incoming.headersDistinct).flatMap(([name, values]) =>
    (values ?? []).map((value): [string, string] => [name, value]),
  );
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(`http://${host}${incoming.url ?? '/'}`, {
    method,
    headers,
    ...(hasBody ? { body: bytesOf(incoming), duplex: 'half' } : {}),
  });
}

function bytesOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<unknown> = incoming[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (value instanceof Uint8Array) controller.enqueue(value);
      if (done === true) controller.close();
    },
  });
}
