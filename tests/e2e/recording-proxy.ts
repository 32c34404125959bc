/** A proxy in front of a service that forwards everything unchanged and records it. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { passToAddress } from '../faults/pass-on.ts';

export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly status: number;
  readonly answer: string;
}

/** Responds instead of the service. */
export type Instead = (request: Pick<Exchange, 'path' | 'headers'>) => {
  status: number;
  body: unknown;
};

export interface RecordingProxy {
  readonly url: string;
  readonly exchanges: readonly Exchange[];
  /** Responds to the next request whose path starts with `path`. */
  answerOnce(path: string, instead: Instead): void;
  close(): Promise<void>;
}

/** Starts the proxy on a free port of 127.0.0.1, in front of the service at `target`. */
export async function startRecordingProxy(target: string): Promise<RecordingProxy> {
  const passOn = passToAddress(target);
  const exchanges: Exchange[] = [];
  const planned: { path: string; instead: Instead }[] = [];

  async function answer(request: Omit<Exchange, 'status' | 'answer'>): Promise<Response> {
    const next = planned.findIndex(({ path }) => request.path.startsWith(path));
    const [plan] = next === -1 ? [] : planned.splice(next, 1);
    if (plan === undefined) return passOn({ ...request, body: Buffer.from(request.body) });
    const { status, body } = plan.instead(request);
    return Response.json(body, { status });
  }

  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url: path = '/', headers } = incoming;
    const pass = async () => {
      const chunks: Buffer[] = await incoming.toArray();
      const request = { method, path, headers, body: Buffer.concat(chunks).toString('utf8') };
      const response = await answer(request);
      const text = await response.text();
      exchanges.push({ ...request, status: response.status, answer: text });
      outgoing.statusCode = response.status;
      outgoing.setHeaders(response.headers);
      outgoing.end(text);
    };
    pass().catch(() => outgoing.destroy()); // the caller closed the connection, or the service is down
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    exchanges,
    answerOnce: (path, instead) => void planned.push({ path, instead }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
