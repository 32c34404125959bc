/** Adds a bearer token to each request, because the conformance tool can't send one. */
import { createServer, request, type IncomingHttpHeaders } from 'node:http';

export interface BearerProxy {
  readonly url: string;
  close(): Promise<void>;
}

/** Listens on loopback and forwards everything to the service, replacing its own host name with the service's. */
export async function openBearerProxy(serviceUrl: string, token: string): Promise<BearerProxy> {
  const { hostname, port, host } = new URL(serviceUrl);
  let own = '';

  function headersFor(headers: IncomingHttpHeaders): IncomingHttpHeaders {
    const renamed = Object.entries(headers).map(([name, value]) => [
      name,
      name === 'host' || name === 'origin' ? String(value).replace(own, host) : value,
    ]);
    return { ...Object.fromEntries(renamed), authorization: `Bearer ${token}` };
  }

  const server = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const passed = request(
      { hostname, port, path, method, headers: headersFor(headers) },
      (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing);
      },
    );
    passed.once('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  own = `127.0.0.1:${address.port}`;
  return {
    url: `http://${own}`,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}
