import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** A page's response: HTML as a string, or any other web-standard Response. */
type PageReply = string | Response;

/** A fixture: fixed HTML, or a function of the request. */
type PageRoute = string | ((request: Request) => PageReply | Promise<PageReply>);

/** A server of fixture pages on the loopback interface. */
export interface PageServer {
  /**
   * `http://127.0.0.1:PORT`. The same pages at `http://localhost:PORT` are a different site to the
   * browser, which tests of permissions and same-site rules use.
   */
  readonly origin: string;
  /** Closes the server and the connections that browsers keep open. */
  close(): Promise<void>;
}

/** Serves fixture pages by exact path. A path without a route gets the route `*`, or 404 if there is none. */
export async function servePages(routes: Readonly<Record<string, PageRoute>>): Promise<PageServer> {
  const server = createServer((incoming, outgoing) => {
    answer(routes, incoming)
      .catch((error: unknown) => new Response(String(error), { status: 500 }))
      .then((response) => send(response, outgoing))
      .catch(() => outgoing.destroy()); // the browser closed the connection during the response
  });
  const port = await listenOnNewPort(server);

  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      const isClosed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      server.closeAllConnections();
      await isClosed;
    },
  };
}

/** Ports of earlier servers. They are never reused, because a browser shared by tests remembers pages by address. */
const usedPorts = new Set<number>();

async function listenOnNewPort(server: Server): Promise<number> {
  for (;;) {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', resolve);
    });
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The server has no port.');
    if (!usedPorts.has(address.port)) {
      usedPorts.add(address.port);
      return address.port;
    }
    await new Promise((resolve) => server.close(resolve));
  }
}

async function answer(
  routes: Readonly<Record<string, PageRoute>>,
  incoming: IncomingMessage,
): Promise<Response> {
  const request = await toRequest(incoming);
  const { pathname } = new URL(request.url);
  const route = Object.hasOwn(routes, pathname) ? routes[pathname] : routes['*'];
  if (route === undefined) return new Response('Not found', { status: 404 });

  const reply = typeof route === 'string' ? route : await route(request);
  if (typeof reply !== 'string') return reply;
  return new Response(reply, { headers: { 'content-type': 'text/html; charset=utf-8' } });
}

async function toRequest(incoming: IncomingMessage): Promise<Request> {
  const { method = 'GET', url = '/', headers } = incoming;
  const flat = Object.entries(headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  const chunks: Buffer[] = await incoming.toArray();
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(new URL(url, `http://${headers.host}`), {
    method,
    headers: flat,
    ...(hasBody ? { body: Buffer.concat(chunks) } : {}),
  });
}

async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  // Send chunk by chunk, so that a fixture can respond slowly.
  for await (const chunk of response.body ?? []) outgoing.write(chunk);
  outgoing.end();
}
