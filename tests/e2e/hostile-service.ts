/**
 * A service that follows the contract until a test makes it misbehave, and another origin that must never receive a
 * request.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** Handles one request in a hostile way. */
export type Misdeed = (response: ServerResponse, request: IncomingMessage) => unknown;

export interface HostileService {
  readonly url: string;
  readonly elsewhere: string;
  /** Requests that reached the other origin. */
  readonly ledThere: readonly string[];
  /** Method, path and headers of each request, oldest first. */
  readonly asked: readonly Pick<IncomingMessage, 'method' | 'url' | 'headers'>[];
  /** Applies the misdeed to every later request whose path matches. */
  misbehave(path: RegExp, misdeed: Misdeed): void;
  behave(): void;
  close(): Promise<void>;
}

export interface Answers {
  readonly [methodAndPath: string]: unknown;
}

/**
 * Starts the service and the other origin on free ports of 127.0.0.1. `answers` maps "METHOD /path" to JSON and
 * overrides the defaults.
 */
export async function startHostileService(answers: Answers = {}): Promise<HostileService> {
  const asked: HostileService['asked'][number][] = [];
  const ledThere: string[] = [];
  let misdeeds: { path: RegExp; misdeed: Misdeed }[] = [];
  const all: Answers = { ...honestAnswers, ...answers };

  const other = createServer((request, response) => {
    ledThere.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
    answerJson(response, { containers: [], results: [], status: 'exists' });
  });
  const server = createServer((request, response) => {
    const { method = 'GET', url = '/', headers } = request;
    const [path = ''] = url.split('?');
    asked.push({ method, url, headers });
    response.on('error', () => undefined); // the caller closed the connection
    const planned = misdeeds.find((one) => one.path.test(path));
    if (planned !== undefined) {
      void planned.misdeed(response, request);
      return;
    }
    const answer = all[`${method} ${path}`] ?? all[`${method} ${path.replace(/[^/]+$/, '*')}`];
    if (answer === undefined) response.writeHead(404).end('{"code":"not_found"}');
    else answerJson(response, answer);
  });
  const elsewhere = await listen(other);
  return {
    url: await listen(server),
    elsewhere,
    ledThere,
    asked,
    misbehave: (path, misdeed) => void (misdeeds = [{ path, misdeed }, ...misdeeds]),
    behave: () => void (misdeeds = []),
    close: async () => void (await Promise.all([close(server), close(other)])),
  };
}

export function answerJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

export const passage =
  'A violet barometer hung beside the door of the tower, and nobody had read it.';

const honestAnswers: Answers = {
  'GET /v1/containers': { containers: [{ id: 'm1', name: 'Harbours' }] },
  'POST /v1/search': {
    results: [
      { container_name: 'Harbours', content: passage, document_id: 'd1', title: 'The ledger' },
    ],
    containers: [{ id: 'm1', name: 'Harbours' }],
  },
  'POST /v1/documents': { status: 'queued', document_id: 'd1' },
  'GET /v1/documents': { documents: [] },
  'GET /v1/documents/*': { id: 'd1', learned: true },
  'POST /v1/memories': { status: 'queued', memory_id: 'n1' },
  'GET /v1/profile': { static: [], dynamic: [] },
  'GET /v1/rules': { rules: [] },
  'POST /v1/ask': { answer: 'Nobody.', sources: [] },
};

/** Redirects to another origin with a status that keeps method and body. */
export function redirectTo(origin: string): Misdeed {
  return (response, request) => {
    response.writeHead(307, { location: origin + (request.url ?? '') }).end();
  };
}

/** Sends a JSON string of this many bytes as fast as the caller reads, and returns how many bytes were sent. */
export async function sendGiant(
  response: ServerResponse,
  { bytes, headers = {}, status = 200 }: GiantOptions,
): Promise<number> {
  const chunk = Buffer.alloc(256 * 1024, 'x');
  let sent = 0;
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.write('{"results":"');
  for (; sent < bytes && !response.destroyed; sent += chunk.byteLength) {
    if (response.write(chunk)) continue;
    await new Promise<void>((resolve) => {
      const go = () => {
        response.off('drain', go).off('close', go);
        resolve();
      };
      response.once('drain', go).once('close', go);
    });
  }
  response.end('"}');
  return sent;
}

export interface GiantOptions {
  readonly bytes: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status?: number;
}

/** Sends headers until the caller closes the connection. */
export const endlessHeaders: Misdeed = ({ socket }) => {
  if (socket === null) return;
  socket.on('error', () => undefined); // the caller closed the connection
  socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n');
  const line = `x-more: ${'x'.repeat(4_000)}\r\n`;
  const more = () => {
    while (!socket.destroyed && socket.write(line));
  };
  socket.on('drain', more);
  more();
};

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return `http://127.0.0.1:${address.port}`;
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
