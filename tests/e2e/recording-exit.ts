/** The browser's only route out: a proxy that records every request and serves a single site. */
import { createServer } from 'node:http';

export interface WayOut {
  /** Browser arguments that route all traffic through the proxy, localhost included. */
  readonly browserArgs: readonly string[];
  /**
   * Method and full URL of each request, or `CONNECT` and the host if it would have been encrypted. Excludes the
   * requests that Chromium itself sends to Google.
   */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

const makersHosts = /(?:^|\.)(?:google\.com|googleapis\.com|gvt1\.com)$/;

/**
 * Starts the proxy. `pages` are served at `origin` over plain HTTP, so that each request can be
 * read.
 */
export async function startWayOut(
  origin: string,
  pages: Readonly<Record<string, string>>,
): Promise<WayOut> {
  const asked: string[] = [];
  const note = (request: string, host: string | undefined) => {
    if (host === undefined || !makersHosts.test(host)) asked.push(request);
  };
  const server = createServer(({ method = '', url = '' }, outgoing) => {
    note(`${method} ${url}`, URL.parse(url)?.hostname);
    const page = url.startsWith(`${origin}/`) ? pages[url.slice(origin.length)] : undefined;
    outgoing.writeHead(page === undefined ? 404 : 200, {
      'content-type': 'text/html; charset=utf-8',
    });
    outgoing.end(page ?? '');
  });
  server.on('connect', ({ url = '' }, socket) => {
    note(`CONNECT ${url}`, url.replace(/:\d+$/, ''));
    socket.on('error', () => undefined); // the browser closed the connection first
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  return {
    browserArgs: [
      `--proxy-server=http://127.0.0.1:${address.port}`,
      '--proxy-bypass-list=<-loopback>',
    ],
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
